// Runs `npm run check`, and with --all `npm run check:all`. Ends with the line `N passed, N failed`.

import { join } from "node:path";
import { runSteps } from "./run-steps.ts";
import { checkSteps, fullSteps } from "./steps.ts";
import { sumTallies, tallyText } from "./tally.ts";

const root = join(import.meta.dirname, "../..");
const print = (text: string): void => console.log(text);

const tallies = [await runSteps(checkSteps, { root, print, atOnce: 2 })];
if (process.argv.includes("--all")) tallies.push(await runSteps(fullSteps, { root, print, atOnce: 1 }));

const total = sumTallies(tallies);
console.log(tallyText(total));
process.exitCode = total.failed > 0 ? 1 : 0;
