// What each part is: the content types of a package, read from and written to their own part.
//
// A type is given for one part (Override) or for a file extension (Default); both compare without
// regard to case, and the first that matches counts. A package may have ten thousand parts and as
// many lines here, so they are looked up in an index, never by walking the lines. Changes go
// through the tree, so a line nobody touched keeps its bytes.

import { type NameId, PLAIN } from "../xml/names.ts";
import { NONE, type NodeId, type Tree } from "../xml/tree.ts";
import { CT } from "./package-names.ts";
import { foldName } from "./part-names.ts";

interface TypeIndex {
  /** Of the tree, when it was indexed. */
  readonly changes: number;
  /** By part name, folded, with its slash. */
  readonly overrides: Map<string, NodeId>;
  /** By extension, folded. */
  readonly defaults: ReadonlyMap<string, NodeId>;
}

/** The content types of one package, over the tree of their part. */
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

  /** Gives a part its type: nothing to write where its extension already says so. */
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

  /** The tree can also be changed past this object. */
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
