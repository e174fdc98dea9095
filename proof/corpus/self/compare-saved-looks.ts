// Implements `corpus self --saved N`: documents that LibreOffice saved again look the same (FMT-10).
//
// Each document is compared with its copy in mode `visible`. Everything that LibreOffice only writes differently must
// be carried. Tracked changes are accepted on both sides. 45 of 160 documents are contracts, the others are spread over
// all categories.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listRevisions } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { compareTask, Failure } from "@versus/engine/tasks";
import { OfficeSession, officeProblem } from "../../office/office-session.ts";
import { startProgress } from "../../runner/progress.ts";
import { seededRandom, shuffle } from "../../runner/random.ts";
import { countsText, countWords, type Report } from "../../runner/report.ts";
import { sampleGroups } from "../../runner/sample.ts";
import type { CorpusRun } from "../command.ts";
import { type CorpusFile, categoryOf } from "../manifest.ts";
import { openCorpusDocument } from "../read-document.ts";
import { wordFiles } from "../word-files.ts";

/** The bars for a number of documents (`of`). Runs with another number have proportional bars. */
const BARS = { of: 160, unchanged: 100, contracts: 45, unchangedContracts: 37, formats: 300 } as const;
/** Number of documents that are tried for each document that is wanted, because LibreOffice cannot save every one. */
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
  const problem = officeProblem();
  const looks = problem === undefined ? await saveAndCompareAll(run, wanted) : [];
  return reportSavedLooks(looks, { wanted, seed: run.options.seed, corpus: run.corpus.kind, problem });
}

async function saveAndCompareAll({ corpus, options }: CorpusRun, wanted: number): Promise<SavedLook[]> {
  const session = new OfficeSession();
  const progress = startProgress("saved again", wanted);
  const looks: SavedLook[] = [];
  try {
    const files = wordFiles(corpus);
    const contracts = files.filter((file) => categoryOf(file) === CONTRACTS);
    const others = files.filter((file) => categoryOf(file) !== CONTRACTS);
    const contractCount = Math.round((wanted * BARS.contracts) / BARS.of);
    for (const [group, count] of [
      [contracts, contractCount],
      [others, wanted - contractCount],
    ] as const) {
      let done = 0;
      for (const { path } of chosen(group, { count, seed: options.seed })) {
        if (done === count) break;
        const bytes = readFileSync(join(corpus.root, path));
        const reply = await session.settle(bytes, "accept");
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
    session.close();
  }
  return looks;
}

function chosen(files: readonly CorpusFile[], { count, seed }: { count: number; seed: number }): readonly CorpusFile[] {
  const sample = sampleGroups(files, { size: count * TRIES, seed, groupOf: categoryOf });
  return shuffle(sample, seededRandom(seed, "saved looks"));
}

/** Codes of failures that the document itself causes. */
const REFUSALS: ReadonlySet<string> = new Set(["OUTPUT_NOT_REVERSIBLE", "OUTPUT_INVALID"]);

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

interface SavedRun {
  readonly wanted: number;
  readonly seed: number;
  readonly corpus: string;
  /** The reason why LibreOffice was not asked. */
  readonly problem: string | undefined;
}

export function reportSavedLooks(looks: readonly SavedLook[], { wanted, seed, corpus, problem }: SavedRun): Report {
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
  const share = wanted / BARS.of;
  const least = {
    unchanged: Math.floor(BARS.unchanged * share),
    contracts: Math.floor(BARS.unchangedContracts * share),
  };
  const most = Math.ceil(BARS.formats * share);
  const isMet =
    looks.length === wanted &&
    figures.unchanged >= least.unchanged &&
    figures.unchangedContracts >= least.contracts &&
    figures.formats <= most &&
    figures.refused === 0;
  const changed = looks.filter((look) => !isClean(look));
  return {
    text: [
      ...(problem === undefined ? [] : [`LibreOffice was not asked: ${problem}`]),
      countsText(figures),
      ...changed.map(({ path, changes, refusal }) => `  changed by saving: ${path}: ${refusal ?? countsText(changes)}`),
    ],
    tally: { passed: figures.unchanged, failed: isMet ? 0 : Math.max(1, changed.length) },
    figures: { corpus, seed, wanted, ...figures },
    bar: {
      wanted: `of ${wanted} documents that LibreOffice saved, ${least.unchanged} have no change, ${least.contracts} contracts have none, all have at most ${most} formatting changes, and none is refused`,
      isMet,
    },
  };
}
