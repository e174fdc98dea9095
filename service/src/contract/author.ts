// Who the tracked changes of a comparison are by.
//
// A given author is written as it is: control characters are stripped, 100 characters kept, and one with nothing to
// see in it counts as not given. Without one the changes are by the key's service account and the revised file's name.

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
  const author = [...writable(given ?? "")].slice(0, limits.authorCharacters).join("");
  return author.trim() === "" ? writable(`${address}-${modifiedName}`) : author;
}

/** Without control characters, and without what XML cannot hold. */
function writable(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\uFFFE\uFFFF]/gu, "");
}
