// How others format a paragraph that moves: the same changes again, of the paragraph at its new place (MRG-25).
//
// They are found between the paragraph as a mover has it and as each of the others has it, so they are the others' alone only where the
// movers leave the formatting as it is. What competes is marked at the old place, and the mover's formatting stands at the new one.

import { lookChangesIn, markChanges } from "../../compare/script/formatting-changes.ts";
import type { Orientation } from "../../compare/script/orientation.ts";
import type { Container, ParagraphItem } from "../../redline/content/items.ts";
import type { SharedTokens } from "../../redline/formatting/run-changes.ts";
import type { LookChange, PropertiesChange } from "../../redline/script/script.ts";
import { Conflicts } from "../conflicts.ts";
import type { ContainerPatch, Kept, ParagraphPatch } from "../patches.ts";
import type { Merging } from "../revision.ts";
import { composeLooks, composeProperties } from "./compose-formatting.ts";
import { keptIn } from "./compose-text.ts";
import { changedLooks } from "./touched.ts";

export interface MovedFormatting {
  readonly looks: readonly LookChange[];
  readonly says: readonly PropertiesChange[];
}

interface Asked {
  readonly base: Container;
  readonly patches: readonly ContainerPatch[];
  readonly merging: Merging;
}

/** `index` is that of the paragraph in the base, `item` is the paragraph as the first mover has it. */
export function movedFormatting(
  index: number,
  item: ParagraphItem,
  { base, patches, merging }: Asked,
): MovedFormatting {
  const all = patches.map(({ number, blocks }) => {
    return { number, patch: blocks[index] as ParagraphPatch, orientation: merging.revisions[number]!.orientation };
  });
  const own = base.items[index] as ParagraphItem;
  const [movers, others] = [true, false].map((is) => all.filter(({ patch }) => (patch.move !== undefined) === is));
  const { kept } = movers![0]!.patch;
  const apart = { ...merging, conflicts: new Conflicts([], "") };
  const looks = others!.map(({ number, patch, orientation }) => {
    const pair = { own: item, other: patch.partner! };
    return [number, lookChangesIn(pair, sharedBy(kept, patch.kept), orientation)] as const;
  });
  const says = others!.map(({ number, patch, orientation }) => {
    return [number, said(item, patch.partner!, orientation)] as const;
  });
  const isLook = movers!.some(({ patch, orientation }) => changedLooks(own, patch, orientation).length > 0);
  const isSaid = movers!.some(({ patch, orientation }) => said(own, patch.move!.item, orientation).length > 0);
  return {
    looks: isLook ? [] : composeLooks(item, new Map(looks), apart).looks,
    says: isSaid ? [] : composeProperties(new Map(says), apart, item.surroundings),
  };
}

/** What a paragraph says otherwise than another. Lists of one content are one. */
function said(own: ParagraphItem, other: ParagraphItem, orientation: Orientation): PropertiesChange[] {
  return markChanges({ own, other }, orientation).flatMap(({ lists, ...change }) =>
    lists !== undefined && placeIn(own) === placeIn(other) ? [] : [change],
  );
}

function placeIn({ listLevel, side }: ParagraphItem): string {
  return listLevel === undefined ? "" : `${listLevel.level} ${side.listContent(listLevel.list)}`;
}

/** Tokens that two keep of the base, each in its own paragraph. */
function sharedBy(ours: readonly Kept[], theirs: readonly Kept[]): SharedTokens[] {
  return ours.flatMap((one) =>
    theirs.flatMap((other) =>
      keptIn(other, one.from, one.to).map(({ at, slices: [{ from, to }] }) => {
        return { before: from, after: one.at + at - one.from, length: to - from };
      }),
    ),
  );
}
