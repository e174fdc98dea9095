// Makes a long contract and any number of revised copies, each by another reviewer.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chanceFrom, writeContract } from "../compare/contract-parts.ts";
import { makeBlocks, reviseBlocks } from "../compare/make-pair.ts";
import { PARAGRAPHS_A_PAGE } from "../make-contract.ts";

/** Paths of the files. */
export interface MadeCopies {
  readonly base: string;
  readonly revisions: readonly string[];
}

const WORDS = 34;
const SEED = 11;

export function makeCopies(pages: number, count: number, folder: string): MadeCopies {
  mkdirSync(folder, { recursive: true });
  const blocks = makeBlocks({ paragraphs: pages * PARAGRAPHS_A_PAGE, words: WORDS }, chanceFrom(SEED));
  const write = (name: string, bytes: Uint8Array): string => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const revisions = Array.from({ length: count }, (_, index) => {
    return write(`copy-${index + 1}.docx`, writeContract(reviseBlocks(blocks, chanceFrom(SEED + 1 + index)).blocks));
  });
  return { base: write("base.docx", writeContract(blocks)), revisions };
}
