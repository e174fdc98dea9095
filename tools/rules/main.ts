// `npm run rules`: which sentences of the specification of editing have no rule, and which rules no test. Ends with the line
// `N passed, N failed`.

import { join } from "node:path";
import { findGaps, readSpecification, readWritten } from "./find-gaps.ts";

const written = readWritten(join(import.meta.dirname, "../.."), readSpecification(process.env));
const gaps = findGaps(written);
const total = written.table.length + written.rules.length;
if (written.spec === undefined) console.log("The specification is not here: its sentences are those of the table.");
for (const gap of gaps) console.log(gap);
console.log(`${written.table.length} sentences, ${written.rules.length} rules`);
console.log(`${Math.max(0, total - gaps.length)} passed, ${gaps.length} failed`);
process.exitCode = gaps.length > 0 ? 1 : 0;
