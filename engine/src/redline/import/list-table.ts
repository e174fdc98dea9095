// The lists of one document as elements that can be copied, and what each of them says.

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

/** What the styles, and the targets of relationships, of one side are called on both. */
export interface SideNaming {
  style(id: string): string;
  relationship(part: string, id: string): string;
}

export class ListTable {
  /** Undefined in a document without lists. */
  readonly part: NumberingPart | undefined;
  /** Each w:num by its id. */
  readonly lists: ReadonlyMap<string, NodeId>;
  /** Each w:abstractNum by its id. */
  readonly definitions: ReadonlyMap<string, NodeId>;
  /** Each w:numPicBullet by its id. */
  readonly bullets: ReadonlyMap<string, NodeId>;
  /** The ids of definitions by list, through all pointers. */
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

  /** Of two elements with one id the first is the one. */
  #elements(name: NameId, idName: NameId): Map<string, NodeId> {
    if (this.part === undefined) return new Map();
    const { tree } = this.part;
    const elements = readChildren(tree, tree.root, readingOf(tree, understood)).filter(
      (node) => tree.name(node) === name,
    );
    return new Map(elements.toReversed().map((node) => [tree.attribute(node, idName) ?? "", node]));
  }

  /** The id of the definition whose levels a list shows; undefined when there is no such list or no definition. */
  definitionOf(numId: string): string | undefined {
    const id = this.#definitionIds.get(numId);
    return id !== undefined && this.definitions.has(id) ? id : undefined;
  }

  /** The id that tells a definition from others wherever it is copied to. */
  identityOf(definition: string): string | undefined {
    const node = this.definitions.get(definition);
    return node === undefined ? undefined : childValue(this.part!.tree, node, W.nsid);
  }

  /** What a definition, a list's overrides or a picture bullet say. */
  contentOf(node: NodeId | undefined): string {
    if (node === undefined) return "";
    const content = this.#contents.get(node) ?? listContent(this.part!.tree, node, this.#naming);
    this.#contents.set(node, content);
    return content;
  }
}
