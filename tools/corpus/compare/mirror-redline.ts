// Turns a redline round: what came went, what moved here moved there, old properties are new ones.
//
// A redline of two documents with their sides swapped, turned round, is a redline of the two that the document before
// carries: its bytes stand, and what came is brought in. So the carrier can be either side before a writer can do it.
// The marks are turned here by names of their own, not by the engine's list of tracked changes.

import { type NameId, NONE, type NodeId, type Tree, trackedParts, W } from "@versus/engine";
import { openCorpusDocument, SAVE_LEVEL } from "../read-document.ts";

export function mirrorRedline(docx: Uint8Array): Uint8Array {
  const document = openCorpusDocument(docx);
  for (const part of trackedParts(document)) mirrorTree(document.package.tree(part));
  return document.package.save(SAVE_LEVEL);
}

function mirrorTree(tree: Tree): void {
  const elements = elementsBelow(tree, tree.root);
  const named = (isWanted: (name: NameId) => boolean): NodeId[] => elements.filter((node) => isWanted(tree.name(node)));
  // Texts first, while the marks around them still have their old names.
  for (const text of named((name) => TEXTS.has(name))) mirrorText(tree, text);
  for (const change of named((name) => CHANGES.has(name))) swapProperties(tree, change);
  for (const mark of named((name) => OPPOSITES.has(name))) rename(tree, mark, OPPOSITES.get(tree.name(mark))!);
}

const PAIRS: readonly (readonly [NameId, NameId])[] = [
  [W.ins, W.del],
  [W.moveFrom, W.moveTo],
  [W.moveFromRangeStart, W.moveToRangeStart],
  [W.moveFromRangeEnd, W.moveToRangeEnd],
  [W.cellIns, W.cellDel],
  [W.customXmlInsRangeStart, W.customXmlDelRangeStart],
  [W.customXmlInsRangeEnd, W.customXmlDelRangeEnd],
];
const OPPOSITES = new Map(PAIRS.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]));

/** The names of text by what it stands in: deleted text has names of its own. */
const TEXTS = new Map([
  [W.t, { name: W.delText, in: W.ins }],
  [W.instrText, { name: W.delInstrText, in: W.ins }],
  [W.delText, { name: W.t, in: W.del }],
  [W.delInstrText, { name: W.instrText, in: W.del }],
]);

function mirrorText(tree: Tree, text: NodeId): void {
  const mirrored = TEXTS.get(tree.name(text))!;
  let around = tree.parent(text);
  // A text box is a story of its own.
  while (around !== NONE && tree.name(around) !== mirrored.in && tree.name(around) !== W.txbxContent) {
    around = tree.parent(around);
  }
  if (around !== NONE && tree.name(around) === mirrored.in) rename(tree, text, mirrored.name);
}

/** Changes of properties, with what they leave alone: it stands before the properties or behind them. */
const CHANGES = new Map<NameId, { readonly before?: readonly NameId[]; readonly behind?: readonly NameId[] }>([
  [W.rPrChange, { before: [W.ins, W.del, W.moveFrom, W.moveTo] }],
  [W.pPrChange, { behind: [W.rPr, W.sectPr] }],
  [W.sectPrChange, { before: [W.headerReference, W.footerReference] }],
  [W.tblPrChange, {}],
  [W.tblPrExChange, {}],
  [W.trPrChange, { behind: [W.ins, W.del] }],
  [W.tcPrChange, { behind: [W.cellIns, W.cellDel, W.cellMerge] }],
]);

/** The properties of an owner and those that a change of them records take each other's place. */
function swapProperties(tree: Tree, change: NodeId): void {
  const { before = [], behind = [] } = CHANGES.get(tree.name(change))!;
  const owner = tree.parent(change);
  const isLeft = (node: NodeId): boolean => node === change || [...before, ...behind].includes(tree.name(node));
  const recorded = tree.children(change).find((child) => tree.isElement(child))!;
  const now = tree.children(owner).filter((child) => !isLeft(child));
  const was = tree.children(recorded);
  for (const node of [...now, ...was]) tree.remove(node);
  const place = tree.children(owner).find((child) => behind.includes(tree.name(child))) ?? change;
  for (const node of was) tree.insertBefore(owner, node, place);
  for (const node of now) tree.append(recorded, node);
}

function rename(tree: Tree, node: NodeId, name: NameId): void {
  const attributes = tree.attributes(node).map((attribute) => [attribute.name, attribute.value] as const);
  const renamed = tree.element(name, attributes);
  tree.insertBefore(tree.parent(node), renamed, node);
  for (const child of tree.children(node)) {
    tree.remove(child);
    tree.append(renamed, child);
  }
  tree.remove(node);
}

function elementsBelow(tree: Tree, top: NodeId): NodeId[] {
  const found: NodeId[] = [];
  const open = [top];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!tree.isElement(node)) continue;
    found.push(node);
    open.push(...tree.children(node).reverse());
  }
  return found;
}
