// Checks everything that must hold for the outcome of one request on one document.

import {
  contentJson,
  decide,
  lintDocument,
  listRevisions,
  type Verdict,
  type WordDocument,
} from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { type ContentJson, editTask, Failure } from "@versus/engine/tasks";
import { openCorpusDocument } from "../read-document.ts";
import {
  differencesFromAccepted,
  differencesFromUpload,
  type PartDifference,
  UploadedPackage,
} from "./canonical/compare-packages.ts";
import { effectsOf } from "./canonical/untracked-effects.ts";
import { compareWithContent } from "./predict/compare-with-content.ts";
import { predict } from "./predict/predict.ts";
import type { Edit } from "./requests/request.ts";

/** The author and date of the edits. No document of the corpus has changes by this author. */
const SIGNATURE = { author: "Versus corpus edit", date: "2031-02-03T04:05:06Z" } as const;

/** The hash of every password: the caller of the engine computes the hash. */
const PASSWORD = {
  salt: "AAECAwQFBgcICQoLDA0ODw==",
  hash: Buffer.alloc(64, 7).toString("base64"),
  spinCount: 100_000,
} as const;

export const checkNames = [
  "rejected it is the upload",
  "accepted it is the clean copy",
  "the clean copy is as foretold",
  "no new lint finding",
  "no new kind of validation error",
] as const;
export type CheckName = (typeof checkNames)[number];

export interface RequestProblem {
  readonly check: CheckName | "it is carried out";
  /** Without any text of the document. */
  readonly problem: string;
  /** The expected and the found lines, for verbose reports. */
  readonly lines: readonly string[];
}

/** An uploaded document, read once for all requests on it. */
export interface Upload {
  readonly bytes: Uint8Array;
  readonly content: ContentJson;
  readonly canonical: UploadedPackage;
  readonly lint: ReadonlySet<string>;
  /** How often the content JSON did not allow a prediction, by reason. */
  readonly open: Map<string, number>;
  /** The ids of its tracked changes without an author. */
  readonly unsigned: ReadonlySet<string>;
}

export type Outcome =
  | { readonly kind: "edited"; readonly redline: Uint8Array; readonly problems: readonly RequestProblem[] }
  /** `of` is the reason and field of a refusal (`TEXT_NOT_FOUND text.match`), `says` its message. */
  | {
      readonly kind: "refused";
      readonly refusals: readonly { readonly edit: number; readonly of: string; readonly says: string }[];
    }
  | { readonly kind: "failed"; readonly problem: RequestProblem };

export function readUpload(bytes: Uint8Array, content: ContentJson): Upload {
  const document = openCorpusDocument(bytes);
  const unsigned = listRevisions(document).flatMap(({ author, id }) => (author === "" ? [id] : []));
  return {
    bytes,
    content,
    canonical: new UploadedPackage(document),
    lint: rulesOf(document),
    open: new Map(),
    unsigned: new Set(unsigned),
  };
}

export function checkRequest(upload: Upload, edits: readonly Edit[]): Outcome {
  const outcome = runEdits(upload.bytes, edits);
  if (outcome instanceof Error) return { kind: "failed", problem: failureOf(outcome) };
  if (outcome.kind === "refused") {
    const refusals = outcome.refusals.map(({ edit, reason, field, message }) => ({
      edit,
      of: `${reason} ${field.replace(/^edits\[\d+\]\.?/, "")}`,
      says: `${reason}: ${message}`,
    }));
    return { kind: "refused", refusals };
  }
  return { kind: "edited", redline: outcome.redline, problems: judge(upload, edits, outcome) };
}

/** Returns the outcome of a request, or the error that the engine throws. */
export function runEdits(document: Uint8Array, edits: readonly Edit[]): ReturnType<typeof editTask> | Error {
  try {
    const hasPassword = edits.some(({ settings }) => JSON.stringify(settings ?? {}).includes('"password"'));
    const secret = hasPassword ? { passwordHash: PASSWORD } : {};
    return editTask({ document, edits, ...SIGNATURE, codec: nodeZlib, ...secret });
  } catch (problem) {
    return problem instanceof Error ? problem : new Error(String(problem));
  }
}

function failureOf(problem: Error): RequestProblem {
  const check = "it is carried out";
  if (problem instanceof Failure) {
    return { check, problem: `${problem.code} ${JSON.stringify(problem.place ?? {})}`, lines: [problem.message] };
  }
  return { check, problem: (problem.stack ?? "").split("\n").slice(0, 3).join(" "), lines: [] };
}

interface Outputs {
  readonly redline: Uint8Array;
  readonly docx: Uint8Array;
}

function judge(upload: Upload, edits: readonly Edit[], { redline, docx }: Outputs): RequestProblem[] {
  const [marked, clean] = [openCorpusDocument(redline), openCorpusDocument(docx)];
  const lint = [...new Set([...rulesOf(marked), ...rulesOf(clean)])].filter((rule) => !upload.lint.has(rule));
  // The change of a table's grid has an id but no author. If a request inserts or deletes columns, an id that the
  // upload lacks belongs to the request.
  const hasColumns = edits.some(({ type }) => type.endsWith("_table_column"));
  const isOurGrid = (id: string): boolean => hasColumns && !upload.unsigned.has(id);
  const accepted = decided(marked, "accept", isOurGrid);
  const isDecision = edits.some(({ type }) => /^(?:accept|reject)_revision$/.test(type));
  const effects = effectsOf(edits);
  const back = isDecision ? [] : differencesFromUpload(upload.canonical, decided(marked, "reject", isOurGrid), effects);
  return [
    ...problems("rejected it is the upload", back),
    ...problems("accepted it is the clean copy", differencesFromAccepted(accepted, clean)),
    ...foretellingProblems(upload, edits, clean),
    ...(lint.length === 0 ? [] : [{ check: "no new lint finding" as const, problem: lint.join(" "), lines: [] }]),
  ];
}

/**
 * Returns where the clean copy differs from the prediction that is made from the upload's content JSON and the edits.
 */
function foretellingProblems({ content, open }: Upload, edits: readonly Edit[], clean: WordDocument): RequestProblem[] {
  const [first, ...more] = compareWithContent(predict(content, edits, SIGNATURE), contentJson(clean), open);
  if (first === undefined) return [];
  return [{ check: "the clean copy is as foretold", problem: placeOf(first), lines: [first, ...more.slice(0, 4)] }];
}

/** Returns the position of a difference, without any text of the document. */
function placeOf(difference: string): string {
  return difference.replace(/:.*$/s, "");
}

/** Returns the document with the request's changes decided. Changes of others stay undecided. */
function decided(document: WordDocument, verdict: Verdict, isOurGrid: (id: string) => boolean): WordDocument {
  const copy = { ...document, package: document.package.fork() };
  const ours = listRevisions(copy).filter(({ author, date, id }) =>
    author === "" && date === "" ? isOurGrid(id) : author === SIGNATURE.author && date === SIGNATURE.date,
  );
  decide(
    copy,
    ours.map((revision) => ({ revision, verdict })),
  );
  return copy;
}

function problems(check: CheckName, differences: readonly PartDifference[]): RequestProblem[] {
  const [first] = differences;
  if (first === undefined) return [];
  const places = differences.map(({ place }) => place).slice(0, 3);
  return [{ check, problem: places.join("; "), lines: [`wanted ${first.wanted}`, `found  ${first.found}`] }];
}

function rulesOf(document: WordDocument): Set<string> {
  return new Set(lintDocument(document).map(({ rule }) => rule));
}
