// Compares two bodies in one line, for tests, and expects the redline as text.
//
// - Text: `[-old-]` is deleted, `{+new+}` inserted, `<1-…-1>` moved away, `<1+…+1>` moved here.
// - A changed mark at the end of its paragraph is `¶-`, `¶+`, `¶<1` or `¶>1`. `§` ends a paragraph that ends a section.
// - ` | ` separates cells. Rows begin with `row:` (`row+:`, `row-:`), inserted or deleted cells with `(+)` or `(-)`.
// - Notes, text boxes, headers and footers follow on separate lines.

import { expect } from "vitest";
import { nodeZlib } from "../platform/node-zlib.ts";
import { compareDocuments, readSides } from "../src/compare/compare-documents.ts";
import { type CompareOptions, defaultOptions } from "../src/compare/options.ts";
import { planDocument } from "../src/compare/plan/plan-document.ts";
import { scriptOf } from "../src/compare/script/script-of-plan.ts";
import { openDocument, type WordDocument } from "../src/document/open-document.ts";
import { type Story, storiesOf } from "../src/document/text/stories.ts";
import { textBoxesOf } from "../src/document/text/text-boxes.ts";
import { wordNames } from "../src/document/word-names.ts";
import type { Notice } from "../src/failures/failure.ts";
import type { Names } from "../src/ooxml/xml/names.ts";
import { settleInputs } from "../src/redline/content/settle-inputs.ts";
import type { Role } from "../src/redline/content/source.ts";
import { checkScript } from "../src/redline/script/check-script.ts";
import type { Script } from "../src/redline/script/script.ts";
import type { RedlineJson } from "../src/render/redline.ts";
import { acceptAll, rejectAll } from "../src/revisions/decide/decide.ts";
import { lintDocument } from "../src/revisions/lint/lint-document.ts";
import { readView } from "../src/revisions/view.ts";
import { compareTask } from "../src/tasks/compare-task.ts";
import { docx, type PartName } from "./documents.ts";
import { redlineText } from "./redline-text.ts";

/** A document: its body, or more. */
export interface Source {
  readonly body: string;
  readonly parts?: Partial<Record<PartName, string>>;
  /** Maps relationship ids of the body to URLs of links. */
  readonly links?: Readonly<Record<string, string>>;
  /** Maps relationship ids of the body to contents of images. */
  readonly images?: Readonly<Record<string, string>>;
}

const SIGNATURE = { author: "Ann", date: "2026-01-02T03:04:05Z" } as const;

export interface Compared {
  readonly document: WordDocument;
  readonly bytes: Uint8Array;
  readonly notices: readonly Notice[];
}

export function compare(before: string | Source, after: string | Source): Compared {
  return compareWith(before, after, {});
}

export function compareWith(
  before: string | Source,
  after: string | Source,
  { carries = "after", ...options }: Partial<CompareOptions> & { readonly carries?: Role },
): Compared {
  const names = wordNames();
  const [one, other] = [openSource(before, names), openSource(after, names)];
  const given = { ...SIGNATURE, carries, options: { ...defaultOptions, ...options } };
  const { document, notices } = compareDocuments(one, other, given);
  return { document, bytes: document.package.save(6), notices };
}

/** Returns the JSON and the Markdown of a comparison. */
export function renderComparison(
  before: string | Source,
  after: string | Source,
  options: Partial<CompareOptions> = {},
): { readonly redline: RedlineJson; readonly markdown: string } {
  const { artifacts } = compareTask({
    ...{ before: bytesOf(before), after: bytesOf(after), names: { before: "a.docx", after: "b.docx" } },
    ...{ ...SIGNATURE, codec: nodeZlib, formats: ["json", "md"], options },
  });
  const textOf = (format: "json" | "md"): string => new TextDecoder().decode(artifacts.get(format));
  return { redline: JSON.parse(textOf("json")) as RedlineJson, markdown: textOf("md") };
}

function openSource(source: string | Source, names: Names): WordDocument {
  return openDocument(bytesOf(source), { codec: nodeZlib, names });
}

function bytesOf(source: string | Source): Uint8Array {
  const { body, parts = {}, links = {}, images = {} } = typeof source === "string" ? { body: source } : source;
  return docx(body, parts, { links, images });
}

/**
 * Compares two documents and expects a redline text. Also expects for every comparison:
 * - Accepting gives the after document, and rejecting gives the before document.
 * - The redline breaks no rule, and no block is replaced because finer changes were impossible.
 * - A second comparison gives the same bytes.
 * - The before document as carrier gives an exact redline too, and the scripts of both carriers follow their rules.
 */
export function checkRedline(before: string | Source, after: string | Source, expected: string): Compared {
  return checkRedlineWith({}, { before, after, expected });
}

interface ExpectedRedline {
  readonly before: string | Source;
  readonly after: string | Source;
  readonly expected: string;
}

/** Like `checkRedline`, with options. */
export function checkRedlineWith(
  options: Partial<CompareOptions>,
  { before, after, expected }: ExpectedRedline,
): Compared {
  const compared = compareWith(before, after, options);
  expect(redlineText(compared.document)).toBe(expected);
  checkExact(before, after, compared);
  expect(compareWith(before, after, options).bytes).toEqual(compared.bytes);
  checkExact(before, after, compareWith(before, after, { ...options, carries: "before" }));
  for (const carries of ["before", "after"] as const) {
    expect(checkScript(comparisonScript(before, after, { ...options, carries }))).toEqual([]);
  }
  return compared;
}

/** Returns the script of a comparison, before it is written. */
export function comparisonScript(
  before: string | Source,
  after: string | Source,
  { carries, ...given }: Partial<CompareOptions> & { readonly carries: Role },
): Script {
  const options = { ...defaultOptions, ...given };
  const names = wordNames();
  const [one, other] = [openSource(before, names), openSource(after, names)];
  acceptAll(one);
  acceptAll(other);
  const sources = readSides(one, other, { options, carries });
  const plan = planDocument(sources.before, sources.after, options);
  return scriptOf(plan, { sources, carries, label: SIGNATURE });
}

export function checkSound(before: string | Source, after: string | Source, compared: Compared): void {
  checkExact(before, after, compared);
  expect(compare(before, after).bytes).toEqual(compared.bytes);
}

function checkExact(before: string | Source, after: string | Source, compared: Compared): void {
  const settle = (document: WordDocument): void => settleInputs([document]);
  expect(textsAfter(compared.bytes, acceptAll)).toEqual(textsAfter(bytesOf(after), settle));
  expect(textsAfter(compared.bytes, rejectAll)).toEqual(textsAfter(bytesOf(before), settle));
  expect(compared.notices.filter(({ code }) => code === "BLOCK_FALLBACK")).toEqual([]);
  const rules = (bytes: Uint8Array): string[] => lintDocument(openBytes(bytes)).map(({ rule }) => rule);
  const known = new Set([...rules(bytesOf(before)), ...rules(bytesOf(after))]);
  expect(rules(compared.bytes).filter((rule) => !known.has(rule))).toEqual([]);
}

function openBytes(bytes: Uint8Array): WordDocument {
  return openDocument(bytes, { codec: nodeZlib, names: wordNames() });
}

/** Returns the text of every visible story with its kind. */
function textsAfter(bytes: Uint8Array, decide: (document: WordDocument) => void): string[] {
  const document = openBytes(bytes);
  decide(document);
  return storiesOf(document)
    .flatMap((story) => [story, ...textBoxesOf(story).map((box) => box.story)])
    .filter(({ kind }) => kind !== "comment")
    .map((story) => `${story.kind}: ${textOf(story)}`)
    .filter((text) => !/^(header|footer): $/.test(text))
    .sort();
}

function textOf(story: Story): string {
  return readView(story, "accepted")
    .map(({ text }) => text)
    .join("\n");
}
