// Determines the label that each numbered paragraph of a story shows: 1., (a), IV, a bullet.
//
// The caller labels paragraphs in document order. The count belongs to the abstract list, so lists that share one continue each
// other's numbers. A list may restart a level when it first reaches it. A paragraph increases the number of its level and
// restarts the levels below, unless their restart rule differs. A level above without a number gets its start.
//
// Each flow needs its own Labeller (`flow-labellers.ts`). Hidden paragraphs count, because authors hide paragraphs to skip
// numbers in Word. An empty paragraph that ends a section is only the section break in Word, so it does not count.
//
// By default labels are those with all changes accepted. With all changes rejected, a paragraph has the list that a tracked
// change of its properties records. A paragraph whose mark is deleted is part of the next paragraph and has no label.

import { NameSet } from "../../ooxml/xml/name-set.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { markFormatting, propertyOf, tableStyleAround } from "../formatting/formatting.ts";
import { CAME, CHARACTERS, DRAWINGS, EQUATIONS, NOTE_REFERENCES, WENT } from "../grammar.ts";
import { elementsBelow } from "../text/elements.ts";
import { parentInStory, type Story } from "../text/stories.ts";
import { isHidden, type View } from "../text/views.ts";
import { childValue } from "../values.ts";
import { W } from "../word-names.ts";
import { formatNumber, type NumberFormat } from "./number-formats.ts";
import { LEVELS, type List, type ListLevel, listPlaceIn, type Numbering } from "./numbering.ts";

export interface Label {
  /** Text of the label, without the tab or space after it. */
  readonly text: string;
  /** Level, from 0. */
  readonly level: number;
  /** The text of its level with places for numbers, such as `%1.`. */
  readonly pattern: string;
  readonly numId: string;
  readonly abstractNumId: string;
  /** Name of the number format of its level. */
  readonly format: string;
  readonly isBullet: boolean;
}

/** The current numbers of an abstract list, by level. A number is undefined if its level was not used since it restarted. */
interface Count {
  readonly numbers: (number | undefined)[];
  /** Lists and levels that were already used, as keys. */
  readonly started: Set<string>;
}

/** A counter of paragraphs. The caller labels each paragraph once, in document order. */
export class Labeller {
  readonly #numbering: Numbering;
  /** Maps the id of an abstract list to its count. */
  readonly #counts = new Map<string, Count>();
  /** Maps the styles of a paragraph and of the table around it to the language of a mark without its own properties. */
  readonly #languages = new Map<string, string | undefined>();
  readonly #view: View;

  constructor(numbering: Numbering, view: View = "accepted") {
    this.#numbering = numbering;
    this.#view = view;
  }

  /** Counts a paragraph and returns its label; undefined if it shows none. */
  label(story: Story, paragraph: NodeId): Label | undefined {
    const place = listPlaceIn(this.#numbering, story.tree, propertiesIn(story.tree, paragraph, this.#view));
    const level = place?.list.levels.get(place.level);
    if (place === undefined || level === undefined) return undefined;
    if (isMerged(story, paragraph, this.#view) || isSectionBreak(story, paragraph)) return undefined;
    const { list } = place;
    const numbers = this.#count(list, place.level);
    const format = level.format.name;
    const isBullet = format === "bullet";
    const languageOfMark = (): string | undefined => this.#languageOf(story, paragraph);
    const text = isBullet ? level.text : writeLabel(list, level, { numbers, language: languageOfMark });
    if (text === "" || level.isHidden) return undefined;
    const { numId, abstractNumId } = list;
    return { text, level: place.level, pattern: level.text, numId, abstractNumId, format, isBullet };
  }

  #languageOf(story: Story, paragraph: NodeId): string | undefined {
    const { tree } = story;
    const properties = tree.child(paragraph, W.pPr);
    if (properties !== NONE && tree.child(properties, W.rPr) !== NONE)
      return languageOf(this.#numbering, story, paragraph);
    const key = `${childValue(tree, properties, W.pStyle)}\0${tableStyleAround(story, paragraph)}`;
    if (!this.#languages.has(key)) this.#languages.set(key, languageOf(this.#numbering, story, paragraph));
    return this.#languages.get(key);
  }

  #count(list: List, level: number): (number | undefined)[] {
    const count = this.#countOf(list);
    const { numbers } = count;
    for (let above = 0; above < level; above += 1) {
      if (count.numbers[above] === undefined) countUp(count, list, above);
    }
    countUp(count, list, level);
    for (let below = level + 1; below < LEVELS; below += 1) {
      if (startsOver(list.levels.get(below), { below, level })) numbers[below] = undefined;
    }
    return numbers;
  }

  #countOf({ abstractNumId }: List): Count {
    const known = this.#counts.get(abstractNumId);
    if (known !== undefined) return known;
    const count: Count = { numbers: new Array<number | undefined>(LEVELS), started: new Set() };
    this.#counts.set(abstractNumId, count);
    return count;
  }
}

/**
 * Sets the next number of a level. The number is the start if the level has no number, or the override when the list first
 * reaches the level.
 */
function countUp({ numbers, started }: Count, list: List, level: number): void {
  const key = `${list.numId} ${level}`;
  const override = started.has(key) ? undefined : list.startOverrides.get(level);
  started.add(key);
  const before = numbers[level];
  numbers[level] = override ?? (before === undefined ? startOf(list, level) : before + 1);
}

interface LabelNumbers {
  readonly numbers: readonly (number | undefined)[];
  /** Language of the words in the label, for the few formats that write words. */
  readonly language: () => string | undefined;
}

function writeLabel(list: List, level: ListLevel, { numbers, language }: LabelNumbers): string {
  return level.text.replace(/%([1-9])/g, (_, digit: string) => {
    const index = Number(digit) - 1;
    const format = list.levels.get(index)?.format;
    if (format === undefined) return "";
    const written = level.isLegal ? legalFormat(format) : format;
    const number = numbers[index] ?? startOf(list, index);
    return formatNumber(number, written, HAS_LANGUAGE.test(written.name) ? language() : undefined);
  });
}

const HAS_LANGUAGE = /^(?:cardinal|ordinal)/;
/** Formats that are decimal already and do not change in legal numbering: Section 1.01. */
const DECIMAL: ReadonlySet<string> = new Set(["decimal", "decimalZero"]);

function legalFormat(format: NumberFormat): NumberFormat {
  return DECIMAL.has(format.name) ? format : { name: "decimal" };
}

function startOf({ levels }: List, level: number): number {
  return levels.get(level)?.start ?? 0;
}

/**
 * True if a paragraph on a level restarts a level below it. A restart rule that names the level itself, or a lower one, has no
 * effect.
 */
function startsOver(level: ListLevel | undefined, { below, level: used }: { below: number; level: number }): boolean {
  const restart = level?.restart;
  if (restart === undefined || restart > below) return true;
  return used < restart;
}

function languageOf(numbering: Numbering, story: Story, paragraph: NodeId): string | undefined {
  const language = propertyOf(markFormatting(numbering, story, paragraph), W.lang);
  return language?.tree.attribute(language.node, W.val);
}

/** Elements that mark a paragraph mark or a row as inserted, deleted or moved. */
const MARKS: readonly NameId[] = [...WENT, ...CAME];

/** True if the paragraph is not separate in a view, because the view leaves out its mark or its row. */
function isMerged(story: Story, paragraph: NodeId, view: View): boolean {
  const { tree } = story;
  if (!MARKS.some((name) => tree.mayHave(name))) return false;
  const properties = tree.child(paragraph, W.pPr);
  const mark = properties === NONE ? NONE : tree.child(properties, W.rPr);
  if (mark !== NONE && isLeftOut(tree, mark, view)) return true;
  return isInRowOf(story, paragraph, view);
}

/** Returns the properties of a paragraph in a view: without the changes, those that a tracked change records. */
function propertiesIn(tree: Tree, paragraph: NodeId, view: View): NodeId {
  const properties = tree.child(paragraph, W.pPr);
  if (view !== "rejected" || properties === NONE) return properties;
  const change = tree.child(properties, W.pPrChange);
  return change === NONE ? properties : tree.child(change, W.pPr);
}

/** True if properties contain a mark of content that a view leaves out. */
function isLeftOut(tree: Tree, properties: NodeId, view: View): boolean {
  return tree.children(properties).some((child) => isHidden(tree, child, view));
}

function isInRowOf(story: Story, paragraph: NodeId, view: View): boolean {
  const { tree } = story;
  for (let node = paragraph; node !== NONE; node = parentInStory(story, node)) {
    const properties = tree.name(node) === W.tr ? tree.child(node, W.trPr) : NONE;
    if (properties !== NONE && isLeftOut(tree, properties, view)) return true;
  }
  return false;
}

/** True if the only purpose of a paragraph is to end its section. */
function isSectionBreak(story: Story, paragraph: NodeId): boolean {
  const { tree } = story;
  const properties = tree.child(paragraph, W.pPr);
  if (properties === NONE || tree.child(properties, W.sectPr) === NONE) return false;
  for (const element of elementsBelow(story, paragraph)) {
    if (CONTENT.has(tree.name(element))) return false;
  }
  return true;
}

/** Elements that make a paragraph more than its mark. */
const CONTENT = new NameSet([
  ...[W.t, W.fldChar],
  ...[...CHARACTERS, ...DRAWINGS, ...EQUATIONS, ...NOTE_REFERENCES.keys()],
]);
