// Implements `corpus render`: rebuilds documents from their JSON and from their Markdown alone.

import { join } from "node:path";
import type { Report } from "../../runner/report.ts";
import { formatTable } from "../../runner/table.ts";
import { type Command, type CorpusRun, chooseFiles, runJobs } from "../command.ts";
import { wordFiles } from "../word-files.ts";
import { checkNames, crashedRender, type RenderResult, work } from "./check-file.ts";

export const render: Command = {
  name: "render",
  purpose: "JSON and Markdown of documents, with changes and without: both versions can be rebuilt from each",
  run: runRender,
};

const QUICK_SAMPLE = 300;

async function runRender(run: CorpusRun): Promise<Report> {
  const { corpus, options } = run;
  const files = chooseFiles(run, wordFiles(corpus), { kind: "sample", size: QUICK_SAMPLE });
  const jobs = files.map(({ path }) => ({ path, file: join(corpus.root, path) }));
  const module = new URL("./check-file.ts", import.meta.url).href;
  const results = await runJobs(run, { module, work, onCrash: crashedRender }, jobs);
  return reportRenderings(results, { corpus: corpus.kind, seed: options.seed });
}

export function reportRenderings(
  results: readonly RenderResult[],
  about: { readonly corpus: string; readonly seed: number },
): Report {
  const rendered = results.filter(({ outcome }) => outcome !== "unopened");
  const failed = rendered.filter(({ problems }) => Object.keys(problems).length > 0);
  const tracked = rendered.filter(({ revisions }) => revisions > 0).length;
  const rows = checkNames.map((check) => {
    const wrong = rendered.filter(({ problems }) => problems[check] !== undefined).length;
    return [check, rendered.length - wrong, wrong];
  });
  return {
    text: [
      formatTable(["check", "documents", "failed"], rows),
      ...failed.flatMap(({ path, problems }) =>
        Object.entries(problems).map(([check, problem]) => `failed: ${path}: ${check}: ${problem}`),
      ),
      `With tracked changes: ${tracked} of ${rendered.length}; not opened: ${results.length - rendered.length}`,
    ],
    tally: { passed: rendered.length - failed.length, failed: failed.length },
    figures: { ...about, files: results.length, rendered: rendered.length, tracked },
    bar: { wanted: "every document rebuilds from both renderings", isMet: failed.length === 0 && rendered.length > 0 },
  };
}
