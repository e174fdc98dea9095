// Defines edits that name their targets by identity, not by position.
//
// So one edit can be sent in a batch, with the addresses of the upload, and alone, with the addresses of that moment.
// Wherever an edit of the API has an address, these edits have an object with the key `$`. `addressed` replaces it with
// an address.

/** The key of an uploaded paragraph: the number in its bookmarks. */
export type Key = string;

export type MadeKind = "paragraph" | "section" | "table" | "row" | "column" | "header" | "note" | "comment";

/** A range of text in an uploaded paragraph. */
export interface TextName {
  readonly key: Key;
  readonly from: number;
  readonly to: number;
}

/** A position in an uploaded paragraph, and the text that names it. */
export interface PointName {
  readonly key: Key;
  readonly offset: number;
  readonly anchor: "start" | "end" | { readonly side: "after" | "before"; readonly text: TextName };
}

export type Item = { readonly key: Key } | { readonly from: Key; readonly through: Key } | RefName;

export interface RefName {
  readonly ref: string;
  readonly kind: MadeKind;
}

export type Beside = { readonly paragraph: Key } | { readonly table: readonly Key[] } | { readonly made: RefName };

export type Name =
  | { readonly $: "paragraph"; readonly key: Key; readonly isEnd?: true }
  | { readonly $: "paragraphs"; readonly items: readonly Item[]; readonly isBlocks?: true }
  | { readonly $: "range"; readonly from: Key; readonly through: Key }
  /** New paragraphs of one edit. */
  | { readonly $: "madeRange"; readonly from: RefName; readonly through: RefName }
  | { readonly $: "all"; readonly kind: string | undefined; readonly holds?: string }
  /** The paragraphs field of an edit of text, and the text or point itself. */
  | { readonly $: "home"; readonly of: TextName | PointName }
  | { readonly $: "text"; readonly text: TextName; readonly how: number }
  | { readonly $: "at"; readonly point: PointName; readonly how: number }
  | { readonly $: "destination"; readonly beside: Beside; readonly position: "before" | "after" }
  | { readonly $: "ref"; readonly name: RefName; readonly isAfter?: true }
  /** Parts of a paragraph that was split. Without `from`, they begin with the first part. */
  | { readonly $: "partRange"; readonly key: Key; readonly from?: RefName; readonly through: RefName }
  | { readonly $: "inPart"; readonly part: RefName; readonly index: number }
  | { readonly $: "table"; readonly keys: readonly Key[] }
  /** A row or column, named by the paragraphs in it. `isAfter` is set if something is inserted after it. */
  | {
      readonly $: "line";
      readonly axis: "row" | "column";
      readonly keys: readonly Key[];
      readonly how: number;
      readonly isAfter?: true;
    }
  | {
      readonly $: "lineOfMade";
      readonly axis: "row" | "column";
      readonly table: string;
      readonly number: number;
      readonly isAfter?: true;
    }
  | { readonly $: "section"; readonly number: number }
  | { readonly $: "note"; readonly key: Key }
  | { readonly $: "comment"; readonly text: string };

/** An edit with names in place of addresses, and what is known about it. */
export interface NamedEdit {
  readonly edit: Readonly<Record<string, unknown>> & { readonly type: string };
  /** The objects that the edit makes: for each ref, a word that finds it again. */
  readonly makes: readonly Making[];
  /** The last word that the edit inserts at a point or a destination. */
  readonly lastWord?: string;
}

export interface Making extends RefName {
  readonly word: string;
}

/** A translator of names into addresses. */
export interface Addresser {
  address(name: Name): unknown;
}

export function addressed(value: unknown, addresser: Addresser): unknown {
  if (Array.isArray(value)) return value.map((item) => addressed(item, addresser));
  if (typeof value !== "object" || value === null) return value;
  if ("$" in value) return addresser.address(value as Name);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, addressed(item, addresser)]));
}

/** The error for a name that has no meaning in the current document. It ends the check that needs the name. */
export class Untranslated extends Error {}
