// What must hold of a redline, each as a question with the answer in a few words: nothing when it holds.
//
// All accepted it is the document after, all rejected the one before, as the judge's own reader reads them; nothing is
// left of the changes; neither validator nor linter finds a kind of fault that neither input has; the other renderings
// rebuild what the engine reads. Inputs that hold tracked changes are read with them accepted.

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

/** The bytes of a document with its tracked changes accepted; as they are when it has none. */
export function acceptedBytes(bytes: Uint8Array): Uint8Array {
  const document = openCorpusDocument(bytes);
  if (listRevisions(document).length === 0) return bytes;
  acceptAll(document);
  return document.package.save(SAVE_LEVEL);
}

/** A redline decided by the engine, reopened from its bytes, against what it should then be, formatted when that is. */
export function compareDecided(redline: Uint8Array, verdict: Verdict, expected: Content): ContentComparison {
  const document = openCorpusDocument(redline);
  (verdict === "accept" ? acceptAll : rejectAll)(document);
  const withFormatting = expected.formatting !== undefined;
  return compareSettled(expected, readContent(document.package.save(SAVE_LEVEL), { withFormatting }));
}

/** Two documents of which the second was decided: nothing of its changes may be left. */
export function compareSettled(expected: Content, found: Content): ContentComparison {
  const [leftover] = found.leftovers;
  const comparison = compareContents(expected, found);
  if (comparison.difference !== undefined || leftover === undefined) return comparison;
  return { difference: { place: `${leftover} is left`, lines: ["", ""] }, decided: {} };
}

/** The kinds of errors that no input has. */
export async function newErrorKinds(redline: Uint8Array, inputs: readonly Uint8Array[]): Promise<string[]> {
  let unexplained = await validationKinds(redline);
  // The validator is slow, so an input is asked about only while something is left that it could explain.
  for (const input of inputs) if (unexplained.length > 0) unexplained = newKinds(await inputKinds(input), unexplained);
  return unexplained;
}

/** The validator gives up on a package that lost its relationships; then it is asked about the one the engine restores. */
async function inputKinds(bytes: Uint8Array): Promise<string[]> {
  const kinds = await validationKinds(bytes);
  const isGivenUp = kinds.some((kind) => kind.startsWith("throws"));
  return isGivenUp ? [...kinds, ...(await validationKinds(openCorpusDocument(bytes).package.save(1)))] : kinds;
}

/** Text at whose ends Word drops white space: an old fault may not become more. */
const COUNTED_RULE = "text-space-lost";

/** The rules of the linter that no input breaks. */
export function newFindings(redline: Uint8Array, inputs: readonly Uint8Array[]): string[] {
  const found = countFindings(redline);
  const known = found.size === 0 ? [] : inputs.map(countFindings);
  const knownTimes = (rule: string): number => known.reduce((sum, rules) => sum + (rules.get(rule) ?? 0), 0);
  return [...found]
    .filter(([rule, times]) => (rule === COUNTED_RULE ? times > knownTimes(rule) : knownTimes(rule) === 0))
    .map(([rule]) => rule);
}

/** The bookmarks that references of the rejected redline name in vain and those of the document before do not. */
export function newlyDangling(redline: Uint8Array, before: Uint8Array): string[] {
  const document = openCorpusDocument(redline);
  rejectAll(document);
  const known = danglingReferences(acceptedBytes(before));
  return [...danglingReferences(document.package.save(SAVE_LEVEL))].filter((name) => !known.has(name));
}

/** How often each rule of the linter is broken. */
function countFindings(bytes: Uint8Array): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { rule, count } of lintDocument(openCorpusDocument(bytes))) {
    counts.set(rule, (counts.get(rule) ?? 0) + count);
  }
  return counts;
}

/** Where the text of a rendering parts from what the engine reads in the redline; nothing where there is no rendering. */
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

/** What docxodus makes of the redline. */
export interface Opinion {
  readonly kind: "alike" | "differs" | "none";
  readonly reason: string;
}

/** Whether docxodus comes to the same text of the body, both ways. */
export async function askDocxodus(redline: Uint8Array, expected: Readonly<Record<Verdict, Content>>): Promise<Opinion> {
  for (const verdict of ["accept", "reject"] as const) {
    const reply = await (verdict === "accept" ? docxodusAccept : docxodusReject)(redline);
    if ("error" in reply) return { kind: "none", reason: `${verdict}: ${reply.error}` };
    const difference = listDifference(bodyTexts(expected[verdict]), bodyTexts(readContent(reply.ok)));
    if (difference !== undefined) return { kind: "differs", reason: `${verdict}: ${difference}` };
  }
  return { kind: "alike", reason: "" };
}
