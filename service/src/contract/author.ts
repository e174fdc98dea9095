// Who the tracked changes of a comparison, or of an edit, are by.
//
// Of a comparison: a given author is written as it is: control characters are stripped, 100 characters kept, and one with nothing to
// see in it counts as not given. Without one the changes are by the key's service account and the revised file's name.
// Of an edit: a given author is one line of at most 255 characters, trimmed, and refused otherwise.

import { limits } from "./limits.ts";

interface AuthorSources {
  /** The form field, where there is one. */
  readonly given: string | undefined;
  /** The address of the key's service account. */
  readonly address: string;
  /** The name of the revised file, told apart from the other's. */
  readonly modifiedName: string;
}

export function authorOf({ given, address, modifiedName }: AuthorSources): string {
  return givenAuthor(given) ?? writable(`${address}-${modifiedName}`);
}

/** The author that was given, as it is written; undefined where that is none. */
export function givenAuthor(given: string | undefined): string | undefined {
  const author = [...writable(given ?? "")].slice(0, limits.authorCharacters).join("");
  return author.trim() === "" ? undefined : author;
}

const editor = "Versus AI";

/** Undefined for one that is refused. */
export function editAuthorOf(given: string | undefined): string | undefined {
  const author = (given ?? "").replace(/^\p{Zs}+|\p{Zs}+$/gu, "");
  if (author === "") return editor;
  return writable(author) === author && [...author].length <= limits.editAuthorCharacters ? author : undefined;
}

/** Without control characters, and without what XML cannot hold. */
function writable(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\uFFFE\uFFFF]/gu, "");
}
