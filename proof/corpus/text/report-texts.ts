// Reports many readings and applies the bar: both readers agree on almost every document.

import type { Report } from "../../runner/report.ts";
import { formatTable } from "../../runner/table.ts";
import type { Corpus } from "../find-corpus.ts";
import { type CorpusFile, categoryOf } from "../manifest.ts";
import type { TextCheck } from "./check-file.ts";

export interface TextRun {
  readonly corpus: Corpus["kind"];
  readonly seed: number;
  readonly files: readonly CorpusFile[];
  /** In the order of the files. */
  readonly checks: readonly TextCheck[];
}

/** Least share of the documents that open on which both readers must agree. */
const LEAST_EQUAL = 0.995;

export function reportTexts(run: TextRun): Report {
  const opened = run.checks.filter(({ refusal }) => refusal === undefined);
  const differing = opened.filter(({ differences }) => differences.length > 0);
  const equal = opened.length - differing.length;
  return {
    text: [categoryTable(run), ...refusalLines(run.checks), ...differenceLines(differing)],
    tally: { passed: equal, failed: differing.length },
    figures: figuresOf(run),
    bar: {
      wanted: `the text is equal in ${LEAST_EQUAL * 100} % of the documents that open`,
      isMet: opened.length > 0 && equal >= LEAST_EQUAL * opened.length,
    },
  };
}

const HEADINGS = ["category", "files", "open", "stories", "paragraphs", "characters", "differ"];

function categoryTable({ files, checks }: TextRun): string {
  const categories = Map.groupBy(checks, (_, index) => categoryOf(files[index]!));
  const sorted = [...categories].sort(([one], [other]) => (one < other ? -1 : 1));
  return formatTable(
    HEADINGS,
    [...sorted, ["all", checks] as const].map(([name, members]) => [name, ...countRow(members)]),
  );
}

function countRow(checks: readonly TextCheck[]): number[] {
  const sum = (count: (check: TextCheck) => number): number => checks.reduce((total, check) => total + count(check), 0);
  return [
    checks.length,
    sum(({ refusal }) => (refusal === undefined ? 1 : 0)),
    sum(({ stories }) => stories),
    sum(({ paragraphs }) => paragraphs),
    sum(({ characters }) => characters),
    sum(({ differences }) => (differences.length > 0 ? 1 : 0)),
  ];
}

function refusalLines(checks: readonly TextCheck[]): string[] {
  return checks.flatMap(({ path, refusal }) => (refusal === undefined ? [] : [`does not open: ${path}: ${refusal}`]));
}

function differenceLines(differing: readonly TextCheck[]): string[] {
  return differing.flatMap(({ path, differences }) =>
    differences.map((difference) => `differs: ${path}: ${difference}`),
  );
}

function figuresOf({ corpus, seed, checks }: TextRun): Record<string, unknown> {
  const [files, opened, stories, paragraphs, characters, differing] = countRow(checks);
  return { corpus, seed, files, opened, stories, paragraphs, characters, differing };
}
