// Reports the results of deciding changes over the corpus, and applies the bar.
//
// The sets must be as expected, except for at most `MOST_SET_ASIDE` outcomes. No file may fail a check, and docxodus
// must read the same text in almost all files.

import type { Report } from "../../runner/report.ts";
import { formatTable } from "../../runner/table.ts";
import type { Corpus } from "../find-corpus.ts";
import { type CheckName, checkNames, type FileResult, NO_OPINION, type Outcome } from "./check-file.ts";
import type { SetOutcome } from "./check-set.ts";
import { judgementOf } from "./judged-differences.ts";
import { MOST_SET_ASIDE, type SetAside } from "./tracked-sets.ts";

export interface DecisionsRun {
  readonly corpus: Corpus["kind"];
  readonly seed: number;
  /** Number of files that were searched for tracked changes. */
  readonly searched: number;
  readonly sets: readonly SetOutcome[];
  readonly setAside: readonly SetAside[];
  readonly files: readonly FileResult[];
  /**
   * False for a sample. Then `LEAST_ALIKE` is not checked, because one file can be more than that share. Unexplained
   * differences from docxodus and all other checks still fail the run.
   */
  readonly isWhole: boolean;
}

/** Least share of the files about which docxodus has an opinion and reads the same text. */
const LEAST_ALIKE = 0.98;
const OPINION: CheckName = "the text is docxodus's";

export function reportDecisions(run: DecisionsRun): Report {
  const { sets, files, corpus } = run;
  const differing = sets.filter(({ differences }) => differences.length > 0);
  const wrong = differing.filter((set) => asideOf(run, set) === undefined);
  const broken = files.filter(({ outcomes }) => outcomes.some((outcome) => isProblem(outcome) && !isOpinion(outcome)));
  const votes = voteOn(run);
  const failed = wrong.length + broken.length + votes.unexplained;
  const aside = differing.length - wrong.length;
  return {
    text: [checksTable(run), ...setLines(run, differing), ...files.flatMap(problemLines), ...voteLines(votes, files)],
    tally: { passed: sets.length - differing.length + files.length - broken.length, failed },
    figures: figuresOf(run, { wrong: wrong.length, aside, broken: broken.length, ...votes.counts }),
    bar: {
      wanted: `all sets but at most ${MOST_SET_ASIDE} are as expected, no file fails a check, docxodus reads ${100 * LEAST_ALIKE} % of all files as we do`,
      isMet: failed === 0 && votes.isEnough && aside <= MOST_SET_ASIDE && (files.length > 0 || corpus === "own"),
    },
  };
}

interface Votes {
  readonly counts: { readonly asked: number; readonly alike: number; readonly judged: number };
  /** Number of files that differ and have no judgement in our favour. */
  readonly unexplained: number;
  readonly isEnough: boolean;
}

/** Each file has one vote for both verdicts. A file has no vote if docxodus has no opinion about it. */
function voteOn({ files, isWhole }: DecisionsRun): Votes {
  const asked = files.filter(({ outcomes }) => !outcomes.some(isSilent));
  const differing = asked.filter(({ outcomes }) =>
    outcomes.some((outcome) => isProblem(outcome) && isOpinion(outcome)),
  );
  const judged = differing.filter(({ path, outcomes }) =>
    outcomes.every(
      (outcome) => !isProblem(outcome) || !isOpinion(outcome) || judgementOf(path, outcome.verdict)?.right === "we",
    ),
  );
  const unexplained = differing.length - judged.length;
  const counts = { asked: asked.length, alike: asked.length - differing.length, judged: judged.length };
  return { counts, unexplained, isEnough: !isWhole || counts.alike >= asked.length * LEAST_ALIKE };
}

function isSilent({ problem }: Outcome): boolean {
  return problem?.startsWith(NO_OPINION) === true;
}

function voteLines({ counts, unexplained }: Votes, files: readonly FileResult[]): string[] {
  const { asked, alike, judged } = counts;
  return [
    `Docxodus has an opinion on ${asked} of ${files.length} files and reads the same text in ${alike} (${percent(alike, asked)} %), ${callsText(files)}`,
    `Of the others, ${judged} are judged in our favour (docs/design/revisions.md), ${unexplained} are not`,
  ];
}

function isProblem({ problem }: Outcome): boolean {
  return problem !== undefined;
}

function isOpinion({ check }: Outcome): boolean {
  return check === OPINION;
}

function asideOf({ setAside }: DecisionsRun, { name, verdict }: SetOutcome): SetAside | undefined {
  return setAside.find((aside) => aside.name === name && aside.verdict === verdict);
}

/** One line for each check: the number of outcomes that passed, and of those that failed. */
function checksTable({ sets, files }: DecisionsRun): string {
  const outcomes = files.flatMap((file) => file.outcomes);
  const rows = checkNames.map((name) => {
    const own = outcomes.filter(({ check }) => check === name);
    const failed = own.filter(isProblem).length;
    return [name, own.length - failed, failed];
  });
  const wrong = sets.filter(({ differences }) => differences.length > 0).length;
  return formatTable(["check", "passed", "failed"], [["a set is as expected", sets.length - wrong, wrong], ...rows]);
}

function setLines(run: DecisionsRun, sets: readonly SetOutcome[]): string[] {
  return sets.map((set) => {
    const aside = asideOf(run, set);
    const judgement = aside === undefined ? "" : ` (set aside: ${aside.reason})`;
    return `set ${set.name}, ${set.verdict}: ${set.differences.join("; ")}${judgement}`;
  });
}

function problemLines({ path, outcomes }: FileResult): string[] {
  return outcomes.filter(isProblem).map((outcome) => {
    const judged = isOpinion(outcome) ? judgementOf(path, outcome.verdict) : undefined;
    const judgement = judged === undefined ? "" : ` (right: ${judged.right}. ${judged.reason})`;
    return `${path}, ${outcome.verdict}: ${outcome.check}? ${outcome.problem}${judgement}`;
  });
}

function callsText(files: readonly FileResult[]): string {
  const calls = files.flatMap(({ outcomes }) => outcomes.filter((call) => isOpinion(call) && !isSilent(call)));
  const alike = calls.filter((call) => !isProblem(call)).length;
  return `in ${alike} of ${calls.length} calls (${percent(alike, calls.length)} %)`;
}

function percent(part: number, whole: number): string {
  return (whole === 0 ? 0 : (100 * part) / whole).toFixed(1);
}

function figuresOf({ corpus, seed, searched, sets, files }: DecisionsRun, counts: Readonly<Record<string, number>>) {
  const sum = (count: (file: FileResult) => number): number => files.reduce((total, file) => total + count(file), 0);
  const checks = checkNames.map((name) => {
    const own = files.flatMap(({ outcomes }) => outcomes.filter(({ check }) => check === name));
    return [name, own.filter(isProblem).length];
  });
  return {
    corpus,
    seed,
    searched,
    sets: sets.length,
    files: files.length,
    revisions: sum(({ revisions }) => revisions),
    decisions: sum(({ decisions }) => decisions),
    ...counts,
    problems: Object.fromEntries(checks),
  };
}
