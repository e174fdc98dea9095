// Implements `corpus edit --template`: documents take styles from templates of the corpus.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stopValidator } from "../../../oracles/validation-kinds.ts";
import { seededRandom, shuffle } from "../../../runner/random.ts";
import type { Report } from "../../../runner/report.ts";
import { sampleGroups } from "../../../runner/sample.ts";
import { formatTable } from "../../../runner/table.ts";
import { type CorpusRun, runJobs } from "../../command.ts";
import type { Corpus } from "../../find-corpus.ts";
import { type CorpusFile, categoryOf, extensionOf } from "../../manifest.ts";
import { wordFiles } from "../../word-files.ts";
import { crashedTemplate, type TemplateJob, type TemplateResult, templateChecks, work } from "./check-template.ts";
import { readStyleLists } from "./style-lists.ts";

const DOCUMENTS = 200;
const TEMPLATES = 20;
/** Longer documents would take all the time. */
const MOST_BYTES = 300_000;
/** Each thread has its own validator, which needs half a gigabyte. */
const MOST_THREADS = 2;

export async function editWithTemplates(run: CorpusRun): Promise<Report> {
  const { corpus, options } = run;
  const module = new URL("./check-template.ts", import.meta.url).href;
  const threads = { ...run, options: { ...options, jobs: Math.min(MOST_THREADS, options.jobs) } };
  try {
    const results = await runJobs(threads, { module, work, onCrash: crashedTemplate }, planTemplateJobs(run));
    return reportTemplates(results, { corpus: corpus.kind, seed: options.seed });
  } finally {
    // The validator of a thread ends with its thread. This call stops the validator of a run without threads.
    stopValidator();
  }
}

/** Plans the jobs. Each document takes one template in turn; with --all each takes every template. */
export function planTemplateJobs({ corpus, options }: CorpusRun): TemplateJob[] {
  const { seed, selection } = options;
  const named = ({ path }: CorpusFile) => ({ path, file: join(corpus.root, path) });
  const templates = chooseTemplates(corpus, seed).map(named);
  const size = selection?.kind === "sample" ? selection.size : DOCUMENTS;
  const files = wordFiles(corpus).filter(({ bytes }) => bytes <= MOST_BYTES);
  const only = options.values.get("only") ?? "";
  const documents = shuffle(
    sampleGroups(files, { size, seed, groupOf: categoryOf }).slice(0, size),
    seededRandom(seed),
  );
  const jobs = documents.map((file, number) => {
    const taken = selection?.kind === "all" ? templates : templates.slice(number % templates.length).slice(0, 1);
    return { ...named(file), templates: taken };
  });
  return jobs.filter(({ path }) => path.includes(only));
}

/** Returns files with styles that show lists. Up to half of them have the extension of a template. */
function chooseTemplates(corpus: Corpus, seed: number): CorpusFile[] {
  const files = shuffle(
    wordFiles(corpus).filter(({ bytes }) => bytes <= MOST_BYTES),
    seededRandom(seed, "templates"),
  );
  const isTemplate = (file: CorpusFile): boolean => /^dot[xm]$/.test(extensionOf(file));
  const take = (from: readonly CorpusFile[], size: number): CorpusFile[] => {
    const taken: CorpusFile[] = [];
    for (const file of from) if (taken.length < size && showsLists(join(corpus.root, file.path))) taken.push(file);
    return taken;
  };
  const templates = take(files.filter(isTemplate), TEMPLATES / 2);
  return [
    ...templates,
    ...take(
      files.filter((file) => !isTemplate(file)),
      TEMPLATES - templates.length,
    ),
  ];
}

function showsLists(file: string): boolean {
  try {
    return [...readStyleLists(readFileSync(file)).shown.values()].some((list) => list !== "none");
  } catch {
    // The judge's parser does not read every file of the corpus.
    return false;
  }
}

export function reportTemplates(
  results: readonly TemplateResult[],
  { corpus, seed }: { readonly corpus: string; readonly seed: number },
): Report {
  const pairs = results.flatMap(({ path, pairs: own }) => own.map((pair) => ({ path, ...pair })));
  const failed = pairs.filter(({ problems }) => Object.keys(problems).length > 0);
  const rows = templateChecks.map((check) => {
    const wrong = pairs.filter(({ problems }) => problems[check] !== undefined).length;
    return [check, pairs.length - wrong, wrong];
  });
  const sum = (count: (pair: (typeof pairs)[number]) => number): number =>
    pairs.reduce((total, pair) => total + count(pair), 0);
  const unread = results.filter((result) => result.unread !== "");
  const numbered = sum((pair) => pair.numbered);
  return {
    text: [
      formatTable(["check", "results", "failed"], rows),
      ...failed.flatMap(({ path, template, problems }) =>
        Object.entries(problems).map(([check, problem]) => `failed: ${path} with ${template}: ${check}: ${problem}`),
      ),
      ...unread.map(({ path, unread: reason }) => `Not edited: ${path} (${reason})`),
    ],
    tally: { passed: pairs.length - failed.length, failed: failed.length },
    figures: {
      corpus,
      seed,
      documents: results.length - unread.length,
      templates: new Set(pairs.map(({ template }) => template)).size,
      results: pairs.length,
      imported: sum((pair) => pair.imported),
      numbered,
    },
    bar: {
      wanted: "every imported style shows the list that it shows in its template, and nothing else comes",
      isMet: numbered > 0 && failed.length === 0,
    },
  };
}
