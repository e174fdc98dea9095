// Simulates a day of many cells, from the measured cost of one comparison to a cell.
//
// - `npm run simulate -- day [--cells N] [--busiest N] [--longer N] [--seed S]`
// - `npm run simulate -- mix [--write]`

import { parseArgs } from "node:util";
import { readMeasured } from "./cell-costs.ts";
import { countPages, readPageMix, writePageMix } from "./page-mix.ts";
import { usualShape } from "./simulate-day.ts";
import { tellDay } from "./tell-day.ts";

const usage = `npm run simulate -- day [--cells N] [--busiest N] [--longer N] [--seed S]
npm run simulate -- mix [--write]`;

const { values, positionals } = parseArgs({
  options: {
    cells: { type: "string", default: "6" },
    busiest: { type: "string", default: "1000000" },
    longer: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    write: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const [cells, busiest, longer, seed] = [values.cells, values.busiest, values.longer, values.seed].map(Number);
const isMeant = [cells, busiest, longer].every((number) => Number.isInteger(number) && Number(number) > 0);
if (positionals[0] === "day" && isMeant && Number.isInteger(seed)) {
  const world = { measured: readMeasured(), mix: readPageMix(), shape: usualShape, seed: seed!, longer: longer! };
  const { lines, passed, failed } = tellDay(world, { cells: cells!, busiest: busiest! });
  for (const line of lines) console.log(line);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} else if (positionals[0] === "mix") {
  const mix = countPages();
  for (const { pages, documents } of mix.counts) console.log(`${pages} pages: ${documents}`);
  if (values.write) writePageMix(mix);
} else {
  console.error(usage);
  process.exitCode = 2;
}
