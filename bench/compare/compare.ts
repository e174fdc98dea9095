// How fast and how sparing comparing is, beside other engines, in one run.
//
// `npm run bench -- compare [--sample N | --all] [--seed S]`: contracts of 100, 1,000 and 5,000 paragraphs, then real
// pairs. How to read it:
// - every engine runs in a process of its own, kept alive; the engines take turns, run by run; two runs warm up, the
//   median of five counts (one of runs over 3 s);
// - CPU ms is the time of that process, all its threads, from bytes to bytes. Versus includes the gate, which reads the
//   redline both ways. LibreOffice is the office with its children, in steps of 10 ms, reading and writing files;
//   it is given documents without comments, on which its build without a user interface ends;
// - peak MB is the most its process ever held: on a contract, on that one; on the real pairs, on all of them;
// - characters marked are those inside insertions and deletions, moves once (marked-text.ts). An engine that does not
//   see a change does not mark it: few is good only where accepting and rejecting lead to the two documents, which is
//   not looked at here;
// - two runs do not warm Versus up on a short document; alone and hot, after many, is how it grows with the document;
// - an engine that throws, refuses, or takes over 60 s is left out of that pair, and the reason printed; it is compared
//   with Versus only on the pairs that both finish.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Figure } from "../measure.ts";
import { DOCXODUS, officeProblem, VERSUS, withContenders } from "./contenders.ts";
import { measureAlone } from "./measure-alone.ts";
import { contractOf, realPairs } from "./pairs.ts";
import { aloneTable, contractTable, finishedBy, type Measured, realTable } from "./tables.ts";
import { takeTurns } from "./take-turns.ts";

const SIZES = [100, 1_000, 5_000] as const;
/** The size, in paragraphs, whose CPU time is held to a bar. */
const JUDGED = 1_000;
const DEFAULT_SAMPLE = "40";
const DEFAULT_SEED = "1";

export async function benchCompare(progress: (text: string) => void, words: readonly string[]): Promise<Figure[]> {
  const choice = readChoice(words);
  const problem = officeProblem();
  if (problem !== undefined) console.log(`LibreOffice is left out: ${problem}`);
  const folder = mkdtempSync(join(tmpdir(), "versus-bench-"));
  try {
    const contracts = await measureContracts(folder, progress);
    progress("Versus alone");
    const pairs = contracts.map(({ pair }) => pair);
    console.log(`\n${aloneTable(await measureAlone(pairs, folder))}`);
    await measureReal(choice, folder, progress);
    return [cpuFigure(contracts)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Which real pairs are compared. */
interface Choice {
  readonly size: number;
  readonly seed: number;
}

function readChoice(words: readonly string[]): Choice {
  const { values } = parseArgs({
    args: [...words],
    options: {
      all: { type: "boolean", default: false },
      sample: { type: "string", default: DEFAULT_SAMPLE },
      seed: { type: "string", default: DEFAULT_SEED },
    },
  });
  const [size, seed] = [Number(values.sample), Number(values.seed)];
  if (!Number.isInteger(size) || !Number.isInteger(seed)) throw new Error("--sample and --seed take whole numbers");
  return { size: values.all ? Number.POSITIVE_INFINITY : size, seed };
}

/** Each contract by processes of its own, so that the memory is that of one size. */
async function measureContracts(folder: string, progress: (text: string) => void): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const size of SIZES) {
    const pair = contractOf(size, folder);
    progress(pair.name);
    const one = await withContenders(async (contenders) => ({
      pair,
      outcomes: await takeTurns(pair, contenders, folder),
    }));
    console.log(`\n${contractTable(one)}`);
    measured.push(one);
  }
  return measured;
}

async function measureReal({ size, seed }: Choice, folder: string, progress: (text: string) => void): Promise<void> {
  const chosen = realPairs(size, seed);
  if (chosen.pairs.length === 0)
    return console.log("\nNo real pairs: they are in the corpus that VERSUS_CORPUS names.");
  const measured: Measured[] = [];
  await withContenders(async (contenders) => {
    for (const pair of chosen.pairs) {
      progress(`pair ${measured.length + 1} of ${chosen.pairs.length}: ${pair.name}`);
      measured.push({ pair, outcomes: await takeTurns(pair, contenders, folder) });
    }
  });
  console.log(`\n${realTable(measured, chosen)}\n`);
}

/** No number when one of the two did not finish, which reaches no bar. */
function cpuFigure(contracts: readonly Measured[]): Figure {
  const judged = contracts[SIZES.indexOf(JUDGED)]!;
  const [versus, peer] = [finishedBy(judged, VERSUS), finishedBy(judged, DOCXODUS)];
  return {
    name: `${JUDGED} paragraphs: CPU of ${VERSUS} / ${DOCXODUS}`,
    value: versus && peer ? versus.cpu / peer.cpu : Number.NaN,
    bar: { atMost: 0.2 },
  };
}
