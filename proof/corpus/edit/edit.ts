// Implements `corpus edit`: requests of every type of edit, judged in every known way.
//
// A stopped run continues where it was. Results are kept by document, in a file whose name changes with the sources of
// the engine and of this command. So no result outlives the sources that it belongs to. A run with `--only` or `--type`
// does not use this file.

import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopValidator } from "../../oracles/validation-kinds.ts";
import type { Report } from "../../runner/report.ts";
import { sampleGroups } from "../../runner/sample.ts";
import { type Command, type CorpusRun, runJobs } from "../command.ts";
import { type CorpusFile, categoryOf } from "../manifest.ts";
import { crashedDocument, type DocumentJob, type DocumentResult, work } from "./check-document.ts";
import { chooseDocuments } from "./choose-documents.ts";
import { openRedlines } from "./office/open-redlines.ts";
import { reportEdits } from "./report-edits.ts";
import { editWithTemplates } from "./template/edit-template.ts";

export const edit: Command = {
  name: "edit",
  purpose: "edits of every type: rejected the upload, accepted the clean copy and what was foretold, valid",
  flags: {
    verbose: "every fault, with what was wanted and found",
    office: "a redline or two of every type, decided by LibreOffice and docxodus",
    template: "styles from templates: each shows the list that it shows in its template",
  },
  values: { only: "documents with this in their names", type: "requests of this type of edit alone" },
  run: (run) => {
    if (run.options.flags.has("template")) return editWithTemplates(run);
    return run.options.flags.has("office") ? openRedlines(run) : runEdit(run);
  },
};

const QUICK_SAMPLE = 20;
/** Each thread has its own validator, which needs half a gigabyte. */
const MOST_THREADS = 2;

async function runEdit(run: CorpusRun): Promise<Report> {
  const { corpus, options } = run;
  const type = options.values.get("type");
  const isPart = options.values.has("only") || type !== undefined;
  const record = isPart ? undefined : recordOf(options.seed);
  const known = record === undefined ? new Map<string, DocumentResult>() : readRecord(record);
  const files = chooseFiles(run);
  const jobs = files
    .filter(({ path }) => !known.has(path))
    .map(({ path }): DocumentJob => ({ path, file: join(corpus.root, path), seed: options.seed, type, record }));
  try {
    const module = new URL("./check-document.ts", import.meta.url).href;
    const threads = { ...run, options: { ...options, jobs: Math.min(MOST_THREADS, options.jobs) } };
    const made = await runJobs(threads, { module, work, onCrash: crashedDocument }, jobs);
    const results = new Map([...known, ...made.map((result) => [result.path, result] as const)]);
    return reportEdits({
      corpus: corpus.kind,
      seed: options.seed,
      results: files.map(({ path }) => results.get(path)!),
      isWhole: options.selection?.kind === "all" && corpus.kind === "large" && !isPart,
      isVerbose: options.flags.has("verbose"),
    });
  } finally {
    // The validator of a thread ends with its thread. This call stops the validator of a run without threads.
    stopValidator();
  }
}

/** Returns the documents that a run edits. */
export function chooseFiles({ corpus, options }: CorpusRun): readonly CorpusFile[] {
  const only = options.values.get("only");
  if (only !== undefined) return corpus.files.filter(({ path }) => path.includes(only));
  const all = chooseDocuments(corpus, options.seed);
  const selection = options.selection ?? { kind: "sample", size: QUICK_SAMPLE };
  if (selection.kind === "all") return all;
  // A small sample need not have a file of each category.
  return sampleGroups(all, { size: selection.size, seed: options.seed, groupOf: categoryOf }).slice(0, selection.size);
}

const repository = join(import.meta.dirname, "../../..");
const SOURCES = ["engine/{src,platform}/**/*.ts", "proof/corpus/edit/**/*.ts"];

/** Returns the file in which the results for a seed are kept. */
function recordOf(seed: number): string {
  const hash = createHash("sha256");
  const sources = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: repository })).filter(
    (name) => !name.endsWith(".test.ts"),
  );
  for (const name of sources.sort()) hash.update(readFileSync(join(repository, name)));
  const folder = join(tmpdir(), "versus-edit");
  mkdirSync(folder, { recursive: true });
  return join(folder, `${hash.digest("hex").slice(0, 16)}-${seed}.jsonl`);
}

/** Returns the results by document. A line that was cut short when the run ended is ignored. */
function readRecord(file: string): Map<string, DocumentResult> {
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, "utf8").split("\n");
  return new Map(
    lines.flatMap((line) => {
      try {
        const result = JSON.parse(line) as DocumentResult;
        return [[result.path, result] as const];
      } catch {
        return [];
      }
    }),
  );
}
