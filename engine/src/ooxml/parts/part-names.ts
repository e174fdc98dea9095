// Handles part names and the targets of relationships (ISO 29500-2, 6.2 and 6.5.3).
//
// Inside the engine a part has the name of its zip entry, without a leading slash. Two names that differ only in the case of
// ASCII letters are the same name.

export const CONTENT_TYPES_PART = "[Content_Types].xml";
/** Source of the package's own relationships. */
export const PACKAGE = "";

/** Returns the form that all spellings of a part name share: ASCII letters in lower case. */
export function foldName(name: string): string {
  return /[A-Z]/.test(name) ? name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : name;
}

/** Returns the name of the part that holds the relationships of another. */
export function relationshipsPartOf(source: string): string {
  const slash = source.lastIndexOf("/") + 1;
  return `${source.slice(0, slash)}_rels/${source.slice(slash)}.rels`;
}

/**
 * Returns the part that a target names, relative to its source. Undefined if the target is outside the package or names no
 * part.
 */
export function resolveTarget(source: string, target: string): string | undefined {
  const path = target.replace(/[?#].*$/s, "").replaceAll("\\", "/");
  if (path === "" || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(path)) return undefined;
  const segments = path.startsWith("/") ? [] : source.split("/").slice(0, -1);
  for (const segment of path.split("/")) {
    if (segment === "..") {
      if (segments.pop() === undefined) return undefined;
    } else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments.join("/");
}

/** Returns the target that names `part` in the relationships of `source`: a path relative to the folder of `source`. */
export function targetOf(source: string, part: string): string {
  const from = source.split("/").slice(0, -1);
  const to = part.split("/");
  let common = 0;
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common += 1;
  return [...from.slice(common).map(() => ".."), ...to.slice(common)].join("/");
}

/**
 * Returns the first free name of `word/header1.xml`, `word/header2.xml`, … The `*` of `pattern` marks the position of the
 * number.
 */
export function freeName(pattern: string, isTaken: (name: string) => boolean): string {
  let number = 1;
  while (isTaken(pattern.replace("*", String(number)))) number += 1;
  return pattern.replace("*", String(number));
}
