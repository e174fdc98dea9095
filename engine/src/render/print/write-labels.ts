// Takes numbered paragraphs out of their lists and writes their numbers as text.
//
// Each number is written where its list would show it.

import { RECORDS, TRACKED } from "../../document/grammar.ts";
import { childValue } from "../../document/values.ts";
import { W } from "../../document/word-names.ts";
import { makeRun, textNodes } from "../../language/content-runs/run-nodes.ts";
import { writeParagraphFormat } from "../../language/paragraph-format.ts";
import type { RunFormatChange } from "../../language/run-format.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { markOf } from "../../revisions/markup.ts";
import { paragraphProperties } from "../../revisions/write/mark-structure.ts";
import type { PrintedLabel } from "./read-labels.ts";

/** Room for a right-aligned number, in twentieths of a point. */
const ROOM = 720;

/** The looks of the numbers of a paragraph. */
export interface LabelLooks {
  /** The look of a number that only one version has; empty for any other. */
  readonly own: RunFormatChange;
  /** The look of the previous number of a renumbered paragraph. */
  readonly former: RunFormatChange;
}

/** Writes the number of a paragraph. The previous number of a renumbered paragraph is before it. */
export function writeLabel(label: PrintedLabel, looks: LabelLooks): void {
  const { tree, paragraph, text, former = "", left, firstLine } = label;
  const properties = paragraphProperties(tree, paragraph);
  leaveList(tree, properties);
  const isShown = text !== "" || former !== "";
  const isRight = isShown && (label.alignment === "right" || label.alignment === "end");
  const room = isRight ? Math.max(0, Math.min(ROOM, left + firstLine)) : 0;
  writeParagraphFormat({ tree }, properties, { indent_left: left / 20, indent_first_line: (firstLine - room) / 20 });
  if (!isShown) return;
  addTabs(tree, properties, { kind: "left", positions: label.tabs });
  if (isRight) addTabs(tree, properties, { kind: "right", positions: [left + firstLine] });
  const numberRun = (number: string, format: RunFormatChange): NodeId[] =>
    number === "" ? [] : [makeRun({ tree, properties: labelProperties(label), format }, textNodes(tree, number))];
  const [before, after] = [isRight ? "\t" : "", SUFFIXES[label.suffix]];
  const numbers = [
    ...numberRun(former, looks.former),
    ...spaceRun(tree, text === "" || former === "" ? "" : " "),
    ...numberRun(text, looks.own),
  ];
  const pieces = [...spaceRun(tree, before), ...numbers, ...spaceRun(tree, after)];
  const first = tree.nextSibling(properties);
  for (const piece of pieces) tree.insertBefore(paragraph, piece, first);
}

const SUFFIXES = { tab: "\t", space: " ", nothing: "" } as const;

/** Returns the white space around a number as a separate run, so that no underline or strike covers it. */
function spaceRun(tree: Tree, text: string): NodeId[] {
  return text === "" ? [] : [makeRun({ tree, properties: NONE, format: {} }, textNodes(tree, text))];
}

/** Removes the paragraph from its list. A direct w:numPr with the list 0 means no list, whatever the style sets. */
function leaveList(tree: Tree, properties: NodeId): void {
  const old = tree.child(properties, W.numPr);
  if (old !== NONE) tree.remove(old);
  const list = tree.element(W.numPr);
  tree.append(list, tree.element(W.numId, [[W.val, "0"]]));
  const style = tree.child(properties, W.pStyle);
  tree.insertBefore(properties, list, style === NONE ? tree.firstChild(properties) : tree.nextSibling(style));
}

interface TabStops {
  readonly kind: "left" | "right";
  readonly positions: readonly number[];
}

function addTabs(tree: Tree, properties: NodeId, { kind, positions }: TabStops): void {
  if (positions.length === 0) return;
  let tabs = tree.child(properties, W.tabs);
  if (tabs === NONE) {
    tabs = tree.element(W.tabs);
    tree.insertBefore(properties, tabs, tree.nextSibling(tree.child(properties, W.numPr)));
  }
  for (const position of positions) {
    const attributes = [[W.val, kind] as const, [W.pos, String(position)] as const];
    tree.append(tabs, tree.element(W.tab, attributes));
  }
}

/** Returns the properties of a number: those of its level, then those of the paragraph's mark except its underline. */
function labelProperties({ tree, paragraph, level }: PrintedLabel): NodeId {
  const made = tree.element(W.rPr);
  const taken = new Set<NameId>([...TRACKED, ...RECORDS]);
  const take = (from: Tree, properties: NodeId): void => {
    for (const child of properties === NONE ? [] : from.children(properties)) {
      if (!from.isElement(child) || taken.has(from.name(child))) continue;
      taken.add(from.name(child));
      tree.append(made, tree.graft(from, child));
    }
  };
  // A font of symbols would not show a bullet that is written as text.
  if (childValue(level.tree, level.node, W.numFmt) === "bullet") taken.add(W.rFonts);
  take(level.tree, level.tree.child(level.node, W.rPr));
  taken.add(W.u);
  take(tree, markOf(tree, paragraph));
  return made;
}
