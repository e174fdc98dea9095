// The conflicts of a merge: what several revisions want otherwise, each with the places where a reader meets it.

import {
  CONFLICT_AUTHOR,
  type ConflictKind,
  conflictBookmark,
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
}

interface Draft extends MergingConflict {
  spots: number;
}

/** A side longer than this is told by its beginning. */
const LONGEST = 120;

export class Conflicts {
  /** Anchors around whole paragraphs of the base. */
  readonly placed: PlacedAnchor[] = [];
  readonly #names: readonly string[];
  readonly #date: string;
  readonly #known: Draft[] = [];
  readonly #excused = new Map<Source, Set<string>>();

  constructor(names: readonly string[], date: string) {
    this.#names = names;
    this.#date = date;
  }

  get all(): readonly MergingConflict[] {
    return this.#known;
  }

  add(kind: ConflictKind, sides: readonly RecordedSide[]): MergingConflict {
    const conflict = { id: this.#known.length + 1, kind, sides, spots: 0 };
    this.#known.push(conflict);
    return conflict;
  }

  /** The anchor of the next place of a conflict. The first tells who wants what. */
  spot(conflict: MergingConflict): Anchor {
    const draft = conflict as Draft;
    draft.spots += 1;
    const bookmarkOf = conflict.kind === "property" ? propertyBookmark : conflictBookmark;
    const bookmark = bookmarkOf(conflict.id, draft.spots);
    if (draft.spots > 1) return { bookmark };
    const text = inWords(conflict, this.#names);
    return { bookmark, comment: { author: CONFLICT_AUTHOR, date: this.#date, text } };
  }

  /** Leads to a paragraph of the base, or to the first one in something of it. */
  place(conflict: MergingConflict, { part, node }: { readonly part: string; readonly node: NodeId }): void {
    this.placed.push({ part, node, anchor: this.spot(conflict) });
  }

  /** Notes that the base's formatting stands where a source has another. */
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
  move: "The revisions put this text in different places, or one of them takes it away.",
  property: "The revisions format this differently. The formatting of the original stands.",
};

/** A heading, and a line for each side. */
function inWords({ id, kind, sides }: MergingConflict, names: readonly string[]): string[] {
  const lines = sides.map(({ revisions, text }) => {
    const who = revisions.map((number) => names[number]!).join(" and ");
    const what = text === "" ? "deletes it" : kind === "property" ? text : `“${shortened(text)}”`;
    return `${who}: ${what}`;
  });
  return [`Conflict ${id}. ${HEADINGS[kind]}`, ...lines];
}

/** In one line: tabs, line ends and breaks of pages are spaces, the last of which a comment could not even hold. */
function shortened(text: string): string {
  const letters = [...text.replace(/[\t\n\f]+/g, " ")];
  return letters.length <= LONGEST ? letters.join("") : `${letters.slice(0, LONGEST).join("")} …`;
}
