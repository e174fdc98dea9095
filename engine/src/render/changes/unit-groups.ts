// Joins changes that touch into units, while a story is read in order (UNT-1).
//
// Insertions and deletions of one author touch if no unchanged text and no unchanged paragraph mark is between them. A
// deletion and an insertion are one replacement only if they touch inside a paragraph: a deleted paragraph before an
// inserted one is a unit of its own. A change that continues after another one, as an insertion around a deletion of
// somebody else, stays in its unit.

import type { Change, ChangeUnit, ChangeUnitKind } from "../redline.ts";
import { endOf, startOf } from "./context-words.ts";

export type Clause = ChangeUnit["clause"];

/** A unit while it is collected. */
export interface OpenUnit {
  readonly first: Pick<Change, "author" | "revision" | "authors" | "revisions" | "date">;
  readonly ids: Set<string>;
  readonly block: string;
  readonly clause: Clause;
  kind: ChangeUnitKind;
  before: string;
  after: string;
  contextBefore: string;
  contextAfter: string;
  readonly named?: Pick<ChangeUnit, "conflict" | "move" | "style">;
}

/** Returns a key for the people who made a change. */
export function makerKey({ author, revision }: Pick<Change, "author" | "revision">): string {
  return JSON.stringify([author, revision]);
}

/** The part of a table that a unit contains: an inserted or deleted row or column. */
interface Absorbing {
  readonly unit: OpenUnit;
  readonly type: Change["type"];
}

export class UnitGroups {
  /** In reading order. */
  readonly units: OpenUnit[] = [];
  readonly #byId = new Map<string, OpenUnit>();
  readonly #named = new Map<string, OpenUnit>();
  #open: OpenUnit | undefined;
  /** The type of the last change of the open unit, if it is a paragraph mark. */
  #lastMark: Change["type"] | undefined;
  /** Unchanged text of the paragraph since the last change. */
  #text = "";
  /** The unit that ended last, while unchanged text follows it in its paragraph. */
  #ended: OpenUnit | undefined;
  #absorbing: Absorbing | undefined;
  block = "";
  clause: Clause = { number: "", title: "" };

  /** Adds unchanged text or, if the text is empty, an unchanged object. For edits inside a move, its text is unchanged. */
  unchanged(text: string): void {
    this.#close();
    this.#text += text;
    if (this.#ended !== undefined) this.#ended.contextAfter += text;
  }

  /** Adds inserted or deleted text. */
  change(change: Change, text: string): void {
    const absorbing = this.#absorbing;
    if (absorbing !== undefined && absorbing.type === change.type && isByOne(absorbing.unit, change)) {
      this.#add(absorbing.unit, change, text);
      return;
    }
    const known = this.#byId.get(change.id);
    const open = this.#open;
    // A mark that is replaced by other text, or the other way round, joins or splits a paragraph.
    const isNew = this.#lastMark !== undefined && this.#lastMark !== change.type && !isMarkAlone(open);
    if (known === undefined && (open === undefined || isNew || !isByOne(open, change))) this.#begin(change);
    else if (known !== undefined && known !== open) this.#continue(known);
    this.#add(this.#open!, change, text);
    this.#lastMark = undefined;
  }

  /** Ends a paragraph. The mark is `undefined` if it is unchanged. */
  endParagraph(mark: Change | undefined): void {
    if (mark === undefined) this.#close();
    else this.change(mark, "\n");
    this.#lastMark = mark?.type;
    this.#text = "";
    this.#ended = undefined;
  }

  /** Ends all that touches, for example before a table. */
  interrupt(): void {
    this.endParagraph(undefined);
  }

  /** Returns the unit that ends in a mark right before a row with this change; undefined if none touches it. */
  touching(change: Change): OpenUnit | undefined {
    const open = this.#open;
    return open !== undefined && this.#lastMark === change.type && isByOne(open, change) ? open : undefined;
  }

  /** Lets the changes after a row touch the unit of the row. */
  resume(unit: OpenUnit, type: Change["type"]): void {
    this.#open = unit;
    this.#lastMark = type;
  }

  /**
   * Adds units from an index on to the unit of the same decision before them, if there is one. So the text of an
   * inserted note belongs to the unit that inserts its reference.
   */
  joinByDecision(from: number, decisionOf: (id: string) => number | undefined): void {
    const known = new Map<number | undefined, OpenUnit>();
    for (const unit of this.units.slice(0, from)) for (const id of unit.ids) known.set(decisionOf(id), unit);
    known.delete(undefined);
    for (const unit of this.units.splice(from)) {
      const [first = ""] = unit.ids;
      const owner = known.get(decisionOf(first));
      const isWhole = owner !== undefined && [...unit.ids].every((id) => known.get(decisionOf(id)) === owner);
      if (isWhole) joinUnits(owner, unit);
      else this.units.push(unit);
    }
  }

  /** Returns the unit with a name, such as a move or a conflict. It begins here if it is new. */
  named(name: string, make: () => Pick<OpenUnit, "kind" | "first" | "named">): OpenUnit {
    this.#close();
    const known = this.#named.get(name);
    if (known !== undefined) return known;
    const unit = this.place(make());
    this.#named.set(name, unit);
    this.#text = "";
    this.#ended = unit.kind === "move" ? undefined : unit;
    return unit;
  }

  /** Adds a unit at the current position. */
  place(
    given: Pick<OpenUnit, "kind" | "first" | "named">,
    texts: { before: string; after: string } = NOTHING,
  ): OpenUnit {
    const { block, clause } = this;
    const unit = {
      ids: new Set<string>(),
      block,
      clause,
      contextBefore: this.#text,
      contextAfter: "",
      ...texts,
      ...given,
    };
    this.units.push(unit);
    return unit;
  }

  /** Reads the content of an inserted or deleted row or column, whose own changes belong to the unit. */
  inside(unit: OpenUnit, type: Change["type"], read: () => void): void {
    const outer = this.#absorbing;
    this.#absorbing = { unit, type };
    read();
    this.#absorbing = outer;
  }

  #begin(change: Change): void {
    this.#close();
    this.#open = this.place({ kind: "insert", first: change });
    this.#text = "";
    this.#ended = undefined;
  }

  #continue(known: OpenUnit): void {
    this.#close();
    this.#open = known;
  }

  #add(unit: OpenUnit, change: Change, text: string): void {
    unit.ids.add(change.id);
    this.#byId.set(change.id, unit);
    if (change.type === "insertion" || change.type === "moved_to") unit.after += text;
    else unit.before += text;
  }

  #close(): void {
    if (this.#open !== undefined) this.#ended = this.#open;
    this.#open = undefined;
    this.#lastMark = undefined;
  }
}

const NOTHING = { before: "", after: "" };

function joinUnits(owner: OpenUnit, { ids, before, after }: OpenUnit): void {
  for (const id of ids) owner.ids.add(id);
  owner.before += before;
  owner.after += after;
}

function isMarkAlone(unit: OpenUnit | undefined): boolean {
  return unit !== undefined && unit.before + unit.after === "\n";
}

function isByOne({ first }: OpenUnit, change: Change): boolean {
  return makerKey(first) === makerKey(change);
}

/** Returns the collected units with their ids and kinds. */
export function closeUnits(units: readonly OpenUnit[]): ChangeUnit[] {
  return units.map((unit, at) => {
    const { first, ids, block, clause, kind, named } = unit;
    const [before, after] = [shownText(unit.before), shownText(unit.after)];
    const context = contextOf(unit);
    return {
      id: `u${at + 1}`,
      kind: kind === "insert" && before !== "" ? (after === "" ? "delete" : "replace") : kind,
      ids: [...ids],
      block,
      clause,
      authors: first.authors ?? [first.author],
      revisions: first.revisions ?? (first.revision === "" ? [] : [first.revision]),
      ...(first.date === undefined ? {} : { date: first.date }),
      before,
      after,
      context,
      ...named,
    };
  });
}

/**
 * Returns the text around a unit. Inserted or deleted paragraphs have none where they begin or end with a mark: the text
 * there is another paragraph.
 */
function contextOf({ before, after, contextBefore, contextAfter }: OpenUnit): ChangeUnit["context"] {
  const texts = [before, after].filter((text) => text !== "");
  const [text = ""] = texts;
  const isWhole = texts.length === 1 && text.trim() !== "";
  return {
    before: isWhole && text.startsWith("\n") ? "" : endOf(contextBefore),
    after: isWhole && text.endsWith("\n") ? "" : startOf(contextAfter),
  };
}

/** Returns a text without the marks at the ends of it and of its cells. Marks and empty cells alone are shown as a sign. */
function shownText(given: string): string {
  const text = given.replace(/\n+\t/g, "\t").replace(/\n{2,}/g, "\n");
  return text !== "" && text.trim() === "" && /[\n\t]/.test(text) ? "¶" : text.replace(/^\n+|[\n\t]+$/g, "");
}
