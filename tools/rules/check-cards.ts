// Lists the rules of every design page that are not complete cards.
//
// `node tools/rules/check-cards.ts [PAGE ...]` ends with the line `N passed, N failed`.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "../guards/source-files.ts";
import { type Checkout, checkCards, readCards } from "./cards.ts";

/** Checks pages of a checkout; without `pages`, every design page. */
export function checkPages(root: string, pages?: readonly string[]): { cards: number; problems: string[] } {
  const texts = new Map<string, string>();
  const checkout: Checkout = {
    paths: listFiles(root, "**/*.*"),
    read: (path) => {
      const text = texts.get(path) ?? readFileSync(join(root, path), "utf8");
      texts.set(path, text);
      return text;
    },
  };
  const read = (pages ?? listFiles(root, "docs/design/*.md")).map((page) => ({ page, text: checkout.read(page) }));
  return {
    cards: read.flatMap(({ page, text }) => readCards(page, text).cards.flatMap(({ ids }) => ids)).length,
    problems: read.flatMap(({ page, text }) => checkCards(page, text, checkout)),
  };
}

if (import.meta.main) {
  const pages = process.argv.slice(2);
  const { cards, problems } = checkPages(join(import.meta.dirname, "../.."), pages.length > 0 ? pages : undefined);
  for (const problem of problems) console.log(problem);
  console.log(`${cards} passed, ${problems.length} failed`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
