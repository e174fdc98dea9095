// Applies and checks edits in one line, for tests: a body, edits, and the redline as text.
//
// `comparisons.ts` describes the notation of the redline.

import { expect } from "vitest";
import { nodeZlib } from "../platform/node-zlib.ts";
import { openDocument, type WordDocument } from "../src/document/open-document.ts";
import { wordNames } from "../src/document/word-names.ts";
import { editDocument } from "../src/edit/edit-document.ts";
import type { EditResult } from "../src/edit/plan/edit-results.ts";
import type { ParagraphName, Refusal } from "../src/edit/refusal.ts";

export { contentJson } from "../src/render/content/read-content.ts";

import { acceptAll, rejectAll } from "../src/revisions/decide/decide.ts";
import type { Source } from "./comparisons.ts";
import { docx } from "./documents.ts";
import { text } from "./packages.ts";
import { redlineText } from "./redline-text.ts";

const SIGNATURE = { author: "Eve", date: "2026-03-04T05:06:07Z" } as const;

type Given = Readonly<Record<string, unknown>>;

export interface Edited {
  readonly redline: WordDocument;
  readonly clean: WordDocument;
}

/**
 * Returns the redline and the clean copy of edits. Also expects that both accept to the same document, and that the redline
 * rejects to the upload.
 */
export function edit(source: string | Source, ...edits: readonly Given[]): Edited {
  const outcome = editDocument(openSource(source), edits, SIGNATURE);
  if (outcome.kind === "refused") throw new Error(JSON.stringify(outcome.refusals));
  const [redline, clean] = [reopened(outcome.redline), reopened(outcome.clean)];
  expect(decided(redline, acceptAll)).toBe(decided(clean, acceptAll));
  expect(decided(redline, rejectAll)).toBe(decided(openSource(source), rejectAll));
  return { redline, clean };
}

/** Expects a redline text for edits of a document. */
export function checkEdit(source: string | Source, edits: readonly Given[], expected: string): void {
  expect(redlineText(edit(source, ...edits).redline)).toBe(expected);
}

/** Returns the text of a document after edits, with all changes accepted. */
export function acceptedText(source: string | Source, ...edits: readonly Given[]): string {
  return decided(edit(source, ...edits).redline, acceptAll);
}

/** Returns the results of edits as lines: `edit: places in paragraphs`. */
export function results(source: string | Source, ...edits: readonly Given[]): string[] {
  const outcome = editDocument(openSource(source), edits, SIGNATURE);
  if (outcome.kind === "refused") throw new Error(JSON.stringify(outcome.refusals));
  return outcome.results.map(resultLine);
}

/**
 * Returns the clean copy and the results of edits that skip positions with an undecided change: `edit: places in paragraphs,
 * not in others`.
 */
export function editSettled(source: string | Source, ...edits: readonly Given[]) {
  const outcome = editDocument(openSource(source), edits, { ...SIGNATURE, undecided: "skip" });
  if (outcome.kind === "refused") throw new Error(JSON.stringify(outcome.refusals));
  return { xml: bodyXml(reopened(outcome.clean)), results: outcome.results.map(resultLine) };
}

function resultLine({ edit: at, places, paragraphs, skipped }: EditResult): string {
  const named = (all: readonly ParagraphName[]): string =>
    all.map(({ index, part }) => (part === undefined ? `${index}` : `${part.kind} ${index}`)).join(" ");
  const left = skipped === undefined ? "" : `, not in ${named(skipped)}`;
  return `${`${at}: ${places} in ${named(paragraphs)}`.trim()}${left}`;
}

/** Returns the refusals of edits as `edit field reason`, the field without the name of the edit. */
export function refusals(source: string | Source, ...edits: readonly Given[]): string[] {
  return refused(source, ...edits).map(
    ({ edit: at, field, reason }) => `${at} ${field.replace(/^edits\[\d+\]\.?/, "")} ${reason}`,
  );
}

export function refused(source: string | Source, ...edits: readonly Given[]): readonly Refusal[] {
  const outcome = editDocument(openSource(source), edits, SIGNATURE);
  return outcome.kind === "refused" ? outcome.refusals : [];
}

/** Returns the body of a document as XML, without ids, authors and dates of changes. */
export function bodyXml(document: WordDocument): string {
  return text(document.package.bytes(document.main))
    .replace(/^.*?<w:body>|<\/w:body>.*$/gs, "")
    .replaceAll(/ (w:id|w:author|w:date|xml:space)="[^"]*"/g, "");
}

export function openSource(source: string | Source): WordDocument {
  const { body, parts, links = {}, images = {} } = typeof source === "string" ? { body: source } : source;
  return openDocument(docx(body, parts, { links, images }), { codec: nodeZlib, names: wordNames() });
}

function reopened(document: WordDocument): WordDocument {
  return openDocument(document.package.save(6), { codec: nodeZlib, names: wordNames() });
}

/**
 * Returns the text after all changes are decided. Field codes and links are not shown, because a simple field or a link may
 * have become a complex field.
 */
function decided(document: WordDocument, decide: (document: WordDocument) => void): string {
  const copy = { ...document, package: document.package.fork() };
  decide(copy);
  return redlineText(copy).replaceAll(/\{[A-Z][^}]*\}|[⟨⟩]/g, "");
}
