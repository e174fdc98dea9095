// Stores the changes of a tree. The records of its `links` are defined in `links.ts`.

import { Links, NO_NODE } from "./links.ts";
import type { NameId } from "./names.ts";
import type { Origin } from "./namespace-repair.ts";
import type { Binding } from "./scopes.ts";
import type { SpanTree } from "./span-tree.ts";

declare const nodeBrand: unique symbol;
/** The number of a node in one Tree. */
export type NodeId = number & { readonly [nodeBrand]: true };

/** The absence of a node: no parent, no child or no sibling. */
export const NONE = NO_NODE as NodeId;
/** Name of nodes that are not elements. */
export const NO_NAME = -1 as NameId;

export interface Attribute {
  readonly name: NameId;
  /** Name with its prefix, as written. */
  readonly written: string;
  readonly value: string;
}

/** The content of a new node: an element's name, or text. */
export type MadeNode = { readonly name: NameId; readonly prefix: string } | { readonly text: string };

export interface Overlay {
  readonly links: Links;
  /**
   * Indexed by node minus the number of the part's own nodes: the part that the node is read from. Undefined for a new node.
   */
  readonly sources: (SpanTree | undefined)[];
  readonly sourceNodes: number[];
  /** Parts that grafts come from. */
  readonly grafted: Set<SpanTree>;
  /** Names of new elements. */
  readonly madeNames: Set<NameId>;
  /** Indexed like `sources`: content of a new node. */
  readonly made: (MadeNode | undefined)[];
  readonly texts: Map<number, string>;
  /** Maps an element to all its attributes, if one of them differs from its span. */
  readonly attributes: Map<number, readonly Attribute[]>;
  /** Maps an element to the prefixes that the overlay declares on it. */
  readonly declared: Map<number, ReadonlyMap<string, Binding>>;
  /** Elements whose attributes in the overlay name ignorable namespaces. */
  readonly ignoring: Set<number>;
  /** Maps a node that comes from another position, and is not plain, to the meaning of prefixes there. */
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

/** Returns a copy that can be changed independently. */
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

/** Copies the entry of one node to another node, if there is one. */
export function copyEntry<Value>(
  source: Entries<Value>,
  target: Entries<Value>,
  nodes: { from: number; to: number },
): void {
  const value = source.get(nodes.from);
  if (value !== undefined) target.set(nodes.to, value);
}
