// Reads lists, and finds the list and level of a paragraph.

import { childNamed, type Element, elementsIn } from "../xml-tree.ts";
import { numberOr, valOf } from "./layers.ts";

/** A list: its levels by index. */
export type List = ReadonlyMap<number, Element>;

/** The place of a paragraph in a list. */
export interface ListPlace {
  readonly list: List;
  readonly index: number;
  readonly level: Element | undefined;
  /** The number of styles in the chain, from the nearest, up to the one that names the list; 0 for the paragraph. */
  readonly styles: number;
}

export function readLists(root: Element | undefined): ReadonlyMap<string, List> {
  const children = root === undefined ? [] : elementsIn(root);
  const abstracts = new Map(
    children
      .filter(({ name }) => name === "w:abstractNum")
      .map((element) => [element.attributes.get("w:abstractNumId") ?? "", levelsIn(element)]),
  );
  return new Map(
    children
      .filter(({ name }) => name === "w:num")
      .map((num) => {
        const levels = new Map(abstracts.get(valOf(childNamed(num, "w:abstractNumId")) ?? ""));
        for (const override of elementsIn(num).filter(({ name }) => name === "w:lvlOverride")) {
          for (const [index, level] of levelsIn(override)) levels.set(index, level);
        }
        return [num.attributes.get("w:numId") ?? "", levels];
      }),
  );
}

function levelsIn(element: Element): Map<number, Element> {
  const levels = elementsIn(element).filter(({ name }) => name === "w:lvl");
  return new Map(levels.map((level) => [numberOr(level.attributes.get("w:ilvl"), 0), level]));
}

/**
 * Returns the place of a paragraph. The paragraph itself names the list, or the nearest style of its chain that does.
 */
export function findListPlace(
  lists: ReadonlyMap<string, List>,
  direct: Element | undefined,
  chain: readonly Element[],
): ListPlace | undefined {
  const numbers = [direct, ...chain.map((style) => childNamed(style, "w:pPr"))].map((properties) =>
    childNamed(properties, "w:numPr"),
  );
  const styles = numbers.findIndex((number) => childNamed(number, "w:numId") !== undefined);
  const list = lists.get(valOf(childNamed(numbers[styles], "w:numId")) ?? "");
  if (list === undefined) return undefined;
  const indices = numbers.slice(0, styles + 1).map((number, at) => {
    const linked = at === 0 ? undefined : linkedIndex(list, chain[at - 1]!);
    return linked ?? valOf(childNamed(number, "w:ilvl"));
  });
  const index = numberOr(
    indices.find((value) => value !== undefined),
    0,
  );
  return { list, index, level: list.get(index), styles };
}

/** Returns the index of the level that names a style as its own. */
function linkedIndex(list: List, style: Element): string | undefined {
  const id = style.attributes.get("w:styleId");
  const found = [...list].find(([, level]) => valOf(childNamed(level, "w:pStyle")) === id);
  return found === undefined ? undefined : String(found[0]);
}
