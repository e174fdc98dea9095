// Extends a formatting change of one revised copy over text that another one inserts in it (MRG-60).

import { W } from "../document/word-names.ts";
import { NONE } from "../ooxml/xml/tree.ts";
import type { ParagraphItem } from "../redline/content/items.ts";
import { isText, type TokenPlace, tokenStart } from "../redline/content/tokens.ts";
import type { Unit } from "../redline/content/units.ts";
import type { FormatKey } from "../redline/formatting/formats.ts";
import type { LookChange } from "../redline/script/script.ts";
import type { Composed } from "./compose/compose-text.ts";
import type { Slice } from "./patches.ts";
import type { Merging } from "./revision.ts";

/**
 * Returns the formatting changes of the text that revised copies insert in a paragraph of the base. A change grows over
 * inserted text if it covers both neighbours, and if the text looks like its neighbours in its own copy.
 */
export function grownLooks(
  base: ParagraphItem,
  composed: readonly Composed[],
  { formatChanges, merging }: { readonly formatChanges: readonly LookChange[]; readonly merging: Merging },
): LookChange[] {
  if (formatChanges.length === 0) return [];
  const sorted = formatChanges.toSorted((one, other) => order(one.from, other.from));
  const found: LookChange[] = [];
  let [left, waiting] = [0, [] as Extract<Composed, { kind: "new" }>[]];
  for (const one of composed) {
    if (one.kind === "new") waiting.push(one);
    if (one.kind !== "base" || one.gone.length > 0) continue;
    const around = { before: left - 1, after: one.from };
    const change = waiting.length === 0 ? undefined : changeAround(base, around, sorted);
    if (change !== undefined)
      found.push(...waiting.flatMap((added) => grownOver(added, base, { change, around, merging })));
    [left, waiting] = [one.to, []];
  }
  return found;
}

/** The tokens of the base before and after inserted text. */
interface Neighbours {
  readonly before: number;
  readonly after: number;
}

function grownOver(
  { by, slices }: Extract<Composed, { kind: "new" }>,
  base: ParagraphItem,
  { change, around, merging }: { readonly change: LookChange; readonly around: Neighbours; readonly merging: Merging },
): LookChange[] {
  const [slice] = slices;
  if (slices.length !== 1 || slice?.kind !== "tokens") return [];
  // A copy that both formats and inserts shows in its own text how the text is formatted.
  if (by.some((number) => merging.labels.includes(change.label.author, number))) return [];
  const shown = [keyAt(base, around.before), keyAt(base, around.after), ...keysOf(slice)];
  const { formats } = merging.base;
  if (!shown.every((key) => key !== undefined && formats.isSame(key, shown[0]!))) return [];
  const { item, from, to } = slice;
  return [{ ...change, item, from: tokenStart(item.tokens, from), to: tokenStart(item.tokens, to) }];
}

/** Returns the change of two neighbours if the same copies change both alike. `sorted` does not overlap. */
function changeAround(
  item: ParagraphItem,
  { before, after }: Neighbours,
  sorted: readonly LookChange[],
): LookChange | undefined {
  const changeOf = (token: number): LookChange | undefined => {
    if (token < 0 || token >= item.tokens.keys.length) return undefined;
    const [start, end] = [tokenStart(item.tokens, token), tokenStart(item.tokens, token + 1)];
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (order(sorted[middle]!.from, start) <= 0) low = middle + 1;
      else high = middle;
    }
    const change = sorted[low - 1];
    return change !== undefined && order(end, change.to) <= 0 ? change : undefined;
  };
  const [one, other] = [changeOf(before), changeOf(after)];
  if (one === undefined || one.label !== other?.label) return undefined;
  const [ours, theirs] = [one, other].map(({ other: { source, tree, node } }) =>
    source.reader.keyOf(tree, node, { kind: "run", around: item.surroundings }),
  );
  return item.source.formats.isSame(ours!, theirs!) ? one : undefined;
}

function order(one: TokenPlace, other: TokenPlace): number {
  return one.unit - other.unit || one.offset - other.offset;
}

/** Returns the formatting of inserted text and of its neighbours: undefined for an object, and for a missing neighbour. */
function keysOf({ item, from, to }: Extract<Slice, { kind: "tokens" }>): (FormatKey | undefined)[] {
  const { units } = item.tokens;
  const last = item.tokens.offsets[to]! > 0 ? units[to]! + 1 : units[to]!;
  const own = item.units.slice(units[from], last).map((unit) => keyOf(item, unit));
  return [keyAt(item, from - 1), ...own, keyAt(item, to)];
}

function keyAt(item: ParagraphItem, token: number): FormatKey | undefined {
  const { keys, units } = item.tokens;
  return token < 0 || token >= keys.length ? undefined : keyOf(item, item.units[units[token]!]!);
}

function keyOf({ source, story: { tree }, surroundings }: ParagraphItem, unit: Unit): FormatKey | undefined {
  if (!isText(unit)) return undefined;
  const properties = unit.run === NONE ? NONE : tree.child(unit.run, W.rPr);
  return source.reader.keyOf(tree, properties, { kind: "run", around: surroundings });
}
