// Defines what must hold for a redline. Each check returns its problems in a few words.
//
// - With all changes accepted, the redline is the document after; with all rejected, the document before, as the
//   judge's own reader reads them. No change is left.
// - Neither the validator nor the linter finds a kind of problem that no input has.
// - The other renderings rebuild what the engine reads.
//
// Tracked changes of inputs are accepted before reading.

import {
  acceptAll,
  lintDocument,
  listRevisions,
  readView,
  rejectAll,
  storiesOf,
  type Verdict,
  type WordDocument,
} from "@versus/engine/inside";
import { docxodusAccept, docxodusReject } from "../../oracles/docxodus-decisions.ts";
import { newKinds, validationKinds } from "../../oracles/validation-kinds.ts";
import { openCorpusDocument, SAVE_LEVEL } from "../read-document.ts";
import { type ContentComparison, compareContents } from "./compare-contents.ts";
import type { Redline } from "./comparer.ts";
import { danglingReferences } from "./dangling-references.ts";
import { bodyTexts, type Content, readContent } from "./read-content.ts";
import { rebuildJson } from "./rebuild-json.ts";
import { rebuildMarkdown } from "./rebuild-markdown.ts";

export interface Inputs {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** Returns the bytes of a document with its tracked changes accepted; unchanged if it has none. */
export function acceptedBytes(bytes: Uint8Array): Uint8Array {
  const document = openCorpusDocument(bytes);
  if (listRevisions(document).length === 0) return bytes;
  acceptAll(document);
  return document.package.save(SAVE_LEVEL);
}

/**
 * Decides a redline with the engine, opens the saved bytes and compares them with the expected document. Formatting
 * is compared if that document was read with it.
 */
export function compareDecided(redline: Uint8Array, verdict: Verdict, expected: Content): ContentComparison {
  const document = openCorpusDocument(redline);
  (verdict === "accept" ? acceptAll : rejectAll)(document);
  const options = { withFormatting: expected.formatting !== undefined, isAsSeen: expected.isAsSeen };
  return compareSettled(expected, readContent(document.package.save(SAVE_LEVEL), options));
}

/** Compares two documents. The second one was decided, so it must have no changes left. */
export function compareSettled(expected: Content, found: Content): ContentComparison {
  const [leftover] = found.leftovers;
  const comparison = compareContents(expected, found);
  if (comparison.difference !== undefined || leftover === undefined) return comparison;
  return { difference: { place: `${leftover} is left`, lines: ["", ""] }, decided: {} };
}

/** Returns the kinds of validation errors that no input has. */
export async function newErrorKinds(redline: Uint8Array, inputs: readonly Uint8Array[]): Promise<string[]> {
  let unexplained = await validationKinds(redline);
  // The validator is slow, so an input is validated only while some errors are unexplained.
  for (const input of inputs) if (unexplained.length > 0) unexplained = newKinds(await inputKinds(input), unexplained);
  return unexplained;
}

/**
 * The validator throws for a package that lost its relationships. Then it also validates the package as the engine
 * restores it.
 */
async function inputKinds(bytes: Uint8Array): Promise<string[]> {
  const kinds = await validationKinds(bytes);
  const isGivenUp = kinds.some((kind) => kind.startsWith("throws"));
  return isGivenUp ? [...kinds, ...(await validationKinds(openCorpusDocument(bytes).package.save(1)))] : kinds;
}

/**
 * The rule for text at whose ends Word drops white space. It is counted, so that old findings may stay but not
 * increase.
 */
const COUNTED_RULE = "text-space-lost";

/**
 * Returns the lint rules that the redline breaks and no input does. `COUNTED_RULE` is listed if the redline breaks it
 * more often than all inputs together.
 */
export function newFindings(redline: Uint8Array, inputs: readonly Uint8Array[]): string[] {
  const found = countFindings(redline);
  const known = found.size === 0 ? [] : inputs.map(countFindings);
  const knownTimes = (rule: string): number => known.reduce((sum, rules) => sum + (rules.get(rule) ?? 0), 0);
  return [...found]
    .filter(([rule, times]) => (rule === COUNTED_RULE ? times > knownTimes(rule) : knownTimes(rule) === 0))
    .map(([rule]) => rule);
}

/** Returns the missing bookmarks to which the rejected redline refers and the document before does not. */
export function newlyDangling(redline: Uint8Array, before: Uint8Array): string[] {
  const document = openCorpusDocument(redline);
  rejectAll(document);
  const known = danglingReferences(acceptedBytes(before));
  return [...danglingReferences(document.package.save(SAVE_LEVEL))].filter((name) => !known.has(name));
}

/** Returns how often each lint rule is broken. */
function countFindings(bytes: Uint8Array): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { rule, count } of lintDocument(openCorpusDocument(bytes))) {
    counts.set(rule, (counts.get(rule) ?? 0) + count);
  }
  return counts;
}

/**
 * Returns where the text of a rendering differs from the engine's reading of the redline; empty for a missing
 * rendering.
 */
export function renderingDifferences({ docx, json, markdown }: Redline): { json: string[]; markdown: string[] } {
  const document = openCorpusDocument(docx);
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  return {
    json: json === undefined ? [] : rebuiltDifferences(document, (side) => rebuildJson(JSON.parse(decode(json)), side)),
    markdown:
      markdown === undefined ? [] : rebuiltDifferences(document, (side) => rebuildMarkdown(decode(markdown), side)),
  };
}

const SIDES = [
  { side: "base", view: "rejected" },
  { side: "revised", view: "accepted" },
] as const;

type Side = (typeof SIDES)[number]["side"];

function rebuiltDifferences(document: WordDocument, rebuild: (side: Side) => string[]): string[] {
  const body = storiesOf(document).find(({ kind }) => kind === "body")!;
  return SIDES.flatMap(({ side, view }) => {
    const expected = readView(body, view).map(({ text }) => text);
    const difference = listDifference(expected, rebuild(side));
    return difference === undefined ? [] : [`${side} ${difference}`];
  });
}

export function listDifference(expected: readonly string[], found: readonly string[]): string | undefined {
  const length = Math.max(expected.length, found.length);
  const at = Array.from({ length }, (_, index) => index).find((index) => expected[index] !== found[index]);
  return at === undefined ? undefined : `paragraph ${at} (${expected.length} and ${found.length})`;
}

/** The result of docxodus for the redline. */
export interface Opinion {
  readonly kind: "alike" | "differs" | "none";
  readonly reason: string;
}

/** Compares the body text that docxodus gives with the expected text, both ways. */
export async function askDocxodus(redline: Uint8Array, expected: Readonly<Record<Verdict, Content>>): Promise<Opinion> {
  for (const verdict of ["accept", "reject"] as const) {
    const reply = await (verdict === "accept" ? docxodusAccept : docxodusReject)(redline);
    if ("error" in reply) return { kind: "none", reason: `${verdict}: ${reply.error}` };
    const options = { withFormatting: false, isAsSeen: expected[verdict].isAsSeen };
    const difference = listDifference(bodyTexts(expected[verdict]), bodyTexts(readContent(reply.ok, options)));
    if (difference !== undefined) return { kind: "differs", reason: `${verdict}: ${difference}` };
  }
  return { kind: "alike", reason: "" };
}
