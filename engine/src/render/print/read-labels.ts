// Reads the numbers that a print copy writes as text, and their layout (PRN-4, PRN-22).
//
// LibreOffice counts lists itself and includes deleted items. So the print copy takes every numbered paragraph out of
// its list and writes the number that the engine counted. This is the number with all changes accepted or, for a
// deleted paragraph, its previous number. A renumbered paragraph has both. Bullets do not count and stay in their lists,
// unless the paragraph was renumbered.

import type { Formatting } from "../../document/formatting/formatting.ts";
import { paragraphFormatting } from "../../document/formatting/formatting.ts";
import { TRACKED_CHANGES } from "../../document/grammar.ts";
import { FlowLabellers } from "../../document/lists/flow-labellers.ts";
import { type ListPlace, listPlaceOf, type Numbering, numberingOf } from "../../document/lists/numbering.ts";
import type { Label } from "../../document/lists/numbering-labels.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { paragraphsOf } from "../../document/text/blocks.ts";
import type { Story } from "../../document/text/stories.ts";
import { childValue, twips } from "../../document/values.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { type BlockLabels, isRenumbered, labelText } from "../changes/block-facts.ts";
import type { PrintedStory } from "./printed-stories.ts";

/** The number of a paragraph in a counted list. All measures are in twentieths of a point. */
export interface PrintedLabel {
  readonly tree: Tree;
  readonly paragraph: NodeId;
  /** Empty if the list shows no number, and if a renumbered paragraph has none anymore. */
  readonly text: string;
  /** Set only if the paragraph was renumbered: the previous number, empty if it had none. */
  readonly former?: string;
  /** Set only if the paragraph was renumbered: the author of the change. */
  readonly author?: string;
  /** `before` and `after`: only that version has the number. */
  readonly isIn: "both" | "before" | "after";
  /** The tree of the lists and the element of the level. */
  readonly level: { readonly tree: Tree; readonly node: NodeId };
  readonly suffix: "tab" | "space" | "nothing";
  readonly alignment: string;
  readonly left: number;
  /** Negative for a hanging indent. */
  readonly firstLine: number;
  /** The list's own tab stops. */
  readonly tabs: readonly number[];
}

export function readPrintedLabels(document: WordDocument, stories: readonly PrintedStory[]): PrintedLabel[] {
  const numbering = numberingOf(document);
  if (numbering.tree === undefined) return [];
  const counting = new Counting(numbering);
  return stories.flatMap(({ story, twin }) => {
    const labels = paragraphsOf(story).map((paragraph) => counting.read(story, paragraph));
    const copies = twin === undefined ? [] : paragraphsOf(twin);
    const ofTwin = labels.flatMap((label, index) => {
      const paragraph = copies[index];
      return label === undefined || paragraph === undefined ? [] : [{ ...label, paragraph }];
    });
    return [...labels.filter((label) => label !== undefined), ...ofTwin];
  });
}

/** The layout of a number: its level, and the indents of its paragraph. */
type Layout = Omit<PrintedLabel, "tree" | "paragraph" | "text" | "former" | "author" | "isIn">;

/** A level of a list: its number, from 0, and its list. */
type Level = Pick<ListPlace, "list" | "level">;

/** Counts the numbers of each flow (NUM-10). */
class Counting {
  readonly #numbering: Numbering;
  readonly #labellers: FlowLabellers;

  constructor(numbering: Numbering) {
    this.#numbering = numbering;
    this.#labellers = new FlowLabellers(numbering);
  }

  read(story: Story, paragraph: NodeId): PrintedLabel | undefined {
    const label = this.#labellers.of(story, "accepted").label(story, paragraph);
    const former = this.#labellers.of(story, "rejected").label(story, paragraph);
    const shown = { tree: story.tree, paragraph };
    const cause = renumberingOf(story, paragraph, { label, former });
    if (cause !== NONE) {
      const place = this.#placeOf(label ?? former!);
      if (place === undefined) return undefined;
      const author = story.tree.attribute(cause, W.author) ?? "";
      const texts = { text: labelText(label), former: labelText(former), author, isIn: "both" } as const;
      return { ...this.#layout(story, paragraph, place), ...shown, ...texts };
    }
    const place = listPlaceOf(this.#numbering, story.tree, paragraph);
    const level = place?.list.levels.get(place.level);
    if (place === undefined || level === undefined || level.format.name === "bullet") return undefined;
    return { ...this.#layout(story, paragraph, place), ...shown, ...chooseLabel(label, former) };
  }

  #placeOf({ numId, level }: Label): Level | undefined {
    const list = this.#numbering.lists.get(numId);
    return list?.levels.has(level) ? { list, level } : undefined;
  }

  #layout(story: Story, paragraph: NodeId, { list, level: index }: Level): Layout {
    const tree = this.#numbering.tree!;
    const { node } = list.levels.get(index)!;
    const formatting = paragraphFormatting(this.#numbering, story, paragraph);
    const suffix = childValue(tree, node, W.suff);
    return {
      level: { tree, node },
      suffix: suffix === "space" || suffix === "nothing" ? suffix : ("tab" as const),
      alignment: childValue(tree, node, W.lvlJc) ?? "left",
      left: measure(formatting, [W.left, W.start]) ?? 0,
      firstLine: firstLineOf(formatting),
      tabs: tabsOf(tree, node),
    };
  }
}

/** Returns the tracked change of properties that changed the number of a paragraph (UNT-3), or NONE. */
function renumberingOf({ tree }: Story, paragraph: NodeId, labels: BlockLabels): NodeId {
  if (labels.label === undefined && labels.former === undefined) return NONE;
  const properties = tree.child(paragraph, W.pPr);
  const change = properties === NONE ? NONE : tree.child(properties, W.pPrChange);
  if (change === NONE) return NONE;
  const mark = tree.child(properties, W.rPr);
  const hasMark = mark !== NONE && tree.children(mark).some((child) => TRACKED_CHANGES.has(tree.name(child)));
  return isRenumbered(labels, hasMark) ? change : NONE;
}

function chooseLabel(label: Label | undefined, former: Label | undefined): Pick<PrintedLabel, "text" | "isIn"> {
  const isIn = label === undefined ? "before" : former === undefined ? "after" : "both";
  return { text: (label ?? former)?.text ?? "", isIn };
}

/** Returns the measure from the nearest layer that sets one of some attributes of the indent. */
function measure(formatting: Formatting, names: readonly NameId[]): number | undefined {
  for (const { tree, node } of formatting) {
    const indent = tree.child(node, W.ind);
    if (indent === NONE) continue;
    for (const name of names) {
      const value = twips(tree.attribute(indent, name));
      if (value !== undefined) return value;
    }
  }
  return undefined;
}

/**
 * Returns the indent of the first line. The nearest layer counts, whether it sets a hanging indent or a first-line
 * indent.
 */
function firstLineOf(formatting: Formatting): number {
  for (const { tree, node } of formatting) {
    const indent = tree.child(node, W.ind);
    if (indent === NONE) continue;
    const hanging = twips(tree.attribute(indent, W.hanging));
    if (hanging !== undefined) return -hanging;
    const firstLine = twips(tree.attribute(indent, W.firstLine));
    if (firstLine !== undefined) return firstLine;
  }
  return 0;
}

function tabsOf(tree: Tree, level: NodeId): number[] {
  const properties = tree.child(level, W.pPr);
  const tabs = properties === NONE ? NONE : tree.child(properties, W.tabs);
  if (tabs === NONE) return [];
  return tree.children(tabs).flatMap((tab) => {
    const position = tree.name(tab) === W.tab ? twips(tree.attribute(tab, W.pos)) : undefined;
    return position === undefined ? [] : [position];
  });
}
