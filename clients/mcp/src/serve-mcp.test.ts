import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { nodeZlib } from "@versus/engine/node-zlib";
import { createTask } from "@versus/engine/tasks";
import { afterAll, beforeAll, expect, test } from "vitest";

const program = join(import.meta.dirname, "../../cli/src/main.ts");
const folder = mkdtempSync(join(tmpdir(), "versus-mcp-"));
const client = new Client({ name: "test", version: "1.0.0" });

function documentOf(...texts: readonly string[]): Uint8Array {
  const paragraphs = texts.map((text) => ({ style_id: "Normal", text }));
  const made = createTask({ paragraphs, codec: nodeZlib, date: "2026-03-04T05:06:07Z" });
  if (made.kind !== "created") throw new Error("not created");
  return made.docx;
}

beforeAll(async () => {
  writeFileSync(join(folder, "base.docx"), documentOf("The fee is 10.", "It is due."));
  writeFileSync(join(folder, "a.docx"), documentOf("The fee is 20.", "It is due."));
  writeFileSync(join(folder, "b.docx"), documentOf("The fee is 30.", "It is due."));
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, "mcp", "--root", folder] }),
  );
});
afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true });
});

async function call(name: string, given: object): Promise<{ readonly text: string; readonly isError: boolean }> {
  const result = await client.callTool({ name, arguments: { ...given } });
  const [content] = result.content as readonly { readonly text: string }[];
  return { text: content!.text, isError: result.isError === true };
}

test("the official client finds every tool with its words and fields", async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "compare",
    "merge",
    "read",
    "edit",
    "edit_reference",
    "decide",
    "create",
  ]);
  for (const { description, inputSchema } of tools) {
    expect(description!.length).toBeGreaterThan(50);
    expect(inputSchema.additionalProperties).toBe(false);
  }
});

test("two documents are compared: the redline is written and its changes are told", async () => {
  const { text } = await call("compare", { original: "base.docx", modified: "a.docx", author: "Ann" });
  expect(text).toMatch(/^Wrote a-redline\.docx: changes 1, insertions 1, deletions 1/);
  expect(text).toContain('author="Ann"');
  expect(text).toContain('The fee is <del id="1">10</del><ins id="2">20</ins>.');
  expect(readFileSync(join(folder, "a-redline.docx")).subarray(0, 2).toString()).toBe("PK");
});

test("copies are merged, and a conflict is settled for one of them", async () => {
  const merged = await call("merge", { original: "base.docx", revisions: ["a.docx", "b.docx"], output: "m.docx" });
  expect(merged.text).toContain("Conflicts: [");
  const wrong = await call("merge", { original: "base.docx", revisions: ["a.docx", "b.docx"], formatting: "some" });
  expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining("visible, all, ignore") });
  const choice = { conflicts: [{ id: 1, choose: "b.docx" }], rest: "accept" };
  expect((await call("decide", { document: "m.docx", ...choice, output: "settled.docx" })).text).toBe(
    "Wrote settled.docx.",
  );
  expect((await call("read", { document: "settled.docx", format: "md" })).text).toContain("The fee is 30.");
});

test("a term that one copy renamed and another uses is told", async () => {
  const terms = ["The fee is due.", "A fee is late.", "It ends."];
  writeFileSync(join(folder, "terms.docx"), documentOf(...terms));
  writeFileSync(join(folder, "renamed.docx"), documentOf(...terms.map((text) => text.replace("fee", "rent"))));
  writeFileSync(join(folder, "used.docx"), documentOf(...terms, "Each fee is small."));
  const asked = { original: "terms.docx", revisions: ["renamed.docx", "used.docx"], output: "mixed.docx" };
  const { text } = await call("merge", asked);
  expect(text).toContain('Checks: [{"kind":"term","old":"fee","new":"rent","renamed_by":["renamed.docx"]');
  expect(text).toContain("\nNew text uses 1 term that another revision renamed;");
});

test("a document is read with addresses, searched and edited", async () => {
  const staged = await call("read", { document: "base.docx", search: "due" });
  expect(staged.text).toContain("It is due.");
  const edits = [{ type: "replace", paragraphs: { index: 1 }, text: { match: "due" }, content: "payable" }];
  expect((await call("edit", { document: "base.docx", edits })).text).toMatch(/^Wrote base-edited\.docx/);
  expect((await call("read", { document: "base-edited.docx", format: "md" })).text).toContain("It is payable.");
});

test("a wrong edit is told as a result that an agent can mend, and writes nothing", async () => {
  const edits = [{ type: "replace", paragraphs: { index: 1 }, text: { match: "nowhere" }, content: "x" }];
  const { text, isError } = await call("edit", { document: "base.docx", edits, output: "never.docx" });
  expect([isError, text.includes("TEXT_NOT_FOUND")]).toEqual([true, true]);
  expect(existsSync(join(folder, "never.docx"))).toBe(false);
  expect((await call("edit_reference", { type: "replace" })).text).toContain('"type":"replace"');
});

test("a document is created, and nothing is replaced unasked", async () => {
  const paragraphs = [{ style_id: "Heading1", text: "Terms" }];
  expect((await call("create", { output: "new/terms.docx", paragraphs })).text).toBe("Wrote new/terms.docx.");
  const again = await call("create", { output: "new/terms.docx", paragraphs });
  expect(again).toEqual({ isError: true, text: expect.stringContaining("is there already") });
  expect((await call("create", { output: "new/terms.docx", paragraphs, overwrite: true })).isError).toBe(false);
});

test("a FIFO does not hang the server, and a dangling link does not lead out of the folder", async () => {
  execFileSync("mkfifo", [join(folder, "fifo.docx")]);
  symlinkSync(`${folder}-outside.docx`, join(folder, "dangling.docx"));
  expect(await call("read", { document: "fifo.docx" })).toEqual({ isError: true, text: "fifo.docx is not a file." });
  const paragraphs = [{ style_id: "Normal", text: "Outside" }];
  const created = await call("create", { output: "dangling.docx", paragraphs, overwrite: true });
  expect(created).toEqual({ isError: true, text: "dangling.docx is a link to nothing." });
  expect(existsSync(`${folder}-outside.docx`)).toBe(false);
});

test.each([
  ["a path above the folder", { document: "../secret.docx" }, "outside of the folder"],
  ["a link that leads out of it", { document: "link/passwd" }, "outside of the folder"],
  ["a file that is not there", { document: "none.docx" }, "There is no file none.docx."],
  ["a field that is none", { document: "base.docx", window: 1 }, "The fields are document, format"],
  ["a value of another type", { document: "base.docx", from: "0" }, "from must be of type integer."],
  ["a field that is missing", {}, "document is missing."],
])("%s is refused", async (_, given, words) => {
  if (!existsSync(join(folder, "link"))) symlinkSync("/etc", join(folder, "link"));
  const { text, isError } = await call("read", given);
  expect([isError, text]).toEqual([true, expect.stringContaining(words)]);
});
