// Checks that the repository's own corpus is what its program writes.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownCorpus } from "./find-corpus.ts";
import { makeOwnFiles } from "./make-own-documents.ts";

test("the own corpus is what its program makes", () => {
  const { root } = ownCorpus();
  for (const [path, bytes] of makeOwnFiles()) {
    expect(Buffer.compare(readFileSync(join(root, path)), bytes), path).toBe(0);
  }
});

test("its manifest lists every document with its size and hash", () => {
  const { root, files } = ownCorpus();
  const lines = readFileSync(join(root, "MANIFEST.tsv"), "utf8").split("\n");
  const documents = [...makeOwnFiles()].filter(([path]) => path.endsWith(".docx"));
  expect(files.map(({ path }) => path)).toEqual(documents.map(([path]) => path).sort());
  for (const [path, bytes] of documents) {
    const hash = createHash("sha256").update(bytes).digest("hex");
    expect(lines.find((line) => line.startsWith(`${path}\t`))).toContain(`\t${hash}\t${bytes.length}\t`);
  }
});
