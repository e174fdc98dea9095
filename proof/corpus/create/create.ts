// Implements `corpus create`: creates documents from generated lists of paragraphs.
//
// Each list uses a template of the corpus or the default styles.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopValidator } from "../../oracles/validation-kinds.ts";
import type { Report } from "../../runner/report.ts";
import { sampleGroups } from "../../runner/sample.ts";
import { formatTable } from "../../runner/table.ts";
import { type Command, type CorpusRun, runJobs } from "../command.ts";
import type { Corpus } from "../find-corpus.ts";
import { type CorpusFile, categoryOf, extensionOf } from "../manifest.ts";
import { wordFiles } from "../word-files.ts";
import { askOffice, type OfficeOutcome } from "./ask-office.ts";
import { checkNames, crashedList, type ListJob, type ListResult, work } from "./check-list.ts";

export const create: Command = {
  name: "create",
  purpose: "lists of paragraphs over templates: the documents say what was asked, and nothing else of the templates",
  flags: { "no-office": "do not ask LibreOffice" },
  run: runCreate,
};

const LISTS = 500;
const TEMPLATES = 20;
/** Maximum number of documents that LibreOffice is asked to show. */
const OFFICE_SAMPLE = 60;
/** Each thread has its own validator, which needs half a gigabyte. */
const MOST_THREADS = 2;

async function runCreate(run: CorpusRun): Promise<Report> {
  const { corpus, options } = run;
  const folder = mkdtempSync(join(tmpdir(), "versus-create-"));
  try {
    const count = options.selection?.kind === "sample" ? options.selection.size : LISTS;
    const office = options.flags.has("no-office") ? undefined : folder;
    const jobs = planJobs({ corpus, seed: options.seed, count, office });
    const module = new URL("./check-list.ts", import.meta.url).href;
    const threads = { ...run, options: { ...options, jobs: Math.min(MOST_THREADS, options.jobs) } };
    const results = await runJobs(threads, { module, work, onCrash: crashedList }, jobs);
    return reportLists(results, { corpus: corpus.kind, seed: options.seed, office: await askOffice(jobs) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    // The validator of a thread ends with its thread. This call stops the validator of a run without threads.
    stopValidator();
  }
}

interface Plan {
  readonly corpus: Corpus;
  readonly seed: number;
  readonly count: number;
  /** The folder for the documents that LibreOffice opens; undefined if it is not asked. */
  readonly office: string | undefined;
}

/** Plans the jobs. The lists use the templates in turn; the first entry is the default styles. */
export function planJobs({ corpus, seed, count, office }: Plan): ListJob[] {
  const templates = [undefined, ...chooseTemplates(corpus, seed)];
  const step = Math.max(1, Math.floor(count / OFFICE_SAMPLE));
  return Array.from({ length: count }, (_, number) => {
    const path = templates[number % templates.length]?.path;
    const isShown = office !== undefined && number % step === 0 && number / step < OFFICE_SAMPLE;
    return {
      number,
      seed,
      template: path === undefined ? undefined : { path, file: join(corpus.root, path) },
      saveAs: isShown ? join(office, `${number}.docx`) : undefined,
    };
  });
}

/**
 * Chooses the templates. Half of them have the extension of a template, two are documents in the strict dialect, and
 * the others come from all categories.
 */
function chooseTemplates(corpus: Corpus, seed: number): CorpusFile[] {
  const files = wordFiles(corpus);
  const take = (from: readonly CorpusFile[], size: number): CorpusFile[] =>
    // `sampleGroups` returns at least one file per group, which may be too many.
    sampleGroups(from, { size, seed, groupOf: categoryOf }).slice(0, size);
  const templates = files.filter((file) => /^dot[xm]$/.test(extensionOf(file)));
  const strict = files.filter((file) => file.features.has("strict") && !templates.includes(file));
  const others = files.filter((file) => !templates.includes(file) && !strict.includes(file));
  const chosen = [...take(templates, TEMPLATES / 2), ...take(strict, 2)];
  return [...chosen, ...take(others, TEMPLATES - chosen.length)];
}

interface About {
  readonly corpus: string;
  readonly seed: number;
  readonly office: OfficeOutcome;
}

export function reportLists(results: readonly ListResult[], { corpus, seed, office }: About): Report {
  const failed = results.filter(({ problems }) => Object.keys(problems).length > 0);
  const rows = checkNames.map((check) => {
    const wrong = results.filter(({ problems }) => problems[check] !== undefined).length;
    return [check, results.length - wrong, wrong];
  });
  const unshown = office.kind === "asked" ? office.problems : [];
  const paragraphs = results.reduce((sum, result) => sum + result.paragraphs, 0);
  return {
    text: [
      formatTable(["check", "documents", "failed"], rows),
      ...failed.flatMap(({ name, problems }) =>
        Object.entries(problems).map(([check, problem]) => `failed: ${name}: ${check}: ${problem}`),
      ),
      office.kind === "asked"
        ? `LibreOffice shows ${office.asked - unshown.length} of ${office.asked} as asked`
        : `LibreOffice was not asked: ${office.reason}`,
      ...unshown.map((problem) => `not shown: ${problem}`),
    ],
    tally: { passed: results.length - failed.length, failed: failed.length + unshown.length },
    figures: { corpus, seed, lists: results.length, paragraphs, shown: office.kind === "asked" ? office.asked : 0 },
    bar: {
      wanted: "every document is what its list says",
      isMet: results.length > 0 && failed.length + unshown.length === 0,
    },
  };
}
