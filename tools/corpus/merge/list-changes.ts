// The tracked changes of a merge as a list that does not depend on the order of the revisions: each with its kind, whose it is and what
// it says. Numbers of changes and conflicts, dates and the order of competing versions are left out.

import type { ContentPackage } from "../compare/content/content-package.ts";
import { descendantsOf, type Element, elementsIn } from "../compare/content/xml-tree.ts";
import { changedParts, type MergeRecord } from "./read-record.ts";

const AROUND: ReadonlySet<string> = new Set(["w:ins", "w:del", "w:moveFrom", "w:moveTo"]);
const IN_PROPERTIES = /^w:(?:\w+PrChange|tblGridChange|numberingChange|cellIns|cellDel|cellMerge)$/;

/** Sorted. */
export function listChanges(parts: ContentPackage, record: MergeRecord): string[] {
  return changedParts(parts)
    .flatMap((tree) => changesIn(tree, record))
    .sort();
}

/** Neighbours of one kind and label are one change, however often its markup begins anew. */
function changesIn(element: Element, record: MergeRecord): string[] {
  const changes: string[] = [];
  let last = "";
  let text = "";
  const close = (): void => {
    if (last !== "") changes.push(`${last}: ${text}`);
    [last, text] = ["", ""];
  };
  for (const child of elementsIn(element)) {
    const isAround = AROUND.has(child.name);
    const what = isAround || IN_PROPERTIES.test(child.name) ? `${child.name} ${whose(child, record)}` : "";
    if (what !== last && !isTransparent(child)) close();
    if (what !== "") {
      last = what;
      text += textIn(child);
    }
    changes.push(...changesIn(child, record));
  }
  close();
  return changes;
}

/** Anchors between two pieces of a change do not part it. */
function isTransparent({ name }: Element): boolean {
  return /^w:(?:bookmark|comment|move|perm)\w*(?:Start|End|Reference)$/.test(name);
}

function whose({ attributes }: Element, { labels, revisions }: MergeRecord): string {
  const author = attributes.get("w:author") ?? "";
  const names = labels.get(author)?.map((index) => revisions[index] ?? "?");
  return names === undefined ? `?${author}` : names.sort().join(" + ");
}

const SIGNS: Readonly<Record<string, string>> = { "w:tab": "\t", "w:br": "\n", "w:cr": "\n", "w:drawing": "[drawing]" };

function textIn(element: Element): string {
  const pieces = [...descendantsOf(element)].map(({ name, children }) => {
    if (name === "w:t" || name === "w:delText") return children.filter((child) => typeof child === "string").join("");
    return SIGNS[name] ?? "";
  });
  return pieces.join("");
}
