// Implements `corpus self --saved N`: documents that another program saved again look the same (FMT-10).
//
// Each document is compared with its copy in mode `visible`. Everything that the program only writes differently must
// be carried. `--by` names the program; LibreOffice is the default. Tracked changes are accepted on both sides. 45 of 160 documents are contracts, the others are spread over
// all categories.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listRevisions } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { compareTask, Failure } from "@versus/engine/tasks";
import { UsageError } from "../../runner/arguments.ts";
import { startProgress } from "../../runner/progress.ts";
import { seededRandom, shuffle } from "../../runner/random.ts";
import { countsText, countWords, type Report } from "../../runner/report.ts";
import { sampleGroups } from "../../runner/sample.ts";
import type { CorpusRun } from "../command.ts";
import { type CorpusFile, categoryOf } from "../manifest.ts";
import { openCorpusDocument } from "../read-document.ts";
import { wordFiles } from "../word-files.ts";
import { openSaver, problemOf, type SavingProgram, savingPrograms } from "./saving-programs.ts";

/** Number of documents for which the bars are given, and of the contracts among them. */
const BARS_OF = { documents: 160, contracts: 45 } as const;

/** The bars of a program. Runs with another number of documents have proportional bars. */
interface Bars {
  /** Least number of documents without a change. */
  readonly unchanged: number;
  readonly unchangedContracts: number;
  /** Largest number of formatting changes. */
  readonly formats: number;
}

/**
 * python-docx keeps the markup that it does not edit: 99 % of the copies have no change. Pandoc writes all of a document
 * again and drops most formatting, so only refusals count.
 */
const BARS: Readonly<Record<SavingProgram, Bars>> = {
  libreoffice: { unchanged: 100, unchangedContracts: 37, formats: 300 },
  "python-docx": { unchanged: 158.4, unchangedContracts: 44.55, formats: Number.POSITIVE_INFINITY },
  pandoc: { unchanged: 0, unchangedContracts: 0, formats: Number.POSITIVE_INFINITY },
};
/** Number of documents that are tried for each document that is wanted, because no program can save every one. */
const TRIES = 3;
const CONTRACTS = "docx/contracts";

export interface SavedLook {
  readonly path: string;
  readonly isContract: boolean;
  /** The changes between the document and its copy, by kind and position. */
  readonly changes: Readonly<Record<string, number>>;
  /** The places that are carried. */
  readonly carried: number;
  /** The code with which the comparison was refused. */
  readonly refusal: string | undefined;
}

export async function compareSavedLooks(run: CorpusRun, wanted: number): Promise<Report> {
  const program = readProgram(run.options.values.get("by"));
  const problem = problemOf(program);
  const looks = problem === undefined ? await saveAndCompareAll(run, { wanted, program }) : [];
  return reportSavedLooks(looks, { wanted, program, seed: run.options.seed, corpus: run.corpus.kind, problem });
}

/** Throws a UsageError for an unknown program. */
function readProgram(given: string | undefined): SavingProgram {
  const program = savingPrograms.find((one) => one === (given ?? "libreoffice"));
  if (program === undefined) throw new UsageError(`--by is one of ${savingPrograms.join(", ")}, not ${given}`);
  return program;
}

interface SavedSample {
  readonly wanted: number;
  readonly program: SavingProgram;
}

async function saveAndCompareAll(
  { corpus, options }: CorpusRun,
  { wanted, program }: SavedSample,
): Promise<SavedLook[]> {
  const saver = openSaver(program);
  const progress = startProgress("saved again", wanted);
  const looks: SavedLook[] = [];
  try {
    const files = wordFiles(corpus);
    const contracts = files.filter((file) => categoryOf(file) === CONTRACTS);
    const others = files.filter((file) => categoryOf(file) !== CONTRACTS);
    const contractCount = Math.round((wanted * BARS_OF.contracts) / BARS_OF.documents);
    for (const [group, count] of [
      [contracts, contractCount],
      [others, wanted - contractCount],
    ] as const) {
      let done = 0;
      for (const { path } of chosen(group, { count, seed: options.seed })) {
        if (done === count) break;
        const bytes = readFileSync(join(corpus.root, path));
        const reply = await saver.save(bytes).catch(errorOf);
        if ("error" in reply) continue;
        const compared = compareLooks(bytes, reply.ok);
        if (compared === undefined) continue;
        looks.push({ path, isContract: group === contracts, ...compared });
        done += 1;
        progress.advance();
      }
    }
  } finally {
    progress.finish();
    saver.close();
  }
  return looks;
}

function chosen(files: readonly CorpusFile[], { count, seed }: { count: number; seed: number }): readonly CorpusFile[] {
  const sample = sampleGroups(files, { size: count * TRIES, seed, groupOf: categoryOf });
  return shuffle(sample, seededRandom(seed, "saved looks"));
}

/** Codes of failures that the document itself causes. */
const REFUSALS: ReadonlySet<string> = new Set(["OUTPUT_NOT_REVERSIBLE", "OUTPUT_INVALID"]);

/** A document that does not open is left out, like one that the program cannot save. */
function errorOf(problem: unknown): { error: string } {
  if (problem instanceof Failure) return { error: problem.code };
  throw problem;
}

/** Returns undefined for a document that the engine does not open. */
function compareLooks(before: Uint8Array, after: Uint8Array): Omit<SavedLook, "path" | "isContract"> | undefined {
  try {
    const { artifacts, notices } = compareTask({
      ...{ before, after, names: { before: "before.docx", after: "after.docx" } },
      ...{ author: "Versus", date: "2026-01-02T03:04:05Z", codec: nodeZlib, formats: ["docx"] },
      options: { formatting: "visible" },
    });
    const revisions = listRevisions(openCorpusDocument(artifacts.get("docx")!));
    const carried = notices.find(({ code }) => code === "FORMATTING_CARRIED")?.count ?? 0;
    const words = revisions.map(({ kind, place }) => (place === "property" ? "formatting" : `${kind} of ${place}`));
    return { changes: countWords(words), carried, refusal: undefined };
  } catch (problem) {
    if (!(problem instanceof Failure)) throw problem;
    return REFUSALS.has(problem.code) ? { changes: {}, carried: 0, refusal: problem.code } : undefined;
  }
}

interface SavedRun extends SavedSample {
  readonly seed: number;
  readonly corpus: string;
  /** The reason why the program was not asked. */
  readonly problem: string | undefined;
}

export function reportSavedLooks(looks: readonly SavedLook[], run: SavedRun): Report {
  const { wanted, program, seed, corpus, problem } = run;
  const isClean = ({ changes, refusal }: SavedLook): boolean =>
    refusal === undefined && Object.keys(changes).length === 0;
  const count = (counts: (look: SavedLook) => boolean): number => looks.filter(counts).length;
  const figures = {
    documents: looks.length,
    unchanged: count(isClean),
    unformatted: count(({ changes, refusal }) => refusal === undefined && changes.formatting === undefined),
    contracts: count(({ isContract }) => isContract),
    unchangedContracts: count((look) => look.isContract && isClean(look)),
    formats: looks.reduce((sum, { changes }) => sum + (changes.formatting ?? 0), 0),
    carried: looks.reduce((sum, { carried }) => sum + carried, 0),
    refused: count(({ refusal }) => refusal !== undefined),
  };
  const bars = BARS[program];
  const share = wanted / BARS_OF.documents;
  const least = {
    unchanged: Math.floor(bars.unchanged * share),
    contracts: Math.floor(bars.unchangedContracts * share),
  };
  const most = Math.ceil(bars.formats * share);
  const isMet =
    looks.length === wanted &&
    figures.unchanged >= least.unchanged &&
    figures.unchangedContracts >= least.contracts &&
    figures.formats <= most &&
    figures.refused === 0;
  const changed = looks.filter((look) => !isClean(look));
  return {
    text: [
      ...(problem === undefined ? [] : [`${program} was not asked: ${problem}`]),
      countsText(figures),
      ...changed.map(({ path, changes, refusal }) => `  changed by saving: ${path}: ${refusal ?? countsText(changes)}`),
    ],
    tally: { passed: figures.unchanged, failed: isMet ? 0 : Math.max(1, changed.length) },
    figures: { corpus, seed, program, wanted, ...figures },
    bar: {
      wanted: `of ${wanted} documents that ${program} saved, ${least.unchanged} have no change, ${least.contracts} contracts have none, ${Number.isFinite(most) ? `all have at most ${most} formatting changes, ` : ""}and none is refused`,
      isMet,
    },
  };
}
