// Tests the clients on the running service: compare, merge, decide, edit and create.
//
// The results must equal those of the engine on this machine.

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Versus, VersusJobFailed, VersusRefusal } from "@versus/sdk";
import { broken, wordDocument } from "../documents/word.ts";
import { type Stage, theme } from "../running/theme.ts";

export const clients = theme(
  "clients",
  writeRedlineTests,
  writeDocumentTests,
  writeProgramTests,
  writeGitTest,
  writeAgentTests,
);

const program = join(import.meta.dirname, "../../clients/cli/src/main.ts");
const base = wordDocument("The fee is 10.", "It is due.");
const revised = wordDocument("The fee is 20.", "It is due.");
const other = wordDocument("The fee is 10.", "It is due soon.");

/** Calls `work` with paths in a temporary folder. */
async function inFolder<Value>(work: (pathOf: (name: string) => string) => Value): Promise<Awaited<Value>> {
  const folder = mkdtempSync(join(tmpdir(), "versus-clients-"));
  try {
    return await work((name) => join(folder, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Compares with the command line, without the service. */
function compareHere(author: string, date: string): Promise<Buffer> {
  return inFolder((pathOf) => {
    writeFileSync(pathOf("a.docx"), base);
    writeFileSync(pathOf("b.docx"), revised);
    const options = ["-o", pathOf("redline.docx"), "--author", author, "--date", date, "--quiet"];
    execFileSync(process.execPath, [program, "compare", pathOf("a.docx"), pathOf("b.docx"), ...options]);
    return readFileSync(pathOf("redline.docx"));
  });
}

const file = (name: string, data: Buffer) => ({ name, data });

function sdkOf({ service, ordinary }: Stage): Versus {
  return new Versus({ baseUrl: service.url, key: ordinary.key });
}

function writeRedlineTests(stage: Stage): void {
  const { test } = stage;
  const versus = sdkOf(stage);

  test("the SDK compares, and the redline is byte for byte that of the command line", [], async () => {
    const form = { original: file("a.docx", base), modified: file("b.docx", revised), author: "Ann" };
    const { job, download } = await versus.compare(form, { formats: ["docx", "json"] });
    const json = JSON.parse(Buffer.from(await download("json")).toString());
    const change = json.blocks[0].content.find(({ type }: { type?: string }) => type === "insertion");
    assert.deepEqual([change.text, change.author], ["20", "Ann"]);
    assert.deepEqual(Buffer.from(await download("docx")), await compareHere("Ann", change.date));
    assert.deepEqual(
      job.downloads.map(({ format }) => format),
      ["docx", "json"],
    );
  });

  test("the SDK merges, and settles what the revisions want", [], async () => {
    const revisions = [file("b.docx", revised), file("c.docx", other)];
    const { id, job } = await versus.merge({ original: file("a.docx", base), revisions });
    assert.equal(job.status, "ready");
    const decided = await versus.decide(id, { accept: { revisions: ["b.docx"] }, rest: "reject" });
    assert.equal(decided.job.kind, "decided");
    assert.match(await versus.files.markdown(decided.id), /^The fee is 20\.\n\nIt is due\.$/m);
  });
}

function writeDocumentTests(stage: Stage): void {
  const { test } = stage;
  const versus = sdkOf(stage);
  test("the SDK uploads, reads and edits", [], async () => {
    const { file_id } = await versus.files.upload({ document: file("a.docx", base), reference: "clients" });
    const { document } = await versus.files.content(file_id, { fields: ["text"] });
    assert.deepEqual(
      (document.blocks as { text: string }[]).map(({ text }) => text),
      ["The fee is 10.", "It is due."],
    );
    assert.match(await versus.files.markdown(file_id, { staged: true, search: "due" }), /It is due\./);
    const replace = { type: "replace", paragraphs: { index: 0 }, text: { match: "10" }, content: "30" } as const;
    const { job, download } = await versus.edit({ file_id, edits: [replace] });
    assert.equal(
      Buffer.from(await download())
        .subarray(0, 2)
        .toString(),
      "PK",
    );
    assert.match(await versus.files.markdown(job.file_id), /The fee is 30\./);
    const listed: unknown[] = [];
    for await (const one of versus.files.list({ reference: "clients", limit: 1 })) listed.push(one.file_id);
    assert.deepEqual(listed, [file_id]);
  });

  test("the SDK creates a document, and keeps versions of one", [], async () => {
    const made = await versus.create({ name: "new.docx", paragraphs: [{ style_id: "Heading1", text: "Terms" }] });
    assert.equal(
      Buffer.from(await made.download())
        .subarray(0, 2)
        .toString(),
      "PK",
    );
    const stored = await versus.documents.store({ document: file("a.docx", base), metadata: { matter: "M-1" } });
    const added = await versus.documents.addVersion(stored.document_id, { document: file("b.docx", revised) });
    const name = { document: stored.document_id, version: added.version_id };
    const redline = await versus.documents.redline(name, { formats: ["md"] });
    assert.match(Buffer.from(await versus.download(redline.downloads[0]!)).toString(), /20/);
    assert.deepEqual((await versus.documents.read(name.document)).metadata, { matter: "M-1" });
    const told = await versus.documents.history(name);
    assert.equal(told.blocks.length, 2);
    await versus.documents.delete(name.document);
    await assert.rejects(versus.documents.read(name.document), { code: "DOCUMENT_NOT_FOUND" });
  });

  test("the SDK tells refusals and failed jobs apart, with their codes", [], async () => {
    const bad = versus.compare({ original: file("a.txt", base), modified: file("b.docx", revised) });
    await assert.rejects(bad, (problem) => {
      assert.ok(problem instanceof VersusRefusal);
      assert.deepEqual([problem.status, problem.code], [400, "UNSUPPORTED_FILE_TYPE"]);
      return problem.requestId !== "";
    });
    const revisions = [file("b.docx", revised), file("c.docx", broken.mainPart())];
    await assert.rejects(versus.merge({ original: file("a.docx", base), revisions }), (problem) => {
      assert.ok(problem instanceof VersusJobFailed);
      return problem.code === "DOCUMENT_UNREADABLE";
    });
  });
}

/**
 * Returns two functions that run the command line program in a folder. A line is the arguments, separated by spaces.
 * `there` appends `--server` with the address of the service.
 */
function programIn({ service, ordinary }: Stage, folder: string) {
  // Asynchronous, because other themes run at the same time.
  const here = async (line: string): Promise<string> => {
    const env = { ...process.env, VERSUS_API_KEY: ordinary.key };
    return (await promisify(execFile)(process.execPath, [program, ...line.split(" ")], { cwd: folder, env })).stdout;
  };
  return { here, there: (line: string) => here(`${line} --server ${service.url}`) };
}

interface ProgramsIn extends ReturnType<typeof programIn> {
  readonly read: (name: string) => Buffer;
  readonly write: (name: string, content: unknown) => void;
}

/** Calls `work` with the program in a folder with a base and two revised copies. */
function inPrograms(stage: Stage, work: (programs: ProgramsIn) => Promise<void>): Promise<void> {
  return inFolder((pathOf) => {
    const documents = { "a.docx": base, "b.docx": revised, "c.docx": other };
    for (const [name, bytes] of Object.entries(documents)) writeFileSync(pathOf(name), bytes);
    const read = (name: string): Buffer => readFileSync(pathOf(name));
    const write = (name: string, content: unknown): void => writeFileSync(pathOf(name), JSON.stringify(content));
    return work({ ...programIn(stage, dirname(pathOf("x"))), read, write });
  });
}

/** The JSON of a redline. */
interface ReadRedline {
  readonly blocks: readonly { readonly content?: readonly { readonly date?: string }[] }[];
}

/** Returns the date that the service gave the changes. */
function dateIn(json: Buffer): string {
  const { blocks } = JSON.parse(json.toString()) as ReadRedline;
  return blocks.flatMap(({ content = [] }) => content).find(({ date }) => date !== undefined)!.date!;
}

function writeProgramTests(stage: Stage): void {
  const { test } = stage;
  test("the program compares and decides there and here, and writes the same bytes", [], () =>
    inPrograms(stage, async ({ here, there, read }) => {
      const compare = "compare a.docx b.docx --author Ann";
      const compared = await there(`${compare} -o there.docx --json there.json --schedule there-changes.docx`);
      const date = dateIn(read("there.json"));
      await here(`${compare} -o here.docx --json here.json --schedule here-changes.docx --date ${date}`);
      for (const name of [".docx", ".json", "-changes.docx"]) {
        assert.deepEqual(read(`there${name}`), read(`here${name}`), name);
      }
      const [id = ""] = /cmp_\w+/.exec(compared) ?? [];
      await there(`accept ${id} --kind insertion --rest reject -o decided-there.docx`);
      await here("accept here.docx --kind insertion --rest reject -o decided-here.docx");
      assert.deepEqual(read("decided-there.docx"), read("decided-here.docx"));
      await there(`view ${id} -o there.html`);
      await here("view here.docx -o here.html");
      for (const page of ["there.html", "here.html"]) assert.match(read(page).toString(), /The fee is/);
    }),
  );

  test("the program merges and settles there and here, and writes the same bytes", [], () =>
    inPrograms(stage, async ({ here, there, read }) => {
      const merge = "merge a.docx b.docx c.docx --author Ann --author Bea";
      const merged = await there(`${merge} -o there.docx --json there.json --schedule there.csv`);
      await here(`${merge} -o here.docx --schedule here.csv --date ${dateIn(read("there.json"))}`);
      for (const name of [".docx", ".csv"]) assert.deepEqual(read(`there${name}`), read(`here${name}`), name);
      const [id = ""] = /mrg_\w+/.exec(merged) ?? [];
      await there(`reject ${id} --author Bea --rest accept -o settled-there.docx`);
      await here("reject here.docx --author Bea --rest accept -o settled-here.docx");
      assert.deepEqual(read("settled-there.docx"), read("settled-here.docx"));
    }),
  );

  test("the program edits and creates there and here, and writes the same bytes and the same text", [], () =>
    inPrograms(stage, async ({ here, there, read, write }) => {
      write("edits.json", [{ type: "replace", paragraphs: { index: 0 }, text: { match: "10" }, content: "30" }]);
      const edit = "edit a.docx --edits edits.json --author Ann --date 2026-01-02T03:04:05Z";
      await there(`${edit} -o there.docx --redline there-redline.docx`);
      await here(`${edit} -o here.docx --redline here-redline.docx`);
      assert.deepEqual(read("there.docx"), read("here.docx"));
      assert.deepEqual(read("there-redline.docx"), read("here-redline.docx"));
      write("list.json", [{ style_id: "Heading1", text: "Terms" }]);
      await there("create --name new-there.docx --paragraphs list.json");
      await here("create --name new-here.docx --paragraphs list.json");
      assert.equal(await here("read new-there.docx"), await here("read new-here.docx"));
    }),
  );

  test("the program tells why the service refuses, keeps files that exist, and tells differences by its code", [], () =>
    inPrograms(stage, async ({ here, there, write }) => {
      type Ended = { readonly code: number; readonly stderr: string };
      const failing = (run: Promise<unknown>): Promise<Ended> =>
        run.then(
          () => assert.fail("it did not fail"),
          (error: Ended) => error,
        );
      const unknown = await failing(there(`accept cmp_${"0".repeat(26)} --rest accept -o x.docx`));
      assert.equal(unknown.code, 1);
      assert.match(unknown.stderr, /^versus: (?:COMPARISON_NOT_FOUND|INVALID_COMPARISON_ID): /);
      write("old.docx", "old");
      const kept = await failing(here("compare a.docx b.docx -o old.docx"));
      assert.match(kept.stderr, /This file exists\. Name another, or replace it with --force\./);
      const differing = await failing(here("compare a.docx b.docx -o new.docx --exit-code"));
      assert.equal(differing.code, 1);
      await here("compare a.docx a.docx -o same.docx --exit-code");
    }),
  );
}

function writeGitTest({ test }: Stage): void {
  test("git diff with the driver shows the changed word", [], () =>
    inFolder((pathOf) => {
      const git = (...words: readonly string[]): string => {
        const own = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"];
        return execFileSync("git", [...own, ...words], { cwd: dirname(pathOf("x")), encoding: "utf8" });
      };
      writeFileSync(pathOf("driver"), `#!/bin/sh\nexec "${process.execPath}" "${program}" git-diff "$@"\n`);
      chmodSync(pathOf("driver"), 0o755);
      writeFileSync(pathOf(".gitattributes"), "*.docx diff=word\n");
      writeFileSync(pathOf("a.docx"), base);
      git("init", "--quiet");
      git("config", "diff.word.command", pathOf("driver"));
      git("add", "a.docx");
      git("commit", "--quiet", "-m", "first");
      writeFileSync(pathOf("a.docx"), revised);
      assert.match(git("diff"), /The fee is <del id="1">10<\/del><ins id="2">20<\/ins>/);
    }),
  );
}

function writeAgentTests({ service, ordinary, test }: Stage): void {
  test("an agent's tools work on the service: compare, merge, decide, read, edit and create", [], () =>
    inFolder(async (pathOf) => {
      const documents = { "a.docx": base, "b.docx": revised, "c.docx": other };
      for (const [name, bytes] of Object.entries(documents)) writeFileSync(pathOf(name), bytes);
      const client = new Client({ name: "acceptance", version: "1.0.0" });
      const args = [program, "mcp", "--root", pathOf("."), "--server", service.url];
      const env = { VERSUS_KEY: ordinary.key };
      await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
      const call = async (name: string, given: object): Promise<string> => {
        const { content, isError } = await client.callTool({ name, arguments: { ...given } });
        const [{ text }] = content as [{ text: string }];
        assert.equal(isError, undefined, text);
        return text;
      };
      assert.match(await call("compare", { original: "a.docx", modified: "b.docx" }), /10<\/del><ins id="2">20/);
      const merge = { original: "a.docx", revisions: ["b.docx", "c.docx"], output: "m.docx" };
      assert.match(await call("merge", merge), /insertions 2, deletions 1/);
      await call("decide", { document: "m.docx", accept: { revisions: ["c.docx"] }, rest: "reject", output: "d.docx" });
      assert.match(await call("read", { document: "d.docx", format: "md" }), /The fee is 10\.\n\nIt is due soon\./);
      const edits = [{ type: "delete", paragraphs: { index: 1 }, text: { match: " soon" } }];
      await call("edit", { document: "d.docx", edits, output: "e.docx" });
      assert.match(await call("read", { document: "e.docx" }), /It is due\./);
      await call("create", { output: "f.docx", paragraphs: [{ style_id: "Normal", text: "New." }] });
      assert.match(await call("edit_reference", {}), /insert_table_row/);
      await client.close();
    }),
  );
}
