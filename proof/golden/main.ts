// Shows where results differ from the expected ones, or writes the expected ones.
//
// `npm run golden` shows the differences; `npm run golden -- --accept NAME` (or `--accept all`) writes.

import { accept, differenceOf } from "./check-golden.ts";
import { allGoldens } from "./goldens.ts";

const goldens = allGoldens();
const at = process.argv.indexOf("--accept");
const wanted = at < 0 ? undefined : (process.argv[at + 1] ?? "");

if (wanted !== undefined) {
  const accepted = goldens.filter(({ name }) => wanted === "all" || name === wanted);
  for (const golden of accepted) accept(golden);
  console.log(accepted.length === 0 ? `No expected result is named ${wanted}` : `${accepted.length} written`);
  process.exitCode = accepted.length === 0 ? 1 : 0;
} else {
  const differences = goldens.map(differenceOf).filter((difference) => difference !== undefined);
  for (const { name, lines } of differences) console.log([`${name}:`, ...lines].join("\n  "));
  console.log(`${goldens.length - differences.length} passed, ${differences.length} failed`);
  process.exitCode = differences.length === 0 ? 0 : 1;
}
