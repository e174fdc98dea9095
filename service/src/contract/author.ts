// Determines the author of the tracked changes of a comparison or an edit.
//
// - Comparison: control characters of a given author are stripped and 100 characters kept. A blank author counts as not
//   given; the default is the address of the key's service account and the name of the revised file.
// - Edit: a given author is one line of at most 255 characters, trimmed. A longer one, or one with control characters,
//   is refused. A blank author counts as not given; the default is `Versus AI`.

import { limits } from "./limits.ts";

interface AuthorSources {
  /** The form field; undefined without one. */
  readonly given: string | undefined;
  /** The address of the key's service account. */
  readonly address: string;
  /** The name of the revised file, different from the name of the original. */
  readonly modifiedName: string;
}

export function authorOf({ given, address, modifiedName }: AuthorSources): string {
  return givenAuthor(given) ?? writable(`${address}-${modifiedName}`);
}

/** Returns the given author as it is written, or undefined if the author is missing or blank. */
export function givenAuthor(given: string | undefined): string | undefined {
  const author = [...writable(given ?? "")].slice(0, limits.authorCharacters).join("");
  return author.trim() === "" ? undefined : author;
}

const editor = "Versus AI";

/** Returns the author of an edit, or undefined if the given author is refused. */
export function editAuthorOf(given: string | undefined): string | undefined {
  const author = (given ?? "").replace(/^\p{Zs}+|\p{Zs}+$/gu, "");
  if (author === "") return editor;
  return writable(author) === author && [...author].length <= limits.editAuthorCharacters ? author : undefined;
}

/** Removes control characters and characters that XML cannot contain. */
function writable(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\uFFFE\uFFFF]/gu, "");
}
