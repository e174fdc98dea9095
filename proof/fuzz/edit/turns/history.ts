// What the edits that were sent one by one have done so far, as far as it is needed to name things again.

import type { Key, MadeKind, Name } from "../names.ts";

/** The last thing that was put after something. */
export type Placed =
  | { readonly kind: "word"; readonly word: string }
  | { readonly kind: "paragraph"; readonly key: Key }
  /** `isFollowed` if a paragraph was there already to stand behind it, and none came with it. `name` is what tells what was put after it. */
  | { readonly kind: "table"; readonly word: string; readonly isFollowed: boolean; readonly name: string | undefined }
  | { readonly kind: "unknown" };

export type MadeThing =
  | { readonly kind: MadeKind; readonly word: string }
  /** What was behind a place when the paragraph was split there. */
  | { readonly kind: "tail"; readonly key: Key; readonly offset: number };

export class History {
  /** By key and offset: the last word that was inserted there. */
  readonly points = new Map<string, string>();
  /** By key: where something was inserted or the paragraph was split. */
  readonly cuts = new Map<Key, Set<number>>();
  readonly splits = new Map<Key, Set<number>>();
  /** Paragraphs that were joined with the one before them, and with the next. */
  readonly absorbed = new Set<Key>();
  readonly joined = new Set<Key>();
  /** By ref of the last of new paragraphs that were joined: all of them. */
  readonly joinedMade = new Map<string, Extract<Name, { $: "madeRange" }>>();
  /** By key of a paragraph, or ref of a part of it: the ref of the last part that was joined to it again. */
  readonly healed = new Map<string, string>();
  /** Paragraphs that were deleted: what named them stands in a neighbour. */
  readonly removed = new Set<Key>();
  /** Paragraphs that lost a part which a split made: what told their end stands in another by then. */
  readonly halved = new Set<Key>();
  /** Paragraphs that were moved out of their cell: they name its row and column no more. */
  readonly movedOut = new Set<Key>();
  /** By destination. */
  readonly after = new Map<string, Placed>();
  /** Paragraphs, by key or ref, behind which a section was ended: another break there comes behind the first. */
  readonly broken = new Set<string>();
  readonly made = new Map<string, MadeThing>();
  /** The sections in order: numbers of uploaded ones, names of those that were made. */
  readonly sections: (number | string)[];

  constructor(sections: number) {
    this.sections = Array.from({ length: sections }, (_, at) => at + 1);
  }

  cut(key: Key, offset: number): void {
    this.cuts.set(key, (this.cuts.get(key) ?? new Set()).add(offset));
  }

  split(key: Key, offset: number): void {
    this.cut(key, offset);
    this.splits.set(key, (this.splits.get(key) ?? new Set()).add(offset));
  }

  /** Notes that parts of a paragraph are one again; what is put where they meet comes behind what has no word of its own. */
  heal({ key, from, through }: Extract<Name, { $: "partRange" }>): void {
    const [first, last] = [from, through].map((name) => {
      const thing = name === undefined ? undefined : this.made.get(name.ref);
      return thing?.kind === "tail" ? thing.offset : 0;
    });
    this.healed.set(from?.ref ?? key, through.ref);
    const joints = [...(this.splits.get(key) ?? [])].filter((offset) => offset > first! && offset <= last!);
    for (const offset of joints) {
      this.splits.get(key)!.delete(offset);
      this.points.set(pointKey(key, offset), "");
    }
  }
}

export function pointKey(key: Key, offset: number): string {
  return `${key} ${offset}`;
}
