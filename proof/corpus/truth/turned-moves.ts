// Judges reversed moves: the moved paragraph stays in place, and the content that it passed moves.
//
// "One paragraph moved down" and "the paragraphs that it passed moved up" are the same to a reader, and the redline
// with the shorter move is better. So a reversed move counts as shown in two cases. All passed content is shown as
// moved, or deleting and inserting it again marks no more than the move would. The second case is mostly short
// repeated lines. Moves past the same paragraphs are judged by what they mark together. The marked characters of the
// passed content are then the truth; each paragraph counts for one move only.
//
// In a block whose paragraphs were not neighbours before or after the edit, one part may stay in place while the
// others move to it.
//
// An edit inside passed content is then part of what moved or was inserted again. Formatting needs no mark of its own
// there.

import { measureEdit, sizeOf } from "../../generate/measure-edit.ts";
import type { Edit } from "../../generate/truth.ts";
import { isLeftInPlace, isPartMoved, partsOf } from "./is-found.ts";
import type { Located, Paragraph } from "./locate-edit.ts";
import { lengthOf, type Mark } from "./pieces.ts";

/** The edits of a redline with their positions, if these are known. */
interface Placed {
  readonly edit: Edit;
  readonly located: Located | undefined;
  readonly isFound: boolean;
}

export interface Turned {
  readonly isShown: boolean;
  /** Characters of the passed content, and of the parts that moved themselves. */
  readonly passed: number;
  readonly moved: number;
}

/** A move that left some or all of its own paragraphs in place. */
interface TurnedMove {
  readonly edit: Edit;
  readonly located: Located;
  /** Characters of the paragraphs that it left in place, and of the others. */
  readonly size: number;
  readonly moved: number;
  readonly passed: readonly Paragraph[];
}

export class TurnedMoves {
  readonly #moves: readonly TurnedMove[];
  /** The passed paragraphs that were already counted for a reversed move. Each one counts for one move only. */
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

  /** Returns the result for a move that left its own paragraphs in place; undefined for every other edit. */
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

  /**
   * True if an edit is inside content that a shown reversed move passed. All its paragraphs are deleted or moved at
   * the old position, and inserted or moved at the new one.
   */
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

/**
 * Returns the characters of the parts that moved next to a part that stayed in place. Undefined if no part stayed, or
 * if a part neither moved nor stayed.
 */
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

/**
 * Returns the paragraphs between the old and the new position that were deleted or moved away and that no other edit
 * took away.
 */
function passedBy(edit: Edit, { story }: Located, taken: ReadonlySet<Paragraph>): Paragraph[] {
  const [first, last] = reachOf(edit);
  return story.paragraphs.before.filter((each) => {
    const isBetween = each.number >= first && each.number <= last;
    return isBetween && isGone(each.pieces) && !taken.has(each);
  });
}

/** Returns the paragraphs that both the edit and the redline take away from their position. */
function takenBy({ edit, located }: Placed): readonly Paragraph[] {
  const isAway = edit.to !== undefined || edit.after.length === 0;
  return isAway ? (located?.before.filter(({ pieces }) => isGone(pieces)) ?? []) : [];
}

type Pieces = Paragraph["pieces"];

/** True if everything in a paragraph, including its mark, has one of these marks. */
function areAll(pieces: Pieces, ...marks: readonly Mark[]): boolean {
  const own = pieces.filter(({ kind }) => kind === "text" || kind === "object" || kind === "paragraph");
  return own.every(({ mark }) => marks.includes(mark));
}

function isGone(pieces: Pieces): boolean {
  return lengthOf(pieces, "kept") === 0 && lengthOf(pieces, "deleted", "moved-from") > 0;
}
