// Writes an element as text for comparison.
//
// Names have the prefixes of the format, attributes are sorted, and content without meaning is left out.

import { type NameId, NONE, type NodeId, type Tree } from "@versus/engine/inside";

/**
 * Attributes without meaning: session ids, paragraph ids, how white space is written, and that a field is out of date.
 */
const UNSAID_ATTRIBUTES = /^(?:w:rsid\w*|w14:(?:paraId|textId)|xml:space|w:dirty)$/;
const UNSAID_ELEMENTS: ReadonlySet<string> = new Set(["w:proofErr", "w:lastRenderedPageBreak", "w:rsid"]);

/** Containers of properties in any order, which have no meaning if they are empty. */
const PROPERTIES: ReadonlySet<string> = new Set(["w:pPr", "w:rPr", "w:trPr", "w:tcPr", "w:tblPrEx", "w:sectPr"]);
const UNORDERED: ReadonlySet<string> = new Set([...PROPERTIES, "w:tblPr", "w:numPr"]);

const TRACKED = /^w:(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|numberingChange|\w+Change|\w+RangeStart)$/;

/** True for elements that are ignored. */
export type Ignored = (element: ElementName) => boolean;

export interface ElementName {
  readonly tree: Tree;
  readonly node: NodeId;
  readonly name: string;
}

/** Writes the elements of one package. */
export class ElementWriter {
  readonly #names = new Map<NameId, string>();
  readonly #isIgnored: Ignored;

  constructor(isIgnored: Ignored = () => false) {
    this.#isIgnored = isIgnored;
  }

  nameOf(tree: Tree, node: NodeId): string {
    return this.#written(tree, tree.name(node));
  }

  isSkipped(tree: Tree, node: NodeId): boolean {
    if (!tree.isElement(node)) return true;
    const name = this.nameOf(tree, node);
    return UNSAID_ELEMENTS.has(name) || this.#isIgnored({ tree, node, name });
  }

  /** Returns the children that have a meaning. */
  elementsIn(tree: Tree, node: NodeId): NodeId[] {
    return node === NONE ? [] : tree.children(node).filter((child) => !this.isSkipped(tree, child));
  }

  /** Returns the name with its attributes. */
  start(tree: Tree, node: NodeId): string {
    const name = this.nameOf(tree, node);
    const said = tree
      .attributes(node)
      .map(({ name: attribute, value }) => [this.#written(tree, attribute), value] as const)
      .filter(([attribute]) => !UNSAID_ATTRIBUTES.test(attribute) && !(attribute === "w:id" && TRACKED.test(name)))
      .map(([attribute, value]) => `${attribute}=${value}`)
      .sort();
    return [name, ...said].join(" ");
  }

  /** Returns the element with its content. Empty for NONE, and for a container without properties. */
  write(tree: Tree, node: NodeId): string {
    if (node === NONE) return "";
    const name = this.nameOf(tree, node);
    const children = tree.children(node).flatMap((child) => {
      if (!tree.isElement(child)) return tree.isText(child) ? [tree.text(child).trim()] : [];
      return this.isSkipped(tree, child) ? [] : [this.write(tree, child)];
    });
    const inside = (UNORDERED.has(name) ? children.sort() : children).join("");
    return inside === "" && PROPERTIES.has(name) ? "" : `<${this.start(tree, node)}>${inside}</>`;
  }

  /** Returns a name with its prefix, as in `w:p`; a name of an unknown namespace has its address. */
  #written(tree: Tree, name: NameId): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const { names } = tree;
    const { prefix, uris } = names.namespace(names.namespaceOf(name));
    const space = /^ns\d+$/.test(prefix) ? `{${uris[0]}}` : prefix === "" ? "" : `${prefix}:`;
    const written = space + names.local(name);
    this.#names.set(name, written);
    return written;
  }
}

export function attributeOf(tree: Tree, node: NodeId, local: string): string | undefined {
  return tree.attributes(node).find(({ name }) => tree.names.local(name) === local)?.value;
}
