// Tests the packages as users have them: packed, installed, and used as in their READMEs.
//
// They run in an empty folder under Node 24 and 22. The page that compares two files runs in a browser without a
// network.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Page } from "playwright-core";
import { openBrowser } from "../running/browser.ts";
import { codeBlockOf, codeBlocksOf } from "../running/code-blocks.ts";
import { fetchNode22, Installed, packInto } from "../running/installed.ts";
import { once, type Stage, theme } from "../running/theme.ts";

export const packages = theme("packages", writePackageTests);

function writePackageTests(stage: Stage): void {
  const { world, test } = stage;
  const folder = once(async () => {
    const made = mkdtempSync(join(tmpdir(), "versus-packages-"));
    world.atEnd(() => rmSync(made, { recursive: true, force: true }));
    return made;
  });
  const packed = once(async () => packInto(join(await folder(), "packed")));
  test("the packages are packed, and none is too large", [], async () => {
    const { printed } = await packed();
    console.log(printed.replace(/^(?!ok).*\n/gm, "").trimEnd());
    assert.match(printed, / passed, 0 failed$/m);
  });
  const under24 = once(async () => new Installed(join(await folder(), "24"), process.execPath, (await packed()).files));
  writeLibraryUses(stage, "Node 24", under24);
  writeClientUses(stage, "Node 24", under24);
  const under22 = once(async () => {
    const node = fetchNode22(join(await folder(), "node"));
    return new Installed(join(await folder(), "22"), node, (await packed()).files);
  });
  writeLibraryUses(stage, "Node 22", under22);
  writeClientUses(stage, "Node 22", under22);
  writeTypeTest(stage, under24);
  writePageTest(stage, under24);
}

function writeLibraryUses({ test }: Stage, name: string, installed: () => Promise<Installed>): void {
  test(`${name}: the packages are installed without a registry and bring nothing else`, [], async () => {
    const here = await installed();
    assert.match(here.run(here.node, ["--version"]), name === "Node 22" ? /^v22\./ : /^v2[4-9]\./);
    const { dependencies } = JSON.parse(here.run("npm", ["ls", "--all", "--json"])) as { dependencies: object };
    assert.deepEqual(Object.keys(dependencies).sort(), ["@versus/cli", "@versus/engine", "@versus/mcp", "@versus/sdk"]);
    const lock = JSON.parse(readFileSync(join(here.folder, "package-lock.json"), "utf8")) as { packages: object };
    assert.equal(Object.keys(lock.packages).length, 5);
  });

  test(
    `${name}: the programs in the README of the engine compare, merge, edit and tell what is wrong`,
    [],
    async () => {
      const here = await installed();
      const printed = codeBlocksOf(here.readme("engine"))
        .filter(({ language }) => language === "ts")
        .map((block) => here.runBlock(block));
      assert.match(printed[0]!, /insertions: 1,\s+deletions: 1/);
      assert.match(printed[1]!, /^\w+ .* true$/m);
      assert.match(printed[2]!, /^text contract-revised\.docx: 20 \| contract-supplier\.docx: 30$/m);
      assert.match(printed[3]!, /^The fee is 10\.$/m);
      const text = (file: string): string => here.run("versus", ["read", file]);
      assert.match(text("edited.docx"), /The fee is 10\. \(draft\)/);
      assert.match(text("settled.docx"), /The fee is 20\.\n\nIt is due soon\./);
      assert.match(
        here.run("versus", ["accept", "redline.docx", "--rest", "accept", "-o", "accepted-all.docx"]),
        /no changes left/,
      );
      assert.match(text("accepted-all.docx"), /The fee is 20\./);
    },
  );

  test(`${name}: the module for browsers in the README of the engine makes a redline`, [], async () => {
    const here = await installed();
    here.save("redline-of.js", codeBlockOf(here.readme("engine"), "js"));
    const text = `import { readFileSync, writeFileSync } from "node:fs";
import { redlineOf } from "./redline-of.js";
const [one, other] = ["contract.docx", "contract-revised.docx"].map((name) => new Blob([readFileSync(name)]));
const redline = await redlineOf(one, other, { author: "Ann", date: "2026-01-31T09:30:00Z" });
writeFileSync("of-browser.docx", new Uint8Array(await redline.arrayBuffer()));`;
    here.runBlock({ language: "js", text });
    here.run("versus", ["reject", "of-browser.docx", "--rest", "reject", "-o", "of-browser-rejected.docx"]);
    assert.match(here.run("versus", ["read", "of-browser-rejected.docx"]), /The fee is 10\./);
  });
}

function writeClientUses({ service, ordinary, test }: Stage, name: string, installed: () => Promise<Installed>): void {
  test(`${name}: the lines in the README of the command line do what they say`, [], async () => {
    const here = await installed();
    rmSync(join(here.folder, "redline.docx"), { force: true });
    rmSync(join(here.folder, "edited.docx"), { force: true });
    const printed = codeBlocksOf(here.readme("cli")).map((block) => here.runBlock(block));
    assert.match(printed[0]!, /1 insertion, 1 deletion -> redline\.docx/);
    assert.match(printed[1]!, /1 conflict -> merged\.docx/);
    for (const file of ["accepted.docx", "redline.html", "edited.docx"]) assert.ok(existsSync(join(here.folder, file)));
    assert.match(here.run("versus", ["--version"]), /^versus \d+\.\d+\.\d+\n$/);
    assert.throws(() => here.run("versus", ["serve"]), /needs the service, which is not installed/);
    assert.ok(existsSync(join(here.folder, ".cache/versus")), "compiled code is in the user's own cache");
  });

  test(`${name}: the program in the README of the SDK compares on the service`, [], async () => {
    const here = await installed();
    rmSync(join(here.folder, "redline.docx"), { force: true });
    here.runBlock(codeBlocksOf(here.readme("sdk"))[0]!, { URL: service.url, KEY: ordinary.key });
    here.run("versus", ["accept", "redline.docx", "--rest", "accept", "-o", "accepted-remote.docx"]);
    assert.match(here.run("versus", ["read", "accepted-remote.docx"]), /The fee is 20\./);
  });

  test(
    `${name}: an agent with the settings in the README of MCP compares, and so does one with the program there`,
    [],
    async () => {
      const here = await installed();
      const settings = codeBlockOf(here.readme("mcp"), "json").replace("/path/to/contracts", here.folder);
      const { command, args } = JSON.parse(settings).mcpServers.versus as { command: string; args: string[] };
      assert.match(
        await compareByAgent(here, { command: join(here.folder, "node_modules/.bin", command), args }),
        /20/,
      );
      const program = here.save("block.ts", codeBlockOf(here.readme("mcp"), "ts"));
      assert.match(await compareByAgent(here, { command: here.node, args: [program] }), /20/);
    },
  );
}

async function compareByAgent(
  here: Installed,
  server: { readonly command: string; readonly args: readonly string[] },
): Promise<string> {
  const client = new Client({ name: "acceptance", version: "1.0.0" });
  const { command, args } = server;
  await client.connect(new StdioClientTransport({ command, args: [...args], env: here.environment, cwd: here.folder }));
  try {
    const given = {
      original: "contract.docx",
      modified: "contract-revised.docx",
      output: "agent.docx",
      overwrite: true,
    };
    const { content, isError } = await client.callTool({ name: "compare", arguments: given });
    const [{ text }] = content as [{ text: string }];
    assert.equal(isError, undefined, text);
    return text;
  } finally {
    await client.close();
  }
}

function writeTypeTest({ test }: Stage, installed: () => Promise<Installed>): void {
  test("the programs of the READMEs agree with the types of the packages", [], async () => {
    const here = await installed();
    const blocks = ["engine", "sdk", "mcp"].flatMap((name) => codeBlocksOf(here.readme(name)));
    const programs = blocks.filter(({ language }) => language === "ts");
    here.checkTypes(programs.map(({ text }, index) => here.save(`typed-${index}.ts`, text)));
    const wrong = here.save("wrong.ts", `import { open } from "@versus/engine";\nopen("contract.docx");\n`);
    assert.throws(() => here.checkTypes([wrong]), /TS2554/);
  });
}

function writePageTest({ test }: Stage, installed: () => Promise<Installed>): void {
  test("the page compares two files in Chromium with the network off, chosen and dropped", [], async () => {
    const here = await installed();
    const browser = await openBrowser();
    try {
      const context = await browser.newContext({ offline: true, acceptDownloads: true });
      const page = await context.newPage();
      const asked: string[] = [];
      const errors: Error[] = [];
      page.on("request", (request) => void asked.push(request.url()));
      page.on("pageerror", (error) => void errors.push(error));
      const address = pathToFileURL(join(here.folder, "node_modules/@versus/engine/examples/compare.html")).href;
      await page.goto(address);
      await page.setInputFiles("#original", join(here.folder, "contract.docx"));
      await page.setInputFiles("#modified", join(here.folder, "notes.txt"));
      await page.waitForFunction(`/\\.$/.test(document.getElementById("said").textContent)`);
      assert.match((await page.locator("#said").textContent()) ?? "", /^This is not a \.docx file/);
      await drop(page, "#modified", join(here.folder, "contract-revised.docx"));
      await page.locator("#redline ins").waitFor();
      assert.equal(await page.locator("#said").textContent(), "insertions: 1, deletions: 1");
      assert.deepEqual(await page.locator("#redline del").allTextContents(), ["10"]);
      assert.deepEqual(await page.locator("#redline ins").allTextContents(), ["20"]);
      const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
      await download.saveAs(join(here.folder, "of-page.docx"));
      here.run("versus", ["accept", "of-page.docx", "--rest", "accept", "-o", "of-page-accepted.docx"]);
      assert.match(here.run("versus", ["read", "of-page-accepted.docx"]), /The fee is 20\./);
      assert.deepEqual(errors, []);
      assert.deepEqual(
        asked.filter((url) => url !== address && !url.startsWith("blob:")),
        [],
      );
    } finally {
      await browser.close();
    }
  });
}

/** Drops a file on a field, as a reader does from a folder. */
async function drop(page: Page, field: string, path: string): Promise<void> {
  const bytes = JSON.stringify(readFileSync(path).toString("base64"));
  const dropped = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(${bytes}), (sign) => sign.charCodeAt(0))], "contract-revised.docx"));
    return transfer;
  })()`);
  await page.locator(field).locator("..").dispatchEvent("drop", { dataTransfer: dropped });
}
