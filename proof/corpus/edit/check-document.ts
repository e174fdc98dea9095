// Makes and judges all requests on one document, in its own thread.

import { appendFileSync, readFileSync } from "node:fs";
import { contentJson } from "@versus/engine/inside";
import { type ContentJson, type EditTypeName, Failure } from "@versus/engine/tasks";
import { newKinds, validationKinds } from "../../oracles/validation-kinds.ts";
import { seededRandom } from "../../runner/random.ts";
import { openCorpusDocument } from "../read-document.ts";
import { checkRequest, type Outcome, type RequestProblem, readUpload, type Upload } from "./check-request.ts";
import { makers } from "./requests/makers.ts";
import { Draw, type Edit } from "./requests/request.ts";
import { Subject } from "./requests/subject.ts";
import { excuseOf } from "./rightly-refused.ts";

export interface DocumentJob {
  readonly path: string;
  readonly file: string;
  readonly seed: number;
  /** The type of edit for which requests are made; all types if undefined. */
  readonly type: string | undefined;
  /** The file in which the result is kept, so that a stopped run can continue. */
  readonly record: string | undefined;
}

/** The results of the requests of one type. */
export interface TypeResult {
  readonly type: string;
  readonly requests: number;
  readonly edited: number;
  readonly validated: number;
  /** Maps the reason why a refusal could not be predicted to the number of requests refused for it. */
  readonly excused: Readonly<Record<string, number>>;
  readonly faults: readonly Fault[];
}

export interface Fault {
  /** The number of the request among the document's requests of this type. */
  readonly number: number;
  readonly check: RequestProblem["check"] | "refused";
  readonly problem: string;
  readonly lines: readonly string[];
  readonly edits: string;
}

export interface DocumentResult {
  readonly path: string;
  readonly outcome: "judged" | "unread" | "crashed";
  readonly reason: string;
  readonly types: readonly TypeResult[];
  /** How often something could not be predicted, by reason. */
  readonly open: Readonly<Record<string, number>>;
  readonly milliseconds: number;
}

/** Number of requests of each type on each document, and of types that few documents permit. */
const TIMES = 3;
const MORE: Readonly<Partial<Record<EditTypeName, number>>> = {
  remove_section_break: 10,
  delete_table: 6,
  delete_table_row: 8,
  delete_table_column: 8,
  set_hyperlink: 8,
  remove_hyperlink: 8,
  delete_note: 12,
  accept_revision: 8,
  reject_revision: 8,
};

/** Shares of requests whose redlines are validated. `MORE_VALIDATED` is for the types in `MORE`. */
const VALIDATED = 0.08;
const MORE_VALIDATED = 0.15;

export async function work(job: DocumentJob): Promise<DocumentResult> {
  const start = performance.now();
  const upload = openUpload(readFileSync(job.file));
  const result = (outcome: DocumentResult["outcome"], reason: string, types: readonly TypeResult[]): DocumentResult => {
    const milliseconds = Math.round(performance.now() - start);
    const open = typeof upload === "string" ? {} : Object.fromEntries(upload.open);
    return { path: job.path, outcome, reason, types, open, milliseconds };
  };
  if (typeof upload === "string") return result("unread", upload, []);
  const subject = new Subject(upload.content);
  const types: TypeResult[] = [];
  const wanted = Object.keys(makers).filter((type) => job.type === undefined || type === job.type);
  for (const type of wanted as EditTypeName[]) types.push(await checkType({ job, upload, subject, type }));
  const judged = result("judged", "", types);
  if (job.record !== undefined) appendFileSync(job.record, `${JSON.stringify(judged)}\n`);
  return judged;
}

export function crashedDocument({ path }: DocumentJob, reason: string): DocumentResult {
  const told = reason.split("\n").slice(0, 3).join(" ");
  return { path, outcome: "crashed", reason: told, types: [], open: {}, milliseconds: 0 };
}

/** Returns the document, or why it cannot be edited. */
function openUpload(bytes: Uint8Array): Upload | string {
  return unlessUnreadable(() => {
    const content = readEditable(bytes);
    return typeof content === "string" ? content : readUpload(bytes, content);
  });
}

/** Returns the content from which requests are made, or why it cannot be read. */
export function editableContent(bytes: Uint8Array): ContentJson | string {
  return unlessUnreadable(() => readEditable(bytes));
}

function readEditable(bytes: Uint8Array): ContentJson | string {
  const content = contentJson(openCorpusDocument(bytes));
  return content.blocks.length === 0 ? "no paragraphs" : content;
}

function unlessUnreadable<Read>(read: () => Read): Read | string {
  try {
    return read();
  } catch (problem) {
    if (problem instanceof Failure) return problem.code;
    throw problem;
  }
}

interface TypeJob {
  readonly job: DocumentJob;
  readonly upload: Upload;
  readonly subject: Subject;
  readonly type: EditTypeName;
}

async function checkType({ job, upload, subject, type }: TypeJob): Promise<TypeResult> {
  const faults: Fault[] = [];
  const excused: Record<string, number> = {};
  let [requests, edited, validated] = [0, 0, 0];
  for (const { number, edits, written } of requestsOf({ job, subject, type })) {
    requests += 1;
    const outcome = checkRequest(upload, edits);
    const isValidated = outcome.kind === "edited" && drawsValidation(job, type, number);
    const judged = isValidated ? [await validationProblems(upload, outcome.redline)] : [];
    if (isValidated) validated += 1;
    if (outcome.kind === "edited") edited += 1;
    const found = [...faultsOf(outcome, edits, excused), ...judged.flat()];
    faults.push(...found.map((fault) => ({ ...fault, number, edits: written })));
  }
  return { type, requests, edited, validated, excused, faults };
}

interface Request {
  readonly number: number;
  readonly edits: readonly Edit[];
  /** The edits as JSON. */
  readonly written: string;
}

interface RequestSource {
  readonly job: Pick<DocumentJob, "seed" | "path">;
  readonly subject: Subject;
  readonly type: EditTypeName;
}

/** Returns the different requests of a type on a document, the same in every run. */
export function* requestsOf(source: RequestSource): Generator<Request> {
  const made = new Set<string>();
  for (let number = 0; number < (MORE[source.type] ?? TIMES); number += 1) {
    const edits = requestOf(source, number);
    const written = JSON.stringify(edits);
    // Few documents permit this number of different requests of every type.
    if (edits === undefined || made.has(written)) continue;
    made.add(written);
    yield { number, edits, written };
  }
}

/** Returns the request with this number. */
function requestOf({ job, subject, type }: RequestSource, number: number): readonly Edit[] | undefined {
  return makers[type](subject, new Draw(seededRandom(job.seed, job.path, type, number)));
}

function drawsValidation({ seed, path }: DocumentJob, type: EditTypeName, number: number): boolean {
  const share = MORE[type] === undefined ? VALIDATED : MORE_VALIDATED;
  return seededRandom(seed, "validate", path, type, number)() < share;
}

type Found = Omit<Fault, "number" | "edits">;

function faultsOf(outcome: Outcome, edits: readonly Edit[], excused: Record<string, number>): Found[] {
  if (outcome.kind === "edited") return [...outcome.problems];
  if (outcome.kind === "failed") return [outcome.problem];
  const { refusals } = outcome;
  const excuses = refusals.map(({ edit, of }) => excuseOf(edits[edit]!.type, of));
  if (excuses.every((excuse) => excuse !== undefined)) {
    for (const excuse of new Set(excuses)) excused[excuse] = (excused[excuse] ?? 0) + 1;
    return [];
  }
  return refusals
    .filter((_, at) => excuses[at] === undefined)
    .map(({ edit, says }) => ({ check: "refused", problem: `${edits[edit]!.type} ${says}`, lines: [] }));
}

/** Returns the kinds of validation errors that the upload does not have. */
async function validationProblems({ bytes }: Upload, redline: Uint8Array): Promise<Found[]> {
  const kinds = await validationKinds(redline);
  const added = kinds.length === 0 ? [] : newKinds(await uploadKinds(bytes), kinds);
  return added.length === 0 ? [] : [{ check: "no new kind of validation error", problem: added.join("; "), lines: [] }];
}

/**
 * The validator throws for a package that lost its relationships. Then it also validates the package as the engine
 * restores it.
 */
async function uploadKinds(bytes: Uint8Array): Promise<string[]> {
  const kinds = await validationKinds(bytes);
  const isGivenUp = kinds.some((kind) => kind.startsWith("throws"));
  return isGivenUp ? [...kinds, ...(await validationKinds(openCorpusDocument(bytes).package.save(1)))] : kinds;
}
