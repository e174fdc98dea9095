// Copies the styles, the lists and the theme's fonts and colours of a template to a new document.
//
// Each definition is copied into a part of the new document. So no relationship, macro, picture or dialect of the
// template is copied, and a definition loses whatever needs them. A style of the template replaces the default style
// with the same id. If two styles share an id, the first counts, as for every reader.

import { readStyles, type Style, type StyleTable } from "../document/formatting/styles.ts";
import { makePart } from "../document/made-parts.ts";
import type { WordDocument } from "../document/open-document.ts";
import { partsOf } from "../document/text/stories.ts";
import { childValue } from "../document/values.ts";
import { A, understood, W } from "../document/word-names.ts";
import { readChildren, readingOf } from "../ooxml/parts/compatibility.ts";
import { foldName } from "../ooxml/parts/part-names.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { cleanDefinition } from "./clean-definition.ts";

export function applyTemplate(document: WordDocument, template: WordDocument): void {
  applyTheme(document, template);
  applyLists(document, template);
  applyStyles(document, template);
}

/** Returns the top-level elements of a part as a reader sees them; undefined if the document has no such part. */
function definitionsIn(
  document: WordDocument,
  kind: string,
): { readonly tree: Tree; readonly nodes: NodeId[] } | undefined {
  const [part] = partsOf(document, kind);
  if (part === undefined) return undefined;
  const tree = document.package.tree(part);
  return { tree, nodes: readChildren(tree, tree.root, readingOf(tree, understood)) };
}

/** Copies a definition to the end of a part, without links to other parts. */
function copyDefinition(into: Tree, from: Tree, node: NodeId): void {
  const copy = into.graft(from, node);
  into.append(into.root, copy);
  cleanDefinition(into, copy);
}

// Styles.

function applyStyles(document: WordDocument, template: WordDocument): void {
  const source = definitionsIn(template, "styles");
  if (source === undefined) return;
  const own = readStyles(document);
  const theirs = readStyles(template);
  const tree = own.tree!;
  for (const child of tree.children(tree.root)) tree.remove(child);
  const first = new Set([...theirs.byId.values()].map(({ node }) => node));
  for (const node of source.nodes) {
    const name = source.tree.name(node);
    const isWanted = name === W.style ? first.has(node) : name === W.docDefaults || name === W.latentStyles;
    if (isWanted) copyDefinition(tree, source.tree, node);
  }
  for (const style of own.byId.values()) if (!theirs.byId.has(style.id)) addDefault(tree, style, theirs);
}

/**
 * Keeps a default style that the template lacks. If the template has a style of the same name under another id, as
 * templates of other languages do, the default is renamed and based on that style. Word cannot handle two styles with
 * one name. A default style of another kind is left out if the template has its name, or a default of that kind.
 */
function addDefault(tree: Tree, style: Style, theirs: StyleTable): void {
  const twin = [...theirs.byId.values()].find(
    ({ kind, name }) => kind === style.kind && foldName(name) === foldName(style.name),
  );
  const { node } = style;
  if (style.kind !== "paragraph") {
    if (twin === undefined && !theirs.defaults.has(style.kind)) tree.append(tree.root, node);
    return;
  }
  tree.append(tree.root, node);
  if (theirs.defaults.has("paragraph")) tree.setAttribute(node, W.default, undefined);
  if (twin === undefined) return;
  for (const child of tree.children(node)) if (tree.name(child) !== W.name) tree.remove(child);
  tree.setAttribute(tree.child(node, W.name), W.val, freeName(style, theirs));
  tree.append(node, tree.element(W.basedOn, [[W.val, twin.id]]));
}

function freeName({ id, name }: Style, { byId }: StyleTable): string {
  const taken = new Set([...byId.values()].map((style) => foldName(style.name)));
  let free = `${name} (${id})`;
  while (taken.has(foldName(free))) free += "*";
  return free;
}

// Lists.

/**
 * Copies lists and their definitions. Definitions must come before the lists that name them; a list without a
 * definition is left out.
 */
function applyLists(document: WordDocument, template: WordDocument): void {
  const source = definitionsIn(template, "numbering");
  if (source === undefined) return;
  const { tree: from } = source;
  const definitions = firstOfEach(source, W.abstractNum, W.abstractNumId);
  const lists = [...firstOfEach(source, W.num, W.numId).values()].filter((node) =>
    definitions.has(childValue(from, node, W.abstractNumId) ?? ""),
  );
  if (definitions.size === 0) return;
  const part = makePart(document, "numbering", "");
  document.package.relate(document.main, "numbering", part);
  const tree = document.package.tree(part);
  for (const node of [...definitions.values(), ...lists]) copyDefinition(tree, from, node);
}

/** Maps each id to its first element, in document order. */
function firstOfEach(
  { tree, nodes }: { readonly tree: Tree; readonly nodes: readonly NodeId[] },
  name: NameId,
  id: NameId,
): Map<string, NodeId> {
  const found = new Map<string, NodeId>();
  for (const node of nodes) {
    const own = tree.name(node) === name ? tree.attribute(node, id) : undefined;
    if (own !== undefined && !found.has(own)) found.set(own, node);
  }
  return found;
}

// Theme.

const SCHEMES: readonly NameId[] = [A.clrScheme, A.fontScheme];

function applyTheme(document: WordDocument, template: WordDocument): void {
  const theirs = themeElements(template);
  const own = themeElements(document);
  if (theirs === undefined || own === undefined) return;
  for (const name of SCHEMES) {
    const scheme = theirs.tree.child(theirs.node, name);
    const replaced = own.tree.child(own.node, name);
    if (scheme === NONE || replaced === NONE) continue;
    const copy = own.tree.graft(theirs.tree, scheme);
    own.tree.replace(replaced, copy);
    cleanDefinition(own.tree, copy);
  }
}

function themeElements(document: WordDocument): { readonly tree: Tree; readonly node: NodeId } | undefined {
  const [part] = partsOf(document, "theme");
  if (part === undefined) return undefined;
  const tree = document.package.tree(part);
  const node = tree.child(tree.root, A.themeElements);
  return node === NONE ? undefined : { tree, node };
}
