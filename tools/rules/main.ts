// `npm run rules`: prints the gaps of the specification of editing, then the incomplete cards of all design pages.
//
// A gap is, for example, a sentence of the specification without a rule, or a rule without a test. Ends with the line
// `N passed, N failed`.

import { join } from "node:path";
import { checkPages } from "./check-cards.ts";
import { findGaps, readSpecification, readWritten } from "./find-gaps.ts";

const root = join(import.meta.dirname, "../..");
const written = readWritten(root, readSpecification(process.env));
const gaps = findGaps(written);
const total = written.table.length + written.rules.length;
if (written.spec === undefined) {
  console.log("The specification is not available: its sentences are those of tools/rules/edit-sentences.ts.");
}
for (const gap of gaps) console.log(gap);
const sound = Math.max(0, total - gaps.length);
console.log(
  `specification: ${written.table.length} sentences, ${written.rules.length} rules: ${sound} passed, ${gaps.length} failed`,
);

const { cards, problems } = checkPages(root);
for (const problem of problems) console.log(problem);
console.log(`cards: ${cards} passed, ${problems.length} failed`);

const failed = gaps.length + problems.length;
console.log(`${sound + cards} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
