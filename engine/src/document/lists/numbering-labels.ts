// The label that each numbered paragraph of a story shows: 1., (a), IV, a bullet.
//
// Paragraphs are told in document order, and each is counted where its list has it. The count belongs to the abstract
// list: lists that share one go on counting for each other, except that a list may start a level anew when it first
// comes to it. A paragraph counts its level up and starts the levels below it over, as each of them wishes; a level above
// that no paragraph has used yet stands at its start.
//
// What flows on its own counts on its own: give the body a Labeller, the footnotes together one, the endnotes one, each
// header and footer one, and the text boxes of a story together one. Hidden paragraphs count, for Word skips numbers by
// hiding some. An empty paragraph that ends a section is the section's break to Word, and is not counted.
//
// Labels are those of the document with its changes accepted, unless the other view is asked for: a paragraph whose mark
// is deleted is part of the next one, and has no label of its own.

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
import { LEVELS, type List, type ListLevel, listPlaceOf, type Numbering } from "./numbering.ts";

export interface Label {
  /** What it shows, without the tab or space that follows it. */
  readonly text: string;
  /** From 0. */
  readonly level: number;
  readonly numId: string;
  readonly abstractNumId: string;
  /** The name of the format its level counts in. */
  readonly format: string;
  readonly isBullet: boolean;
}

/** The numbers a count has come to, by level; undefined where none has been used since it started over. */
interface Count {
  readonly numbers: (number | undefined)[];
  /** The lists and levels that have started. */
  readonly started: Set<string>;
}

/** Counts paragraphs. They must be told in document order, each once. */
export class Labeller {
  readonly #numbering: Numbering;
  /** By abstract list. */
  readonly #counts = new Map<string, Count>();
  /** By style and table around: the language of a mark that says nothing itself. */
  readonly #languages = new Map<string, string | undefined>();
  readonly #view: View;

  constructor(numbering: Numbering, view: View = "accepted") {
    this.#numbering = numbering;
    this.#view = view;
  }

  /** The label of a paragraph, which is counted by asking. Undefined when it shows none. */
  label(story: Story, paragraph: NodeId): Label | undefined {
    const place = listPlaceOf(this.#numbering, story.tree, paragraph);
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
    return { text, level: place.level, numId: list.numId, abstractNumId: list.abstractNumId, format, isBullet };
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

/** Gives a level its next number: its start when it has none, or when the list comes to it first and says where to start. */
function countUp({ numbers, started }: Count, list: List, level: number): void {
  const key = `${list.numId} ${level}`;
  const override = started.has(key) ? undefined : list.startOverrides.get(level);
  started.add(key);
  const before = numbers[level];
  numbers[level] = override ?? (before === undefined ? startOf(list, level) : before + 1);
}

interface Counted {
  readonly numbers: readonly (number | undefined)[];
  /** The language of the words in the label, for the few formats that have words. */
  readonly language: () => string | undefined;
}

function writeLabel(list: List, level: ListLevel, { numbers, language }: Counted): string {
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
/** Formats that are decimal already and stay as they are in legal numbering: Section 1.01. */
const DECIMAL: ReadonlySet<string> = new Set(["decimal", "decimalZero"]);

function legalFormat(format: NumberFormat): NumberFormat {
  return DECIMAL.has(format.name) ? format : { name: "decimal" };
}

function startOf({ levels }: List, level: number): number {
  return levels.get(level)?.start ?? 0;
}

/** True if a paragraph on a level starts a level below it over. A limit at or below that level itself says nothing. */
function startsOver(level: ListLevel | undefined, { below, level: used }: { below: number; level: number }): boolean {
  const restart = level?.restart;
  if (restart === undefined || restart > below) return true;
  return used < restart;
}

function languageOf(numbering: Numbering, story: Story, paragraph: NodeId): string | undefined {
  const language = propertyOf(markFormatting(numbering, story, paragraph), W.lang);
  return language?.tree.attribute(language.node, W.val);
}

/** The elements that mark a paragraph mark or a row as one that came or went. */
const MARKS: readonly NameId[] = [...WENT, ...CAME];

/** True if a view has no paragraph of its own: it leaves out the mark or the row. */
function isMerged(story: Story, paragraph: NodeId, view: View): boolean {
  const { tree } = story;
  if (!MARKS.some((name) => tree.mayHave(name))) return false;
  const properties = tree.child(paragraph, W.pPr);
  const mark = properties === NONE ? NONE : tree.child(properties, W.rPr);
  if (mark !== NONE && isLeftOut(tree, mark, view)) return true;
  return isInRowOf(story, paragraph, view);
}

/** True if properties hold a mark of something that a view leaves out. */
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

/** True if a paragraph is there only to end its section. */
function isSectionBreak(story: Story, paragraph: NodeId): boolean {
  const { tree } = story;
  const properties = tree.child(paragraph, W.pPr);
  if (properties === NONE || tree.child(properties, W.sectPr) === NONE) return false;
  for (const element of elementsBelow(story, paragraph)) {
    if (CONTENT.has(tree.name(element))) return false;
  }
  return true;
}

/** What makes a paragraph more than a mark. */
const CONTENT = new NameSet([
  ...[W.t, W.fldChar],
  ...[...CHARACTERS, ...DRAWINGS, ...EQUATIONS, ...NOTE_REFERENCES.keys()],
]);
