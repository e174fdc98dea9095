// Counts list labels from list_styles alone.
//
// The content JSON does not say where a list restarts, which levels do not restart, or which are written in digits
// only. So the upload is counted first, to learn what makes its labels right. A definition whose labels cannot be
// reproduced is not checked. A list that starts at the number that it would have anyway may have an explicit start.
// Then both possibilities are counted, and only equal results are compared.

import type { ListDefinition, ListInstance, ListLevel, ListPlace, Model, Para, Part } from "./model.ts";

const LEVELS = 9;

/** Returns the levels of a definition. The levels of a new one may be known only from the result. */
export type LevelsOf = (definition: ListDefinition) => ReadonlyMap<number, ListLevel>;

interface Count {
  readonly numbers: (number | undefined)[];
  readonly started: Set<ListInstance>[];
}

/** Counts the paragraphs of parts that share their numbers, in order. */
export class LabelCounter {
  readonly #counts = new Map<ListDefinition, Count>();
  readonly #levelsOf: LevelsOf;
  readonly #isDaring: boolean;

  /** With `isDaring`, every list that may have an explicit start is assumed to have it. */
  constructor(levelsOf: LevelsOf, { isDaring }: { readonly isDaring: boolean }) {
    this.#levelsOf = levelsOf;
    this.#isDaring = isDaring;
  }

  /**
   * Returns the label of the next paragraph: empty if its definition lacks the level, undefined if its format is
   * unknown here.
   */
  next({ instance, level }: ListPlace): string | undefined {
    const { definition } = instance;
    const levels = this.#levelsOf(definition);
    if (!levels.has(level)) return "";
    const count = this.#countOf(definition);
    for (let above = 1; above < level; above += 1) {
      if (count.numbers[above] === undefined) this.#countUp(count, instance, above);
    }
    this.#countUp(count, instance, level);
    for (let below = level + 1; below <= LEVELS; below += 1) count.numbers[below] = undefined;
    return writeLabel(levels, level, count.numbers);
  }

  /** Returns the next number of a level, and true if the list reaches that level for the first time. */
  peek({ instance, level }: ListPlace): { readonly number: number; readonly isFirst: boolean } {
    const { numbers, started } = this.#countOf(instance.definition);
    const before = numbers[level];
    const start = this.#levelsOf(instance.definition).get(level)?.start ?? 0;
    return { number: before === undefined ? start : before + 1, isFirst: !started[level]!.has(instance) };
  }

  /** Returns a function from a number of the level to the label. */
  written({ instance, level }: ListPlace): (number: number) => string | undefined {
    const levels = this.#levelsOf(instance.definition);
    const { numbers } = this.#countOf(instance.definition);
    return (number) => {
      const tried = [...numbers];
      tried[level] = number;
      return writeLabel(levels, level, tried);
    };
  }

  #countUp(count: Count, instance: ListInstance, level: number): void {
    const { number, isFirst } = this.peek({ instance, level });
    const said = instance.starts.get(level) ?? (this.#isDaring ? instance.maybe.get(level) : undefined);
    count.started[level]!.add(instance);
    count.numbers[level] = isFirst ? (said ?? number) : number;
  }

  #countOf(definition: ListDefinition): Count {
    const present = this.#counts.get(definition);
    if (present !== undefined) return present;
    const started = Array.from({ length: LEVELS + 1 }, () => new Set<ListInstance>());
    const made: Count = { numbers: [], started };
    this.#counts.set(definition, made);
    return made;
  }
}

function writeLabel(
  levels: ReadonlyMap<number, ListLevel>,
  level: number,
  numbers: readonly (number | undefined)[],
): string | undefined {
  const own = levels.get(level)!;
  if (own.format === "bullet") return own.pattern;
  let isKnown = true;
  const label = own.pattern.replace(/%([1-9])/g, (_, digit: string) => {
    const named = levels.get(Number(digit));
    const written = named === undefined ? "" : writeNumber(numbers[Number(digit)] ?? named.start, named.format);
    if (written === undefined) isKnown = false;
    return written ?? "";
  });
  return isKnown ? label : undefined;
}

/** Writes a number in one of the formats below. Returns undefined for any other format. */
function writeNumber(value: number, format: string): string | undefined {
  switch (format) {
    case "decimal":
      return `${value}`;
    case "decimal_zero":
      return value < 10 ? `0${value}` : `${value}`;
    case "lower_letter":
      return letters(value);
    case "upper_letter":
      return letters(value).toUpperCase();
    case "lower_roman":
      return roman(value);
    case "upper_roman":
      return roman(value).toUpperCase();
    case "none":
      return "";
    default:
      return undefined;
  }
}

function letters(value: number): string {
  return value < 1 ? "" : String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.floor((value - 1) / 26) + 1);
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

function roman(value: number): string {
  let rest = value;
  let written = "";
  for (const [amount, sign] of ROMAN) for (; rest >= amount; rest -= amount) written += sign;
  return written;
}

/** Returns the parts that share their numbers: all footnotes, all endnotes, any other part alone. */
export function flows(parts: readonly Part[]): Part[][] {
  const groups = Map.groupBy(parts, (part) => (part.kind === "footnote" || part.kind === "endnote" ? part.kind : part));
  return [...groups.values()];
}

/** Starts of a list from 0 to below this number are tried. */
const LARGEST_START = 300;

/** Learns from the upload where lists start. Returns the definitions whose labels cannot be reproduced. */
export function learnLists(model: Model): Set<ListDefinition> {
  const levelsOf: LevelsOf = ({ levels }) => levels;
  const strange = new Set<ListDefinition>();
  for (const parts of flows(model.parts)) {
    const counter = new LabelCounter(levelsOf, { isDaring: false });
    for (const para of parts.flatMap(({ all }) => all)) learnPara(para, counter, strange);
  }
  return strange;
}

function learnPara(para: Para, counter: LabelCounter, strange: Set<ListDefinition>): void {
  const place = "value" in para.list ? para.list.value : undefined;
  if (place === undefined || isSectionEnd(para)) return;
  const told = para.source?.list?.number ?? "";
  const { instance, level } = place;
  const own = instance.definition.levels.get(level);
  // A paragraph that shows no label although its level has one is not counted if its mark is changed or it is empty.
  // Otherwise the JSON does not explain why the label is missing.
  if (told === "" && own !== undefined && own.pattern !== "" && own.format !== "none") {
    para.isPassed = para.mark !== undefined || para.source?.content.length === 0;
    if (!para.isPassed) strange.add(instance.definition);
    return;
  }
  const { number, isFirst } = counter.peek(place);
  if (isFirst && own !== undefined) {
    const start = startFor(place, told, { counter, number });
    if (start !== undefined && start !== number && !instance.starts.has(level)) instance.starts.set(level, start);
    else if (!instance.starts.has(level)) instance.maybe.set(level, number);
  }
  if (counter.next(place) !== told) strange.add(instance.definition);
}

/**
 * Returns the start that makes a label right, by trying. The number that the list would have anyway is tried first.
 * Returns undefined for a bullet, and if no start is right.
 */
function startFor(
  { instance, level }: ListPlace,
  told: string,
  { counter, number }: { readonly counter: LabelCounter; readonly number: number },
): number | undefined {
  const own = instance.definition.levels.get(level)!;
  const written = counter.written({ instance, level });
  const tries = [number, ...Array.from({ length: LARGEST_START }, (_, start) => start)];
  return own.format === "bullet" ? undefined : tries.find((start) => written(start) === told);
}

/** True for an empty paragraph that ends a section. It is the section break and is not counted. */
export function isSectionEnd(para: Para): boolean {
  if (para.ends === undefined) return false;
  return para.items === undefined ? para.source?.content.length === 0 : para.items.every(({ isGone }) => isGone);
}
