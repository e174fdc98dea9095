// Lists the changes, comments, conflicts and notes of a page in reading order.
//
// The panel, Prev and Next, and the message `vs:changes` use the list (HTM-30). An entry is one change of the Redline
// JSON and has its own element id. A change may have several pieces on the page: the first one has the id, and all have
// the entry's number.

import type { Change, RedlineComment, RedlineConflict, RedlineSource } from "../../redline.ts";

export type ListedType = "insert" | "delete" | "moveFrom" | "moveTo" | "comment";

/** An entry, as in the data of the page. */
export interface ListedChange {
  /** The id of its first element. */
  readonly anchor: string;
  /** The id of the change, or the number of the conflict, in the JSON. */
  readonly id?: string | number;
  readonly kind: "change" | "comment" | "merge_conflict" | "note";
  /** null for a conflict and a note. */
  readonly type: ListedType | null;
  text: string;
  readonly author: string;
  readonly date?: string;
  readonly revision?: string;
  /** Set only for a change of several revisions, because names may contain commas. */
  readonly revisions?: readonly string[];
  /** The number of a move, equal at source and target. */
  readonly move?: number;
  /** The conflict that a change is part of. */
  readonly conflict?: number;
  /** The block in which it begins, and the clause that contains the block. */
  readonly block: string;
  readonly clause: string;
  /** `comment`: the thread, set only for a comment. `sides`: the proposals, set only for a conflict. */
  readonly comment?: Omit<RedlineComment, "anchor_text">;
  readonly sides?: RedlineConflict["sides"];
}

/** The position at which an entry first occurs. */
export interface ListedPlace {
  readonly block: string;
  readonly clause: string;
}

/** The number of an entry, and whether the present element is its first. */
export interface Listed {
  readonly number: number;
  readonly anchor: string;
  readonly isFirst: boolean;
}

const TYPES = { insertion: "insert", deletion: "delete", moved_from: "moveFrom", moved_to: "moveTo" } as const;

export class ChangeList {
  readonly entries: ListedChange[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #conflicts: ReadonlyMap<number, RedlineConflict>;
  readonly #names: readonly string[];

  constructor(conflicts: readonly RedlineConflict[], documents: readonly RedlineSource[]) {
    this.#conflicts = new Map(conflicts.map((conflict) => [conflict.id, conflict]));
    this.#names = documents.map(({ name }) => name);
  }

  change(change: Change, place: ListedPlace, conflict: number | undefined): Listed {
    return this.#list(`change-${change.id}`, () => ({
      id: change.id,
      kind: "change",
      type: TYPES[change.type],
      text: "",
      author: this.shownAuthor(change.author),
      ...(change.date === undefined ? {} : { date: change.date }),
      ...(change.revision === "" ? {} : { revision: change.revision }),
      ...((change.revisions ?? []).length < 2 ? {} : { revisions: change.revisions! }),
      ...(change.move_id === undefined ? {} : { move: change.move_id }),
      ...(conflict === undefined ? {} : { conflict }),
      ...place,
    }));
  }

  /** Returns the number of the entry with an anchor. */
  numberOf(anchor: string): number | undefined {
    return this.#numbers.get(anchor);
  }

  /** Adds the text of a further piece of a change. */
  addText(change: Change, text: string): void {
    const number = this.#numbers.get(`change-${change.id}`);
    if (number !== undefined) this.entries[number]!.text += text;
  }

  comment(comment: RedlineComment, place: ListedPlace): Listed {
    const { anchor_text: text, ...thread } = comment;
    return this.#list(`comment-${comment.id}`, () => ({
      kind: "comment",
      type: "comment",
      text,
      author: this.shownAuthor(comment.author),
      ...(comment.date === undefined ? {} : { date: comment.date }),
      comment: thread,
      ...place,
    }));
  }

  conflict(id: number, place: ListedPlace): Listed {
    const sides = this.#conflicts.get(id)?.sides ?? [];
    return this.#list(`conflict-${id}`, () => ({
      id,
      kind: "merge_conflict",
      type: null,
      text: sides.map(({ text }) => text).join(" / "),
      author: sides.flatMap(({ revisions }) => revisions).join(", "),
      sides,
      ...place,
    }));
  }

  /** Adds a reference to a note. Prev and Next stop at it. */
  note(anchor: string, place: ListedPlace): Listed {
    return this.#list(anchor, () => ({ kind: "note", type: null, text: "", author: "", ...place }));
  }

  #list(anchor: string, make: () => Omit<ListedChange, "anchor">): Listed {
    const known = this.#numbers.get(anchor);
    if (known !== undefined) return { number: known, anchor, isFirst: false };
    const number = this.entries.length;
    this.#numbers.set(anchor, number);
    this.entries.push({ anchor, ...make() });
    return { number, anchor, isFirst: true };
  }

  /**
   * Removes the file name from an author. A comparison without an author names the account and the revised file, and
   * the page shows the file elsewhere.
   */
  shownAuthor(author: string): string {
    const name = this.#names.find((one) => one !== "" && author.length > one.length + 1 && author.endsWith(`-${one}`));
    return name === undefined ? author : author.slice(0, -name.length - 1);
  }
}
