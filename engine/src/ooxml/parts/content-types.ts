// Reads and writes the content types of a package.
//
// A type is set for one part (Override) or for a file extension (Default). Both compare without regard to case, and the first
// match counts. A package may have ten thousand parts and the same number of types, so an index finds them. Changes go through
// the tree, so unchanged lines keep their bytes.

import { type NameId, PLAIN } from "../xml/names.ts";
import { NONE, type NodeId, type Tree } from "../xml/tree.ts";
import { CT } from "./package-names.ts";
import { foldName } from "./part-names.ts";

interface TypeIndex {
  /** Value of `tree.changes` when the index was built. */
  readonly changes: number;
  /** Maps a folded part name with its leading slash to its Override. */
  readonly overrides: Map<string, NodeId>;
  /** Maps a folded extension to its Default. */
  readonly defaults: ReadonlyMap<string, NodeId>;
}

/** The content types of one package, stored in the tree of their part. */
export class ContentTypes {
  readonly tree: Tree;
  #index: TypeIndex;

  constructor(tree: Tree) {
    this.tree = tree;
    this.#index = indexTypes(tree);
  }

  read(part: string): string | undefined {
    const entry = this.#override(part) ?? this.#current().defaults.get(extensionOf(part));
    return entry === undefined ? undefined : this.tree.attribute(entry, PLAIN.ContentType);
  }

  /**
   * Sets the type of a part. Writes nothing if the part has this type already, for example by its extension's Default.
   */
  write(part: string, contentType: string): void {
    if (this.read(part) === contentType) return;
    const { tree } = this;
    const known = this.#override(part);
    const { overrides, defaults } = this.#index;
    if (known !== undefined) tree.setAttribute(known, PLAIN.ContentType, contentType);
    else {
      const added = tree.element(CT.Override, [
        [PLAIN.PartName, `/${part}`],
        [PLAIN.ContentType, contentType],
      ]);
      tree.append(tree.root, added);
      overrides.set(overrideKey(part), added);
    }
    this.#index = { overrides, defaults, changes: tree.changes };
  }

  remove(part: string): void {
    const override = this.#override(part);
    if (override !== undefined) this.tree.remove(override);
  }

  #override(part: string): NodeId | undefined {
    return this.#current().overrides.get(overrideKey(part));
  }

  /** Returns the index, rebuilt if other code changed the tree. */
  #current(): TypeIndex {
    if (this.#index.changes !== this.tree.changes) this.#index = indexTypes(this.tree);
    return this.#index;
  }
}

function indexTypes(tree: Tree): TypeIndex {
  const overrides = new Map<string, NodeId>();
  const defaults = new Map<string, NodeId>();
  const addFirst = (index: Map<string, NodeId>, entry: NodeId, attribute: NameId): void => {
    const key = foldName(tree.attribute(entry, attribute) ?? "");
    if (!index.has(key)) index.set(key, entry);
  };
  for (let entry = tree.firstChild(tree.root); entry !== NONE; entry = tree.nextSibling(entry)) {
    const name = tree.name(entry);
    if (name === CT.Override) addFirst(overrides, entry, PLAIN.PartName);
    else if (name === CT.Default) addFirst(defaults, entry, PLAIN.Extension);
  }
  return { changes: tree.changes, overrides, defaults };
}

function overrideKey(part: string): string {
  return foldName(`/${part}`);
}

function extensionOf(part: string): string {
  return foldName(part.slice(part.lastIndexOf(".") + 1));
}
