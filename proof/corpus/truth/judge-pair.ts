// Compares one generated pair and judges its redline by the known edits, in its own thread.

import { readFileSync, writeFileSync } from "node:fs";
import { Failure } from "@versus/engine/tasks";
import { measureEdit, sizeOf } from "../../generate/measure-edit.ts";
import { type Revised, reviseDocument } from "../../generate/revise-document.ts";
import type { Edit, EditKind } from "../../generate/truth.ts";
import { comparers } from "../compare/comparer.ts";
import type { Pair } from "../compare/pairs.ts";
import { findIslands, type Island } from "./find-islands.ts";
import { isFound, isLeftInPlace, ownBlocks } from "./is-found.ts";
import { type IndexedStory, indexStory, type Located, locateEdit } from "./locate-edit.ts";
import { isChanged, lengthOf, markedLength, type Piece } from "./pieces.ts";
import { readRedline } from "./read-redline.ts";
import { TurnedMoves } from "./turned-moves.ts";

export interface TruthJob extends Pair {
  /** The file in which the redline is saved, or undefined. */
  readonly saveAs: string | undefined;
}

export interface JudgedEdit {
  readonly kind: EditKind;
  readonly story: string;
  readonly paragraph: number;
  /** Number of positions in the text where the edit was made. */
  readonly places: number;
  readonly isFound: boolean;
  /** True if the position of the edit was found in the redline. */
  readonly isLocated: boolean;
  /**
   * Number of characters that the edit changed (`size`), and its part of the marked characters of its islands
   * (`marked`).
   */
  readonly size: number;
  readonly marked: number;
  /**
   * Number of characters of its paragraphs that the edit did not touch (`left`), and of unmarked characters in them
   * (`kept`).
   */
  readonly left: number;
  readonly kept: number;
}

export interface TruthResult {
  readonly name: string;
  readonly outcome: "judged" | "refused" | "crashed" | "unmade";
  readonly reason: string;
  readonly edits: readonly JudgedEdit[];
  readonly islands: number;
  /** Number of marked characters, and of characters that the edits changed. */
  readonly marked: number;
  readonly truth: number;
  /** The positions of moves where nothing was moved. */
  readonly falseMoves: readonly string[];
  /** The positions and sizes of islands that no edit explains. */
  readonly strays: readonly string[];
  readonly notices: readonly string[];
}

const NOTHING = {
  reason: "",
  edits: [],
  islands: 0,
  marked: 0,
  truth: 0,
  falseMoves: [],
  strays: [],
  notices: [],
} as const;

export async function work({ name, source, saveAs }: TruthJob): Promise<TruthResult> {
  if (source.kind !== "generated") throw new Error("only the truth about generated pairs is known");
  const bytes = readFileSync(source.base);
  const revised = reviseOrFail(bytes, source.plan);
  if (revised instanceof Failure) return { ...NOTHING, name, outcome: "unmade", reason: revised.code };
  const redline = await comparers.versus(revised.base ?? bytes, revised.bytes);
  if ("refusal" in redline) return { ...NOTHING, name, outcome: "refused", reason: redline.refusal };
  if (saveAs !== undefined) writeFileSync(saveAs, redline.docx);
  return { ...NOTHING, name, outcome: "judged", notices: redline.notices, ...judge(redline.docx, revised.truth.edits) };
}

export function crashedTruth({ name }: TruthJob, reason: string): TruthResult {
  const [error = "", place = ""] = reason.split("\n");
  return { ...NOTHING, name, outcome: "crashed", reason: `${error} ${place.trim()}` };
}

function reviseOrFail(bytes: Uint8Array, plan: Parameters<typeof reviseDocument>[1]): Revised | Failure {
  try {
    return reviseDocument(bytes, plan);
  } catch (problem) {
    if (problem instanceof Failure) return problem;
    throw problem;
  }
}

type Judgement = Pick<TruthResult, "edits" | "islands" | "marked" | "truth" | "falseMoves" | "strays">;

/** An edit with its position in the redline, if it is known. */
interface PlacedEdit {
  readonly edit: Edit;
  readonly located: Located | undefined;
  readonly isFound: boolean;
}

/** Maps an island to the indexes of the edits that explain it. */
type Owners = ReadonlyMap<Island, number[]>;

/** Compares a redline with the edits that it should show. */
export function judge(redline: Uint8Array, edits: readonly Edit[]): Judgement {
  const stories = readRedline(redline).map(indexStory);
  const islands = findIslands(stories);
  const placed = edits.map((edit) => place(edit, stories));
  const owners: Owners = new Map(islands.map((island) => [island, []]));
  for (const [index, each] of placed.entries()) {
    for (const island of islandsOf(each, islands)) owners.get(island)!.push(index);
  }
  const shares = shareMarks(owners, edits);
  const turned = new TurnedMoves(placed);
  const judged = placed.map((each, index) => judgeEdit(each, { turned, marked: shares[index]! }));
  return {
    edits: judged,
    islands: islands.length,
    marked: islands.reduce((sum, { pieces }) => sum + markedLength(pieces), 0),
    truth: judged.reduce((sum, { size }) => sum + size, 0),
    falseMoves: falseMoves(owners, edits),
    strays: [...owners].filter(([, own]) => own.length === 0).map(([island]) => describe(island, stories)),
  };
}

/** Takes the position that shows the edit as what it is, if there is one, or else the likeliest one. */
function place(edit: Edit, stories: readonly IndexedStory[]): PlacedEdit {
  const body = stories.find(({ kind }) => kind === "body")!;
  const places = locateEdit(edit, stories);
  const found = places.find((located) => isFound({ edit, located, body }));
  const left = edit.to === undefined ? undefined : places.find(isLeftInPlace);
  return { edit, located: found ?? left ?? places[0], isFound: found !== undefined };
}

function judgeEdit(
  { edit, located, ...placed }: PlacedEdit,
  { turned, marked }: { readonly turned: TurnedMoves; readonly marked: number },
): JudgedEdit {
  const { kind, story, paragraph } = edit;
  const size = sizeOf(measureEdit(edit));
  const { places = 1 } = edit;
  const isLocated = located !== undefined;
  const told = { kind, story: story.kind, paragraph, places, isLocated, ...leftAlone(edit, located) };
  const turn = turned.judge(edit);
  if (turn !== undefined)
    return {
      ...told,
      isFound: turn.isShown,
      size: turn.moved + Math.min(size - turn.moved, turn.passed),
      marked: marked + turn.passed,
    };
  const isPassed = !placed.isFound && located !== undefined && turned.hasPassed(located);
  return { ...told, isFound: placed.isFound || isPassed, size, marked };
}

function leftAlone(edit: Edit, located: Located | undefined): Pick<JudgedEdit, "left" | "kept"> {
  const { removed, moved } = measureEdit(edit);
  const pieces = located?.before.flatMap((paragraph) => paragraph.pieces) ?? [];
  const length = edit.before.reduce((sum, text) => sum + text.length, 0);
  return { left: length - removed - moved, kept: lengthOf(pieces, "kept") };
}

/** True if one of the pieces was, before the edits, between the old and the new position of a move. */
function isBetween({ paragraph, to }: Edit, pieces: readonly Piece[]): boolean {
  const [first, last] = [Math.min(paragraph, to!), Math.max(paragraph, to!)];
  return pieces.some(
    ({ before, mark }) => mark !== "inserted" && mark !== "moved-to" && before >= first && before <= last,
  );
}

/** Returns the islands that an edit explains: those on its paragraphs, and on the blocks that it changes. */
function islandsOf({ edit, located }: PlacedEdit, islands: readonly Island[]): Island[] {
  if (located === undefined) return [];
  const paragraphs = [...located.before, ...located.after];
  const cells = new Set(edit.kind === "merge_cells" ? paragraphs.map(({ pieces }) => pieces.at(-1)!.after) : []);
  const merged = located.story.pieces.filter(({ kind, after }) => kind === "cell" && cells.has(after));
  const blocks = [...ownBlocks(edit, located.story), ...merged];
  const own = new Set([...paragraphs.flatMap(({ pieces }) => pieces), ...blocks].filter(isChanged));
  return islands.filter(({ pieces }) => pieces.some((piece) => own.has(piece)));
}

/**
 * Returns the marked characters of each edit. The marked characters of an island are divided among its edits by their
 * size.
 */
function shareMarks(owners: Owners, edits: readonly Edit[]): number[] {
  const shares = edits.map(() => 0);
  for (const [{ pieces }, own] of owners) {
    const weights = own.map((index) => 1 + sizeOf(measureEdit(edits[index]!)));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    for (const [at, index] of own.entries()) shares[index]! += (markedLength(pieces) * weights[at]!) / total;
  }
  return shares;
}

/**
 * Returns the islands with a move that no moving edit explains, not even as a reversed move of the content that was
 * passed.
 */
function falseMoves(owners: Owners, edits: readonly Edit[]): string[] {
  const moves = edits.filter(({ to }) => to !== undefined);
  return [...owners].flatMap(([{ pieces, moves: names }, own]) => {
    if (names.size === 0 || own.some((index) => edits[index]!.to !== undefined)) return [];
    const isPassed = moves.some((edit) => isBetween(edit, pieces));
    return isPassed ? [] : [`paragraph ${pieces[0]!.before}, ${markedLength(pieces)} characters`];
  });
}

function describe({ pieces }: Island, stories: readonly IndexedStory[]): string {
  const story = stories.find((each) => each.pieces.includes(pieces[0]!))!;
  const marks = [...new Set(pieces.map(({ mark }) => mark))].join("+");
  const formats = [...new Set(pieces.flatMap((piece) => piece.formats))].join(",");
  return `${story.kind} ${pieces[0]!.before}: ${marks} ${markedLength(pieces)} ${formats}`.trim();
}
