// Lists the tracked changes of a merge in a form that does not depend on the order of the revisions.
//
// Each change has its kind, its revisions and its text. Numbers of changes and conflicts, dates and the order of
// competing versions are left out.

import type { ContentPackage } from "../../reading/content-package.ts";
import { type Element, elementsIn, textOf } from "../../reading/xml-tree.ts";
import { changedParts, type MergeRecord } from "./read-record.ts";

const AROUND: ReadonlySet<string> = new Set(["w:ins", "w:del", "w:moveFrom", "w:moveTo"]);
const IN_PROPERTIES = /^w:(?:\w+PrChange|tblGridChange|numberingChange|cellIns|cellDel|cellMerge)$/;

/** Returns the changes, sorted. */
export function listChanges(parts: ContentPackage, record: MergeRecord): string[] {
  return changedParts(parts)
    .flatMap((tree) => changesIn(tree, record))
    .sort();
}

/**
 * Neighbours of one kind and label are one change, however many elements they have. A change that contains only other
 * changes neither joins nor separates its neighbours. The number of its elements depends on the order of the changes
 * inside it.
 */
function changesIn(element: Element, record: MergeRecord): string[] {
  const changes: string[] = [];
  const told = new Set<string>();
  const around = new Set<string>();
  let last = "";
  let text = "";
  const close = (): void => {
    if (last !== "") changes.push(`${last}: ${text}`);
    [last, text] = ["", ""];
  };
  for (const child of elementsIn(element)) {
    const isChange = AROUND.has(child.name) || IN_PROPERTIES.test(child.name);
    const what = isChange ? `${child.name} ${whose(child, record)}` : "";
    if (isAroundChanges(child)) around.add(what);
    else {
      if (what !== last && !isTransparent(child)) close();
      if (what !== "") {
        last = what;
        text += textIn(child);
        told.add(what);
      }
    }
    changes.push(...changesIn(child, record));
  }
  close();
  for (const what of around) if (!told.has(what)) changes.push(`${what}: `);
  return changes;
}

/** True if a change contains other changes and nothing else. */
function isAroundChanges(element: Element): boolean {
  const inside = elementsIn(element);
  return AROUND.has(element.name) && inside.length > 0 && inside.every(({ name }) => AROUND.has(name));
}

/** True for an anchor. An anchor between two pieces of a change does not separate them. */
function isTransparent({ name }: Element): boolean {
  return /^w:(?:bookmark|comment|move|perm)\w*(?:Start|End|Reference)$/.test(name);
}

function whose({ attributes }: Element, { labels, revisions }: MergeRecord): string {
  const author = attributes.get("w:author") ?? "";
  const names = labels.get(author)?.map((index) => revisions[index] ?? "?");
  return names === undefined ? `?${author}` : names.sort().join(" + ");
}

const SIGNS: Readonly<Record<string, string>> = { "w:tab": "\t", "w:br": "\n", "w:cr": "\n", "w:drawing": "[drawing]" };

/**
 * Returns the text of a change without the changes inside it. Those are listed themselves, and competing ones have no
 * order.
 */
function textIn(element: Element): string {
  return elementsIn(element)
    .map((child) => {
      if (AROUND.has(child.name)) return "";
      if (child.name === "w:t" || child.name === "w:delText") return textOf(child);
      return SIGNS[child.name] ?? textIn(child);
    })
    .join("");
}
