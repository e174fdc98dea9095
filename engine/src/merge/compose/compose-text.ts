// Composes the edits of several revised copies in the text of one paragraph (MRG-10, MRG-11).
//
// Edits that overlap or touch are one cluster, unless all revised copies keep a word, an object or a field between
// them. One version of a cluster is a change by all that made it. Several versions are a conflict: all text of the base
// in the cluster is deleted, and each version is inserted whole. Any of them can then be chosen (docs/design/merge.md).

import { hangingKey } from "../../compare/plan/nested.ts";
import { codeChange, type PlannedCodeChange } from "../../compare/script/code-changes.ts";
import type { ParagraphItem } from "../../redline/content/items.ts";
import { isText, tokenStart } from "../../redline/content/tokens.ts";
import type { MergingConflict } from "../conflict.ts";
import type { KeptTokens, ParagraphPatch, Slice, TextEdit } from "../patches.ts";
import { type Merging, orientationOf } from "../revision.ts";
import { lookConflict, placeOf, type SameText } from "./same-look.ts";

/** A range of a composed paragraph. */
export type Composed =
  /** Text of the base, and the revised copies that delete it. */
  | { readonly kind: "base"; readonly from: number; readonly to: number; readonly gone: readonly number[] }
  | { readonly kind: "new"; readonly slices: readonly Slice[]; readonly by: readonly number[] }
  /** Text of the base that stays although its link or field changes. */
  | { readonly kind: "codes"; readonly change: PlannedCodeChange; readonly from: number; readonly to: number }
  | { readonly kind: "open" | "close"; readonly conflict: MergingConflict };

/** Maps the number of a revised copy to its edits of a paragraph. */
export type TextPatches = ReadonlyMap<number, Pick<ParagraphPatch, "edits" | "kept">>;

interface TextContext {
  readonly item: ParagraphItem;
  readonly patches: TextPatches;
  readonly merging: Merging;
  /** A conflict about the whole paragraph. All edits of its text belong to it. */
  readonly whole?: MergingConflict | undefined;
  /** True if text may stay although its link or field changes. */
  readonly mayKeepText: boolean;
}

export function composeText(asked: TextContext): Composed[] {
  const { item, patches, whole } = asked;
  const out: Composed[] = [];
  let done = 0;
  const keepTo = (to: number): void => {
    if (done < to) out.push({ kind: "base", from: done, to, gone: [] });
    done = to;
  };
  const all = clustersOf(item, patches, whole !== undefined);
  for (const cluster of all) {
    keepTo(cluster.from);
    const versions = versionsOf(cluster, patches);
    if (whole !== undefined) out.push({ kind: "open", conflict: whole });
    if (versions.length === 1) out.push(...onlyVersion(cluster, versions[0]!, asked));
    else out.push(...competing(cluster, versions, asked));
    if (whole !== undefined) out.push({ kind: "close", conflict: whole });
    done = cluster.to;
  }
  if (whole !== undefined && all.length === 0)
    out.push({ kind: "open", conflict: whole }, { kind: "close", conflict: whole });
  keepTo(item.tokens.keys.length);
  return out;
}

/** Edits of one paragraph without a separator between them, from the first changed token to the last. */
export interface Cluster {
  readonly from: number;
  readonly to: number;
  readonly revisions: readonly number[];
}

export function clustersOf(item: ParagraphItem, patches: TextPatches, isOne: boolean): Cluster[] {
  const edits = [...patches].flatMap(([number, patch]) => patch.edits.map((edit) => ({ ...edit, number })));
  edits.sort((one, other) => one.from - other.from || one.to - other.to || one.number - other.number);
  const clusters: { from: number; to: number; revisions: number[] }[] = [];
  for (const { from, to, number } of edits) {
    const last = clusters.at(-1);
    if (last !== undefined && (isOne || !hasSeparator(item, last.to, from))) {
      last.to = Math.max(last.to, to);
      if (!last.revisions.includes(number)) last.revisions.push(number);
    } else clusters.push({ from, to, revisions: [number] });
  }
  for (const { revisions } of clusters) revisions.sort((one, other) => one - other);
  return clusters;
}

const WORD = /[\p{L}\p{N}]/u;

/** True if a word, an object or a field is between two positions. */
export function hasSeparator(item: ParagraphItem, from: number, to: number): boolean {
  for (let token = from; token < to; token += 1) if (separates(item, token)) return true;
  return false;
}

function separates({ units, tokens }: ParagraphItem, token: number): boolean {
  if (!isText(units[tokens.units[token]!]!)) return true;
  return WORD.test(textBetween({ units, tokens } as ParagraphItem, token, token + 1));
}

/** Returns the text of some tokens. */
export function textBetween({ units, tokens }: ParagraphItem, from: number, to: number): string {
  const [start, end] = [tokenStart(tokens, from), tokenStart(tokens, to)];
  if (start.unit === end.unit) return units[start.unit]?.text.slice(start.offset, end.offset) ?? "";
  let text = units[start.unit]!.text.slice(start.offset);
  for (let unit = start.unit + 1; unit < end.unit; unit += 1) text += units[unit]!.text;
  return end.offset === 0 ? text : text + units[end.unit]!.text.slice(0, end.offset);
}

interface Version {
  readonly by: readonly number[];
  readonly slices: readonly Slice[];
  /** The version as each revised copy that wants it has it. */
  readonly all: readonly SameText[];
}

/** Returns the versions of a cluster, each with all revised copies that want it. */
export function versionsOf({ from, to, revisions }: Cluster, patches: TextPatches): Version[] {
  const versions = revisions.map((number) => ({ number, slices: versionIn(patches.get(number)!, from, to) }));
  return [...Map.groupBy(versions, ({ slices }) => keyOf(slices)).values()].map((same) => ({
    by: same.map(({ number }) => number),
    slices: same[0]!.slices,
    all: same,
  }));
}

/** Kept tokens, and their position in the base. */
interface KeptPart {
  readonly at: number;
  readonly order: number;
  readonly slices: readonly [Extract<Slice, { kind: "tokens" }>];
}

/** Returns all content that a revised copy has between two positions of the base. */
function versionIn({ edits, kept }: Pick<ParagraphPatch, "edits" | "kept">, from: number, to: number): Slice[] {
  const parts: { readonly at: number; readonly order: number; readonly slices: readonly Slice[] }[] = [
    ...overlapping(kept, from, to).flatMap((one) => keptIn(one, from, to)),
    ...editsIn(edits, from, to).map((edit) => ({ at: edit.to, order: 0, slices: edit.slices })),
  ];
  // New text comes after deleted text and before kept text.
  parts.sort((one, other) => one.at - other.at || one.order - other.order);
  return joinSlices(parts.flatMap(({ slices }) => slices));
}

/** Returns the tokens that a revised copy keeps between two positions of the base, as that copy has them. */
export function keptIn({ from, to, item, at }: KeptTokens, start: number, end: number): KeptPart[] {
  const [first, last] = [Math.max(from, start), Math.min(to, end)];
  if (first >= last) return [];
  const shift = at - from;
  return [{ at: first, order: 1, slices: [{ kind: "tokens", item, from: first + shift, to: last + shift }] }];
}

function editsIn(edits: readonly TextEdit[], from: number, to: number): TextEdit[] {
  return overlapping(edits, from, to).filter((edit) => edit.from >= from && edit.to <= to);
}

/**
 * Returns the ranges that touch a part of the base. Ranges are in the order of the base, so the first is found by binary
 * search. A paragraph with many clusters is not read again for each of them.
 */
function overlapping<Stretch extends { readonly from: number; readonly to: number }>(
  stretches: readonly Stretch[],
  from: number,
  to: number,
): Stretch[] {
  let [first, end] = [0, stretches.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (stretches[middle]!.to < from) first = middle + 1;
    else end = middle;
  }
  while (end < stretches.length && stretches[end]!.from <= to) end += 1;
  return stretches.slice(first, end);
}

/** Joins neighbouring slices of one paragraph. */
function joinSlices(slices: readonly Slice[]): Slice[] {
  const found: Slice[] = [];
  for (const slice of slices) {
    const last = found.at(-1);
    if (slice.kind === "tokens" && last?.kind === "tokens" && last.item === slice.item && last.to === slice.from) {
      found[found.length - 1] = { ...last, to: slice.to };
    } else found.push(slice);
  }
  return found;
}

/** Returns text that is equal for slices of equal content. */
export function keyOf(slices: readonly Slice[]): string {
  return slices
    .map((slice) => {
      if (slice.kind === "tokens") {
        const { keys, units } = slice.item.tokens;
        const own = slice.item.units.slice(units[slice.from], units[slice.to]);
        return `${keys.subarray(slice.from, slice.to).join(" ")} ${hangingKey(slice.item, own)}`;
      }
      return slice.kind === "table" ? `table ${slice.item.key}` : slice.item.endsSection ? "section" : "end";
    })
    .join("|");
}

/** Returns a change as the first revised copy made it, labelled with all that made it. */
function onlyVersion({ from, to, revisions }: Cluster, { by, all }: Version, asked: TextContext): Composed[] {
  const first = revisions[0]!;
  const out: Composed[] = [];
  const conflict = all.length > 1 ? lookConflict(all, asked) : undefined;
  if (conflict !== undefined) out.push({ kind: "open", conflict });
  let done = from;
  for (const edit of editsIn(asked.patches.get(first)!.edits, from, to)) {
    if (done < edit.from) out.push({ kind: "base", from: done, to: edit.from, gone: [] });
    out.push(...oneEdit(edit, by, asked));
    done = edit.to;
  }
  if (done < to) out.push({ kind: "base", from: done, to, gone: [] });
  if (conflict !== undefined) out.push({ kind: "close", conflict });
  return out;
}

function oneEdit({ from, to, slices }: TextEdit, by: readonly number[], asked: TextContext): Composed[] {
  const [only] = slices;
  if (asked.mayKeepText && from < to && slices.length === 1 && only?.kind === "tokens") {
    const stretches = { before: { item: asked.item, from, to }, after: only };
    const change = codeChange(stretches, orientationOf(asked.merging, by));
    if (change !== undefined) return [{ kind: "codes", change, from, to }];
  }
  return [
    ...(from < to ? [{ kind: "base", from, to, gone: by } as const] : []),
    ...(slices.length > 0 ? [{ kind: "new", slices, by } as const] : []),
  ];
}

/** Returns the deletion of the base's text by all that compete, then the insertion of each version. */
function competing({ from, to, revisions }: Cluster, versions: readonly Version[], asked: TextContext): Composed[] {
  const { conflicts } = asked.merging;
  const sides = versions.map(({ by, slices }) => ({ revisions: by, text: shownBy(slices) }));
  const isKnown = asked.whole !== undefined;
  const original = textBetween(asked.item, from, to);
  const place = placeOf(asked.item);
  const conflict = asked.whole ?? conflicts.add("text", { sides, place, original });
  const inside: Composed[] = [
    ...(from < to ? [{ kind: "base", from, to, gone: revisions } as const] : []),
    ...versions.flatMap((version) => oneVersion(version, asked)),
  ];
  return isKnown ? inside : [{ kind: "open", conflict }, ...inside, { kind: "close", conflict }];
}

/** Returns an inserted version, inside a conflict if the revised copies that want it format it differently. */
function oneVersion({ by, slices, all }: Version, asked: TextContext): Composed[] {
  if (slices.length === 0) return [];
  const conflict = all.length > 1 ? lookConflict(all, asked) : undefined;
  const came: Composed = { kind: "new", slices, by };
  return conflict === undefined ? [came] : [{ kind: "open", conflict }, came, { kind: "close", conflict }];
}

/** Returns the text of some slices, with a line end for each mark. */
function shownBy(slices: readonly Slice[]): string {
  return slices
    .map((slice) => {
      if (slice.kind === "tokens") return textBetween(slice.item, slice.from, slice.to);
      return slice.kind === "end" ? "\n" : "[table]";
    })
    .join("");
}
