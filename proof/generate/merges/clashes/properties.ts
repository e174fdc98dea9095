// Makes clashes over properties: two copies set different values of one property.

import { type NameId, type NodeId, paragraphFormatting, propertyOf, runFormatting, W } from "@versus/engine/inside";
import { shuffle } from "../../../runner/random.ts";
import type { Draft } from "../../draft.ts";
import { BEFORE_ALIGNMENT, hasText } from "../../edits/formatting.ts";
import { BEFORE_COLOR, BEFORE_SIZE } from "../../edits/properties.ts";
import { makeValue, propertiesOf, setProperty } from "../../markup.ts";
import type { Place } from "../../places.ts";
import { type ClashForm, sameIn } from "./clash.ts";
import { nextOf } from "./neighbours.ts";

/** A property of a paragraph or of a run in it. */
interface Owned {
  readonly owner: "paragraph" | "run";
  readonly property: NameId;
  readonly values: readonly string[];
  readonly before: ReadonlySet<string>;
}

const ALIGNMENT: Owned = {
  owner: "paragraph",
  property: W.jc,
  values: ["center", "both", "left"],
  before: BEFORE_ALIGNMENT,
};
const SIZE: Owned = { owner: "run", property: W.sz, values: ["17", "25", "31"], before: new Set(BEFORE_SIZE) };
const COLOR: Owned = {
  owner: "run",
  property: W.color,
  values: ["C00000", "1F4E79", "548235"],
  before: new Set(BEFORE_COLOR),
};
const OWNED = [ALIGNMENT, SIZE, COLOR] as const;

/**
 * One property gets two values. In a near miss, a paragraph and the next one get a value each, or a paragraph and a run
 * in it.
 */
export const sameProperty: ClashForm = {
  conflict: "property",
  make: (both, isNear) => {
    const { one, random } = both;
    const owned = one.draw(OWNED)!;
    const beside = isNear && random() < 0.5;
    const otherOwned = beside ? (owned === ALIGNMENT ? COLOR : ALIGNMENT) : owned;
    for (const place of shuffle(one.body, random)) {
      const second = isNear && !beside ? nextOf(one, place) : place;
      if (second === undefined || !hasText(place) || !hasText(second)) continue;
      const values = valuesFor(one, place, owned);
      const others = valuesFor(one, second, otherOwned).filter((value) => isNear || value !== values[0]);
      if (values.length === 0 || others.length === 0) continue;
      give(place, owned, values[0]!);
      give(sameIn(both, second), otherOwned, others[0]!);
      return { paragraph: place.index, isDistinctive: true };
    }
    return undefined;
  },
};

/** Returns the run with the most characters, because readers may not see a short one. */
function runIn({ segments, text }: Place): NodeId | undefined {
  const pieces = segments.flatMap((segment) => segment.pieces);
  const [longest] = pieces.toSorted((one, other) => other.end - other.start - (one.end - one.start));
  return longest === undefined || text.slice(longest.start, longest.end).trim() === "" ? undefined : longest.run;
}

/** Returns the values that differ from the effective one, in random order. */
function valuesFor(both: Draft, place: Place, { owner, property, values }: Owned): string[] {
  const run = runIn(place);
  if (run === undefined) return [];
  const shown =
    owner === "run"
      ? runFormatting(both.numbering, place.story, run)
      : paragraphFormatting(both.numbering, place.story, place.node);
  const effective = propertyOf(shown, property);
  const written = effective === undefined ? undefined : effective.tree.attribute(effective.node, W.val);
  const current = written === "start" ? "left" : written;
  const isShown = (value: string): boolean => value === (current ?? (owner === "paragraph" ? "left" : undefined));
  return shuffle(values, both.random).filter((value) => !isShown(value));
}

function give(place: Place, { owner, property, before }: Owned, value: string): void {
  const { tree } = place.story;
  const properties = owner === "run" ? propertiesOf(tree, runIn(place)!, W.rPr) : propertiesOf(tree, place.node, W.pPr);
  setProperty(tree, properties, makeValue(tree, property, value), before);
}
