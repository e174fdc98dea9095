// How others format a paragraph that moves: the same changes again, of the paragraph at its new place (MRG-25).
//
// They are found between the paragraph as a mover has it and as each of the others has it, so they are the others' alone only where the
// movers leave the formatting as it is. What competes is marked at the old place, and the mover's formatting stands at the new one.

import { markChanges } from "../../compare/script/formatting-changes.ts";
import type { Orientation } from "../../compare/script/orientation.ts";
import type { Container, ParagraphItem } from "../../redline/content/items.ts";
import type { SharedTokens } from "../../redline/formatting/run-changes.ts";
import type { LookChange, PropertiesChange } from "../../redline/script/script.ts";
import { Conflicts } from "../conflicts.ts";
import type { ContainerPatch, Kept, ParagraphPatch } from "../patches.ts";
import type { Merging } from "../revision.ts";
import { composeLooks, composeProperties } from "./compose-formatting.ts";
import { keptIn } from "./compose-text.ts";
import { changedLooks, looksOfKept } from "./touched.ts";

export interface MovedFormatting {
  readonly looks: readonly LookChange[];
  readonly says: readonly PropertiesChange[];
}

interface Asked {
  readonly base: Container;
  readonly patches: readonly ContainerPatch[];
  readonly merging: Merging;
}

/** `index` is that of the paragraph in the base, `item` is the paragraph as one of the movers has it. */
export function movedFormatting(
  index: number,
  item: ParagraphItem,
  { base, patches, merging }: Asked,
): MovedFormatting {
  const own = base.items[index] as ParagraphItem;
  const [looks, says] = [new Map<number, LookChange[]>(), new Map<number, PropertiesChange[]>()];
  const { kept } = patches
    .map(({ blocks }) => blocks[index] as ParagraphPatch)
    .find(({ move }) => move?.item === item)!;
  let [isLook, isSaid] = [false, false];
  for (const { number, blocks } of patches) {
    const patch = blocks[index] as ParagraphPatch;
    const { orientation } = merging.revisions[number]!;
    const other = patch.move?.item ?? patch.partner!;
    // Most of the others leave it as it is, and that is soon told.
    const changesLooks = changedLooks(own, patch, orientation).length > 0;
    const changesSays = said(own, other, orientation).length > 0;
    if (patch.move !== undefined) {
      isLook ||= changesLooks;
      isSaid ||= changesSays;
      continue;
    }
    if (changesLooks)
      looks.set(
        number,
        looksOfKept(item, patch.kept, (one) => sharedBy(kept, one), orientation),
      );
    if (changesSays) says.set(number, said(item, other, orientation));
  }
  const apart = { ...merging, conflicts: new Conflicts([], "") };
  return {
    looks: isLook ? [] : composeLooks(item, looks, apart).looks,
    says: isSaid ? [] : composeProperties(says, apart, item.surroundings),
  };
}

/** The properties in which a paragraph differs from another. Lists of one content are one. */
function said(own: ParagraphItem, other: ParagraphItem, orientation: Orientation): PropertiesChange[] {
  return markChanges({ own, other }, orientation).flatMap(({ lists, ...change }) =>
    lists !== undefined && placeIn(own) === placeIn(other) ? [] : [change],
  );
}

function placeIn({ listLevel, side }: ParagraphItem): string {
  return listLevel === undefined ? "" : `${listLevel.level} ${side.listContent(listLevel.list)}`;
}

/** Tokens of the base that two keep, each in its own paragraph. */
function sharedBy(ours: readonly Kept[], other: Kept): SharedTokens[] {
  return ours.flatMap((one) =>
    keptIn(other, one.from, one.to).map(({ at, slices: [{ from, to }] }) => {
      return { before: from, after: one.at + at - one.from, length: to - from };
    }),
  );
}
