// Checks the views of a redline by their looks: FMT-10, FMT-21 and FMT-22.

import {
  type Explains,
  explainedByStyles,
  firstDifference,
  lookDifference,
  nothingExplained,
} from "../../reading/looks/compare-looks.ts";
import type { DocumentLooks, Look } from "../../reading/looks/read-looks.ts";
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
  checkSame("FMT-21: the accepted view looks like the modified document", [accepted, modified], nothingExplained);
  const explains = explainedByStyles({ original, modified }, listedStyles);
  const wanted = listedStyles.has(THEME) ? [original, themed] : [original];
  const lost = wanted.map((document) => firstDifference([rejected, document], explains));
  demand(
    !lost.every((difference) => difference !== undefined),
    "FMT-22: the rejected view looks like the original",
    () => lost.join(" "),
  );
  const isEqual = firstDifference([original, modified], nothingExplained) === undefined;
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
    if (!isChecked || lookDifference(look, modified.looks[at]!, nothingExplained) !== undefined) continue;
    const { isTracked } = redline.looks[at]!;
    demand(!isTracked, "FMT-10: a paragraph that looks equal is not tracked", () => `${at} ${shapeText(look)}`);
  }
}

function shapeText({ kind, letters }: Look): string {
  return `${kind} ${letters.map(({ text }) => text).join("")}`;
}

function checkSame(property: string, pair: readonly [DocumentLooks, DocumentLooks], explains: Explains): void {
  const difference = firstDifference(pair, explains);
  demand(difference === undefined, property, () => difference!);
}
