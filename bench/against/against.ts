// Compares this engine with the engine of another commit, for comparing and editing.
//
// `npm run bench -- against COMMIT [--pairs N]` keeps three processes alive: this engine, this engine again (the
// control), and the other. In a round each does the same work once, in an order that rotates from round to round. Each
// round gives the ratio of CPU times, and the median of the ratios is judged. It must be at most 1.03 of the other
// engine, plus the distance of the control's ratios from 1 in the middle half of its rounds. Warm-up rounds do not
// count.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { KeptProcess } from "@versus/proof/kept-process";
import { contractOf } from "../compare/pairs.ts";
import { makeEdits } from "../edit/make-edits.ts";
import { makeContract } from "../make-contract.ts";
import { type Figure, median } from "../measure.ts";

export type Question =
  | { readonly do: "compare"; readonly document: string; readonly after: string }
  | { readonly do: "edit"; readonly document: string; readonly edits: readonly unknown[] };

/** The cost of one run: milliseconds of CPU time, and the steps that the engine counted; 0 steps for edits. */
export interface Run {
  readonly cpu: number;
  readonly steps: number;
}

const DEFAULT_PAIRS = "31";
const WARM_UPS = 6;
/** Maximum ratio to the other commit, before the spread of the control is added. */
const MOST = 1.03;
/** Milliseconds that a run may take before it counts as hung. */
const PATIENCE = 60_000;
const REPOSITORY = join(import.meta.dirname, "../..");

export async function benchAgainst(progress: (text: string) => void, words: readonly string[]): Promise<Figure[]> {
  const options = { pairs: { type: "string", default: DEFAULT_PAIRS } } as const;
  const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options });
  const commit = positionals[0];
  const pairs = Number(values.pairs);
  if (commit === undefined || !Number.isInteger(pairs))
    throw new Error("bench against takes a commit, and --pairs a number");
  const folder = mkdtempSync(join(tmpdir(), "versus-against-"));
  try {
    checkOut(commit, folder);
    const figures: Figure[] = [];
    for (const [name, question] of workIn(folder))
      figures.push(...(await measure(name, question, { folder, pairs, progress })));
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Extracts the engine of a commit into a folder. */
function checkOut(commit: string, folder: string): void {
  const archive = execFileSync("git", ["archive", "--format=tar", commit, "engine"], {
    cwd: REPOSITORY,
    maxBuffer: 2 ** 28,
  });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
}

/** Returns the measurements by name. */
function workIn(folder: string): [string, Question][] {
  const pages = 100;
  const document = join(folder, "contract.docx");
  mkdirSync(folder, { recursive: true });
  writeFileSync(document, makeContract(pages));
  const compared = [1_000, 5_000].map((size): [string, Question] => {
    const { before, after } = contractOf(size, folder);
    return [`compare ${size} paragraphs`, { do: "compare", document: before, after }];
  });
  return [...compared, [`edit ${pages} pages`, { do: "edit", document, edits: makeEdits(pages, 20) }]];
}

interface Measuring {
  readonly folder: string;
  readonly pairs: number;
  readonly progress: (text: string) => void;
}

async function measure(name: string, question: Question, { folder, pairs, progress }: Measuring): Promise<Figure[]> {
  progress(name);
  const engines = [REPOSITORY, REPOSITORY, folder].map(engineIn);
  try {
    const rounds: Run[][] = [];
    for (let round = 0; round < WARM_UPS + pairs; round += 1) rounds.push(await runRound(engines, question, round));
    return figuresOf(name, rounds.slice(WARM_UPS));
  } finally {
    for (const engine of engines) engine.stop();
  }
}

function engineIn(folder: string): KeptProcess {
  return new KeptProcess({ command: process.execPath, words: [join(import.meta.dirname, "engine-child.ts"), folder] });
}

/** Runs each engine once, in an order that rotates with the rounds. Returns the runs in the order of the engines. */
async function runRound(engines: readonly KeptProcess[], question: Question, round: number): Promise<Run[]> {
  const runs = new Array<Run>(engines.length);
  for (let turn = 0; turn < engines.length; turn += 1) {
    const which = (turn + round) % engines.length;
    const answer = await engines[which]!.ask<Run>(question, PATIENCE);
    if ("error" in answer) throw new Error(`An engine failed: ${answer.error}`);
    runs[which] = answer.ok;
  }
  return runs;
}

function figuresOf(name: string, rounds: readonly (readonly Run[])[]): Figure[] {
  const ratiosTo = (other: number): number[] => rounds.map((runs) => runs[0]!.cpu / runs[other]!.cpu);
  const control = ratiosTo(1);
  const [own, others] = [0, 2].map((which) => rounds.map((runs) => runs[which]!.cpu));
  const spread = spreadOf(control);
  const text = [
    `${name}: ${median(own!).toFixed(1)} ms here, ${median(others!).toFixed(1)} ms there, ${rounds.length} rounds`,
    `this engine beside itself ${median(control).toFixed(3)}, strays by ${spread.toFixed(3)}`,
    `steps ${rounds[0]![0]!.steps} here, ${rounds[0]![2]!.steps} there`,
  ];
  console.log(text.join("; "));
  return [
    { name: `${name}: CPU / the other commit, median`, value: median(ratiosTo(2)), bar: { atMost: MOST + spread } },
  ];
}

/** Returns the largest distance from 1 of the middle half of some ratios. */
export function spreadOf(ratios: readonly number[]): number {
  const sorted = ratios.toSorted((one, other) => one - other);
  const quarter = Math.floor(sorted.length / 4);
  return Math.max(1 - sorted[quarter]!, sorted.at(-1 - quarter)! - 1, 0);
}
