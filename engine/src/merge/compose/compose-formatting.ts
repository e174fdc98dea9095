// Composes the formatting changes of several revised copies (MRG-33).
//
// The format records one change of properties per element. If two revised copies want different properties, those of
// the base stay and the position is a conflict.

import type { StyleKind } from "../../document/formatting/styles.ts";
import { type PropertyOwner, writeProperties } from "../../document/recorded-properties.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE } from "../../ooxml/xml/tree.ts";
import { type ListAndLevel, listLevelIn, type ParagraphItem } from "../../redline/content/items.ts";
import type { Source } from "../../redline/content/source.ts";
import { isSamePlace, type TokenPlace } from "../../redline/content/tokens.ts";
import { type FormatKey, type FormatKind, NOWHERE, type Surroundings } from "../../redline/formatting/formats.ts";
import type { LookChange, PropertiesChange, PropertiesRef } from "../../redline/script/script.ts";
import type { BasePlace, MergingConflict } from "../conflict.ts";
import { formatWords } from "../format-words.ts";
import type { Merging } from "../revision.ts";
import { placeOf } from "./same-look.ts";

/** Maps the number of a revised copy to its changes. */
export type ByRevision<Change> = ReadonlyMap<number, readonly Change[]>;

export interface LookConflict {
  readonly from: TokenPlace;
  readonly to: TokenPlace;
  readonly conflict: MergingConflict;
}

export interface ComposedLooks {
  readonly formatChanges: readonly LookChange[];
  readonly conflicts: readonly LookConflict[];
}

/** Returns the formatting changes of the runs of one paragraph of the base. */
export function composeLooks(item: ParagraphItem, changes: ByRevision<LookChange>, merging: Merging): ComposedLooks {
  const known = [...changes].filter(([, formatChanges]) => formatChanges.length > 0);
  if (known.length <= 1) return { formatChanges: known[0]?.[1] ?? [], conflicts: [] };
  const borders = inOrder(known.flatMap(([, formatChanges]) => formatChanges.flatMap(({ from, to }) => [from, to])));
  const covers = known.map(([number, some]) => ({ number, of: coverOf(some) }));
  const formatChanges: LookChange[] = [];
  const conflicts: { from: TokenPlace; to: TokenPlace; conflict: MergingConflict; key: string }[] = [];
  for (const [at, from] of borders.slice(0, -1).entries()) {
    const to = borders[at + 1]!;
    const wanted = covers.flatMap(({ number, of }) => {
      const look = of(from, to);
      return look === undefined ? [] : [{ number, change: look }];
    });
    if (wanted.length === 0) continue;
    const sides = sidesOf(wanted, { kind: "run", aroundOf: () => item.surroundings }, merging);
    if (sides.length === 1) {
      const label = merging.labels.of(sides[0]!.revisions);
      formatChanges.push({ ...wanted[0]!.change, from, to, label });
      continue;
    }
    const key = sides.map(({ revisions, key: one }) => `${revisions.join()} ${one}`).join("|");
    const last = conflicts.at(-1);
    if (last !== undefined && last.key === key && isSamePlace(last.to, from)) last.to = to;
    else
      conflicts.push({
        from,
        to,
        key,
        conflict: propertyConflict(sides, { kind: "run", owner: "runs", place: placeOf(item) }, merging),
      });
    excuse(item, wanted, merging);
  }
  return { formatChanges, conflicts };
}

/** Returns a function that finds the change that covers a range. Call it for ranges in order. Changes do not overlap. */
function coverOf(formatChanges: readonly LookChange[]): (from: TokenPlace, to: TokenPlace) => LookChange | undefined {
  const sorted = formatChanges.toSorted((one, other) => compare(one.from, other.from));
  let at = 0;
  return (from, to) => {
    while (at < sorted.length && compare(sorted[at]!.to, from) <= 0) at += 1;
    const look = sorted[at];
    return look !== undefined && compare(look.from, from) <= 0 && compare(look.to, to) >= 0 ? look : undefined;
  };
}

interface ProposedChange<Change> {
  readonly number: number;
  readonly change: Change;
}

interface FormatSide {
  readonly revisions: readonly number[];
  readonly key: FormatKey;
  /** The list and level of a paragraph; empty for other properties. */
  readonly list: string;
  readonly ref: PropertiesRef;
}

/** Returns the surroundings of a paragraph in a revised copy. */
export type SurroundingsOf = (number: number) => Surroundings;

interface FormatPlace {
  readonly kind: FormatKind;
  readonly aroundOf: SurroundingsOf;
}

/** Returns the wanted changes as sides: those with equal formatting are one side. */
function sidesOf(
  wanted: readonly ProposedChange<{ readonly other: PropertiesRef }>[],
  { kind, aroundOf }: FormatPlace,
  merging: Merging,
): FormatSide[] {
  const { formats } = merging.base;
  const sides: (FormatSide & { readonly revisions: number[] })[] = [];
  for (const { number, change } of wanted) {
    const { source, tree, node } = change.other;
    const key = source.reader.keyOf(tree, node, { kind, around: aroundOf(number) });
    const list = kind === "paragraph" ? listKey(listLevelIn(tree, node), source, merging) : "";
    const same = sides.find((side) => side.list === list && formats.isSame(side.key, key));
    if (same === undefined) sides.push({ revisions: [number], key, list, ref: change.other });
    else same.revisions.push(number);
  }
  return sides;
}

function propertyConflict(
  sides: readonly FormatSide[],
  {
    kind,
    owner,
    place,
  }: { readonly kind: FormatKind; readonly owner: PropertyOwner | undefined; readonly place: BasePlace },
  merging: Merging,
): MergingConflict {
  const words = formatWords(
    sides.map(({ ref }) => ref),
    kind,
  );
  const markup = owner && sides.map(({ ref }) => recordedProperties(ref, owner, merging));
  const isComplete = markup?.every((one) => one !== undefined) === true;
  const told = sides.map(({ revisions }, at) => {
    return { revisions, text: words[at]!, ...(isComplete ? { properties: markup[at]! } : {}) };
  });
  return merging.conflicts.add("property", { sides: told, place, owner: isComplete ? owner : undefined });
}

/** Maps an element of properties to their owner, if a choice can settle a conflict about them. */
// policy: the properties that a choice in a conflict can apply
const OWNERS: ReadonlyMap<NameId, PropertyOwner> = new Map([
  [W.rPr, "mark"],
  [W.pPr, "paragraph"],
]);

/**
 * Returns properties for the merge record. Undefined if they name a style or a list that the base does not have under
 * that id.
 */
function recordedProperties(
  { source, tree, node }: PropertiesRef,
  owner: PropertyOwner,
  { base, lists }: Merging,
): string | undefined {
  const kinds: ReadonlyMap<string, StyleKind> = new Map([
    ["rStyle", "character"],
    ["pStyle", "paragraph"],
  ]);
  let isComplete = true;
  const markup = writeProperties({ tree, node }, owner, (local, child) => {
    const value = tree.attribute(child, W.val) ?? "";
    const kind = kinds.get(local);
    const list = local === "numPr" ? tree.child(child, W.numId) : NONE;
    const own = list === NONE ? undefined : tree.attribute(list, W.val);
    const isKnown =
      kind === undefined
        ? own === undefined || lists.get(source)?.get(own) === own
        : base.reader.styleName(kind, value) === source.reader.styleName(kind, value);
    isComplete &&= isKnown;
    return isKnown;
  });
  return isComplete ? markup : undefined;
}

function excuse(
  { story, node }: Pick<ParagraphItem, "story" | "node">,
  wanted: readonly ProposedChange<unknown>[],
  { conflicts, revisions }: Merging,
): void {
  for (const { number } of wanted) conflicts.excuse(revisions[number]!.source, story.part, node);
}

/** Maps an element of properties to their kind. */
// policy: the kinds of properties whose changes the format records
const KINDS: ReadonlyMap<NameId, FormatKind> = new Map([
  [W.rPr, "run"],
  [W.pPr, "paragraph"],
  [W.tblPr, "table"],
  [W.trPr, "row"],
  [W.tblPrEx, "exception"],
  [W.tcPr, "cell"],
  [W.sectPr, "section"],
]);

/**
 * Returns the changes of properties of one element, or of several. A paragraph of each copy is read in its own
 * surroundings, because its style decides what its properties show.
 */
export function composeProperties(
  changes: ByRevision<PropertiesChange>,
  merging: Merging,
  aroundOf: SurroundingsOf = () => NOWHERE,
): PropertiesChange[] {
  const all = [...changes].flatMap(([number, some]) => some.map((change) => ({ number, change })));
  if (changes.size === 1) return all.map(({ change }) => change);
  const byOwner = Map.groupBy(all, ({ change: { owner, part, name } }) => `${part} ${owner} ${name}`);
  return [...byOwner.values()].flatMap((wanted) => composeOwner(wanted, merging, aroundOf));
}

function composeOwner(
  all: readonly ProposedChange<PropertiesChange>[],
  merging: Merging,
  aroundOf: SurroundingsOf,
): PropertiesChange[] {
  // A list and level that equal those of the base are not a change.
  const wanted = all.filter(({ change }) => change.lists === undefined || isOtherList(change, merging));
  if (wanted.length === 0) return [];
  const [{ change }] = wanted as [ProposedChange<PropertiesChange>];
  const kind = KINDS.get(change.name)!;
  const sides = sidesOf(wanted, { kind, aroundOf }, merging);
  if (sides.length === 1) {
    const strong = wanted.find((one) => one.change.lists === undefined)?.change ?? change;
    return [{ ...strong, label: merging.labels.of(sides[0]!.revisions) }];
  }
  const place = { part: change.part, node: change.owner };
  const conflict = propertyConflict(sides, { kind, owner: OWNERS.get(change.name), place }, merging);
  merging.conflicts.place(conflict, place);
  for (const { number } of wanted) {
    merging.conflicts.excuse(merging.revisions[number]!.source, change.part, change.owner);
  }
  return [];
}

function isOtherList({ lists, other }: PropertiesChange, merging: Merging): boolean {
  if (listKey(lists?.own, merging.base, merging) === listKey(lists?.other, other.source, merging)) return false;
  return lists?.isShown() !== false;
}

/** Returns text that is equal for the same list and level of the base, and for lists of equal content. */
function listKey(place: ListAndLevel | undefined, source: Source, { base, lists }: Merging): string {
  if (place === undefined) return "";
  const content = source.listContent(place.list);
  const own = source === base ? place.list : lists.get(source)?.get(place.list);
  const isOwn = own !== undefined && base.listContent(own) === content;
  return isOwn ? `${place.level} list ${own}` : `${place.level} ${content}`;
}

function compare(one: TokenPlace, other: TokenPlace): number {
  return one.unit - other.unit || one.offset - other.offset;
}

/** Returns each position once. */
function inOrder(places: readonly TokenPlace[]): TokenPlace[] {
  const sorted = [...places].sort(compare);
  return sorted.filter((place, at) => at === 0 || !isSamePlace(place, sorted[at - 1]!));
}
