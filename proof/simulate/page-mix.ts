// Counts the lengths of the corpus contracts, which a simulated day compares.
//
// A page is twenty paragraphs, as in the documents that `npm run bench -- cell` measures.
// `npm run simulate -- mix [--write]` counts them. With `--write` it stores the counts in page-mix.json, which the day
// reads.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { content, open } from "@versus/engine";
import { nodeZlib } from "@versus/engine/node-zlib";
import { findCorpus, readCorpusFile } from "../corpus/find-corpus.ts";
import { categoryOf, extensionOf } from "../corpus/manifest.ts";

const PARAGRAPHS_A_PAGE = 20;
const CONTRACTS = "docx/contracts";
const mixFile = join(import.meta.dirname, "page-mix.json");

/** The number of documents with so many pages. */
export interface PageCount {
  readonly pages: number;
  readonly documents: number;
}

export interface PageMix {
  readonly countedWith: string;
  readonly counts: readonly PageCount[];
}

export function readPageMix(): PageMix {
  return JSON.parse(readFileSync(mixFile, "utf8")) as PageMix;
}

export function countPages(): PageMix {
  const corpus = findCorpus(process.env);
  const counts = new Map<number, number>();
  for (const file of corpus.files) {
    if (categoryOf(file) !== CONTRACTS || extensionOf(file) !== "docx") continue;
    const paragraphs = paragraphsOf(readCorpusFile(corpus, file.path));
    const pages = Math.max(1, Math.ceil(paragraphs / PARAGRAPHS_A_PAGE));
    counts.set(pages, (counts.get(pages) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([one], [other]) => one - other);
  return {
    countedWith: "npm run simulate -- mix --write",
    counts: sorted.map(([pages, documents]) => ({ pages, documents })),
  };
}

export function writePageMix(mix: PageMix): void {
  writeFileSync(mixFile, `${JSON.stringify(mix, undefined, 2)}\n`);
}

function paragraphsOf(bytes: Uint8Array): number {
  return content(open(bytes, nodeZlib)).blocks.length;
}
