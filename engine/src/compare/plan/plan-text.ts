// What the texts of some paragraphs share, as a person would mark it.
//
// The smallest difference first, then made readable: small equal pieces between edits are given up, and an insertion
// or deletion that could stand in several places goes where a sentence or clause begins.

import { alignWords } from "../../align/align-words.ts";
import { dropConfetti } from "../../align/clean-up.ts";
import type { Match } from "../../align/match.ts";
import { slideEdits } from "../../align/slide.ts";
import { borderAfter, LOOK_BACK } from "../content/borders.ts";
import type { Item } from "../content/items.ts";
import { type Flow, flowOf, isMark, placeIn } from "./flow.ts";
import type { Planning } from "./planning.ts";

export interface TextPlan {
  readonly before: Flow;
  readonly after: Flow;
  readonly matches: readonly Match[];
}

export function planText(before: readonly Item[], after: readonly Item[], planning: Planning): TextPlan {
  const { lexicon, budget } = planning;
  const flows = { before: flowOf(before, lexicon), after: flowOf(after, lexicon) };
  const keys = { before: flows.before.keys, after: flows.after.keys };
  const isFixed = (place: number): boolean => isMark(flows.before, place);
  const weightOf = (key: number): number => lexicon.weightOf(key);
  const smallest = alignWords(keys.before, keys.after, { weightOf, budget });
  const readable = dropConfetti(smallest, { ...keys, weightOf, isFixed });
  const borderScore = (side: "before" | "after", place: number): number =>
    borderAfter(charactersBefore(flows[side], place));
  const placed = slideEdits(readable, { ...keys, borderScore, isFixed });
  return { ...flows, matches: placed };
}

/** A few characters that stand before a token in its paragraph. */
function charactersBefore(flow: Flow, place: number): string {
  if (place >= flow.keys.length) return "";
  const { item, token } = placeIn(flow, place);
  const paragraph = flow.items[item]!;
  if (paragraph.kind !== "paragraph") return "";
  const { units, offsets } = paragraph.tokens;
  let unit = units[token]!;
  let text = unit < paragraph.units.length ? paragraph.units[unit]!.text.slice(0, offsets[token]!) : "";
  while (text.length < LOOK_BACK && unit > 0) {
    unit -= 1;
    text = paragraph.units[unit]!.text + text;
  }
  return text.slice(-LOOK_BACK);
}
