// A move shown the other way round: what moved stands where it was, and what it moved past moved.
//
// Whether one thing moved down or what it passed moved up is the same to a reader, and the shorter of the two is the better
// redline. So such a move counts as shown if all that it passed is shown as moved, or is so little, repeated lines above all, that striking and
// writing it again marks less than the move would. Several moves past the same paragraphs are held to what they mark together.
// What was marked of it is then the truth, each paragraph for one move only.
//
// Of a block whose paragraphs were no neighbours, before or after, one part may stand where it was while the others moved to it.
//
// An edit of what was passed is then part of what moved, or was written again: formatting goes along with it, without a mark of its own.

import { measureEdit, sizeOf } from "../../generate/measure-edit.ts";
import type { Edit } from "../../generate/truth.ts";
import { isLeftInPlace, isPartMoved, partsOf } from "./is-found.ts";
import type { Located, Paragraph } from "./locate-edit.ts";
import { lengthOf, type Mark } from "./pieces.ts";

/** The edits of a redline with their places, as far as they are known. */
interface Placed {
  readonly edit: Edit;
  readonly located: Located | undefined;
  readonly isFound: boolean;
}

export interface Turned {
  readonly isShown: boolean;
  /** Characters of what was passed, and of the parts that moved themselves. */
  readonly passed: number;
  readonly moved: number;
}

/** A move that left its own paragraphs alone, or some of them. */
interface TurnedMove {
  readonly edit: Edit;
  readonly located: Located;
  /** Of the paragraphs that it left alone, and of the others. */
  readonly size: number;
  readonly moved: number;
  readonly passed: readonly Paragraph[];
}

export class TurnedMoves {
  readonly #moves: readonly TurnedMove[];
  /** The paragraphs that a move was counted for. */
  readonly #counted = new Set<Paragraph>();

  constructor(placed: readonly Placed[]) {
    const taken = new Set(placed.flatMap((each) => takenBy(each)));
    this.#moves = placed.flatMap(({ edit, located, isFound }) => {
      const moved = located === undefined || edit.to === undefined || isFound ? undefined : movedBeside(located);
      if (located === undefined || moved === undefined) return [];
      const size = sizeOf(measureEdit(edit)) - moved;
      return [{ edit, located, size, moved, passed: passedBy(edit, located, taken) }];
    });
  }

  /** The paragraphs that a move passed, where it left its own alone; undefined for every other edit. */
  judge(edit: Edit): Turned | undefined {
    const move = this.#moves.find((each) => each.edit === edit);
    if (move === undefined) return undefined;
    const counted: Paragraph[] = [];
    for (const paragraph of move.passed) {
      if (this.#counted.has(paragraph) || charactersOf(counted) >= move.size) continue;
      counted.push(paragraph);
      this.#counted.add(paragraph);
    }
    return { isShown: this.#isShown(move), passed: charactersOf(counted), moved: move.moved };
  }

  /** True if an edit is inside of what moves that are shown this way passed: all of its paragraphs went there and came here. */
  hasPassed({ before, after, story }: Located): boolean {
    if (before.length === 0 || after.length === 0) return false;
    if (!before.every(({ pieces }) => areAll(pieces, "deleted", "moved-from"))) return false;
    if (!after.every(({ pieces }) => areAll(pieces, "inserted", "moved-to"))) return false;
    return this.#moves.some((move) => {
      const [first, last] = reachOf(move.edit);
      const isInside = before.every(({ number }) => number >= first && number <= last);
      return move.located.story === story && isInside && this.#isShown(move);
    });
  }

  #isShown({ passed, ...move }: TurnedMove): boolean {
    const together = this.#moves.filter(
      (other) => other.edit === move.edit || other.passed.some((paragraph) => passed.includes(paragraph)),
    );
    return [[{ ...move, passed }], together].some((moves) => {
      const all = [...new Set(moves.flatMap((each) => each.passed))];
      const struck = charactersOf(all.filter(({ pieces }) => lengthOf(pieces, "moved-from") === 0));
      return struck === 0 || charactersOf(all) + struck <= moves.reduce((sum, { size }) => sum + size, 0);
    });
  }
}

/** Characters of the parts that moved beside one that was left alone; undefined where none was, or a part is shown as neither. */
function movedBeside(located: Located): number | undefined {
  if (isLeftInPlace(located)) return 0;
  const others = partsOf(located).filter((part) => !isLeftInPlace(part));
  const isTurned = others.length < partsOf(located).length && others.every(isPartMoved);
  return isTurned ? others.reduce((sum, { before }) => sum + charactersOf(before), 0) : undefined;
}

function charactersOf(paragraphs: readonly Paragraph[]): number {
  return paragraphs.reduce((total, { pieces }) => total + lengthOf(pieces, "deleted", "moved-from"), 0);
}

function reachOf({ paragraph, to }: Edit): readonly [first: number, last: number] {
  return [Math.min(paragraph, to!), Math.max(paragraph, to!)];
}

/** Paragraphs between the old and the new place that are gone from there, and that no other edit took away. */
function passedBy(edit: Edit, { story }: Located, taken: ReadonlySet<Paragraph>): Paragraph[] {
  const [first, last] = reachOf(edit);
  return story.paragraphs.before.filter((each) => {
    const isBetween = each.number >= first && each.number <= last;
    return isBetween && isGone(each.pieces) && !taken.has(each);
  });
}

/** The paragraphs that an edit takes from their place, and the redline with it. */
function takenBy({ edit, located }: Placed): readonly Paragraph[] {
  const isAway = edit.to !== undefined || edit.after.length === 0;
  return isAway ? (located?.before.filter(({ pieces }) => isGone(pieces)) ?? []) : [];
}

type Pieces = Paragraph["pieces"];

/** True if everything in a paragraph, its mark too, has one of some marks. */
function areAll(pieces: Pieces, ...marks: readonly Mark[]): boolean {
  const own = pieces.filter(({ kind }) => kind === "text" || kind === "object" || kind === "paragraph");
  return own.every(({ mark }) => marks.includes(mark));
}

function isGone(pieces: Pieces): boolean {
  return lengthOf(pieces, "kept") === 0 && lengthOf(pieces, "deleted", "moved-from") > 0;
}
