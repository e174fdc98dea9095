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
  type RecordedSide,
} from "../document/merge-record.ts";
import type { NodeId } from "../ooxml/xml/tree.ts";
import type { Source } from "../redline/content/source.ts";
import type { Anchor, PlacedAnchor } from "../redline/script/script.ts";

export interface MergingConflict {
  readonly id: number;
  readonly kind: ConflictKind;
  readonly sides: readonly RecordedSide[];
  readonly scope: ConflictScope;
  readonly marks: readonly OwnedMark[];
}

interface ConflictBuilder extends MergingConflict {
  scope: ConflictScope;
  spots: number;
  /** The mark that each spot owns, in the order of the spots. */
  readonly marks: OwnedMark[];
}

const SCOPE_OF: Readonly<Record<ConflictKind, ConflictScope>> = {
  text: "words",
  blocks: "paragraphs",
  move: "move",
  property: "format",
};

/** Maximum number of characters of a side in a comment. A longer text is shortened. */
const LONGEST = 120;

export class Conflicts {
  /** Anchors around whole paragraphs of the base. */
  readonly placed: PlacedAnchor[] = [];
  readonly #names: readonly string[];
  readonly #date: string;
  readonly #known: ConflictBuilder[] = [];
  readonly #excused = new Map<Source, Set<string>>();

  constructor(names: readonly string[], date: string) {
    this.#names = names;
    this.#date = date;
  }

  get all(): readonly MergingConflict[] {
    return this.#known;
  }

  add(kind: ConflictKind, sides: readonly RecordedSide[], scope = SCOPE_OF[kind]): MergingConflict {
    const conflict = { id: this.#known.length + 1, kind, sides, scope, marks: [], spots: 0 };
    this.#known.push(conflict);
    return conflict;
  }

  /** Makes a conflict of words own the marks of its paragraphs too (MRG-44). */
  ownMarks(conflict: MergingConflict): void {
    const draft = conflict as ConflictBuilder;
    if (draft.scope === "words") draft.scope = "paragraphs";
  }

  /** Returns the anchor of the next spot of a conflict. The comment of the first spot states what each copy wants. */
  spot(conflict: MergingConflict, owned: OwnedMark = "own"): Anchor {
    const draft = conflict as ConflictBuilder;
    draft.spots += 1;
    draft.marks.push(owned);
    const bookmarkOf = conflict.kind === "property" ? propertyBookmark : conflictBookmark;
    const bookmark = bookmarkOf(conflict.id, draft.spots);
    if (draft.spots > 1) return { bookmark };
    const text = inWords(conflict, this.#names);
    return { bookmark, comment: { author: CONFLICT_AUTHOR, date: this.#date, text } };
  }

  /** Anchors a conflict at a paragraph of the base, or at the first paragraph inside an element of it. */
  place(conflict: MergingConflict, { part, node }: { readonly part: string; readonly node: NodeId }): void {
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

const HEADINGS: Readonly<Record<ConflictKind, string>> = {
  text: "The revisions change this text differently.",
  blocks: "The revisions put different content here.",
  move: "The revisions move this text to different positions, or one of them deletes it.",
  property: "The revisions format this differently. The original formatting is kept.",
};

/** Returns a heading, and one line for each side. */
function inWords({ id, kind, sides }: MergingConflict, names: readonly string[]): string[] {
  const lines = sides.map(({ revisions, text }) => {
    const who = revisions.map((number) => names[number]!).join(" and ");
    const what = text === "" ? "deletes it" : kind === "property" ? text : `“${shortened(text)}”`;
    return `${who}: ${what}`;
  });
  return [`Conflict ${id}. ${HEADINGS[kind]}`, ...lines];
}

/** Returns the text in one line. Tabs, line ends and page breaks become spaces; a comment could not contain a page break. */
function shortened(text: string): string {
  const letters = [...text.replace(/[\t\n\f]+/g, " ")];
  return letters.length <= LONGEST ? letters.join("") : `${letters.slice(0, LONGEST).join("")} …`;
}
