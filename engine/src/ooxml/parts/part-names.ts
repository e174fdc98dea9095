// Names of parts, and how one part's relationships name another (ISO 29500-2, 6.2 and 6.5.3).
//
// Inside the engine a part is named as its zip entry is, without a leading slash. Two names that
// differ in the case of ASCII letters only are one name.

export const CONTENT_TYPES_PART = "[Content_Types].xml";
/** The source of the package's own relationships. */
export const PACKAGE = "";

/** What two names of one part have in common. */
export function foldName(name: string): string {
  return /[A-Z]/.test(name) ? name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : name;
}

/** The part that holds the relationships of another. */
export function relationshipsPartOf(source: string): string {
  const slash = source.lastIndexOf("/") + 1;
  return `${source.slice(0, slash)}_rels/${source.slice(slash)}.rels`;
}

/** The part a target names, seen from its source; undefined when it leads out of the package or to no part at all. */
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

/** How `source` names `part`: by a path from its own folder. */
export function targetOf(source: string, part: string): string {
  const from = source.split("/").slice(0, -1);
  const to = part.split("/");
  let common = 0;
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common += 1;
  return [...from.slice(common).map(() => ".."), ...to.slice(common)].join("/");
}

/** The first of `word/header1.xml`, `word/header2.xml`, … that is free; `pattern` has a `*` where the number goes. */
export function freeName(pattern: string, isTaken: (name: string) => boolean): string {
  let number = 1;
  while (isTaken(pattern.replace("*", String(number)))) number += 1;
  return pattern.replace("*", String(number));
}
