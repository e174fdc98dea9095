// Measures how fast comparing is and how little it marks, beside other engines, in one run.
//
// `npm run bench -- compare [--sample N | --all] [--seed S] [--sizes 100,1000]`: contracts of 100, 1,000, 5,000 and
// 20,000 paragraphs, then real pairs. How to read it:
// - Every engine runs in a separate process that is kept alive. The engines take turns, run by run. Two runs warm up,
//   the median of five counts (one run if it takes over 3 s).
// - CPU ms is the time of that process with all its threads, from bytes to bytes. Versus includes the gate, which reads
//   the redline both ways.
// - LibreOffice is measured with its children, in steps of 10 ms, including reading and writing files. It gets
//   documents without comments, because its build without a user interface crashes on them.
// - Peak MB is the maximum memory of the process: on one contract, or on all real pairs.
// - Characters marked are those inside insertions and deletions; moves count once. Pieces are the number of marked
//   ranges (marked-text.ts).
// - An engine is right about a pair if accepting and rejecting all gives the texts of the two documents
//   (read-views.ts).
// - An engine is compared with Versus only on the pairs that both finish and get right. An engine that throws, refuses,
//   or takes over 60 s is left out of that pair, and the reason is printed.
// - Two runs do not warm Versus up on a short document. The table "alone and hot", after many runs, shows how it grows
//   with the document, and how it compares with opening both documents and saving one.
//
// `--adversarial` measures other documents, and Versus alone (adversarial.ts).

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Figure } from "../measure.ts";
import { benchAdversarial } from "./adversarial.ts";
import { officeProblem, withContenders } from "./contenders.ts";
import { aloneFigures, type BySize, contractFigures, type MeasuredReal, sparingFigures } from "./figures.ts";
import { type Alone, measureAlone } from "./measure-alone.ts";
import { contractOf, realPairs } from "./pairs.ts";
import { readViews } from "./read-views.ts";
import { aloneTable, contractTable, type Measured, realTable, sparerTable } from "./tables.ts";
import { takeTurns } from "./take-turns.ts";
import { wordDifference } from "./word-difference.ts";

/** Numbers of paragraphs: those that all engines compare, and those that Versus compares alone. */
const SIZES = [100, 1_000, 5_000, 20_000] as const;
const SIZES_ALONE = [100, 1_000, 2_000, 5_000, 20_000] as const;
const DEFAULT_SAMPLE = "40";
const DEFAULT_SEED = "1";

export async function benchCompare(progress: (text: string) => void, words: readonly string[]): Promise<Figure[]> {
  const choice = readChoice(words);
  const folder = mkdtempSync(join(tmpdir(), "versus-bench-"));
  try {
    if (choice.isAdversarial) return await benchAdversarial(folder, progress);
    const problem = officeProblem();
    if (problem !== undefined) console.log(`LibreOffice is left out: ${problem}`);
    const contracts = await measureContracts(choice.sizes, folder, progress);
    progress("Versus alone");
    const alone = await measureContractsAlone(choice.sizes, folder);
    const real = await measureReal(choice, folder, progress);
    return [...sparingFigures(real), ...contractFigures(contracts), ...aloneFigures(alone)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The number and seed of the real pairs, and the sizes of the contracts. */
interface Choice {
  readonly size: number;
  readonly seed: number;
  readonly sizes: ReadonlySet<number>;
  readonly isAdversarial: boolean;
}

function readChoice(words: readonly string[]): Choice {
  const { values } = parseArgs({
    args: [...words],
    options: {
      all: { type: "boolean", default: false },
      sample: { type: "string", default: DEFAULT_SAMPLE },
      seed: { type: "string", default: DEFAULT_SEED },
      sizes: { type: "string", default: SIZES_ALONE.join(",") },
      adversarial: { type: "boolean", default: false },
    },
  });
  const [size, seed] = [Number(values.sample), Number(values.seed)];
  if (!Number.isInteger(size) || !Number.isInteger(seed)) throw new Error("--sample and --seed take whole numbers");
  const sizes = new Set(values.sizes.split(",").map(Number));
  return { size: values.all ? Number.POSITIVE_INFINITY : size, seed, sizes, isAdversarial: values.adversarial };
}

/** Measures each contract in separate processes, so that the memory is that of one size. */
async function measureContracts(
  sizes: ReadonlySet<number>,
  folder: string,
  progress: (text: string) => void,
): Promise<BySize<Measured>> {
  const measured = new Map<number, Measured>();
  for (const size of SIZES.filter((each) => sizes.has(each))) {
    const pair = contractOf(size, folder);
    progress(pair.name);
    const one = await withContenders(async (contenders) => ({
      pair,
      outcomes: await takeTurns(pair, contenders, folder),
    }));
    console.log(`\n${contractTable(one)}`);
    measured.set(size, one);
  }
  return measured;
}

async function measureContractsAlone(sizes: ReadonlySet<number>, folder: string): Promise<BySize<Alone>> {
  const chosen = SIZES_ALONE.filter((size) => sizes.has(size));
  const pairs = chosen.map((size) => contractOf(size, folder));
  const alone = await measureAlone(pairs, folder);
  console.log(`\n${aloneTable(alone)}`);
  const byName = new Map(alone.map((each) => [each.name, each]));
  return new Map(
    chosen.flatMap((size, index) => {
      const measured = byName.get(pairs[index]!.name);
      return measured === undefined ? [] : [[size, measured]];
    }),
  );
}

async function measureReal(
  { size, seed }: Choice,
  folder: string,
  progress: (text: string) => void,
): Promise<MeasuredReal[]> {
  const chosen = realPairs(size, seed);
  const measured: MeasuredReal[] = [];
  if (chosen.pairs.length === 0) {
    console.log("\nNo real pairs: they are in the corpus that VERSUS_CORPUS names.");
    return measured;
  }
  await withContenders(async (contenders) => {
    for (const pair of chosen.pairs) {
      progress(`pair ${measured.length + 1} of ${chosen.pairs.length}: ${pair.name}`);
      const [before, after] = [pair.before, pair.after].map(textsOf);
      const outcomes = await takeTurns(pair, contenders, folder);
      measured.push({ pair, outcomes, wordDifference: wordDifference(before!, after!) });
    }
  });
  console.log(`\n${realTable(measured, chosen)}\n\n${sparerTable(measured)}\n`);
  return measured;
}

/** Returns an empty list for a file that cannot be read, which no engine finishes. */
function textsOf(file: string): readonly string[] {
  try {
    return readViews(readFileSync(file)).accepted;
  } catch {
    return [];
  }
}
