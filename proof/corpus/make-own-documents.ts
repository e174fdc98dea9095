// Writes the documents of the repository's own corpus and their lists.
//
// Command: `node proof/corpus/make-own-documents.ts`. The entries are stored without compression and have no time, so
// that the files are the same on every machine.

import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeArchive } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { type OwnDocument, ownDocuments, ownHostileDocuments, type Parts } from "./own-documents.ts";

/** A compression level of deflate that saves nothing, so that the entry is stored. */
const STORE = 0;

/** Returns every file of the own corpus. Maps the path from the root of the corpus to the bytes. */
export function makeOwnFiles(): Map<string, Uint8Array> {
  const documents = [...ownDocuments, ...ownHostileDocuments];
  const files = new Map(documents.map(({ path, parts }) => [path, zip(parts)]));
  const manifest = documents.map((made) => manifestLine(made, files.get(made.path)!)).sort();
  const expectations = ownHostileDocuments.map(({ path, expect, what }) => [
    path.replace("hostile/", ""),
    expect,
    what,
  ]);
  files.set("MANIFEST.tsv", tabSeparated([MANIFEST_COLUMNS, ...manifest.map((line) => line.split("\t"))]));
  files.set("hostile/EXPECT.tsv", tabSeparated([["file", "expect", "what"], ...expectations]));
  return files;
}

const MANIFEST_COLUMNS = "path sha256 bytes source_repo source_path commit licence features producer sdk_errors".split(
  " ",
);

function manifestLine({ path, features }: OwnDocument, bytes: Uint8Array): string {
  const hash = createHash("sha256").update(bytes).digest("hex");
  return [path, hash, bytes.length, "", "", "", "Apache-2.0", features, "Versus", ""].join("\t");
}

function tabSeparated(lines: readonly (readonly string[])[]): Uint8Array {
  return Buffer.from(lines.map((cells) => `${cells.join("\t")}\n`).join(""));
}

/** Returns the bytes of a package. */
export function zip(parts: Parts): Uint8Array {
  const entries = Object.entries(parts).map(([name, content]) => {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    return { kind: "made", name, bytes } as const;
  });
  return writeArchive(entries, nodeZlib, STORE);
}

function main(): void {
  const root = join(import.meta.dirname, "../../corpus");
  for (const [path, bytes] of makeOwnFiles()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
  }
}

if (import.meta.main) main();
