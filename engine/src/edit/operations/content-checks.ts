// Checks values against the document for several types of edits: content, styles and lists.

import type { StyleKind } from "../../document/formatting/styles.ts";
import { numberingOf } from "../../document/lists/numbering.ts";
import { nearestName } from "../../failures/nearest-name.ts";
import type { RunPlace } from "../../language/content-runs/check-runs.ts";
import { missingStyle } from "../../language/missing-style.ts";
import { hintsOf } from "../../language/value-problems.ts";
import type { NumberingGiven } from "../apply/lists/number-paragraphs.ts";
import { locateParagraph } from "../locate/paragraphs.ts";
import type { Known } from "../locate/parts.ts";
import type { Uploaded } from "../locate/uploaded.ts";
import { type Touch, usesOf } from "../plan/touch.ts";
import type { Problem } from "../refusal.ts";
import { contentProblems } from "../shape/content.ts";

/** Maps a kind of part to the place that decides which runs its content may contain. */
export const RUN_PLACES: Readonly<Record<string, RunPlace>> = {
  body: "body",
  header: "header or footer",
  footer: "header or footer",
  footnote: "note",
  endnote: "note",
};

/** Returns the problems of content that its parts do not allow. */
export function misplacedContent(content: unknown, field: string, kinds: readonly string[]): Problem[] {
  const places = new Set(kinds.map((kind) => RUN_PLACES[kind]!));
  return [...places].flatMap((place) => contentProblems(content, field, place));
}

/** Maximum length of a list of ids in a problem. */
const MOST_LISTS = 40;

/** Returns a problem if a style of this kind does not exist. */
export function checkStyle(
  { styles }: Uploaded,
  kind: StyleKind,
  { id, field }: { readonly id: string | null | undefined; readonly field: string },
): Problem[] {
  if (typeof id !== "string" || styles.byId.get(id)?.kind === kind) return [];
  return [{ field, ...missingStyle(styles, kind, id) }];
}

/** Returns the touches of a paragraph that others are to look like, or whose list they join. */
export function likeTouches(known: Known, { like }: Pick<NumberingGiven, "like">, field: string): Touch[] {
  const found = like === undefined ? undefined : locateParagraph(known, like, `${field}.like`);
  if (found === undefined || "problems" in found || found.found.kind === "made") return [];
  return usesOf([found.found.place], `${field}.like`);
}

/** Returns the problems of the paragraph that another is to look like. */
export function likeProblems(known: Known, { like }: Pick<NumberingGiven, "like">, field: string): Problem[] {
  const found = like === undefined ? undefined : locateParagraph(known, like, `${field}.like`);
  return found !== undefined && "problems" in found ? [...found.problems] : [];
}

/** Returns a problem for each named list or paragraph that does not exist. */
export function numberingProblems(names: Known, numbering: unknown, field: string): Problem[] {
  const { list_style: style } = numbering as NumberingGiven;
  const { uploaded } = names;
  const problems = likeProblems(names, numbering as NumberingGiven, field);
  if (style === undefined) return problems;
  const { abstracts } = numberingOf(uploaded.document, uploaded.styles);
  const definition = abstracts.get(style);
  if (definition !== undefined && definition.levels.size > 0) return problems;
  const known = [...abstracts].flatMap(([id, { levels }]) => (levels.size > 0 ? [id] : []));
  const message = "The document has no list style with this id. Use an id of `list_styles` in the content.";
  const hints = known.length <= MOST_LISTS ? hintsOf(known, nearestName(style, known)) : {};
  return [...problems, { field: `${field}.list_style`, reason: "LIST_STYLE_NOT_FOUND", message, ...hints }];
}
