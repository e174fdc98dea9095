// What edits of several topics ask of the document: whether content may stand in a part, whether a style or a list is there.

import type { RunPlace } from "../../document/content-runs/check-runs.ts";
import { numberingOf } from "../../document/numbering.ts";
import type { StyleKind } from "../../document/styles.ts";
import type { NumberingGiven } from "../apply/number-paragraphs.ts";
import { locateParagraph } from "../locate/paragraphs.ts";
import type { Known } from "../locate/parts.ts";
import type { Uploaded } from "../locate/uploaded.ts";
import { type Touch, usesOf } from "../plan/touch.ts";
import type { Problem } from "../refusal.ts";
import { contentProblems } from "../shape/content.ts";

/** How the parts are called that content may stand in. */
export const RUN_PLACES: Readonly<Record<string, RunPlace>> = {
  body: "body",
  header: "header or footer",
  footer: "header or footer",
  footnote: "note",
  endnote: "note",
};

/** What content holds that may not stand in the parts it goes to. */
export function misplacedContent(content: unknown, field: string, kinds: readonly string[]): Problem[] {
  const places = new Set(kinds.map((kind) => RUN_PLACES[kind]!));
  return [...places].flatMap((place) => contentProblems(content, field, place));
}

/** Whether the document has a style of a kind. */
export function checkStyle(
  { styles }: Uploaded,
  kind: StyleKind,
  { id, field }: { readonly id: string | null | undefined; readonly field: string },
): Problem[] {
  if (typeof id !== "string" || styles.byId.get(id)?.kind === kind) return [];
  return [{ field, reason: "STYLE_NOT_FOUND", message: `The document has no such ${kind} style.` }];
}

/** The paragraph whose list others are to be in, as other edits see it. */
export function likeTouches(known: Known, { like }: NumberingGiven, field: string): Touch[] {
  const found = like === undefined ? undefined : locateParagraph(known, like, `${field}.like`);
  if (found === undefined || "problems" in found || found.found.kind === "made") return [];
  return usesOf([found.found.place], `${field}.like`);
}

/** Whether the lists and paragraphs that are named are there. */
export function numberingProblems(known: Known, numbering: unknown, field: string): Problem[] {
  const { list_style: style, like } = numbering as NumberingGiven;
  const found = like === undefined ? undefined : locateParagraph(known, like, `${field}.like`);
  const problems = found !== undefined && "problems" in found ? [...found.problems] : [];
  if (style === undefined) return problems;
  const definition = numberingOf(known.uploaded.document, known.uploaded.styles).abstracts.get(style);
  if (definition !== undefined && definition.levels.size > 0) return problems;
  const message = "The document has no such list style.";
  return [...problems, { field: `${field}.list_style`, reason: "LIST_STYLE_NOT_FOUND", message }];
}
