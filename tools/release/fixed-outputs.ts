// Makes a fixed set of creations, edits and comparisons, and a digest of every resulting file.
//
// The inputs are the repository's own documents and results of the engine, so the set needs nothing from outside. The
// digest of a Word file is made from the names and bytes of its parts. Its deflated form is not used, because another
// build of zlib packs the same document differently.

import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { openArchive, readEntry, readerLimits } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { compareTask, createTask, editTask } from "@versus/engine/tasks";
import { makeSampleContracts } from "../dev/sample-contracts.ts";
import { editBatches, newParagraphs } from "./fixed-requests.ts";

/** Maps a name, which says what made the file, to the SHA-256 of the file in hexadecimal. */
export type Outputs = Readonly<Record<string, string>>;

const corpus = join(import.meta.dirname, "../../corpus");
const author = "Versus";
const date = "2026-01-01T00:00:00Z";

export function fixedOutputs(): Outputs {
  const outputs: Record<string, string> = {};
  const keep = (name: string, bytes: Uint8Array) => {
    outputs[name] = digestOf(name, bytes);
  };
  const created = create();
  keep("create contract.docx", created);
  const edited = Object.entries(editBatches).map(([name, edits]) => {
    const { redline, docx } = edit(created, edits);
    keep(`edit ${name} redline.docx`, redline);
    keep(`edit ${name} clean.docx`, docx);
    return [name, docx] as const;
  });
  for (const [name, before, after] of pairs(created, edited)) {
    for (const [format, bytes] of compare(before, after)) keep(`compare ${name}.${format}`, bytes);
  }
  return outputs;
}

type Pair = readonly [name: string, before: Uint8Array, after: Uint8Array];

function pairs(created: Uint8Array, edited: readonly (readonly [name: string, docx: Uint8Array])[]): Pair[] {
  const own = globSync("docx/**/*.docx", { cwd: corpus })
    .sort()
    .map((path) => [basename(path, ".docx"), readFileSync(join(corpus, path))] as const);
  const { original, modified } = makeSampleContracts();
  return [
    ["sample contracts", original, modified],
    ...edited.map(([name, docx]): Pair => [`created, ${name}`, created, docx]),
    ...own.flatMap(([before, bytes]) =>
      own.flatMap(([after, others]): Pair[] => (before === after ? [] : [[`${before}, ${after}`, bytes, others]])),
    ),
  ];
}

function create(): Uint8Array {
  const outcome = createTask({ paragraphs: newParagraphs, date, title: "Contract", author, codec: nodeZlib });
  if (outcome.kind === "refused") throw new Error(`the creation was refused: ${JSON.stringify(outcome.problems)}`);
  return outcome.docx;
}

function edit(document: Uint8Array, edits: readonly unknown[]) {
  const outcome = editTask({ document, edits, author, date, codec: nodeZlib });
  if (outcome.kind === "refused") throw new Error(`an edit was refused: ${JSON.stringify(outcome.refusals)}`);
  return outcome;
}

function compare(before: Uint8Array, after: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const names = { before: "before.docx", after: "after.docx" };
  const formats = ["docx", "json", "md"] as const;
  return compareTask({ before, after, names, author, date, formats, codec: nodeZlib }).artifacts;
}

/** Exported for its test. */
export function digestOf(name: string, bytes: Uint8Array): string {
  const hash = createHash("sha256");
  if (!name.endsWith(".docx")) return hash.update(bytes).digest("hex");
  for (const entry of openArchive(bytes, readerLimits).entries) {
    const content = readEntry(entry, nodeZlib);
    hash.update(`${entry.name}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}
