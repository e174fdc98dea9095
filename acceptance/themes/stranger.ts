// Follows the README as a person who has never seen Versus, from a clean clone to redlines.
//
// The redlines are made by the command line, curl, the SDK and an agent. The time of each since the clone is printed.
// There is no bar, because it depends on a network.

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { codeBlocksOf } from "../running/code-blocks.ts";
import { once, type Stage, theme } from "../running/theme.ts";

export const stranger = theme("stranger", writeStrangerTests);

const root = join(import.meta.dirname, "../..");

/** A stranger with a clone, a terminal, the README, and none of our programs on the path. */
class Stranger {
  readonly folder: string;
  readonly #start = performance.now();
  readonly #environment: Record<string, string>;
  #prepared = "";

  constructor() {
    this.folder = join(mkdtempSync(join(tmpdir(), "versus-stranger-")), "versus");
    execFileSync("git", ["clone", "--quiet", root, this.folder]);
    const path = process.env.PATH?.split(delimiter).filter((part) => part !== dirname(process.execPath));
    this.#environment = { PATH: path?.join(delimiter) ?? "", HOME: process.env.HOME ?? this.folder };
  }

  /** Returns the first block of a language in the README that contains these words. */
  block(language: string, words: string): string {
    const blocks = codeBlocksOf(readFileSync(join(this.folder, "README.md"), "utf8"));
    const found = blocks.find((each) => each.language === language && each.text.includes(words));
    assert.ok(found, `the README has no ${language} with ${words}`);
    return found.text;
  }

  /** Sets the lines that every terminal begins with. */
  prepare(lines: string): void {
    this.type(lines);
    this.#prepared = lines
      .split("\n")
      .filter((line) => line.startsWith("export "))
      .join("\n");
  }

  /** Runs lines in a terminal. Returns the output; throws an error if a line fails. */
  type(lines: string): string {
    const { status, stdout, stderr } = spawnSync("bash", this.#words(lines), {
      ...this.#place(),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    assert.equal(status, 0, `${stdout}${stderr}`);
    return stdout;
  }

  /** Starts lines in a terminal and waits for the output line that begins with some words. `interrupt` is Ctrl-C. */
  start(lines: string, begins: string): Promise<{ readonly line: string; interrupt(): Promise<void> }> {
    const child = spawn("bash", this.#words(lines), {
      ...this.#place(),
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
    const interrupt = async (): Promise<void> => {
      process.kill(-child.pid!, "SIGINT");
      await ended;
    };
    return new Promise((resolve, reject) => {
      createInterface(child.stdout).on("line", (line) => line.startsWith(begins) && resolve({ line, interrupt }));
      void ended.then(() => reject(new Error(`${lines.trim()} ended before it said ${begins}`)));
    });
  }

  /** Connects with these settings, as the program of an agent does. */
  async connect(settings: string): Promise<Client> {
    const { command, args } = JSON.parse(settings).mcpServers.versus as { command: string; args: string[] };
    const client = new Client({ name: "stranger", version: "1.0.0" });
    const line = [command, ...args].map((word) => `'${word}'`).join(" ");
    const place = this.#place();
    await client.connect(new StdioClientTransport({ command: "bash", args: this.#words(`exec ${line}`), ...place }));
    return client;
  }

  /** Checks the redline that must have been written, and prints the time. */
  hasRedline(how: string, path = "redline.docx"): void {
    const redline = join(this.folder, path);
    assert.equal(readFileSync(redline).subarray(0, 2).toString(), "PK");
    rmSync(redline);
    console.log(
      `stranger: a redline by ${how} ${((performance.now() - this.#start) / 1000).toFixed(0)} s after the clone`,
    );
  }

  end(): void {
    rmSync(dirname(this.folder), { recursive: true, force: true });
  }

  #words(lines: string): string[] {
    return ["-ec", `${this.#prepared}\n${lines}`];
  }

  #place(): { readonly cwd: string; readonly env: Record<string, string> } {
    return { cwd: this.folder, env: this.#environment };
  }
}

function writeStrangerTests({ world, test }: Stage): void {
  const somebody = once(async () => {
    const made = new Stranger();
    world.atEnd(() => made.end());
    return made;
  });
  test("the README leads from a clone to a redline by the command line", [], async () => {
    const here = await somebody();
    here.prepare(here.block("sh", "npm run bootstrap"));
    assert.match(here.type(here.block("sh", "npx versus compare")), /-> redline\.docx/);
    here.hasRedline("the command line");
  });

  test("and to one by curl and by the SDK", [], async () => {
    const here = await somebody();
    const { line, interrupt } = await here.start(here.block("sh", "npm run dev"), "URL=");
    try {
      here.type(`${line}\n${here.block("sh", "$URL/v1/compare")}`);
      here.hasRedline("curl");
      writeFileSync(join(here.folder, "redline.ts"), here.block("ts", "@versus/sdk"));
      here.type(`${line}\nURL=$URL KEY=$KEY DEMO=$DEMO node redline.ts`);
      here.hasRedline("the SDK");
    } finally {
      await interrupt();
    }
  });

  test("and to one by an agent", [], async () => {
    const here = await somebody();
    const client = await here.connect(here.block("json", "mcpServers"));
    try {
      const given = {
        original: "plain/paragraphs.docx",
        modified: "tables/table-with-header.docx",
        output: "redline.docx",
      };
      const { isError } = await client.callTool({ name: "compare", arguments: given });
      assert.equal(isError, undefined);
    } finally {
      await client.close();
    }
    here.hasRedline("an agent", "corpus/docx/redline.docx");
  });
}
