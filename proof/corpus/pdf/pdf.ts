// Implements `corpus pdf`: prints redlines of pairs and of merges with LibreOffice and reads the PDFs back.
//
// LibreOffice prints the print copies of the redlines.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OfficeSession, officeProblem } from "../../office/office-session.ts";
import { startProgress } from "../../runner/progress.ts";
import type { Report } from "../../runner/report.ts";
import { sampleGroups } from "../../runner/sample.ts";
import type { Command, CorpusRun } from "../command.ts";
import { listPairs } from "../compare/pairs.ts";
import { listMerges } from "../merge/merges.ts";
import { checkPdf, type PdfResult } from "./check-pdf.ts";
import type { Facts } from "./printed-facts.ts";
import { jobOfMerge, jobOfPair, type PrintJob } from "./printed-redlines.ts";

export const pdf: Command = {
  name: "pdf",
  purpose: "redlines and merges as PDF: changes, numbers, contents, legends and changed pages read back",
  values: { out: "folder that keeps every PDF", only: "the name of one pair or merge" },
  keeps: false,
  run: runPdf,
};

const QUICK_SAMPLE = 40;

async function runPdf(run: CorpusRun): Promise<Report> {
  const problem = officeProblem();
  if (problem !== undefined) throw new Error(problem);
  const out = run.options.values.get("out");
  if (out !== undefined) mkdirSync(out, { recursive: true });
  const keep = (name: string, bytes: Uint8Array): void => {
    if (out !== undefined) writeFileSync(join(out, `${name}.pdf`), bytes);
  };
  const jobs = chooseJobs(run);
  const office = new OfficeSession();
  const progress = startProgress("pdf", jobs.length);
  const results: PdfResult[] = [];
  try {
    for (const job of jobs) {
      results.push(await checkPdf(job, office, keep));
      progress.advance();
    }
  } finally {
    progress.finish();
    office.close();
  }
  return reportPdfs(results);
}

function chooseJobs({ corpus, options }: CorpusRun): PrintJob[] {
  const pairs = listPairs(corpus, ["pairs", "probes"], options.seed).map(jobOfPair);
  const merges = listMerges(corpus, options.seed).map(jobOfMerge);
  const jobs = [...pairs, ...merges];
  const only = options.values.get("only");
  if (only !== undefined) return jobs.filter(({ name }) => name === only);
  const selection = options.selection ?? { kind: "sample", size: QUICK_SAMPLE };
  if (selection.kind === "all") return jobs;
  return sampleGroups(jobs, { size: selection.size, seed: options.seed, groupOf: ({ name }) => name.split("-")[0]! });
}

function reportPdfs(results: readonly PdfResult[]): Report {
  const printed = results.filter(({ outcome }) => outcome === "printed");
  const sum = (count: (result: PdfResult) => number): number => printed.reduce((all, one) => all + count(one), 0);
  const figures = {
    printed: printed.length,
    refused: results.filter(({ outcome }) => outcome === "refused").length,
    unprinted: results.filter(({ outcome }) => outcome === "unprinted").length,
    pages: sum(({ pages }) => pages),
    marks_in_order: sum(({ marks }) => marks.exact),
    marks_by_counts: sum(({ marks }) => marks.counted),
    marks_without_font: sum(({ marks }) => marks.fontless),
    marks_wrong: sum(({ marks }) => marks.wrong.length),
    labels_right: sum(({ labels }) => labels.right),
    labels_wrong: sum(({ labels }) => labels.wrong.length),
    former_numbers_right: sum(({ formerNumbers }) => formerNumbers.right),
    former_numbers_wrong: sum(({ formerNumbers }) => formerNumbers.wrong.length),
    contents_right: sum(({ contents }) => contents.right),
    contents_wrong: sum(({ contents }) => contents.wrong.length),
    legend_figures_right: sum(({ legend }) => legend.right),
    legend_figures_wrong: sum(({ legend }) => legend.wrong.length),
    changes_judged: sum(({ judged }) => judged.found),
    changes: sum(({ judged }) => judged.all),
    pages_told_by_text: sum(({ judged }) => judged.byText),
    changed_pages_wrong: sum(({ changedPages }) => (changedPages === "" ? 0 : 1)),
    other_bytes: sum(({ isTwiceTheSame }) => (isTwiceTheSame ? 0 : 1)),
  };
  const failed = results.filter((result) => problemsOf(result).length > 0);
  return {
    text: [
      ...failed.map((result) => `${result.name}: ${problemsOf(result).join("; ")}`),
      Object.entries(figures)
        .map(([name, count]) => `${name} ${count}`)
        .join(", "),
    ],
    tally: { passed: results.length - failed.length, failed: failed.length },
    figures,
    bar: {
      wanted: "all marks, numbers, contents and figures read back, changed pages equal, the same bytes twice",
      isMet: failed.length === 0,
    },
  };
}

function problemsOf(result: PdfResult): string[] {
  const { outcome, reason, marks, labels, formerNumbers, contents, legend, changedPages, isTwiceTheSame } = result;
  const factProblems = (what: string, { wrong }: Facts): string[] =>
    wrong.length > 0 ? [`${what} ${wrong.slice(0, 3).join(", ")} (${wrong.length})`] : [];
  return [
    ...(outcome === "unprinted" || outcome === "crashed" ? [`${outcome}: ${reason}`] : []),
    ...marks.wrong,
    ...factProblems("numbers", labels),
    ...factProblems("former numbers", formerNumbers),
    ...factProblems("contents", contents),
    ...factProblems("legend", legend),
    ...(changedPages === "" ? [] : [`pages: ${changedPages}`]),
    ...(isTwiceTheSame ? [] : ["other bytes"]),
  ];
}
