// What a change of text may not cut or take with it (spec 2, Text selectors, rules 9 and 10).
//
// References of notes, images and other objects are skipped by matching: text on both sides of one may be selected, but is not
// replaced or deleted with it. The result of a field is replaced, deleted or formatted whole, and nothing is inserted
// into it. The text of a link is ordinary text, though a field may make the link.

import { type Found, type Problem, refuse } from "../refusal.ts";
import type { Piece, PieceKind, ResultSpan } from "./read-text.ts";
import type { TextRange } from "./select-text.ts";
import { nameOf, type Place, type Uploaded } from "./uploaded.ts";

const OBJECTS: ReadonlySet<PieceKind> = new Set(["footnote", "endnote", "image", "object", "math"]);

/** Whether text may be replaced or deleted. */
export function checkRemoval(uploaded: Uploaded, ranges: readonly TextRange[], field: string): Problem[] {
  return ranges.flatMap((range) => {
    const held = uploaded.textOf(range.place).pieces.some((piece) => OBJECTS.has(piece.kind) && isInside(piece, range));
    if (!held) return checkResults(uploaded, range, field);
    const message = "The selected text holds a note reference, an image or another object.";
    return problemsOf(refuse(field, "PROTECTED_CONTENT", message, [nameOf(range.place)]));
  });
}

/** Whether text may be formatted. */
export function checkWholeResults(uploaded: Uploaded, ranges: readonly TextRange[], field: string): Problem[] {
  return ranges.flatMap((range) => checkResults(uploaded, range, field));
}

function checkResults(uploaded: Uploaded, range: TextRange, field: string): Problem[] {
  const isCut = uploaded.textOf(range.place).results.some((result) => cuts(range, result));
  if (!isCut) return [];
  const message = "The selected text is part of the result of a field: select all of it, or none.";
  return problemsOf(refuse(field, "PROTECTED_CONTENT", message, [nameOf(range.place)]));
}

function cuts({ from, to }: TextRange, { isLink, ...result }: ResultSpan): boolean {
  if (isLink || from >= result.to || to <= result.from) return false;
  const isWhole = result.beginsHere && result.endsHere;
  return !isWhole || from > result.from || to < result.to;
}

/** A place between two characters of an uploaded paragraph. */
export interface TextPoint {
  readonly place: Place;
  readonly offset: number;
  /** The character that it belongs to: the one before it or the one after it. */
  readonly side: "before" | "after";
  /** Whether it is an end of the paragraph itself, with all that has no characters inside. */
  readonly isEnd?: true;
}

/** Whether something may be inserted at a point. */
export function checkPoint(uploaded: Uploaded, { place, offset }: TextPoint, field: string): Problem[] {
  const isInside = uploaded.textOf(place).results.some(({ isLink, from, to, beginsHere, endsHere }) => {
    if (isLink || offset < from || offset > to) return false;
    return !((offset === from && beginsHere) || (offset === to && endsHere));
  });
  if (!isInside) return [];
  const message = "The place is inside the result of a field.";
  return problemsOf(refuse(field, "PROTECTED_CONTENT", message, [nameOf(place)]));
}

/** Whether something without characters stands between the first and the last character of a range. */
function isInside({ from }: Piece, range: TextRange): boolean {
  return from > range.from && from < range.to;
}

function problemsOf(found: Found<never>): Problem[] {
  return "problems" in found ? [...found.problems] : [];
}
