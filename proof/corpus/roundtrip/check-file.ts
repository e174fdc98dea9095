// Checks the round trip of one document, in its own thread.
//
// The document is read in full and saved without a change: the file must be the same, to the byte. Then one word is
// changed, and the document is saved and opened again. Every other part must be the same, the main part must be the
// same except for that word, and the new word must be in it. Relationship parts that we restored may be added. A
// document that we refuse to open is reported apart from a document that we opened and damaged.

import { readFileSync, writeFileSync } from "node:fs";
import { W, type WordDocument } from "@versus/engine/inside";
import { Failure } from "@versus/engine/tasks";
import { seededRandom } from "../../runner/random.ts";
import { changeWord, elementsNamed, textOf, type WordChange } from "../change-word.ts";
import { openCorpusDocument, readDocument, SAVE_LEVEL } from "../read-document.ts";
import { changedRange, onlyInserts, replacesTextOnly } from "./changed-range.ts";
import { areEqual, compareArchives } from "./compare-archives.ts";

export interface RoundTripJob {
  /** Path from the root of the corpus; the name of the file in the report. */
  readonly path: string;
  readonly file: string;
  readonly seed: number;
  /** The file in which the changed document is saved for LibreOffice; undefined if it is not in that sample. */
  readonly keepAs: string | undefined;
}

export interface RoundTrip {
  readonly path: string;
  /** Why the document does not open; undefined if it opens. */
  readonly refusal: { readonly code: string; readonly reason: string } | undefined;
  /** Problems after the document was opened, or a crash at any time. */
  readonly problems: readonly string[];
  readonly change: WordChange["kind"] | undefined;
  readonly noticeCodes: readonly string[];
  readonly xmlParts: number;
  readonly paragraphs: number;
}

const UNREAD = { refusal: undefined, problems: [], change: undefined, noticeCodes: [], xmlParts: 0, paragraphs: 0 };

/** Checks the round trip of one document. */
export function work(job: RoundTripJob): RoundTrip {
  const bytes = readFileSync(job.file);
  const opened = attempt(() => readDocument(bytes));
  if (opened instanceof Failure) {
    return { ...UNREAD, path: job.path, refusal: { code: opened.code, reason: opened.message } };
  }
  const { document, xmlParts, notices } = opened;
  const restored = notices.filter(({ code }) => code === "PACKAGE_RELATIONSHIPS_RESTORED").map(({ part }) => part!);
  const unchanged = checkUnchanged(bytes, document, restored);
  const paragraphs = elementsNamed(document.package.tree(document.main), W.p).length;
  const change = changeWord(document, seededRandom(job.seed, job.path));
  const saved = document.package.save(SAVE_LEVEL);
  if (job.keepAs !== undefined) writeFileSync(job.keepAs, saved);
  return {
    path: job.path,
    refusal: undefined,
    problems: [...unchanged, ...checkChanged({ bytes, saved, change, document, restored })],
    change: change.kind,
    noticeCodes: [...notices, ...document.package.passedThroughNotices()].map(({ code }) => code),
    xmlParts,
    paragraphs,
  };
}

/** Any error except a Failure is a problem of our code, never of the document. */
export function crashedRoundTrip({ path }: RoundTripJob, reason: string): RoundTrip {
  const [error = "", place = ""] = reason.split("\n");
  return { ...UNREAD, path, problems: [`crash: ${error} ${place.trim()}`] };
}

/** Returns the value, or the Failure that `make` throws. */
function attempt<Value>(make: () => Value): Value | Failure {
  try {
    return make();
  } catch (problem) {
    if (problem instanceof Failure) return problem;
    throw problem;
  }
}

function checkUnchanged(bytes: Uint8Array, document: WordDocument, restored: readonly string[]): string[] {
  const saved = document.package.save(SAVE_LEVEL);
  if (restored.length === 0) return areEqual(bytes, saved) ? [] : ["untouched: the file is not the same"];
  return compareArchives(bytes, saved, { changed: undefined, added: restored }).map((text) => `untouched: ${text}`);
}

interface ChangedDocument {
  readonly bytes: Uint8Array;
  readonly saved: Uint8Array;
  readonly change: WordChange;
  readonly document: WordDocument;
  readonly restored: readonly string[];
}

function checkChanged(changed: ChangedDocument): string[] {
  const { bytes, saved, change, document, restored } = changed;
  const name = change.kind === "nothing" ? undefined : entryName(document);
  const reopened = attempt(() => openCorpusDocument(saved));
  const problems = [
    ...compareArchives(bytes, saved, { changed: name, added: restored }),
    ...(reopened instanceof Failure ? [`it no longer opens: ${reopened.message}`] : checkReopened(changed, reopened)),
  ];
  return problems.map((text) => `changed: ${text}`);
}

function checkReopened({ change, document }: ChangedDocument, reopened: WordDocument): string[] {
  const { main } = document;
  // The bytes of the tree are those of the part, except that UTF-16 is already converted to UTF-8, as in the saved
  // file.
  const range = changedRange(document.package.tree(main).span.bytes, reopened.package.bytes(main));
  const isOnlyThat = change.kind === "word" ? replacesTextOnly(range) : onlyInserts(range);
  const isThere = change.kind === "nothing" || holdsChange(reopened, change);
  return [
    ...(isOnlyThat ? [] : ["more of the main part changed than the word"]),
    ...(isThere ? [] : ["the changed text is not as it was set"]),
  ];
}

/** Returns the name of the main part as the archive spells it. */
function entryName({ package: opened, main }: WordDocument): string | undefined {
  return opened.partNames.find((name) => name.toLowerCase() === main.toLowerCase());
}

function holdsChange({ package: opened, main }: WordDocument, { index, text }: WordChange): boolean {
  const tree = opened.tree(main);
  const changed = elementsNamed(tree, W.t)[index];
  return changed !== undefined && textOf(tree, changed) === text;
}
