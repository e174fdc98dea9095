// Collects the conflicts of a merge, each with the positions at which a reader meets it.
//
// A conflict is a position where several copies want different things.

import {
  CONFLICT_AUTHOR,
  type ConflictKind,
  type ConflictScope,
  conflictBookmark,
  type OwnedMark,
  propertyBookmark,
} from "../document/merge-record.ts";
import type { PropertyOwner } from "../document/recorded-properties.ts";
import type { NodeId } from "../ooxml/xml/tree.ts";
import type { Source } from "../redline/content/source.ts";
import type { Anchor, PlacedAnchor } from "../redline/script/script.ts";
import type { BasePlace, ConflictVersion, MergingConflict } from "./conflict.ts";
import { type CommentContext, conflictComment } from "./conflict-comment.ts";

interface ConflictBuilder extends MergingConflict {
  sides: readonly ConflictVersion[];
  scope: ConflictScope;
  spots: number;
  /** The mark that each spot owns, in the order of the spots. */
  readonly marks: OwnedMark[];
}

interface NewConflict {
  readonly sides: readonly ConflictVersion[];
  readonly place: BasePlace | undefined;
  readonly original?: string;
  readonly owner?: PropertyOwner | undefined;
  /** Default: the scope that fits the kind. */
  readonly scope?: ConflictScope;
}

const SCOPE_OF: Readonly<Record<ConflictKind, ConflictScope>> = {
  text: "words",
  blocks: "paragraphs",
  move: "move",
  property: "format",
};

export class Conflicts {
  /** Anchors around whole paragraphs of the base. */
  readonly placed: PlacedAnchor[] = [];
  readonly #context: Omit<CommentContext, "count">;
  readonly #date: string;
  readonly #known: ConflictBuilder[] = [];
  readonly #excused = new Map<Source, Set<string>>();

  constructor(context: Omit<CommentContext, "count">, date: string) {
    this.#context = context;
    this.#date = date;
  }

  get all(): readonly MergingConflict[] {
    return this.#known;
  }

  add(kind: ConflictKind, { sides, place, original, owner, scope = SCOPE_OF[kind] }: NewConflict): MergingConflict {
    const conflict: ConflictBuilder = {
      id: this.#known.length + 1,
      kind,
      sides: inOrder(sides),
      scope,
      marks: [],
      owner,
      place,
      original,
      spots: 0,
    };
    this.#known.push(conflict);
    return conflict;
  }

  /** Adds the sides whose copies do not compete in a conflict yet, and returns the conflict. */
  widened(conflict: MergingConflict, sides: readonly ConflictVersion[]): MergingConflict {
    const draft = conflict as ConflictBuilder;
    const known = new Set(draft.sides.flatMap(({ revisions }) => revisions));
    const further = sides.map((side) => ({ ...side, revisions: side.revisions.filter((one) => !known.has(one)) }));
    draft.sides = inOrder([...draft.sides, ...further.filter(({ revisions }) => revisions.length > 0)]);
    return conflict;
  }

  /** Makes a conflict of words own the marks of its paragraphs too (MRG-44). */
  ownMarks(conflict: MergingConflict): void {
    const draft = conflict as ConflictBuilder;
    if (draft.scope === "words") draft.scope = "paragraphs";
  }

  /** Returns the name of the clause that contains an element of the base. */
  clauseAt(place: BasePlace | undefined): string {
    return this.#context.clauseAt(place);
  }

  /** Returns the anchor of the next spot of a conflict. The comment of the first spot states what each copy wants. */
  spot(conflict: MergingConflict, owned: OwnedMark = "own"): Anchor {
    const draft = conflict as ConflictBuilder;
    draft.spots += 1;
    draft.marks.push(owned);
    const bookmarkOf = conflict.kind === "property" ? propertyBookmark : conflictBookmark;
    const bookmark = bookmarkOf(conflict.id, draft.spots);
    if (draft.spots > 1) return { bookmark };
    const [context, known] = [this.#context, this.#known];
    const comment = {
      author: CONFLICT_AUTHOR,
      date: this.#date,
      // Read when the comment is written: the number and scopes of all conflicts are known only then.
      get text() {
        return conflictComment(conflict, { ...context, count: known.length });
      },
    };
    return { bookmark, comment };
  }

  /** Anchors a conflict at a paragraph of the base, or at the first paragraph inside an element of it. */
  place(conflict: MergingConflict, { part, node }: BasePlace): void {
    this.placed.push({ part, node, anchor: this.spot(conflict) });
  }

  /**
   * Records that the formatting of the base stays where a source has different formatting. The gate permits that difference.
   */
  excuse(source: Source, part: string, node: NodeId): void {
    const known = this.#excused.get(source) ?? new Set();
    this.#excused.set(source, known.add(`${part} ${node}`));
  }

  isExcused(source: Source, part: string, node: NodeId): boolean {
    return this.#excused.get(source)?.has(`${part} ${node}`) === true;
  }
}

/** Returns sides in the order of their first copies. */
function inOrder(sides: readonly ConflictVersion[]): ConflictVersion[] {
  return sides.toSorted((one, other) => Math.min(...one.revisions) - Math.min(...other.revisions));
}
