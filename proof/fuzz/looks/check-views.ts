// Checks the views of a redline by their looks: FMT-10, FMT-21 and FMT-22.

import { fieldsThatDiffer } from "../../reading/looks/different-fields.ts";
import type { Fields } from "../../reading/looks/layers.ts";
import type { DocumentLooks, Letter, Look, StyleIds } from "../../reading/looks/read-looks.ts";
import { differentStyles } from "../../reading/looks/style-looks.ts";
import { nameOf } from "../../reading/looks/style-sheet.ts";
import { demand } from "../target.ts";

export interface ComparedViews {
  readonly original: DocumentLooks;
  /** The original with the theme of the modified document. */
  readonly themed: DocumentLooks;
  readonly modified: DocumentLooks;
  readonly accepted: DocumentLooks;
  readonly rejected: DocumentLooks;
  /** Names of the styles that the redline lists as changed. */
  readonly listedStyles: ReadonlySet<string>;
  /** The redline, undecided. */
  readonly redline: DocumentLooks;
  /** Kinds of the tracked changes. */
  readonly revisions: readonly string[];
}

/** The name under which a changed theme is listed. */
const THEME = "Theme";

export function checkViews(views: ComparedViews): void {
  const { original, themed, modified, accepted, rejected, listedStyles, revisions } = views;
  const none: Explains = () => false;
  checkSame("FMT-21: the accepted view looks like the modified document", [accepted, modified], none);
  const changed = differentStyles(original.sheet, modified.sheet);
  // A reader cites a clause by its label, so no style explains another label.
  const explains: Explains = (field, styles) =>
    field !== "label" &&
    namesOf(styles, original).some((name) => listedStyles.has(name) && doesChange(changed.get(name), field));
  const wanted = listedStyles.has(THEME) ? [original, themed] : [original];
  const lost = wanted.map((document) => firstDifference([rejected, document], explains));
  demand(
    !lost.every((difference) => difference !== undefined),
    "FMT-22: the rejected view looks like the original",
    () => lost.join(" "),
  );
  const isEqual = firstDifference([original, modified], none) === undefined;
  demand(!isEqual || revisions.length === 0, "FMT-10: what looks equal is not tracked", () => revisions.join(", "));
  checkTracked(views);
}

/**
 * Checks each paragraph and section of documents with the same text. Tables are left out, because some of them are
 * compared by their markup (FMT-24), and paragraphs with a label, because a list may count otherwise (CMP-76c).
 */
function checkTracked({ original, modified, redline }: ComparedViews): void {
  const [shape, other] = [original, modified].map(({ looks }) => looks.map(shapeText).join());
  if (shape !== other) return;
  for (const [at, look] of original.looks.entries()) {
    const isChecked = look.kind === "section" || (look.kind === "paragraph" && !look.fields.has("label"));
    if (!isChecked || lookDifference(look, modified.looks[at]!, () => false) !== undefined) continue;
    const { isTracked } = redline.looks[at]!;
    demand(!isTracked, "FMT-10: a paragraph that looks equal is not tracked", () => `${at} ${shapeText(look)}`);
  }
}

function shapeText({ kind, letters }: Look): string {
  return `${kind} ${letters.map(({ text }) => text).join("")}`;
}

/** A run that becomes one of complex scripts shows the fonts and sizes of these. */
const OF_SCRIPTS = /^(font|size|b|i|plain .*)$/;

function doesChange(fields: ReadonlySet<string> | undefined, field: string): boolean {
  if (fields === undefined) return false;
  return fields.has(field) || (OF_SCRIPTS.test(field) && (fields.has("cs") || fields.has("rtl")));
}

/** True if a changed style explains a difference in a field of text or of a paragraph. */
type Explains = (field: string, styles: StyleIds) => boolean;

/** Returns the names of the styles around text, with all that they are based on. */
function namesOf({ paragraph, character, table }: StyleIds, { sheet }: DocumentLooks): string[] {
  const chains = [
    ...sheet.chain("paragraph", paragraph),
    ...sheet.chain("character", character),
    ...(table === undefined ? [] : sheet.chain("table", table.id)),
  ];
  return chains.map(nameOf);
}

function checkSame(property: string, pair: readonly [DocumentLooks, DocumentLooks], explains: Explains): void {
  const difference = firstDifference(pair, explains);
  demand(difference === undefined, property, () => difference!);
}

/** Returns the first difference in words. */
function firstDifference(
  [found, wanted]: readonly [DocumentLooks, DocumentLooks],
  explains: Explains,
): string | undefined {
  const length = Math.max(found.looks.length, wanted.looks.length);
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [found.looks[at], wanted.looks[at]];
    if (one?.kind !== other?.kind) return `${at}: ${one?.kind} instead of ${other?.kind}`;
    const difference = lookDifference(one!, other!, explains);
    if (difference !== undefined) return `${at} (${one!.kind}): ${difference}`;
  }
  return undefined;
}

function lookDifference(one: Look, other: Look, explains: Explains): string | undefined {
  const [text, wanted] = [one, other].map(({ letters }) => letters.map((letter) => letter.text).join(""));
  if (text !== wanted) return `${JSON.stringify(text)} instead of ${JSON.stringify(wanted)}`;
  const own = fieldDifference(one.fields, other.fields, (field) => explains(field, other.styles));
  if (own !== undefined) return own;
  for (const [at, letter] of one.letters.entries()) {
    const difference = letterDifference(letter, other.letters[at]!, explains);
    if (difference !== undefined) return `letter ${at} of ${JSON.stringify(text)}: ${difference}`;
  }
  return undefined;
}

function letterDifference(one: Letter, other: Letter, explains: Explains): string | undefined {
  if (one.fields === other.fields) return undefined;
  return fieldDifference(one.fields, other.fields, (field) => explains(field, other.styles));
}

function fieldDifference(one: Fields, other: Fields, isExplained: (field: string) => boolean): string | undefined {
  const fields = fieldsThatDiffer(one, other).filter((field) => !isExplained(field));
  if (fields.length === 0) return undefined;
  return fields.map((field) => `${field}: ${one.get(field)} instead of ${other.get(field)}`).join("; ");
}
