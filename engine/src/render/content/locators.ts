// Addresses parts of a document as edits do: a paragraph by part and index, a change by number.

import type { AddressedPart, PartLocator } from "../../document/text/addresses.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { Decision } from "../../revisions/decisions.ts";
import type { ParagraphLocator, PartLocatorJson } from "./content.ts";

/** Returns the locator of a part as JSON; undefined for the body, which needs no name. */
export function partLocator(locator: PartLocator): PartLocatorJson | undefined {
  if (locator.kind === "body") return undefined;
  if ("number" in locator) return { kind: locator.kind, number: locator.number };
  return { kind: locator.kind, type: locator.type, section: { number: locator.section } };
}

/** Returns the locator of the paragraph that is or contains a node; undefined if it has no address. */
export type LocatorOf = (tree: Tree, node: NodeId) => ParagraphLocator | undefined;

export function paragraphLocators(parts: readonly AddressedPart[]): LocatorOf {
  const byTree = new Map<Tree, Map<NodeId, ParagraphLocator>>();
  for (const { locator, story, paragraphs } of parts) {
    const part = partLocator(locator);
    const ofTree = byTree.get(story.tree) ?? new Map<NodeId, ParagraphLocator>();
    byTree.set(story.tree, ofTree);
    for (const { node, index } of paragraphs) ofTree.set(node, part === undefined ? { index } : { part, index });
  }
  return (tree, node) => {
    const ofTree = byTree.get(tree);
    for (let at = node; ofTree !== undefined && at !== NONE; at = tree.parent(at)) {
      const found = tree.name(at) === W.p ? ofTree.get(at) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** Maps the elements of tracked changes to the number of their decision, from 1. */
export class RevisionNumbers {
  readonly #byTree = new Map<Tree, Map<NodeId, number>>();

  constructor(decisions: readonly Decision[]) {
    for (const [index, { revisions }] of decisions.entries()) {
      for (const { tree, node } of revisions) {
        const ofTree = this.#byTree.get(tree) ?? new Map<NodeId, number>();
        this.#byTree.set(tree, ofTree.set(node, index + 1));
      }
    }
  }

  /** Returns the numbers by element in one tree; undefined if the tree has no tracked change. */
  in(tree: Tree): ReadonlyMap<NodeId, number> | undefined {
    return this.#byTree.get(tree);
  }
}
