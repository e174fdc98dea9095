// Tests `npm run dev`, and the commands of the README and the guides on it.

import { execFileSync, spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { listRevisions, openDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { expect, onTestFinished, test } from "vitest";
import { codeBlocksOf, programOf } from "../readme/code-blocks.ts";

const root = join(import.meta.dirname, "../..");
const guides = join(root, "service/guides");
const readme = readFileSync(join(root, "README.md"), "utf8");
const [, command = "", lines = ""] = /## As a service.*?```sh\n(.*?)```.*?```sh\n(.*?)```/s.exec(readme) ?? [];
const [, reading = ""] = /### Read a document.*?```sh\n(.*?)```/s.exec(readme) ?? [];
const [, editing = ""] = /### Edit a document.*?```sh\n(.*?)```/s.exec(readme) ?? [];
const [, keeping = ""] = /### Keep versions.*?```sh\n(.*?)```/s.exec(readme) ?? [];
const [, printing = ""] = /### PDFs in and out.*?```sh\n(.*?)```/s.exec(readme) ?? [];

/** Long enough for a machine that is busy with other tests. */
const timeout = 180_000;

/** Starts the command of the README, by default in the folder of the repository. */
function startDev(words = "", environment: Readonly<Record<string, string>> = {}, cwd = root) {
  const { DATABASE_URL: _, ...own } = process.env;
  // The guide of the command line calls `versus`, as after an installation.
  const PATH = `${dirname(process.execPath)}:${join(root, "node_modules/.bin")}:${process.env.PATH}`;
  // A separate process group, as in a terminal: an interrupt reaches npm and all that it started.
  const dev = spawn("bash", ["-c", command.trim() + words], {
    cwd,
    env: { ...own, PATH, ...environment },
    detached: true,
  });
  let said = "";
  for (const stream of [dev.stdout, dev.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  const ended = new Promise((resolve) => dev.on("close", resolve));
  const signal = (name: NodeJS.Signals) => process.kill(-dev.pid!, name);
  const signalNpm = (name: NodeJS.Signals) => process.kill(dev.pid!, name);
  onTestFinished(() => {
    if (dev.exitCode === null && dev.signalCode === null) signal("SIGKILL");
  });
  return { said: () => said, ended, signal, signalNpm };
}

type Dev = ReturnType<typeof startDev>;

async function untilStarted(dev: Dev): Promise<{ readonly url: string; readonly folder: string; line: string }> {
  await expect.poll(dev.said, { timeout: 150_000, interval: 100 }).toContain("Ctrl-C here ends everything");
  const [line = "", url = "", folder = ""] = /^URL=(\S+) KEY=\S+ DEMO=(\S+)$/m.exec(dev.said()) ?? [];
  return { url, folder, line };
}

test("the README's lines start the service, make a redline, read and edit a document, and Ctrl-C leaves nothing", {
  timeout,
}, async () => {
  const dev = startDev();
  const { url, folder, line } = await untilStarted(dev);
  expect(dev.said()).toContain(lines);

  const here = mkdtempSync(join(tmpdir(), "versus-try-"));
  onTestFinished(() => rmSync(here, { recursive: true }));
  execFileSync("bash", ["-euo", "pipefail", "-c", `${line}\n${lines}`], { cwd: here });
  const redline = openDocument(readFileSync(join(here, "redline.docx")), { codec: nodeZlib, names: wordNames() });
  expect(listRevisions(redline).length).toBeGreaterThan(5);
  const words = ["-euo", "pipefail", "-c", `${line}\n${reading}\n${editing}\n${keeping}\n${printing}`];
  const markdown = execFileSync("bash", words, { cwd: here, encoding: "utf8" });
  const { document } = JSON.parse(readFileSync(join(here, "content.json"), "utf8"));
  expect(document.blocks.length).toBeGreaterThan(5);
  expect(markdown).toContain(document.blocks[0].text);
  const edited = openDocument(readFileSync(join(here, "edited-redline.docx")), { codec: nodeZlib, names: wordNames() });
  expect(listRevisions(edited).map(({ author }) => author)).toEqual(["Ada"]);
  const kept = openDocument(readFileSync(join(here, "version-redline.docx")), { codec: nodeZlib, names: wordNames() });
  expect(listRevisions(kept).length).toBeGreaterThan(5);
  expect(isPdf(join(here, "revised.pdf")) && isPdf(join(here, "redline.pdf"))).toBe(true);
  expect(markdown).toMatch(/"merge_id":\s*"mrg_/);

  dev.signal("SIGINT");
  await dev.ended;
  expect(existsSync(folder)).toBe(false);
  await expect(fetch(`${url}/health`)).rejects.toThrow();
});

function isPdf(path: string): boolean {
  return readFileSync(path).subarray(0, 5).toString() === "%PDF-";
}

/** Runs every code block of a guide in order, in a new folder. Returns the output and the folder. */
function runGuide(name: string, line: string): { readonly printed: string; readonly here: string } {
  const here = mkdtempSync(join(tmpdir(), "versus-guide-"));
  onTestFinished(() => rmSync(here, { recursive: true }));
  // As in the folder of the repository, where `npx versus` is found.
  symlinkSync(join(root, "node_modules"), join(here, "node_modules"));
  const blocks = codeBlocksOf(readFileSync(join(guides, name), "utf8"));
  const program = `${line}\nexport URL KEY DEMO\n${programOf(blocks)}`;
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const env = { ...process.env, PATH };
  const printed = execFileSync("bash", ["-euo", "pipefail", "-c", program], { cwd: here, env, encoding: "utf8" });
  return { printed, here };
}

test("every code block of every guide runs against the service, and does what its guide says", {
  timeout: 2 * timeout,
}, async () => {
  const dev = startDev();
  const { line } = await untilStarted(dev);
  const revisionsOf = (path: string) =>
    listRevisions(openDocument(readFileSync(path), { codec: nodeZlib, names: wordNames() }));
  const ran = new Map(readdirSync(guides).map((name) => [name, runGuide(name, line)]));

  const view = ran.get("embedding.md")!;
  expect(readFileSync(join(view.here, "redline.html"), "utf8")).toMatch(/^<!doctype html>.*<ins/is);
  expect(readFileSync(join(view.here, "page.html"), "utf8")).toContain('sandbox="allow-scripts"');

  const start = ran.get("quick-start.md")!;
  const redlines = ["redline.docx", "redline-ts.docx", "redline-py.docx"].map((name) => join(start.here, name));
  for (const path of redlines) expect(revisionsOf(path).length).toBeGreaterThan(5);
  expect(start.printed).toContain("redline-ts.docx (contract-revised-redline.docx)");
  expect(start.printed).toContain("redline-py.docx (contract-revised-redline.docx)");

  const commands = ran.get("command-line.md")!;
  expect(revisionsOf(join(commands.here, "redline.docx")).length).toBeGreaterThan(5);
  for (const name of ["clean.docx", "final.docx"]) expect(revisionsOf(join(commands.here, name))).toEqual([]);
  expect(commands.printed).toContain("no difference");
  expect(commands.printed).toMatch(/^--- a\/contract\.docx$/m);

  const compare = ran.get("compare.md")!;
  expect(new Set(revisionsOf(join(compare.here, "redline.docx")).map(({ author }) => author))).toEqual(
    new Set(["Counsel for the Buyer"]),
  );
  expect(readFileSync(join(compare.here, "redline.md"), "utf8")).toContain("<ins");
  for (const name of ["redline.pdf", "redline-of-pdf.pdf"]) expect(isPdf(join(compare.here, name))).toBe(true);
  expect(compare.printed).toMatch(/^- .+\n\+ .+$/m);
  const { comparison } = JSON.parse(readFileSync(join(compare.here, "selective.json"), "utf8"));
  expect(comparison.original.paragraph_count).toBe(4);

  const merge = ran.get("merge.md")!;
  expect(new Set(revisionsOf(join(merge.here, "merged.docx")).map(({ author }) => author))).toEqual(
    new Set(["Counsel for the Buyer", "Counsel for the Supplier", "Counsel for the Buyer, Counsel for the Supplier"]),
  );
  expect(merge.printed).toContain("conflict 1 (text)\n  contract-revised.docx wants: 45\n");
  expect(new Set(revisionsOf(join(merge.here, "agreed.docx")).map(({ author }) => author))).toEqual(
    new Set(["Counsel for the Supplier"]),
  );

  const documents = ran.get("documents.md")!;
  expect(new Set(revisionsOf(join(documents.here, "redline.docx")).map(({ author }) => author))).toEqual(
    new Set(["Counsel for the Buyer"]),
  );
  expect(revisionsOf(join(documents.here, "merged.docx")).length).toBeGreaterThan(5);
  expect(JSON.parse(readFileSync(join(documents.here, "document.json"), "utf8")).versions).toMatchObject(
    ["upload", "upload", "upload", "merge"].map((kind) => ({ kind, status: "ready" })),
  );
  expect(documents.printed).toContain('"deleted":true');

  const agent = ran.get("edit-with-an-agent.md")!;
  expect(revisionsOf(join(agent.here, "edited-redline.docx")).map(({ author }) => author)).toContain("Ada");
  expect(agent.printed).toMatch(/^edits\[0\]\.type: .*\nready$/m);

  expect(ran.get("webhooks.md")!.printed).toContain("webhook.test test\ncomparison.ready ready\n");

  expect(ran.get("retention.md")!.printed).toContain("CONTENT_DELETED");
  expect(ran.get("retention.md")!.printed).toContain("deletion_queued");
  expect(ran.get("self-host.md")!.printed).toMatch(/\bacme\b/);
  dev.signal("SIGINT");
  await dev.ended;
});

test("two that start at once have ports of their own, and neither SIGTERM to npm nor SIGKILL leaves anything", {
  timeout,
}, async () => {
  const devs = [startDev(), startDev()] as const;
  const started = await Promise.all(devs.map(untilStarted));
  expect(new Set(started.map(({ url }) => url)).size).toBe(2);
  devs[0].signalNpm("SIGTERM");
  devs[1].signal("SIGKILL");
  await Promise.all(devs.map(({ ended }) => ended));
  for (const { folder, url } of started) {
    await expect.poll(() => existsSync(folder), { timeout: 20_000 }).toBe(false);
    await expect(fetch(`${url}/health`)).rejects.toThrow();
  }
});

/** Makes a folder like the repository, with its own packages. */
function copyOfRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), "versus-copy-"));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  copyFileSync(join(root, "package.json"), join(copy, "package.json"));
  symlinkSync(join(root, "tools"), join(copy, "tools"));
  mkdirSync(join(copy, "node_modules"));
  return copy;
}

test("one that starts while npm installs the packages says so", { timeout: 60_000 }, async () => {
  const cwd = copyOfRepository();
  const before = startDev("", {}, cwd);
  await before.ended;
  expect(before.said()).toContain("The packages are not installed, or npm is installing them");
  expect(before.said()).not.toContain("starting");

  // npm removes its lock file while the service starts, and the database cannot be reached.
  const lock = join(cwd, "node_modules/.package-lock.json");
  writeFileSync(lock, "{}");
  const during = startDev("", { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" }, cwd);
  await expect.poll(during.said, { timeout: 50_000, interval: 5 }).toContain("using the Postgres of DATABASE_URL");
  rmSync(lock);
  await during.ended;
  expect(during.said()).toContain("The packages are not installed, or npm is installing them");
});

test("a port that is taken, and a database that is not there, are told before anything is made", async () => {
  const port = startDev(" -- --port 99999");
  await port.ended;
  expect(port.said()).toContain("A port is a number from 1 to 65535");
  const database = startDev("", { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" });
  await database.ended;
  expect(database.said()).toContain("DATABASE_URL is set, so its database is used");
});
