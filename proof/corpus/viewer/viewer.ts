// Implements `corpus viewer`: shows redlines in Chromium and reads the pages back.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "@versus/engine/tasks";
import { OfficeSession, officeProblem } from "../../office/office-session.ts";
import { startProgress } from "../../runner/progress.ts";
import type { Report } from "../../runner/report.ts";
import { sampleGroups } from "../../runner/sample.ts";
import { openBrowser } from "../../viewer/embedded-view.ts";
import type { Command, CorpusRun } from "../command.ts";
import { readInputs } from "../compare/check-pair.ts";
import { comparers } from "../compare/comparer.ts";
import { listPairs } from "../compare/pairs.ts";
import { categoryOf } from "../manifest.ts";
import { wordFiles } from "../word-files.ts";
import { checkView, type ViewResult } from "./check-view.ts";
import { fontProblem } from "./office-pages.ts";

export const viewer: Command = {
  name: "viewer",
  purpose:
    "redlines in the embedded view: text, blocks and changes as the engine has them, no page overflows, as many pages as LibreOffice prints",
  values: { only: "the name of one pair or tracked document" },
  keeps: false,
  run: runViewer,
};

const QUICK_SAMPLE = 20;
/**
 * `NEAR` is the largest permitted difference from LibreOffice's number of pages, as a share. `NEAR_SHARE` is the
 * least share of redlines within it.
 */
const NEAR = 0.1;
const NEAR_SHARE = 0.9;

function isNear({ pages, officePages = 0 }: ViewResult): boolean {
  return Math.abs(pages - officePages) <= NEAR * officePages;
}

/** A redline to show: of a pair, or a document that has tracked changes. */
interface Shown {
  readonly name: string;
  readonly group: string;
  /** Returns the redline, or the code of the refusal. */
  readonly redline: () => Promise<Uint8Array | string>;
}

async function runViewer(run: CorpusRun): Promise<Report> {
  const chosen = choose(run);
  const problem = officeProblem();
  if (problem !== undefined) throw new Error(problem);
  const programs = { browser: await openBrowser(), office: new OfficeSession() };
  const progress = startProgress("viewer", chosen.length);
  const results: ViewResult[] = [];
  try {
    for (const { name, redline } of chosen) {
      results.push(await judge(name, redline, (bytes) => checkView(programs, name, bytes)));
      progress.advance();
    }
  } finally {
    progress.finish();
    programs.office.close();
    await programs.browser.close();
  }
  return reportViews(results);
}

/** Converts an error on our side into a result, so that the remaining redlines are still judged. */
async function judge(
  name: string,
  make: Shown["redline"],
  check: (bytes: Uint8Array) => Promise<ViewResult>,
): Promise<ViewResult> {
  const nothing = { name, pages: 0, officePages: undefined, changes: 0, milliseconds: 0 };
  try {
    const redline = await make();
    if (typeof redline === "string") return { ...nothing, outcome: "refused", problems: [] };
    return await check(redline);
  } catch (problem) {
    if (problem instanceof Failure) return { ...nothing, outcome: "refused", problems: [] };
    const [error = "", place = ""] = (problem instanceof Error ? (problem.stack ?? "") : String(problem)).split("\n");
    return { ...nothing, outcome: "crashed", problems: [`crashed: ${error} ${place.trim()}`] };
  }
}

function choose({ corpus, options }: CorpusRun): Shown[] {
  const pairs = listPairs(corpus, ["pairs", "probes"], options.seed).map(({ name, family, source }): Shown => {
    return { name, group: family, redline: () => compared(source) };
  });
  const tracked = wordFiles(corpus).filter((file) => categoryOf(file).includes("tracked"));
  const files = tracked.map(({ path }): Shown => {
    return { name: path, group: "tracked documents", redline: async () => readFileSync(join(corpus.root, path)) };
  });
  const all = [...pairs, ...files];
  const only = options.values.get("only");
  if (only !== undefined) return all.filter(({ name }) => name === only);
  const selection = options.selection ?? { kind: "sample", size: QUICK_SAMPLE };
  if (selection.kind === "all") return all;
  return sampleGroups(all, { size: selection.size, seed: options.seed, groupOf: ({ group }) => group });
}

async function compared(source: Parameters<typeof readInputs>[0]): Promise<Uint8Array | string> {
  const inputs = readInputs(source);
  if (inputs instanceof Failure) return inputs.code;
  const redline = await comparers.versus(inputs.before, inputs.after);
  return "refusal" in redline ? redline.refusal : redline.docx;
}

function reportViews(results: readonly ViewResult[]): Report {
  const failed = results.filter(({ problems }) => problems.length > 0);
  const shown = results.filter(({ outcome }) => outcome === "shown");
  const counted = shown.filter(({ officePages }) => officePages !== undefined);
  const far = counted.filter((view) => !isNear(view));
  const fonts = fontProblem();
  const share = counted.length === 0 ? 0 : 1 - far.length / counted.length;
  const sum = (count: (result: ViewResult) => number): number => shown.reduce((all, one) => all + count(one), 0);
  const figures = {
    shown: shown.length,
    refused: results.filter(({ outcome }) => outcome === "refused").length,
    pages: sum(({ pages }) => pages),
    changes: sum(({ changes }) => changes),
    printed: counted.length,
    pages_near_office: counted.length - far.length,
    pages_near_share: Math.round(share * 1000) / 1000,
    longest_milliseconds: Math.round(Math.max(0, ...shown.map(({ milliseconds }) => milliseconds))),
  };
  return {
    text: [
      ...failed.map(({ name, problems }) => `${name}: ${problems.join("; ")}`),
      ...far.map(({ name, pages, officePages }) => `${name}: ${pages} pages, LibreOffice prints ${officePages}`),
      ...(fonts === undefined ? [] : [`Page counts cannot be judged here: ${fonts}.`]),
      Object.entries(figures)
        .map(([name, count]) => `${name} ${count}`)
        .join(", "),
    ],
    tally: { passed: results.length - failed.length, failed: failed.length },
    figures,
    bar: {
      wanted:
        "all text, blocks and changes are shown, no page overflows, and 90 % have about the pages of LibreOffice's PDF",
      isMet: failed.length === 0 && shown.length > 0 && fonts === undefined && share >= NEAR_SHARE,
    },
  };
}
