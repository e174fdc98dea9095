// The changes, comments and conflicts of a page in the order in which a reader meets them: the list behind the panel, Prev and
// Next, and the message `vs:changes` (HTM-30).
//
// An entry is one change of the Redline JSON, under an element id of its own: a change may stand in several pieces, of which the
// first on the page has the id and all have the entry's number.

import type { Change, RedlineComment, RedlineConflict, RedlineSource } from "../redline.ts";

export type ListedType = "insert" | "delete" | "moveFrom" | "moveTo" | "comment";

/** An entry as the page's data has it. */
export interface ListedChange {
  /** The id of its first element. */
  readonly anchor: string;
  readonly kind: "change" | "comment" | "merge_conflict" | "note";
  /** null for a conflict and a note. */
  readonly type: ListedType | null;
  text: string;
  readonly author: string;
  readonly date?: string;
  readonly revision?: string;
  /** The two halves of a move share it. */
  readonly move?: number;
  /** The conflict that a change is part of. */
  readonly conflict?: number;
  /** The block in which it begins, and the clause around it. */
  readonly block: string;
  readonly clause: string;
  /** Of a comment: the thread. Of a conflict: what each side wants. */
  readonly comment?: RedlineComment;
  readonly sides?: RedlineConflict["sides"];
}

/** Where an entry is first met. */
export interface ListedPlace {
  readonly block: string;
  readonly clause: string;
}

/** An entry's number, and whether the element that asks is its first. */
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
      kind: "change",
      type: TYPES[change.type],
      text: "",
      author: this.#withoutName(change.author),
      ...(change.date === undefined ? {} : { date: change.date }),
      ...(change.revision === "" ? {} : { revision: change.revision }),
      ...(change.move_id === undefined ? {} : { move: change.move_id }),
      ...(conflict === undefined ? {} : { conflict }),
      ...place,
    }));
  }

  /** Adds what a further piece of a change shows. */
  addText(change: Change, text: string): void {
    const number = this.#numbers.get(`change-${change.id}`);
    if (number !== undefined) this.entries[number]!.text += text;
  }

  comment(comment: RedlineComment, place: ListedPlace): Listed {
    return this.#list(`comment-${comment.id}`, () => ({
      kind: "comment",
      type: "comment",
      text: comment.anchor_text,
      author: this.#withoutName(comment.author),
      ...(comment.date === undefined ? {} : { date: comment.date }),
      comment,
      ...place,
    }));
  }

  conflict(id: number, place: ListedPlace): Listed {
    const sides = this.#conflicts.get(id)?.sides ?? [];
    return this.#list(`conflict-${id}`, () => ({
      kind: "merge_conflict",
      type: null,
      text: sides.map(({ text }) => text).join(" / "),
      author: sides.flatMap(({ revisions }) => revisions).join(", "),
      sides,
      ...place,
    }));
  }

  /** A reference to a note: Prev and Next stop at it. */
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

  /** A comparison without an author names the account and the revised file: the file is told elsewhere. */
  #withoutName(author: string): string {
    const name = this.#names.find((one) => one !== "" && author.length > one.length + 1 && author.endsWith(`-${one}`));
    return name === undefined ? author : author.slice(0, -name.length - 1);
  }
}
