// Lists the files that are read as if they were Word documents, with the expected outcome of each.
//
// EXPECT.tsv defines the outcome of the hostile files. Broken and encrypted documents may open or be refused. An
// older Word file or a PDF must be refused, unless it is really a zip archive with a wrong name: then both are
// allowed.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Corpus, readCorpusFile } from "../find-corpus.ts";
import { type CorpusFile, categoryOf, extensionOf } from "../manifest.ts";

export type Expectation = "reject" | "open" | "either";

export interface HostileCase {
  readonly group: string;
  /** Path from the root of the corpus. */
  readonly path: string;
  readonly expectation: Expectation;
}

export function hostileCases(corpus: Corpus): HostileCase[] {
  return [...readExpectations(corpus), ...corpus.files.flatMap((file) => otherCase(corpus, file))];
}

function readExpectations({ root }: Corpus): HostileCase[] {
  const [, ...lines] = readFileSync(join(root, "hostile/EXPECT.tsv"), "utf8").split(/\r?\n/);
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const [file, expected] = line.split("\t");
      return { group: "hostile", path: `hostile/${file}`, expectation: readExpectation(expected) };
    });
}

function readExpectation(word: string | undefined): Expectation {
  if (word === "reject" || word === "open" || word === "either") return word;
  throw new Error(`EXPECT.tsv expects ${word}, which is nothing we know`);
}

const REFUSED_FORMATS: ReadonlyMap<string, string> = new Map([
  ["doc", "doc and dot"],
  ["dot", "doc and dot"],
  ["pdf", "pdf"],
]);

function otherCase(corpus: Corpus, file: CorpusFile): HostileCase[] {
  const category = categoryOf(file);
  if (category === "docx/broken" || category === "docx/encrypted") {
    return [{ group: category, path: file.path, expectation: "either" }];
  }
  const format = category === "hostile" ? undefined : REFUSED_FORMATS.get(extensionOf(file));
  if (format === undefined) return [];
  const expectation = isZip(readCorpusFile(corpus, file.path)) ? "either" : "reject";
  return [{ group: format, path: file.path, expectation }];
}

function isZip(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "PK\x03\x04";
}
