// The work of the commands, done by a service: documents are uploaded, the job is waited for, and its files are fetched.
//
// The same options give the same files as on this machine, up to the date, which the service sets where the API takes none.

import type { CompareOptions, Decisions, RedlineSummary } from "@versus/engine/tasks";
import type { api, Finished, RedlineOptions, Versus } from "@versus/sdk";
import { Misuse, Refusal } from "../command.ts";
import { STANDARD_STREAM } from "../files/read-input.ts";
import type { Source } from "../report/failure-words.ts";
import { printable } from "../report/printable.ts";
import type { Progress } from "../report/progress.ts";
import { summaryOf } from "../report/summary-words.ts";

/** Files that were made there, by format, and the id by which `versus accept` and `versus view` name them. */
export interface MadeThere<Format extends string> {
  readonly id: string;
  readonly artifacts: ReadonlyMap<Format, Uint8Array>;
  /** Of its JSON, which is among them. */
  readonly summary: () => RedlineSummary;
}

interface Working {
  readonly versus: Versus;
  readonly progress: Progress;
}

/** The forms of the API name options otherwise than the engine. */
export async function compareThere<Format extends string>(
  { before, after }: { readonly before: Source; readonly after: Source },
  { author, options, formats }: { author: string; options?: CompareOptions; formats: readonly Format[] },
  working: Working,
): Promise<MadeThere<Format>> {
  const form = {
    original: upload(before),
    modified: upload(after),
    author,
    ...(options && {
      granularity: options.granularity,
      detect_moves: options.detectMoves,
      ignore_formatting: options.ignoreFormatting,
      ignore_case: options.ignoreCase,
      ignore_whitespace: options.ignoreWhitespace,
      ignore_typography: options.ignoreTypography,
      comments: options.comments,
    }),
  };
  return make(working, formats, ({ versus }, how) => versus.compare(form, how));
}

export function mergeThere<Format extends string>(
  sources: readonly Source[],
  { authors, formats }: { authors: readonly string[]; formats: readonly Format[] },
  working: Working,
): Promise<MadeThere<Format>> {
  const [original, ...revisions] = sources.map(upload);
  const form = { original: original!, revisions, authors };
  return make(working, formats, ({ versus }, how) => versus.merge(form, how));
}

export interface EditThere {
  readonly edits: readonly unknown[];
  readonly author: string;
  readonly date: string;
  readonly undecided: "refuse" | "skip";
}

export interface EditedThere {
  readonly kind: "edited";
  readonly docx: Uint8Array;
  readonly redline: Uint8Array;
  readonly results: readonly {
    readonly edit: number;
    readonly skipped: api.SkippedPlaces["paragraphs"];
  }[];
}

export async function editThere(
  [document, template]: readonly Source[],
  { edits, ...facts }: EditThere,
  working: Working,
): Promise<EditedThere> {
  return told(async () => {
    working.progress.begin("uploading");
    const { file_id } = await working.versus.files.upload({ document: upload(document!) });
    const request = { file_id, edits: edits as never, ...facts, ...styles(template) };
    const made = await working.versus.edit(request, { ...waiting(working), formats: ["docx", "redline"] });
    const { skipped = [] } = made.job;
    return {
      kind: "edited" as const,
      docx: await made.download("docx"),
      redline: await made.download("redline"),
      results: skipped.map(({ edit, paragraphs }) => ({ edit, skipped: paragraphs })),
    };
  }, working);
}

export function createThere(
  { name, paragraphs, template }: { name: string; paragraphs: unknown; template: Source | undefined },
  working: Working,
): Promise<Uint8Array> {
  return told(async () => {
    working.progress.begin("creating");
    const form = { name, paragraphs: paragraphs as never, ...styles(template) };
    return (await working.versus.create(form, waiting(working))).download();
  }, working);
}

export function decideThere(id: string, decisions: Decisions, working: Working): Promise<Uint8Array> {
  return told(async () => {
    working.progress.begin("deciding");
    return (await working.versus.decide(id, decisions as never, waiting(working))).download();
  }, working);
}

/** The page of a comparison or a merge that the service has. */
export function viewThere(id: string, working: Working): Promise<Uint8Array> {
  return told(async () => {
    working.progress.begin("fetching");
    const { versus } = working;
    const objects = id.startsWith("mrg_") ? versus.merges : versus.comparisons;
    const { downloads = [] } = await objects.read(id, { formats: ["viewer"] });
    const [page] = downloads;
    if (page === undefined) throw new Refusal(`${id} is not ready. Try again in a moment.`);
    return versus.download(page);
  }, working);
}

/** A service decides and shows what it made itself: a file of this machine has no id there. Throws a Misuse. */
export function refuseFile(word: string, name: string): void {
  if (/^(?:cmp|mrg)_[A-Za-z0-9]+$/.test(word)) return;
  throw new Misuse(
    `With --server, ${name} must be the id of a comparison (cmp_...) or a merge (mrg_...). For a file, leave out --server.`,
  );
}

function make<Format extends string>(
  working: Working,
  formats: readonly Format[],
  act: (working: Working, how: RedlineOptions) => Promise<Finished<unknown>>,
): Promise<MadeThere<Format>> {
  return told(async () => {
    working.progress.begin("uploading");
    const { id, download } = await act(working, { ...waiting(working), formats });
    working.progress.begin("downloading");
    const artifacts = new Map<Format, Uint8Array>();
    for (const format of formats) artifacts.set(format, await download(format));
    return { id, artifacts, summary: () => summaryOf(artifacts.get("json" as Format)!) };
  }, working);
}

/** One stage for the whole wait, however often it is asked. */
function waiting({ progress }: Working): RedlineOptions {
  let isTold = false;
  return {
    onProgress: () => {
      if (!isTold) progress.begin("waiting for the service");
      isTold = true;
    },
  };
}

/** The service knows the type of a file by its name. */
function upload({ path, bytes }: Source): { name: string; data: Uint8Array } {
  return { name: path === STANDARD_STREAM ? "standard-input.docx" : path.split(/[\\/]/).at(-1)!, data: bytes };
}

function styles(template: Source | undefined) {
  return template === undefined ? {} : { style_template: upload(template) };
}

/** Throws a Refusal for what the service refuses, and where it does not answer. */
async function told<Value>(act: () => Promise<Value>, { progress }: Working): Promise<Value> {
  const { VersusJobFailed, VersusRefusal, VersusUnreachable } = await import("@versus/sdk");
  try {
    return await act();
  } catch (problem) {
    if (problem instanceof VersusRefusal) {
      const details = problem.details.map(
        ({ field, message }) => `${field === undefined ? "" : `${field}: `}${message}`,
      );
      throw new Refusal([problem.message, ...details].map(printable).join("\n"));
    }
    if (problem instanceof VersusJobFailed || problem instanceof VersusUnreachable) {
      throw new Refusal(printable(problem.message));
    }
    throw problem;
  } finally {
    progress.end();
  }
}
