// A move shown the other way round: what moved stands where it was, and what it moved past moved.
//
// Whether one thing moved down or what it passed moved up is the same to a reader, and the shorter of the two is the better
// redline. So such a move counts as shown if all that it passed is shown as moved, or is so little, repeated lines above all, that striking and
// writing it again marks less than the move would. What was marked of it is then the truth, each paragraph for one move only.

import type { Edit } from "../../generate/truth.ts";
import type { Located, Paragraph } from "./locate-edit.ts";
import { lengthOf } from "./pieces.ts";

/** The edits of a redline with their places, as far as they are known. */
interface Placed {
  readonly edit: Edit;
  readonly located: Located | undefined;
}

export interface Turned {
  readonly isShown: boolean;
  /** Characters of what was passed. */
  readonly passed: number;
}

export class TurnedMoves {
  readonly #placed: readonly Placed[];
  /** The paragraphs that a move was counted for. */
  readonly #counted = new Set<Paragraph>();

  constructor(placed: readonly Placed[]) {
    this.#placed = placed;
  }

  /** What a move of some size passed that left its own paragraphs alone. */
  judge(edit: Edit, located: Located, size: number): Turned {
    const passed = this.#passedBy(edit, located);
    const sum = (paragraphs: readonly Paragraph[]): number =>
      paragraphs.reduce((total, { pieces }) => total + lengthOf(pieces, "deleted", "moved-from"), 0);
    const struck = sum(passed.filter(({ pieces }) => lengthOf(pieces, "moved-from") === 0));
    const isShown = struck === 0 || sum(passed) + struck <= size;
    const counted: Paragraph[] = [];
    for (const paragraph of passed) {
      if (this.#counted.has(paragraph) || sum(counted) >= size) continue;
      counted.push(paragraph);
      this.#counted.add(paragraph);
    }
    return { isShown, passed: sum(counted) };
  }

  /** Paragraphs between the old and the new place that are gone from there, and that no other edit took away. */
  #passedBy({ paragraph, to }: Edit, { story }: Located): Paragraph[] {
    const [first, last] = [Math.min(paragraph, to!), Math.max(paragraph, to!)];
    const taken = new Set(this.#placed.flatMap((each) => takenBy(each)));
    return story.paragraphs.before.filter((each) => {
      const isBetween = each.number >= first && each.number <= last;
      return isBetween && isGone(each.pieces) && !taken.has(each);
    });
  }
}

/** The paragraphs that an edit takes from their place, and the redline with it. */
function takenBy({ edit, located }: Placed): readonly Paragraph[] {
  const isAway = edit.to !== undefined || edit.after.length === 0;
  return isAway ? (located?.before.filter(({ pieces }) => isGone(pieces)) ?? []) : [];
}

type Pieces = Paragraph["pieces"];

function isGone(pieces: Pieces): boolean {
  return lengthOf(pieces, "kept") === 0 && lengthOf(pieces, "deleted", "moved-from") > 0;
}
