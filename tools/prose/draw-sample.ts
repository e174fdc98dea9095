// Draws comments and rule cards for a reader's test: a reader who does not know the code says what each means.
//
//   node tools/prose/draw-sample.ts --seed 7 [--comments 80] [--cards 40]
//
// Each comment is printed with the first line of code after it. Folders with a prose budget are left out, because their
// conversion is not finished. The same seed on the same tree draws the same sample.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isBelow } from "../guards/check-prose.ts";
import { listFiles, listSourceFiles } from "../guards/source-files.ts";
import { readCards } from "../rules/cards.ts";
import { readComments } from "./comments.ts";

const root = join(import.meta.dirname, "../..");
const { seed, comments, cards } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    comments: { type: "string", default: "80" },
    cards: { type: "string", default: "40" },
  },
}).values;

/** Returns a generator of numbers from 0 to 1 (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function draw<Item>(items: readonly Item[], number: number, random: () => number): Item[] {
  const rest = [...items];
  return Array.from({ length: Math.min(number, rest.length) }, () => {
    return rest.splice(Math.floor(random() * rest.length), 1)[0]!;
  });
}

const budget = JSON.parse(readFileSync(join(root, "tools/guards/prose-budget.json"), "utf8")) as Record<string, number>;
const isConverted = (path: string): boolean => !Object.keys(budget).some((row) => isBelow(path, row));

const allComments = listSourceFiles(root)
  .filter((path) => isConverted(path) && path !== "clients/sdk/src/description.ts")
  .flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8");
    const lines = text.split("\n");
    return readComments(text).map((comment) => {
      const code = lines.slice(comment.line - 1).find((line) => !/^\s*(?:\/\/|\/?\*|$)/.test(line)) ?? "";
      return `${path}:${comment.line}\n${comment.text}\n    ${code.trim()}`;
    });
  });
const allCards = listFiles(root, "docs/design/*.md").flatMap((page) =>
  readCards(page, readFileSync(join(root, page), "utf8")).cards.map(({ line, text }) => `${page}:${line}\n${text}`),
);

const random = randomFrom(Number(seed));
for (const [index, text] of draw(allComments, Number(comments), random).entries())
  console.log(`C${index + 1} ${text}\n`);
for (const [index, text] of draw(allCards, Number(cards), random).entries()) console.log(`R${index + 1} ${text}\n`);
