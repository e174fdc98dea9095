// What an overlay keeps of the changes made to a tree, beside the links of the nodes whose place changed.

import { Links, NO_NODE } from "./links.ts";
import type { NameId } from "./names.ts";
import type { Origin } from "./namespace-repair.ts";
import type { Binding } from "./scopes.ts";
import type { SpanTree } from "./span-tree.ts";

declare const nodeBrand: unique symbol;
/** A node of one Tree. */
export type NodeId = number & { readonly [nodeBrand]: true };

/** No node: no parent, no child, no sibling. */
export const NONE = NO_NODE as NodeId;
/** The name of what is no element. */
export const NO_NAME = -1 as NameId;

export interface Attribute {
  readonly name: NameId;
  /** With its prefix, as it is written. */
  readonly written: string;
  readonly value: string;
}

/** What a new node is. */
export type MadeNode = { readonly name: NameId; readonly prefix: string } | { readonly text: string };

export interface Overlay {
  readonly links: Links;
  /** Of the nodes past the part's own spans: the span each reads, if it has one. */
  readonly sources: (SpanTree | undefined)[];
  readonly sourceNodes: number[];
  /** The parts that grafts come from, and the names of new elements. */
  readonly grafted: Set<SpanTree>;
  readonly madeNames: Set<NameId>;
  /** Of the nodes past the part's own spans: what each is that is new. */
  readonly made: (MadeNode | undefined)[];
  readonly texts: Map<number, string>;
  /** By element: all its attributes, once one of them differs from its span. */
  readonly attributes: Map<number, readonly Attribute[]>;
  /** By element: the prefixes that the overlay declares on it. */
  readonly declared: Map<number, ReadonlyMap<string, Binding>>;
  /** Elements whose attributes, as the overlay has them, name namespaces to be ignored. */
  readonly ignoring: Set<number>;
  /** By node that came from elsewhere, and is not plain: what prefixes meant there. */
  readonly origins: Map<number, Origin>;
}

export function emptyOverlay(): Overlay {
  return {
    links: new Links(),
    sources: [],
    sourceNodes: [],
    grafted: new Set(),
    madeNames: new Set(),
    made: [],
    texts: new Map(),
    attributes: new Map(),
    declared: new Map(),
    ignoring: new Set(),
    origins: new Map(),
  };
}

/** A copy that can be changed on its own. */
export function forkOverlay(overlay: Overlay): Overlay {
  return {
    links: overlay.links.fork(),
    sources: [...overlay.sources],
    sourceNodes: [...overlay.sourceNodes],
    grafted: new Set(overlay.grafted),
    madeNames: new Set(overlay.madeNames),
    made: [...overlay.made],
    texts: new Map(overlay.texts),
    attributes: new Map(overlay.attributes),
    declared: new Map(overlay.declared),
    ignoring: new Set(overlay.ignoring),
    origins: new Map(overlay.origins),
  };
}

type Entries<Value> = Map<number, Value>;

/** What an overlay has for a node, another has for another. */
export function copyEntry<Value>(
  source: Entries<Value>,
  target: Entries<Value>,
  nodes: { from: number; to: number },
): void {
  const value = source.get(nodes.from);
  if (value !== undefined) target.set(nodes.to, value);
}
