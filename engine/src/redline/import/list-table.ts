// Reads the lists of a document as elements that can be copied, with the content of each as a string.

import { numberingOf } from "../../document/lists/numbering.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { partsOf } from "../../document/text/stories.ts";
import { childValue } from "../../document/values.ts";
import { understood, W } from "../../document/word-names.ts";
import { readChildren, readingOf } from "../../ooxml/parts/compatibility.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { type ListNaming, listContent } from "./list-content.ts";

export interface NumberingPart {
  readonly name: string;
  readonly tree: Tree;
}

/** Names for styles and relationship targets that are the same on both sides. */
export interface SideNaming {
  style(id: string): string;
  relationship(part: string, id: string): string;
}

export class ListTable {
  /** Undefined if the document has no lists. */
  readonly part: NumberingPart | undefined;
  /** Maps an id to its w:num. */
  readonly lists: ReadonlyMap<string, NodeId>;
  /** Maps an id to its w:abstractNum. */
  readonly definitions: ReadonlyMap<string, NodeId>;
  /** Maps an id to its w:numPicBullet. */
  readonly bullets: ReadonlyMap<string, NodeId>;
  /** Maps a list id to the id of its definition, through all pointers. */
  readonly #definitionIds: ReadonlyMap<string, string>;
  readonly #naming: ListNaming;
  readonly #contents = new Map<NodeId, string>();

  constructor(document: WordDocument, naming: SideNaming) {
    const [name] = partsOf(document, "numbering");
    this.part = name === undefined ? undefined : { name, tree: document.package.tree(name) };
    this.lists = this.#elements(W.num, W.numId);
    this.definitions = this.#elements(W.abstractNum, W.abstractNumId);
    this.bullets = this.#elements(W.numPicBullet, W.numPicBulletId);
    const lists = [...numberingOf(document).lists.values()];
    this.#definitionIds = new Map(lists.map(({ numId, abstractNumId }) => [numId, abstractNumId]));
    this.#naming = {
      style: (id) => naming.style(id),
      relationship: (id) => naming.relationship(name ?? "", id),
      bullet: (id) => this.contentOf(this.bullets.get(id)),
    };
  }

  /** Maps ids to the elements of a name. If two elements have the same id, the first one counts. */
  #elements(name: NameId, idName: NameId): Map<string, NodeId> {
    if (this.part === undefined) return new Map();
    const { tree } = this.part;
    const elements = readChildren(tree, tree.root, readingOf(tree, understood)).filter(
      (node) => tree.name(node) === name,
    );
    return new Map(elements.toReversed().map((node) => [tree.attribute(node, idName) ?? "", node]));
  }

  /** Returns the id of the definition whose levels a list shows. Undefined if the list or the definition does not exist. */
  definitionOf(numId: string): string | undefined {
    const id = this.#definitionIds.get(numId);
    return id !== undefined && this.definitions.has(id) ? id : undefined;
  }

  /** Returns the w:nsid of a definition, which stays the same in copies of the definition; undefined without one. */
  identityOf(definition: string): string | undefined {
    const node = this.definitions.get(definition);
    return node === undefined ? undefined : childValue(this.part!.tree, node, W.nsid);
  }

  /** Returns the content of a definition, a list's overrides or a picture bullet as a string. */
  contentOf(node: NodeId | undefined): string {
    if (node === undefined) return "";
    const content = this.#contents.get(node) ?? listContent(this.part!.tree, node, this.#naming);
    this.#contents.set(node, content);
    return content;
  }
}
