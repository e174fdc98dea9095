// Copies the lists that a template's styles show into a document, with those styles.
//
// Numbers of lists mean different lists in two files, so definitions and lists get new ids, and the styles refer to these.
// Lists that share a definition in the template share one here. A definition that refers to another through a numbering style
// is copied as that other definition. A style based on a style of the document could inherit another list or level, so its
// own list and level are written.

import { readStyles } from "../document/formatting/styles.ts";
import { numberingOf } from "../document/lists/numbering.ts";
import { writeNumbering } from "../document/lists/write-numbering.ts";
import type { WordDocument } from "../document/open-document.ts";
import { R, W } from "../document/word-names.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { AdoptedParts } from "../redline/import/adopted-parts.ts";
import { ImportedLists } from "../redline/import/imported-lists.ts";
import { ListTable } from "../redline/import/list-table.ts";
import { ResultIds } from "../redline/import/result-ids.ts";
import type { GraftPlace } from "../redline/import/sources.ts";
import { descendants } from "../revisions/markup.ts";

/** The id of the list without a number. */
const NO_LIST = "0";

/** Gives the styles with these ids, which were copied from the template, the lists that they show there. */
export function bringLists(document: WordDocument, template: WordDocument, ids: ReadonlySet<string>): void {
  const lists = new TemplateLists(document, template, ids);
  const { tree, byId } = readStyles(document);
  const styles = [...ids].map((id) => byId.get(id)!);
  for (const reference of styles.flatMap(({ node }) => elementsNamed(tree!, node, W.numId))) {
    tree!.setAttribute(reference, W.val, lists.idFor(tree!.attribute(reference, W.val) ?? ""));
  }
  const places = numberingOf(template).stylePlaces;
  const wanted = styles
    .filter(({ kind }) => kind === "paragraph")
    .map(({ id, node }) => {
      const place = places.get(id);
      return { id, node, numId: lists.idFor(place?.list.numId ?? NO_LIST), level: place?.level ?? 0 };
    });
  const shown = numberingOf(document).stylePlaces;
  for (const { id, node, numId, level } of wanted) {
    const place = shown.get(id) ?? { list: { numId: NO_LIST }, level };
    if (place.list.numId !== numId || place.level !== level) {
      writeNumbering(tree!, paragraphPropertiesOf(tree!, node), { numId, level });
    }
  }
}

class TemplateLists {
  readonly #table: ListTable;
  readonly #imports: ImportedLists;
  /** The ids of the copied styles. */
  readonly #styles: ReadonlySet<string>;
  /** Maps an id in the template to the id in the document. */
  readonly #lists = new Map<string, string>([[NO_LIST, NO_LIST]]);
  readonly #definitions = new Map<string, string>();

  constructor(document: WordDocument, template: WordDocument, styles: ReadonlySet<string>) {
    const ids = new ResultIds(document);
    const parts = new AdoptedParts({ before: template, result: document, ids }, () => true);
    const adopt = (node: NodeId, place: GraftPlace): boolean => {
      this.#dropStyles(place.tree, node);
      relateAnew(parts, node, place);
      return true;
    };
    const style = (id: string): string => id;
    const before = new ListTable(template, { style, relationship: (part, id) => parts.comparedBefore(part, id) });
    const result = new ListTable(document, { style, relationship: (part, id) => parts.comparedResult(part, id) });
    this.#table = before;
    this.#imports = new ImportedLists(document, { before, result, adopt, ids });
    this.#styles = styles;
  }

  /** Returns the document's id of a template's list. A list without a definition shows no number. */
  idFor(numId: string): string {
    const known = this.#lists.get(numId);
    if (known !== undefined) return known;
    const definition = this.#table.definitionOf(numId);
    if (definition === undefined) return NO_LIST;
    const id = this.#imports.nextListId();
    this.#lists.set(numId, id);
    this.#imports.importList(numId, { id, definition: this.#definitionFor(definition) });
    return id;
  }

  #definitionFor(definition: string): string {
    const known = this.#definitions.get(definition);
    if (known !== undefined) return known;
    const id = this.#imports.nextDefinitionId();
    this.#definitions.set(definition, id);
    this.#imports.importDefinition(definition, id, this.#styles);
    return id;
  }

  /** Removes the link from a level of a copied list to a style that is not copied. */
  #dropStyles(tree: Tree, node: NodeId): void {
    for (const style of elementsNamed(tree, node, W.pStyle)) {
      if (!this.#styles.has(tree.attribute(style, W.val) ?? "")) tree.remove(style);
    }
  }
}

/** Gives copied elements the relationships of their new part, because these identify the pictures of bullets. */
function relateAnew(parts: AdoptedParts, node: NodeId, place: GraftPlace): void {
  const { tree } = place;
  const links = tree.names.namespaceOf(R.id);
  for (const element of descendants(tree, node)) {
    for (const { name, value } of tree.attributes(element)) {
      if (tree.names.namespaceOf(name) !== links) continue;
      const relationship = parts.relationship(place.from, value);
      tree.setAttribute(element, name, relationship === undefined ? "" : parts.idFor(relationship, place));
    }
  }
}

/** Returns the elements with a name in a subtree. */
function elementsNamed(tree: Tree, top: NodeId, name: NameId): NodeId[] {
  return descendants(tree, top).filter((node) => tree.name(node) === name);
}

/** Elements that come after the paragraph properties in a style. */
// policy: the order of a style in the schema
const BEHIND: ReadonlySet<NameId> = new Set([W.rPr, W.tblPr, W.trPr, W.tcPr, W.tblStylePr]);

function paragraphPropertiesOf(tree: Tree, style: NodeId): NodeId {
  const present = tree.child(style, W.pPr);
  if (present !== NONE) return present;
  const made = tree.element(W.pPr);
  tree.insertBefore(style, made, tree.children(style).find((child) => BEHIND.has(tree.name(child))) ?? NONE);
  return made;
}
