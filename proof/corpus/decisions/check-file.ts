// Checks everything that must hold when the changes of one document are decided, in its own thread.
//
// All changes are accepted, and in another copy all are rejected. Then the checks are:
// - No tracked change is left, and every change is in exactly one decision.
// - Neither the validator nor the linter finds a new kind of problem.
// - The view of the undecided document showed the same text, also for the changes of some authors.
// - Docxodus gives the same text.
// - Deciding the changes in random order, in up to 100 portions, gives the same document, part for part.

import { readFileSync } from "node:fs";
import {
  acceptAll,
  type Decision,
  decide,
  decideAuthors,
  listDecisions,
  listRevisions,
  type Revision,
  rejectAll,
  trackedParts,
  type Verdict,
  type WordDocument,
  writeTree,
} from "@versus/engine/inside";
import { docxodusAccept, docxodusReject } from "../../oracles/docxodus-decisions.ts";
import { newKinds, validationKinds } from "../../oracles/validation-kinds.ts";
import { seededRandom, shuffle } from "../../runner/random.ts";
import { openCorpusDocument, SAVE_LEVEL } from "../read-document.ts";
import { documentText, type TextOfKind, textDifferences } from "./document-text.ts";
import { leftovers } from "./leftovers.ts";
import { gravelyBroken, newlyBroken } from "./lint-rules.ts";
import { shownTexts, viewDifferences, viewOfSome } from "./view-text.ts";

export interface FileJob {
  /** Path from the root of the corpus; the name of the file in the report. */
  readonly path: string;
  readonly file: string;
  readonly seed: number;
}

export const checkNames = [
  "it goes through",
  "nothing is left",
  "no new kind of validation error",
  "no new lint finding",
  "the view equals the change",
  "the view of some authors equals the change",
  "every change is in one decision",
  "one at a time: the same text",
  "one at a time: the same parts",
  "the text is docxodus's",
] as const;
/** The first words of a problem if docxodus gives no result. */
export const NO_OPINION = "docxodus has no opinion";
export type CheckName = (typeof checkNames)[number];

/** The result of a check for one file and verdict. The check passed if there is no problem. */
export interface Outcome {
  readonly verdict: Verdict;
  readonly check: CheckName;
  readonly problem: string | undefined;
}

export interface FileResult {
  readonly path: string;
  readonly revisions: number;
  readonly decisions: number;
  readonly outcomes: readonly Outcome[];
}

const VERDICTS: readonly Verdict[] = ["accept", "reject"];

export async function work({ path, file, seed }: FileJob): Promise<FileResult> {
  const bytes = readFileSync(file);
  const document = openCorpusDocument(bytes);
  const outcomes: Outcome[] = [];
  for (const verdict of VERDICTS) outcomes.push(...(await checkVerdict({ path, bytes, seed, verdict })));
  return { path, revisions: listRevisions(document).length, decisions: listDecisions(document).length, outcomes };
}

export function crashedFile({ path }: FileJob, reason: string): FileResult {
  const [error = "", place = ""] = reason.split("\n");
  const problem = `crash: ${error} ${place.trim()}`;
  const outcomes = VERDICTS.map((verdict) => ({ verdict, check: "it goes through" as const, problem }));
  return { path, revisions: 0, decisions: 0, outcomes };
}

interface Question {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly seed: number;
  readonly verdict: Verdict;
}

async function checkVerdict(question: Question): Promise<Outcome[]> {
  const { bytes, verdict } = question;
  const document = openCorpusDocument(bytes);
  const rulesBefore = gravelyBroken(document);
  const views = shownTexts(document, verdict === "accept" ? "accepted" : "rejected");
  (verdict === "accept" ? acceptAll : rejectAll)(document);
  const view = viewDifferences(document, views);
  const saved = document.package.save(SAVE_LEVEL);
  const reopened = openCorpusDocument(saved);
  const text = documentText(reopened);
  const rules = newlyBroken(rulesBefore, gravelyBroken(reopened));
  const kinds = newKinds(await validationKinds(bytes), await validationKinds(saved));
  const found: Readonly<Record<CheckName, readonly string[]>> = {
    "it goes through": [],
    "nothing is left": leftovers(reopened),
    "no new kind of validation error": kinds,
    "no new lint finding": rules,
    "the view equals the change": view,
    "the view of some authors equals the change": checkAuthors(question),
    ...checkOneByOne(question, document, text),
    "the text is docxodus's": await compareWithDocxodus(question, text),
  };
  return checkNames.map((check) => ({ verdict, check, problem: problemText(found[check]) }));
}

/**
 * Checks the view that accepts the changes of some random authors and rejects those of the others. Each verdict draws
 * other authors.
 */
function checkAuthors({ path, bytes, seed, verdict }: Question): string[] {
  const document = openCorpusDocument(bytes);
  const random = seededRandom(seed, path, `authors ${verdict}`);
  const view = viewOfSome(document, () => random() < 0.5);
  const shown = shownTexts(document, view);
  decideAuthors(document, view);
  return viewDifferences(document, shown);
}

const MOST_TOLD = 4;

function problemText(problems: readonly string[]): string | undefined {
  const more = problems.length > MOST_TOLD ? `; and ${problems.length - MOST_TOLD} more` : "";
  return problems.length === 0 ? undefined : `${problems.slice(0, MOST_TOLD).join("; ")}${more}`;
}

/**
 * Maximum number of portions. More decisions than this are made in larger portions, because each portion reads the
 * whole document.
 */
const MOST_PORTIONS = 100;

function checkOneByOne({ path, bytes, seed, verdict }: Question, atOnce: WordDocument, text: readonly TextOfKind[]) {
  const document = openCorpusDocument(bytes);
  const decisions = listDecisions(document);
  const undecidable = unsorted(document, decisions);
  const size = Math.ceil(decisions.length / MOST_PORTIONS);
  const random = seededRandom(seed, path, verdict);
  // A decision may change the rest of another one, so the decisions are listed again after each portion.
  for (let left = decisions; left.length > 0; left = listFewer(document, left)) {
    const portion = shuffle(left, random).slice(0, size);
    const revisions = portion.flatMap((decision) => decision.revisions);
    decide(
      document,
      revisions.map((revision) => ({ revision, verdict })),
    );
  }
  return {
    "every change is in one decision": undecidable,
    "one at a time: the same text": textDifferences(documentText(document), text),
    "one at a time: the same parts": differentParts(document, atOnce),
  };
}

/**
 * Returns the remaining decisions. Returns none if the number of their changes did not fall, so that the loop ends.
 */
function listFewer(document: WordDocument, before: readonly Decision[]): Decision[] {
  const changes = (decisions: readonly Decision[]): number =>
    decisions.reduce((sum, { revisions }) => sum + revisions.length, 0);
  const left = listDecisions(document);
  return changes(left) < changes(before) ? left : [];
}

/** Returns the changes that are not in exactly one decision. A change in a fallback is decided with its twin. */
function unsorted(document: WordDocument, decisions: readonly Decision[]): string[] {
  const keyOf = ({ part, node }: Revision): string => `${part} ${node}`;
  const sorted = Map.groupBy(
    decisions.flatMap(({ revisions }) => revisions),
    keyOf,
  );
  const changes = listRevisions(document).filter(({ isTwin }) => !isTwin);
  const wrong = changes.filter((revision) => sorted.get(keyOf(revision))?.length !== 1);
  return wrong.map(({ kind, place, part }) => `${kind} of ${place} in ${part}`);
}

/** Returns the parts whose XML differs. White space between elements is ignored, because it has no meaning there. */
function differentParts(one: WordDocument, other: WordDocument): string[] {
  const written = ({ package: opened }: WordDocument, part: string): string =>
    new TextDecoder().decode(writeTree(opened.tree(part))).replace(/>\s+</g, "><");
  return trackedParts(one).filter((part) => written(one, part) !== written(other, part));
}

/** Docxodus has an opinion if it returns a document that opens and has no changes left. */
async function compareWithDocxodus({ bytes, verdict }: Question, text: readonly TextOfKind[]): Promise<string[]> {
  const reply = await (verdict === "accept" ? docxodusAccept : docxodusReject)(bytes);
  if ("error" in reply) return [`${NO_OPINION}: ${reply.error}`];
  const theirs = openCorpusDocument(reply.ok);
  if (listRevisions(theirs).length > 0) return [`${NO_OPINION}: it leaves changes undecided`];
  return textDifferences(text, documentText(theirs));
}
