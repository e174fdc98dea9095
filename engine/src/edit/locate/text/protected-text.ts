// Checks for content that an edit of text may not cut or delete (EDT-35, EDT-37).
//
// - Matching skips note references, images and other objects. Text on both sides of one may be selected, but is not replaced
//   or deleted with it.
// - A field result is replaced, deleted or formatted whole, and nothing is inserted into it.
// - Text of a link is ordinary text, even if a field makes the link.
// - Some text of an undecided move by another author must stay, because a move has a source and a target.

import { W } from "../../../document/word-names.ts";
import type { NodeId, Tree } from "../../../ooxml/xml/tree.ts";
import { ancestor } from "../../../revisions/markup.ts";
import { movesOf } from "../../../revisions/moves.ts";
import { type Lookup, type Problem, refuse } from "../../refusal.ts";
import { paragraphNameOf, type Uploaded, type UploadedPlace } from "../uploaded.ts";
import type { TextRange } from "./match-text.ts";
import type { PieceKind, ResultSpan, TextPiece } from "./read-text.ts";

const OBJECTS: ReadonlySet<PieceKind> = new Set(["footnote", "endnote", "image", "object", "math"]);

/** Returns the problems of replacing or deleting text. */
export function checkRemoval(uploaded: Uploaded, ranges: readonly TextRange[], field: string): Problem[] {
  return ranges.flatMap((range) => {
    const held = uploaded.textOf(range.place).pieces.some((piece) => OBJECTS.has(piece.kind) && isInside(piece, range));
    if (!held) return [...checkResults(uploaded, range, field), ...checkMoved(uploaded, range, field)];
    const message =
      "The selected text contains a note reference, an image or another object. Select the text before or after it.";
    return problemsOf(refuse(field, "PROTECTED_CONTENT", message, { paragraphs: [paragraphNameOf(range.place)] }));
  });
}

/** Returns the problems of formatting text. */
export function checkWholeResults(uploaded: Uploaded, ranges: readonly TextRange[], field: string): Problem[] {
  return ranges.flatMap((range) => checkResults(uploaded, range, field));
}

function checkResults(uploaded: Uploaded, range: TextRange, field: string): Problem[] {
  const isCut = uploaded.textOf(range.place).results.some((result) => cuts(range, result));
  if (!isCut) return [];
  const message = "The selected text covers part of a field result. Select all of the result or none of it.";
  return problemsOf(refuse(field, "PROTECTED_CONTENT", message, { paragraphs: [paragraphNameOf(range.place)] }));
}

/** Returns the problem of deleting all text at the new position of another author's move. */
function checkMoved(uploaded: Uploaded, range: TextRange, field: string): Problem[] {
  const { tree } = range.place.part.story;
  if (!tree.mayHave(W.moveTo)) return [];
  const pieces = uploaded.textOf(range.place).pieces.map(({ node, from, to }) => {
    return { moved: ancestor(tree, node, W.moveTo), isRemoved: from >= range.from && to <= range.to };
  });
  const [removed, left] = [true, false].map(
    (isRemoved) => new Set(pieces.filter((piece) => piece.isRemoved === isRemoved).map(({ moved }) => moved)),
  );
  const isGone = (node: NodeId, of: Tree): boolean => of === tree && removed!.has(node) && !left!.has(node);
  const isHeld = [...movesOf(uploaded.document).values()].some(
    ({ to }) => to.length > 0 && to.every((one) => isGone(one.node, one.tree)),
  );
  if (!isHeld) return [];
  const message = "This is all the text of an undecided tracked move. Accept or reject the move first.";
  return problemsOf(refuse(field, "UNDEFINED_COMBINATION", message, { paragraphs: [paragraphNameOf(range.place)] }));
}

function cuts({ from, to }: TextRange, { isLink, ...result }: ResultSpan): boolean {
  if (isLink || from >= result.to || to <= result.from) return false;
  const isWhole = result.beginsHere && result.endsHere;
  return !isWhole || from > result.from || to < result.to;
}

/** A position between two characters of an uploaded paragraph. */
export interface TextPoint {
  readonly place: UploadedPlace;
  readonly offset: number;
  /** The character that it belongs to: the one before or the one after the position. */
  readonly side: "before" | "after";
  /** True for an end of the paragraph itself. The point is then beyond content without characters at that end. */
  readonly isEnd?: true;
}

/** Returns the problems of an insertion at a point. */
export function checkPoint(uploaded: Uploaded, { place, offset }: TextPoint, field: string): Problem[] {
  const isInside = uploaded.textOf(place).results.some(({ isLink, from, to, beginsHere, endsHere }) => {
    if (isLink || offset < from || offset > to) return false;
    return !((offset === from && beginsHere) || (offset === to && endsHere));
  });
  if (!isInside) return [];
  const message = "The point is inside a field result. Choose a point before or after it.";
  return problemsOf(refuse(field, "PROTECTED_CONTENT", message, { paragraphs: [paragraphNameOf(place)] }));
}

/** True if a piece without characters is between the first and the last character of a range. */
function isInside({ from }: TextPiece, range: TextRange): boolean {
  return from > range.from && from < range.to;
}

function problemsOf(found: Lookup<never>): Problem[] {
  return "problems" in found ? [...found.problems] : [];
}
