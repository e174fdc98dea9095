// Runs one bench, `npm run bench -- <name>`, and fails if a figure misses its bar.
//
// The last line is one line of JSON.

import { benchAgainst } from "./against/against.ts";
import { benchCell } from "./cell/cell.ts";
import { benchCli } from "./cli/cli.ts";
import { benchCompare } from "./compare/compare.ts";
import { benchConvert } from "./convert/convert.ts";
import { benchDocument } from "./document/document.ts";
import { benchEdit } from "./edit/edit.ts";
import { benchGrowth } from "./growth/growth.ts";
import { benchLists } from "./lists/lists.ts";
import { type Figure, figureText, isReached } from "./measure.ts";
import { benchMerge } from "./merge/merge.ts";
import { benchOpen } from "./open/open.ts";
import { benchService } from "./service/service.ts";
import { benchUploads } from "./uploads/uploads.ts";
import { benchViewer } from "./viewer/viewer.ts";

/** A bench; `words` are the arguments after its name. */
type Bench = (progress: (text: string) => void, words: readonly string[]) => Promise<Figure[]>;

const benches = new Map<string, Bench>([
  ["open", benchOpen],
  ["document", benchDocument],
  ["compare", benchCompare],
  ["convert", benchConvert],
  ["edit", benchEdit],
  ["merge", benchMerge],
  ["service", benchService],
  ["uploads", benchUploads],
  ["growth", benchGrowth],
  ["lists", benchLists],
  ["viewer", benchViewer],
  ["cli", benchCli],
  ["cell", benchCell],
  ["against", benchAgainst],
]);

const name = process.argv[2] ?? "";
const bench = benches.get(name);
if (bench === undefined) {
  console.error(`Usage: npm run bench -- <name>. Benches: ${[...benches.keys()].join(", ")}.`);
  process.exit(2);
}
const figures = await bench((text) => console.error(`${name}: ${text}`), process.argv.slice(3));
for (const figure of figures) console.log(figureText(figure));
const reached = figures.filter(isReached).length;
console.log(`${reached} passed, ${figures.length - reached} failed`);
console.log(
  JSON.stringify({ bench: name, figures: figures.map(({ name: figure, value, bar }) => ({ figure, value, bar })) }),
);
process.exitCode = reached === figures.length ? 0 : 1;
