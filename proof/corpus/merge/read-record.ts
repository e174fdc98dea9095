// Reads the record of a merge from the file with the judge's own parser: labels and conflicts.

import type { ContentPackage } from "../../reading/content-package.ts";
import { type Element, elementsIn } from "../../reading/xml-tree.ts";

export interface MergeRecord {
  /** The names of the revisions, in the order of the request. */
  readonly revisions: readonly string[];
  /** Maps the author of a change to the indexes of the revisions that made it. */
  readonly labels: ReadonlyMap<string, readonly number[]>;
  readonly conflicts: readonly { readonly id: number; readonly kind: string }[];
}

const ROOT = "{urn:versus:merge}merge";

/** Returns undefined if the file has no record of a merge. */
export function readRecord(parts: ContentPackage): MergeRecord | undefined {
  const custom = parts.allRelated(parts.main, "customXml").map((part) => parts.tree(part));
  const root = custom.find(({ name }) => name === ROOT);
  if (root === undefined) return undefined;
  const named = (name: string): Element[] =>
    elementsIn(root).filter((child) => child.name === `{urn:versus:merge}${name}`);
  const labels = named("label").map(({ attributes }) => {
    const revisions = (attributes.get("revisions") ?? "").split(" ").map(Number);
    return [attributes.get("author") ?? "", revisions] as const;
  });
  return {
    revisions: named("revision").map(({ attributes }) => attributes.get("name") ?? ""),
    labels: new Map(labels),
    conflicts: named("conflict").map(({ attributes }) => {
      return { id: Number(attributes.get("id")), kind: attributes.get("kind") ?? "" };
    }),
  };
}

/** Returns a function that is true for an author label whose revisions satisfy `isWanted`. */
export function acceptsOf({ labels }: MergeRecord, isWanted: (revisions: readonly number[]) => boolean) {
  return (author: string): boolean => isWanted(labels.get(author) ?? []);
}

const SPOT = /^_Vs(Conflict|Property)_(\d+)(?:_\d+)?$/;
const STORIES = ["header", "footer", "footnotes", "endnotes"];

/** Returns the parts of a document that may contain changes: the main part, headers, footers and notes. */
export function changedParts(parts: ContentPackage): Element[] {
  const related = STORIES.flatMap((kind) => parts.allRelated(parts.main, kind));
  return [parts.main, ...new Set(related)].map((part) => parts.tree(part));
}

/**
 * Returns what the marks of conflicts in the text lack, in a few words each. Some conflicts need no comment: Word has
 * no comments in headers, footers, notes and boxes. A comment in a paragraph before a table would keep that paragraph
 * when it is deleted whole.
 */
export function missingMarks(parts: ContentPackage, { conflicts }: MergeRecord): string[] {
  const spots = new Map(changedParts(parts).flatMap((tree) => spotsIn(tree, () => false)));
  const commented = new Map(spotsIn(parts.tree(parts.main), isWithoutComments));
  const known = new Set(conflicts.map(({ id }) => id));
  const unmarked = conflicts.filter(
    ({ id, kind }) => spots.get(id) !== (kind === "property" ? "Property" : "Conflict"),
  );
  const comments = parts.related(parts.main, "comments");
  const ours = comments === undefined ? [] : elementsIn(parts.tree(comments)).filter(isOurs);
  return [
    ...unmarked.map(({ id, kind }) => `conflict ${id} (${kind}) has no bookmark`),
    ...[...spots.keys()].filter((id) => !known.has(id)).map((id) => `bookmark ${id} is of no conflict`),
    ...(ours.length >= commented.size && ours.length <= conflicts.length
      ? []
      : [`${commented.size} conflicts to comment on, ${ours.length} comments`]),
  ];
}

/** Returns the conflicts with a bookmark below an element, by number. Skipped children are not searched. */
function spotsIn(
  element: Element,
  isPassed: (child: Element, next?: Element) => boolean,
): [id: number, kind: string][] {
  return elementsIn(element).flatMap((child, index, all): [number, string][] => {
    if (isPassed(child, all[index + 1])) return [];
    const spot = child.name === "w:bookmarkStart" ? SPOT.exec(child.attributes.get("w:name") ?? "") : null;
    return [...(spot === null ? [] : [[Number(spot[2]), spot[1]!] as [number, string]]), ...spotsIn(child, isPassed)];
  });
}

function isWithoutComments({ name }: Element, next?: Element): boolean {
  return name === "w:txbxContent" || (name === "w:p" && next?.name === "w:tbl");
}

function isOurs({ attributes }: Element): boolean {
  return attributes.get("w:author") === "Versus";
}
