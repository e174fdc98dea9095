// Checks a document after some of its tracked changes were decided and others were not.
//
// The result opens, and linter and validator find nothing new in it. The decided changes are gone; the others are
// unchanged. Accepting or rejecting the rest later gives the same text as deciding everything at once. Three
// differences are allowed and counted. The view of a document equals the result of deciding.

import {
  acceptAll,
  decide,
  decideAuthors,
  listDecisions,
  listRevisions,
  type Revision,
  rejectAll,
  type Verdict,
} from "@versus/engine/inside";
import { documentText, type TextOfKind, textDifferences } from "../../corpus/decisions/document-text.ts";
import { leftovers } from "../../corpus/decisions/leftovers.ts";
import { gravelyBroken, newlyBroken } from "../../corpus/decisions/lint-rules.ts";
import { shownTexts, viewDifferences, viewOfSome } from "../../corpus/decisions/view-text.ts";
import { openCorpusDocument } from "../../corpus/read-document.ts";
import { validateAtOnce } from "../../oracles/validate-at-once.ts";
import { newKinds } from "../../oracles/validation-kinds.ts";
import { Random } from "../../runner/random.ts";
import { demand } from "../target.ts";
import { type Plan, sortDecisions } from "./verdicts.ts";

/**
 * A deleted mark at the end of a cell or story, or before a table, stays while there is text before it. If that text is
 * decided later, an empty paragraph remains, which deciding everything at once would remove.
 */
export const EMPTY_PARAGRAPH = "an empty paragraph more when decided in two steps";
/** A table between two paragraphs is removed only in the second step, so the paragraphs can no longer be joined. */
export const PARAGRAPHS_APART = "paragraphs not joined when a table between them went in a second step";
/**
 * If the source or target of a move is removed with a row or cell, the other one becomes a deletion or an insertion.
 */
export const HALF_MOVE = "half of a move is an insertion or a deletion";

export interface DecidedCase {
  readonly bytes: Uint8Array;
  readonly plan: Plan;
  readonly isValidated: boolean;
  readonly isGenerated: boolean;
}

/**
 * The outcome of a case: the numbers of accepted, rejected and undecided changes, and the differences that were
 * allowed.
 */
export interface Met {
  readonly accepted: number;
  readonly rejected: number;
  readonly undecided: number;
  readonly exceptions: ReadonlySet<string>;
}

/** Compression level. Low, because the result is only read, not kept. */
const LEVEL = 1;

export function checkDecisions(given: DecidedCase): Met {
  const document = openCorpusDocument(given.bytes);
  const rulesBefore = gravelyBroken(document);
  demand(!given.isGenerated || rulesBefore.length === 0, "a generated document is sound", () => rulesBefore.join(", "));
  const { decided, undecided } = sortDecisions(listDecisions(document), given.plan);
  const before = listRevisions(document);
  decide(document, decided);
  const saved = document.package.save(LEVEL);
  const result = openCorpusDocument(saved);
  const left = listRevisions(result);
  const exceptions = new Set([
    ...checkKept(before, left),
    ...checkMeaning(given, saved, "accept"),
    ...checkMeaning(given, saved, "reject"),
  ]);
  checkGone(
    decided.map(({ revision }) => keyOf(revision)),
    left.map(keyOf),
    before.map(keyOf),
  );
  const rules = newlyBroken(rulesBefore, gravelyBroken(result));
  demand(rules.length === 0, "the linter finds nothing new", () => rules.join(", "));
  for (const verdict of ["accept", "reject"] as const) checkView(given.bytes, verdict);
  checkAuthors(given.bytes, given.plan.seed);
  if (given.isValidated) checkValidation(given.bytes, saved);
  const count = (wanted: Verdict): number => decided.filter(({ verdict }) => verdict === wanted).length;
  return { accepted: count("accept"), rejected: count("reject"), undecided: undecided.length, exceptions };
}

/** Returns what identifies a revision: kind, place, id, author, date and part. */
function keyOf({ part, kind, place, id, author, date, isTwin }: Pick<Revision, KeyField>): string {
  return `${isTwin ? "twin " : ""}${kind} of ${place} ${id} by ${author} ${date} in ${part}`;
}

type KeyField = "part" | "kind" | "place" | "id" | "author" | "date" | "isTwin";

/** Checks that the remaining revisions have the author, date and kind that they had before. */
function checkKept(before: readonly Revision[], left: readonly Revision[]): string[] {
  const known = new Set(before.map(keyOf));
  const other = left.filter((revision) => !known.has(keyOf(revision)));
  const made = other.filter(
    (revision) => !known.has(keyOf({ ...revision, kind: HALVES[revision.kind] ?? revision.kind })),
  );
  demand(made.length === 0, "what is left was there before", () => made.map(keyOf).join("; "));
  return other.length === 0 ? [] : [HALF_MOVE];
}

const HALVES: Readonly<Partial<Record<Revision["kind"], Revision["kind"]>>> = {
  insertion: "moveTo",
  deletion: "moveFrom",
};

/**
 * Checks that the decided revisions are gone. Ids of real documents may repeat, so a key that occurs twice is not
 * checked.
 */
function checkGone(decided: readonly string[], left: readonly string[], before: readonly string[]): void {
  const isOnlyOne = (key: string): boolean => before.indexOf(key) === before.lastIndexOf(key);
  const gone = new Set(decided.flatMap((key) => [key, `twin ${key}`]));
  const remains = left.filter((key) => gone.has(key) && isOnlyOne(key));
  demand(remains.length === 0, "what was decided is gone", () => remains.join("; "));
}

/** Decides the rest of the result in one way, and compares it with a document that was decided in one step. */
function checkMeaning({ bytes, plan }: DecidedCase, saved: Uint8Array, verdict: Verdict): string[] {
  const inTwo = openCorpusDocument(saved);
  const later = listDecisions(inTwo).flatMap(({ revisions }) => revisions);
  decide(
    inTwo,
    later.map((revision) => ({ revision, verdict })),
  );
  const atOnce = openCorpusDocument(bytes);
  const { decided, undecided } = sortDecisions(listDecisions(atOnce), plan);
  const rest = undecided.flatMap(({ revisions }) => revisions).map((revision) => ({ revision, verdict }));
  decide(atOnce, [...decided, ...rest]);
  const [one, other] = [documentText(inTwo), documentText(atOnce)];
  const remains = leftovers(atOnce);
  demand(remains.length === 0, "nothing is left when all is decided", () => remains.join("; "));
  const differences = textDifferences(one, other);
  if (differences.length > 0 && onlyEmptyMore(one, other)) return [EMPTY_PARAGRAPH];
  const hasTableToGo = rest.some(({ revision }) => revision.place === "row" || revision.place === "cell");
  if (differences.length > 0 && hasTableToGo && onlyMarksMore(one, other)) return [PARAGRAPHS_APART];
  demand(differences.length === 0, `the rest can be decided later (${verdict})`, () => differences.join("; "));
  return [];
}

/** True if both texts differ only by empty paragraphs, and `one` has no fewer paragraphs than `other`. */
function onlyEmptyMore(one: readonly TextOfKind[], other: readonly TextOfKind[]): boolean {
  const filled = (text: readonly TextOfKind[]): TextOfKind[] =>
    text.map(({ kind, items }) => ({ kind, items: items.filter((item) => item !== "") }));
  const isMore = one.every(({ items }, index) => items.length >= other[index]!.items.length);
  return isMore && textDifferences(filled(one), filled(other)).length === 0;
}

/** True if both texts are equal apart from paragraph ends, and `one` has no fewer of them than `other`. */
function onlyMarksMore(one: readonly TextOfKind[], other: readonly TextOfKind[]): boolean {
  return one.every(({ items }, index) => {
    const others = other[index]!.items;
    return items.length >= others.length && items.join("") === others.join("");
  });
}

/** Checks that the view of a verdict on all changes equals the result of that verdict. */
function checkView(bytes: Uint8Array, verdict: Verdict): void {
  const document = openCorpusDocument(bytes);
  const shown = shownTexts(document, verdict === "accept" ? "accepted" : "rejected");
  (verdict === "accept" ? acceptAll : rejectAll)(document);
  const differences = viewDifferences(document, shown);
  demand(differences.length === 0, `the view equals the change (${verdict})`, () => differences.join("; "));
}

/** Checks the same with the changes of some authors accepted and those of the other authors rejected. */
function checkAuthors(bytes: Uint8Array, seed: number): void {
  const document = openCorpusDocument(bytes);
  const random = new Random(seed);
  const view = viewOfSome(document, () => random.chance(0.5));
  const shown = shownTexts(document, view);
  decideAuthors(document, view);
  const differences = viewDifferences(document, shown);
  demand(differences.length === 0, "the view of some authors equals the change", () => differences.join("; "));
}

function checkValidation(bytes: Uint8Array, saved: Uint8Array): void {
  const kinds = newKinds(validateAtOnce(bytes), validateAtOnce(saved));
  demand(kinds.length === 0, "the validator finds nothing new", () => kinds.join("; "));
}
