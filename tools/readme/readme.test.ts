// Tests the programs and commands of the README and the other pages.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { content, open, revisions } from "@versus/engine";
import { listRevisions, openDocument, readView, storiesOf, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import type { RedlineJson } from "@versus/engine/tasks";
import { expect, onTestFinished, test } from "vitest";
import { codeBlocksOf, programOf } from "./code-blocks.ts";

const root = join(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(join(root, name), "utf8");

test("the program in the README writes the redline and the clean copy it says", () => {
  const program = /```ts\n(.*?)```/s.exec(read("README.md"))?.[1] ?? "";
  const folder = mkdtempSync(join(tmpdir(), "readme-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [redline, changed] = [join(folder, "redline.docx"), join(folder, "changed.docx")];
  const source = program
    .replace('"redline.docx"', JSON.stringify(redline))
    .replace('"changed.docx"', JSON.stringify(changed));
  execFileSync(process.execPath, ["--input-type=module-typescript", "--eval", source], { cwd: root });
  const [marked, clean] = [redline, changed].map((path) => open(readFileSync(path), nodeZlib));
  expect(revisions(marked!)).toHaveLength(1);
  expect(content(clean!).blocks[0]!.text).toMatch(/ \(draft\)$/);
});

test("the command in the README writes the redline it says, and prints what it says", () => {
  const [, command = "", printed = ""] =
    /```sh\n(npx versus [^`]*)```.*?```text\n(.*?)```/s.exec(read("README.md")) ?? [];
  const folder = mkdtempSync(join(tmpdir(), "readme-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const output = join(folder, "redline.docx");
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const line = command.replace("redline.docx", `"${output}"`);
  const answer = execFileSync("sh", ["-c", line], { cwd: root, env: { ...process.env, PATH }, encoding: "utf8" });
  expect(answer.replace(output, "redline.docx")).toBe(printed);
  const redline = openDocument(readFileSync(output), { codec: nodeZlib, names: wordNames() });
  expect(listRevisions(redline).length).toBeGreaterThan(0);
});

test("the merge in the README has the conflict it says, and its last line settles it", () => {
  const blocks = codeBlocksOf(read("README.md"));
  const at = blocks.findIndex(({ text }) => text.includes("npx versus merge"));
  const folder = mkdtempSync(join(tmpdir(), "readme-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  // After =, this is the name of a revision, not a path.
  const lines = blocks[at]!.text.replace(/(?<![=\w])(ann|bea|merged|settled)\.(docx|json)/g, `${folder}/$&`);
  const answer = execFileSync("sh", ["-ec", lines], { cwd: root, env: { ...process.env, PATH }, encoding: "utf8" });
  expect(answer.replaceAll(`${folder}/`, "").trim()).toBe(blocks[at + 1]!.text.trim());
  const { conflicts } = JSON.parse(readFileSync(join(folder, "merged.json"), "utf8")) as RedlineJson;
  expect(conflicts?.map(({ sides }) => sides.map(({ text }) => text))).toEqual([["opening", "initial"]]);
  const settled = openDocument(readFileSync(join(folder, "settled.docx")), { codec: nodeZlib, names: wordNames() });
  expect(readView(storiesOf(settled)[0]!, "rejected")[0]?.text).toBe("The initial paragraph.");
});

test.each(["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"])("every script that %s names is there", (name) => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  for (const [, script] of read(name).matchAll(/npm run ([a-z:]+)/g)) expect(scripts).toHaveProperty([script!]);
});

const guides = readdirSync(join(root, "service/guides")).map((name) => `service/guides/${name}`);
const linking = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "deploy/README.md",
  "deploy/sandbox.md",
  "engine/README.md",
  ...guides,
];

test.each(linking)("every file that %s links to is there", (name) => {
  for (const [, target] of read(name).matchAll(/\]\(([^):#]+)(?:#[^)]*)?\)/g)) {
    expect(existsSync(join(root, dirname(name), target!)), target).toBe(true);
  }
});

test("every code block of the README is one that is run", () => {
  const blocks = codeBlocksOf(read("README.md"));
  // The tests above run the second to fifth block and the first program. dev.service.ts runs the blocks of the service.
  // `npm run acceptance -- stranger` runs the program with the SDK and the settings of an agent.
  const wanted = ["sh", "sh", "text", "sh", "text", "sh", "sh", "sh", "sh", "sh", "sh", "ts", "ts", "json"];
  expect(blocks.map(({ language }) => language)).toEqual(wanted);
  // The check on a new machine runs the first block.
  const [bootstrap = "", path = ""] = blocks[0]?.text.split("\n") ?? [];
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const check = read(".ci/run");
  expect(check).toContain(scripts[bootstrap.replace("npm run ", "")]);
  expect(check).toContain(path);
});

test.each(guides)("every code block of %s is one that can be run", (name) => {
  expect(() => programOf(codeBlocksOf(read(name)))).not.toThrow();
});
