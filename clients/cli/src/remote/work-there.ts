// Lets a service do the work of a command: uploads documents, waits for the job, fetches its files.
//
// Equal options give the same files as on this machine, except the date: the service sets it where the API takes none.

import { type AllOptions, type Decisions, type RedlineSummary, toWire } from "@versus/engine/tasks";
import type { api, Finished, RedlineOptions, Versus } from "@versus/sdk";
import { Misuse, Refusal } from "../command.ts";
import { STANDARD_STREAM } from "../files/read-input.ts";
import type { Source } from "../report/failure-words.ts";
import { noticeWordsOf } from "../report/notice-words.ts";
import { printable } from "../report/printable.ts";
import type { Progress } from "../report/progress.ts";
import { summaryOf } from "../report/summary-words.ts";

/** The files of a job by format, and the job's id, which `versus accept` and `versus view` take. */
export interface MadeThere<Format extends string> {
  readonly id: string;
  readonly artifacts: ReadonlyMap<Format, Uint8Array>;
  /** Read the JSON, which is one of the files. */
  readonly summary: () => RedlineSummary;
  readonly noticeLines: () => readonly string[];
}

interface Working {
  readonly versus: Versus;
  readonly progress: Progress;
}

/** Compares two documents at the service. The forms of the API have other option names than the engine. */
export async function compareThere<Format extends string>(
  { before, after }: { readonly before: Source; readonly after: Source },
  { author, options, formats }: { author: string; options?: Partial<AllOptions>; formats: readonly Format[] },
  working: Working,
): Promise<MadeThere<Format>> {
  const form = {
    original: upload(before),
    modified: upload(after),
    author,
    ...toWire(options ?? {}),
  };
  return make(working, formats, ({ versus }, how) => versus.compare(form, how));
}

interface MergeThere {
  readonly authors: readonly string[];
  readonly formatting: AllOptions["formatting"] | undefined;
}

export function mergeThere<Format extends string>(
  sources: readonly Source[],
  { authors, formatting, formats }: MergeThere & { readonly formats: readonly Format[] },
  working: Working,
): Promise<MadeThere<Format>> {
  const [original, ...revisions] = sources.map(upload);
  const mode = formatting === undefined ? {} : { formatting };
  const form = { original: original!, revisions, authors, ...mode };
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
  return withRefusals(async () => {
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
  return withRefusals(async () => {
    working.progress.begin("creating");
    const form = { name, paragraphs: paragraphs as never, ...styles(template) };
    return (await working.versus.create(form, waiting(working))).download();
  }, working);
}

export function decideThere(id: string, decisions: Decisions, working: Working): Promise<Uint8Array> {
  return withRefusals(async () => {
    working.progress.begin("deciding");
    return (await working.versus.decide(id, decisions as never, waiting(working))).download();
  }, working);
}

/** Returns the page of a comparison or a merge of the service. */
export function viewThere(id: string, working: Working): Promise<Uint8Array> {
  return withRefusals(async () => {
    working.progress.begin("fetching");
    const { versus } = working;
    const objects = id.startsWith("mrg_") ? versus.merges : versus.comparisons;
    const { downloads = [] } = await objects.read(id, { formats: ["viewer"] });
    const [page] = downloads;
    if (page === undefined) throw new Refusal(`${id} is not ready. Try again in a moment.`);
    return versus.download(page);
  }, working);
}

/**
 * Throws a Misuse if the word is not the id of a job. A service decides and shows only its own results, and a local
 * file has no id there.
 */
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
  return withRefusals(async () => {
    working.progress.begin("uploading");
    const { id, download } = await act(working, { ...waiting(working), formats });
    working.progress.begin("downloading");
    const artifacts = new Map<Format, Uint8Array>();
    for (const format of formats) artifacts.set(format, await download(format));
    const json = (): Uint8Array => artifacts.get("json" as Format)!;
    return { id, artifacts, summary: () => summaryOf(json()), noticeLines: () => noticeWordsOf(json()) };
  }, working);
}

/** Reports the whole wait as one stage, however often the job is read. */
function waiting({ progress }: Working): RedlineOptions {
  let isTold = false;
  return {
    onProgress: () => {
      if (!isTold) progress.begin("waiting for the service");
      isTold = true;
    },
  };
}

/** Returns the file for a form. The service finds its type by its name. */
function upload({ path, bytes }: Source): { name: string; data: Uint8Array } {
  return { name: path === STANDARD_STREAM ? "standard-input.docx" : path.split(/[\\/]/).at(-1)!, data: bytes };
}

function styles(template: Source | undefined) {
  return template === undefined ? {} : { style_template: upload(template) };
}

/** Throws a Refusal if the service refuses the call, the job fails, or the service does not answer. */
async function withRefusals<Value>(act: () => Promise<Value>, { progress }: Working): Promise<Value> {
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
