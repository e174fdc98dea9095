// Rewrites the tracked changes of one part as coloured text, with change bars.
//
// Every paragraph that a change touches gets a bar.

import { propertyOf, runFormatting } from "../../document/formatting/formatting.ts";
import { BRANCHES, CELL_PROPERTY_ORDER, type TrackedChange } from "../../document/grammar.ts";
import type { Numbering } from "../../document/lists/numbering.ts";
import { firstContent } from "../../document/text/elements.ts";
import type { Story } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import { makeRun, textNodes } from "../../language/content-runs/run-nodes.ts";
import { type RunFormatChange, writeRunFormat } from "../../language/run-format.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { isAttached, rename, unwrap } from "../../revisions/markup.ts";
import { keepProperties } from "../../revisions/write/mark-structure.ts";
import type { RevisionMaker } from "../../revisions/write/revision-maker.ts";
import type { ChangedNode, PartChanges, PrintedParagraph } from "./read-changes.ts";
import { BLACK, type PrintedChange, type PrintedPart, type Sentinels, WHITE } from "./sentinels.ts";

export interface PrintWriting {
  readonly sentinels: Sentinels;
  /** Makes the elements for which LibreOffice draws a change bar. */
  readonly bars: RevisionMaker;
  readonly numbering: Numbering;
  readonly story: Story;
}

export function writeChanges(changes: PartChanges, writing: PrintWriting): void {
  const { tree } = changes;
  colourReformatted(changes, writing);
  for (const { node, change, place } of changes.runs) {
    formatRun(tree, node, lookOf(writing.sentinels, place, change));
    if (!isAddition(change)) showDeleted(tree, node);
  }
  bracketObjects(changes, writing.sentinels);
  for (const cell of changes.cells) shade(tree, cell, writing.sentinels);
  for (const paragraph of changes.paragraphs) writeMark(tree, paragraph, writing.sentinels);
  for (const node of changes.records) if (isAttached(tree, node)) tree.remove(node);
  for (const node of changes.wrappers) if (isAttached(tree, node)) unwrap(tree, node);
  for (const { node, isChanged } of changes.paragraphs)
    if (isChanged) keepProperties(tree, node, { name: W.pPr, old: tree.element(W.pPr), maker: writing.bars });
}

const ADDITIONS: ReadonlySet<TrackedChange> = new Set<TrackedChange>(["insertion", "moveTo"]);

export function isAddition({ kind }: PrintedChange): boolean {
  return ADDITIONS.has(kind);
}

/** Returns the format of inserted, deleted or moved text. */
export function lookOf(sentinels: Sentinels, place: PrintedPart, change: PrintedChange): RunFormatChange {
  return { ...LOOKS[change.kind], color: `#${sentinels.ofText(place, change)}` };
}

const LOOKS: Readonly<Record<TrackedChange, RunFormatChange>> = {
  insertion: { underline: "single" },
  deletion: { strikethrough: true },
  moveTo: { underline: "double" },
  moveFrom: { double_strikethrough: true },
};

/** Sets the format of a run. An underline has the colour of the text. */
export function formatRun(tree: Tree, run: NodeId, format: RunFormatChange): void {
  let properties = tree.child(run, W.rPr);
  if (properties === NONE) {
    properties = tree.element(W.rPr);
    tree.insertBefore(run, properties, tree.firstChild(run));
  }
  writeRunFormat({ tree }, properties, format);
  const underline = tree.child(properties, W.u);
  // An underline with another colour would not look like a change.
  if (format.underline !== undefined && underline !== NONE) tree.setAttribute(underline, W.color, undefined);
}

/**
 * Turns deleted text into visible text. A deleted page or column break is removed, because it would still break the
 * page.
 */
function showDeleted(tree: Tree, run: NodeId): void {
  for (const child of tree.children(run)) {
    if (tree.name(child) === W.delText) rename(tree, child, W.t);
    else if (tree.name(child) === W.br && tree.attribute(child, W.type) !== undefined) tree.remove(child);
  }
}

/** Writes coloured brackets around a changed picture, embedded object or equation, which cannot be coloured. */
function bracketObjects({ tree, objects }: PartChanges, sentinels: Sentinels): void {
  const bracketed = new Set<NodeId>();
  for (const { node, change, place } of objects) {
    const holder = holderOf(tree, node);
    // The branches of alternate content are one picture in two formats.
    if (bracketed.has(holder)) continue;
    bracketed.add(holder);
    const look = { tree, properties: NONE, format: { color: `#${sentinels.ofText(place, change)}`, bold: true } };
    const around = tree.parent(holder);
    tree.insertBefore(around, makeRun(look, textNodes(tree, "[")), holder);
    tree.insertBefore(around, makeRun(look, textNodes(tree, "]")), tree.nextSibling(holder));
  }
}

/**
 * Returns the run that contains an object, directly or through alternate content. An object without a run, such as an
 * equation, is returned itself.
 */
function holderOf(tree: Tree, node: NodeId): NodeId {
  let around = tree.parent(node);
  while (around !== NONE && BRANCHES.has(tree.name(around))) around = tree.parent(around);
  return around !== NONE && tree.name(around) === W.r ? around : node;
}

function shade(tree: Tree, { node, change, place }: ChangedNode, sentinels: Sentinels): void {
  let properties = tree.child(node, W.tcPr);
  if (properties === NONE) {
    properties = tree.element(W.tcPr);
    tree.insertBefore(node, properties, tree.firstChild(node));
  }
  const old = tree.child(properties, W.shd);
  if (old !== NONE) tree.remove(old);
  const fill = sentinels.ofCell(place, change);
  // attributes
  const shading = tree.element(W.shd, [
    [W.val, "clear"],
    [W.color, "auto"],
    [W.fill, fill],
  ] as const);
  const next = tree
    .children(properties)
    .find((child) => tree.isElement(child) && AFTER_SHADING.has(tree.names.local(tree.name(child))));
  tree.insertBefore(properties, shading, next ?? NONE);
}

/** The properties that follow the shading in w:tcPr. */
const AFTER_SHADING: ReadonlySet<string> = new Set(CELL_PROPERTY_ORDER.slice(CELL_PROPERTY_ORDER.indexOf("shd") + 1));

/** Writes ¶ for a changed paragraph mark, unless the whole paragraph or the cell around it was inserted or deleted. */
function writeMark(tree: Tree, paragraph: PrintedParagraph, sentinels: Sentinels): void {
  const { node, mark, place, isInMarkedCell } = paragraph;
  if (mark === undefined || isInMarkedCell || isWhole(paragraph)) return;
  tree.append(node, makeRun({ tree, properties: NONE, format: lookOf(sentinels, place, mark) }, textNodes(tree, "¶")));
}

/** True if the mark and the whole content of a paragraph were inserted, or all deleted. */
export function isWhole({ mark, runs }: PrintedParagraph): boolean {
  if (mark === undefined || runs.length === 0) return false;
  return runs.every(({ change }) => change !== undefined && isAddition(change) === isAddition(mark));
}

/** Colours text with changed formatting alone, in a colour that readers cannot distinguish from its present one. */
function colourReformatted({ tree, reformatted, paragraphs }: PartChanges, writing: PrintWriting): void {
  const runs = new Map(reformatted.map(({ node, place }) => [node, place]));
  for (const { node: paragraph, runs: own, place, mark, isChanged, isReformatted } of paragraphs) {
    const isSeen = mark !== undefined || own.some(({ node, change }) => change !== undefined || runs.has(node));
    if (!isReformatted && (!isChanged || isSeen)) continue;
    for (const { node } of own) runs.set(node, place);
    if (own.length > 0 && !own.some(({ node }) => takesColour(tree, node)))
      tree.insertBefore(paragraph, trace(tree, place, writing.sentinels), firstContent(tree, paragraph));
  }
  // Read all colours first: what is known about a paragraph is valid until the tree changes.
  const coloured = [...runs].filter(([node]) => tree.name(node) === W.r);
  const colours = coloured.map(([node]) => colourOf(node, writing));
  for (const [index, [node, place]] of coloured.entries())
    formatRun(tree, node, { color: `#${writing.sentinels.ofFormat(place, colours[index]!)}` });
}

/** True if the run has a character that is drawn. */
function takesColour(tree: Tree, run: NodeId): boolean {
  if (tree.name(run) !== W.r) return false;
  const texts = tree.children(run).filter((child) => tree.name(child) === W.t || tree.name(child) === W.delText);
  return texts.some((text) => tree.children(text).some((one) => /\S/.test(tree.text(one))));
}

/**
 * Returns a thin line as long as a space of one point. It makes the page of a picture or an equation, which cannot be
 * coloured, count as changed.
 */
function trace(tree: Tree, place: PrintedPart, sentinels: Sentinels): NodeId {
  const format = { color: `#${sentinels.ofFormat(place, WHITE)}`, size: 1, underline: "single" } as const;
  return makeRun({ tree, properties: NONE, format }, textNodes(tree, " "));
}

function colourOf(run: NodeId, { numbering, story }: PrintWriting): string {
  const colour = propertyOf(runFormatting(numbering, story, run), W.color);
  const value = colour?.tree.attribute(colour.node, W.val) ?? "auto";
  return /^[0-9a-fA-F]{6}$/.test(value) ? value.toUpperCase() : BLACK;
}
