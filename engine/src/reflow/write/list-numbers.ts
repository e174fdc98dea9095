// Turns labels into automatic numbers that show exactly the text of the page (RFL-21..23).
//
// A label is divided into its last counter and the text around it: "1.2(c)" counts `c` between "1.2(" and ")". Labels
// with the same surroundings and consecutive counters are one list. A label that cannot be counted is a list of one
// item, with the label itself as level text.

import { formatNumber } from "../../document/lists/number-formats.ts";
import { isBullet } from "../labels.ts";

/** A w:num with its own definition. */
export interface ListDefinition {
  readonly format: "decimal" | "lowerLetter" | "upperLetter" | "lowerRoman" | "upperRoman" | "bullet" | "none";
  /** The level's text, with %1 for the counter. */
  readonly text: string;
  readonly start: number;
}

interface OpenList {
  readonly id: number;
  readonly definition: ListDefinition;
  next: number;
}

export class ListNumbers {
  readonly definitions: ListDefinition[] = [];
  readonly #open = new Map<string, OpenList[]>();

  /** Returns the number of the list that a label belongs to, from 1. */
  listOf(label: string): number {
    if (isBullet(label)) return this.#single("bullet", label);
    const match = /^(.*?)([0-9]+|[a-zA-Z]+)([^0-9a-zA-Z]*)$/su.exec(label);
    if (match === null) return this.#single("none", label);
    const [, before = "", counter = "", after = ""] = match;
    const surroundings = `${before}\n${after}`;
    const lists = this.#open.get(surroundings) ?? [];
    const found = lists.findLast((list) => formatValue(list.definition, list.next) === counter);
    if (found !== undefined) {
      found.next += 1;
      return found.id;
    }
    const start = startOf(counter);
    if (start === undefined) return this.#single("none", label);
    const text = `${escaped(before)}%1${escaped(after)}`;
    const id = this.#add({ format: start.format, text, start: start.value });
    this.#open.set(surroundings, [...lists, { id, definition: this.definitions[id - 1]!, next: start.value + 1 }]);
    return id;
  }

  #single(format: "bullet" | "none", label: string): number {
    const known = this.definitions.findIndex((list) => list.format === format && list.text === escaped(label));
    return known >= 0 ? known + 1 : this.#add({ format, text: escaped(label), start: 1 });
  }

  #add(definition: ListDefinition): number {
    this.definitions.push(definition);
    return this.definitions.length;
  }
}

/** A percent sign before a digit would be read as a counter. */
function escaped(text: string): string {
  return text.replace(/%(?=\d)/g, "％");
}

function formatValue({ format }: ListDefinition, value: number): string {
  return formatNumber(value, { name: format });
}

/** Maximum value of a Roman or lettered counter. All values up to it are written and compared with the counter. */
const HIGHEST = 999;

/** Returns the number format and value of a counter. "i" begins Roman numbers; "c", "v" and "x" alone are letters. */
function startOf(counter: string): { format: ListDefinition["format"]; value: number } | undefined {
  if (/^\d{1,3}$/.test(counter) && !/^0./.test(counter)) return { format: "decimal", value: Number(counter) };
  const isLower = counter === counter.toLowerCase();
  if (!isLower && counter !== counter.toUpperCase()) return undefined;
  const roman = isLower ? "lowerRoman" : "upperRoman";
  if (/^i$/i.test(counter) || (counter.length > 1 && /^[ivxlcdm]+$/i.test(counter))) return valueIn(roman, counter);
  return /^[a-z]{1,2}$/i.test(counter) ? valueIn(isLower ? "lowerLetter" : "upperLetter", counter) : undefined;
}

function valueIn(
  format: ListDefinition["format"],
  counter: string,
): { format: ListDefinition["format"]; value: number } | undefined {
  for (let value = 1; value <= HIGHEST; value += 1) {
    if (formatNumber(value, { name: format }) === counter) return { format, value };
  }
  return undefined;
}
