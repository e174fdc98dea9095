// Repeats the formatting changes of other revised copies at the new position of a paragraph (MRG-25).
//
// They are found between the paragraph of a mover and that of each other revised copy. So they are changes of the
// others only if the movers leave the formatting as it is. Competing formatting is marked at the old position, and the
// new position has the mover's formatting.

import { markChanges } from "../../compare/script/formatting-changes.ts";
import type { Orientation } from "../../compare/script/orientation.ts";
import type { Container, ParagraphItem } from "../../redline/content/items.ts";
import type { Surroundings } from "../../redline/formatting/formats.ts";
import type { SharedTokens } from "../../redline/formatting/run-changes.ts";
import type { LookChange, PropertiesChange } from "../../redline/script/script.ts";
import type { MergingConflict } from "../conflict.ts";
import { Conflicts } from "../conflicts.ts";
import type { ContainerPatch, KeptTokens, ParagraphPatch } from "../patches.ts";
import type { Merging } from "../revision.ts";
import { composeLooks, composeProperties } from "./compose-formatting.ts";
import { keptIn } from "./compose-text.ts";
import { differentLooks } from "./same-look.ts";
import { changedLooks, looksOfKept } from "./touched.ts";

export interface MovedFormatting {
  readonly formatChanges: readonly LookChange[];
  readonly propertyChanges: readonly PropertiesChange[];
}

interface MovedContext {
  readonly base: Container;
  readonly patches: readonly ContainerPatch[];
  readonly merging: Merging;
}

/**
 * Returns the changes of a moved paragraph. `index` is its index in the base, and `item` is the paragraph as one of the
 * movers has it.
 */
export function movedFormatting(
  index: number,
  item: ParagraphItem,
  { base, patches, merging }: MovedContext,
): MovedFormatting {
  const own = base.items[index] as ParagraphItem;
  const [formatChanges, propertyChanges] = [new Map<number, LookChange[]>(), new Map<number, PropertiesChange[]>()];
  const { kept } = patches
    .map(({ blocks }) => blocks[index] as ParagraphPatch)
    .find(({ move }) => move?.item === item)!;
  let [isLook, isSaid] = [false, false];
  for (const { number, blocks } of patches) {
    const patch = blocks[index] as ParagraphPatch;
    const { orientation } = merging.revisions[number]!;
    const other = patch.move?.item ?? patch.partner!;
    // Most other revised copies leave the paragraph as it is, and these two checks find that quickly.
    const changesLooks = changedLooks(own, patch, orientation).length > 0;
    const changesSays = said(own, other, orientation).length > 0;
    if (patch.move !== undefined) {
      isLook ||= changesLooks;
      isSaid ||= changesSays;
      continue;
    }
    if (changesLooks)
      formatChanges.set(
        number,
        looksOfKept(item, patch.kept, (one) => sharedBy(kept, one), orientation),
      );
    if (changesSays) propertyChanges.set(number, said(item, other, orientation));
  }
  const aroundOf = (number: number): Surroundings => {
    const { blocks } = patches.find((patch) => patch.number === number)!;
    return (blocks[index] as ParagraphPatch).partner!.surroundings;
  };
  const apart = { ...merging, conflicts: new Conflicts({ people: [], clauseAt: () => "" }, "") };
  return {
    formatChanges: isLook ? [] : composeLooks(item, formatChanges, apart).formatChanges,
    propertyChanges: isSaid ? [] : composeProperties(propertyChanges, apart, aroundOf),
  };
}

/**
 * Returns the conflict of several movers that format a paragraph differently; undefined if they agree. The new position
 * has the formatting of the first mover, and the gate permits the differences of the others.
 */
export function lookOfMove(index: number, { base, patches, merging }: MovedContext): MergingConflict | undefined {
  const movers = patches.flatMap(({ number, blocks }) => {
    const { move, kept } = blocks[index] as ParagraphPatch;
    return move === undefined ? [] : [{ number, item: move.item, kept }];
  });
  const first = movers[0]!;
  const different = movers.slice(1).filter(({ number, item, kept }) => {
    const { orientation } = merging.revisions[number]!;
    const looks = looksOfKept(first.item, kept, (one) => sharedBy(first.kept, one), orientation);
    return looks.length + said(first.item, item, orientation).length > 0;
  });
  return differentLooks(movers, different, { item: base.items[index], merging });
}

/** Returns the properties in which a paragraph differs from another. Lists of equal content are equal. */
function said(own: ParagraphItem, other: ParagraphItem, orientation: Orientation): PropertiesChange[] {
  return markChanges({ own, other }, orientation).flatMap(({ lists, ...change }) =>
    lists !== undefined && (placeIn(own) === placeIn(other) || !lists.isShown()) ? [] : [change],
  );
}

function placeIn({ listLevel, source }: ParagraphItem): string {
  return listLevel === undefined ? "" : `${listLevel.level} ${source.listContent(listLevel.list)}`;
}

/** Returns the tokens of the base that both paragraphs keep, as ranges of each. */
function sharedBy(ours: readonly KeptTokens[], other: KeptTokens): SharedTokens[] {
  return ours.flatMap((one) =>
    keptIn(other, one.from, one.to).map(({ at, slices: [{ from, to }] }) => {
      return { before: from, after: one.at + at - one.from, length: to - from };
    }),
  );
}
