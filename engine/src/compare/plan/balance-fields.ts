// Keeps fields that span several paragraphs whole in both views (CMP-62).
//
// The marks that begin and end such a field are tokens of different paragraphs. If only one of them were kept, one view of
// the redline would contain half a field. So the marks of a field are either all kept, as the marks of one field of the other
// side, or all marked as changed. Releasing one field can release another one.

import type { Match } from "../../align/match.ts";
import { NO_PRINT } from "../../redline/content/fingerprints.ts";
import type { ParagraphItem } from "../../redline/content/items.ts";
import { flowOf } from "./flow.ts";
import { asGroup, groupStep } from "./pairs/groups.ts";
import type { GroupStep, SameStep, Step } from "./plan.ts";
import type { Planning } from "./planning.ts";

/** A field mark of a paragraph that does not contain the whole field. */
interface Loose {
  readonly side: "before" | "after";
  readonly step: number;
  /** The position in the flow of its side of the step. */
  readonly place: number;
  readonly kind: "begin" | "separate" | "end";
  /** The mark of the other side that this mark is matched with. */
  partner: Loose | undefined;
  field: Loose[];
}

export function balanceFields(steps: readonly Step[], planning: Planning): readonly Step[] {
  const loose = { before: collect(steps, "before", planning), after: collect(steps, "after", planning) };
  if (loose.before.length === 0 && loose.after.length === 0) return steps;
  pairUp(steps, loose);
  const fields = [...bracket(loose.before), ...bracket(loose.after)];
  const released = new Map<number, Set<number>>();
  for (let isStable = false; !isStable; ) {
    isStable = true;
    for (const field of fields) {
      if (isWhole(field) || field.every(({ partner }) => partner === undefined)) continue;
      for (const mark of field) release(mark, released);
      isStable = false;
    }
  }
  return steps.map((step, index) => {
    const places = released.get(index);
    return places === undefined ? step : loosen(step, places, planning);
  });
}

function collect(steps: readonly Step[], side: "before" | "after", { lexicon }: Planning): Loose[] {
  return steps.flatMap((step, index) => {
    const items = itemsOf(step, side);
    if (!items.some((item) => item.kind === "paragraph" && hasLoose(item))) return [];
    const { starts } = flowOf(items, lexicon);
    return items.flatMap((item, at) =>
      item.kind === "paragraph"
        ? looseIn(item).map(
            ({ token, kind }): Loose => ({
              side,
              step: index,
              place: starts[at]! + token,
              kind,
              partner: undefined,
              field: [],
            }),
          )
        : [],
    );
  });
}

function itemsOf(step: Step, side: "before" | "after"): GroupStep["before"] {
  if (step.kind === "group") return step[side];
  if (step.kind === "same") return [step[side]];
  if (step.kind === "table") return [];
  return (step.kind === "delete") === (side === "before") ? [step.item] : [];
}

function hasLoose(item: ParagraphItem): boolean {
  if (item.print !== NO_PRINT) return false;
  const marks = item.units.filter(({ kind }) => kind === "begin" || kind === "separate" || kind === "end");
  return marks.length > 0 && looseIn(item).length > 0;
}

/** Returns the marks in a paragraph, with their tokens, of fields that begin or end in another paragraph. */
function looseIn({ units, tokens }: ParagraphItem): { token: number; kind: Loose["kind"] }[] {
  const found: { token: number; kind: Loose["kind"] }[] = [];
  for (let token = 0; token < tokens.keys.length; token += 1) {
    const stretch = units.slice(tokens.units[token]!, tokens.units[token + 1]!);
    const first = stretch[0]?.kind;
    const isWholeField = first === "begin" && stretch.at(-1)!.kind === "end";
    if (first === "begin" && !isWholeField) found.push({ token, kind: "begin" });
    else if (first === "separate" || first === "end") found.push({ token, kind: first });
  }
  return found;
}

/** Sets the partner of each matched mark. */
function pairUp(
  steps: readonly Step[],
  { before, after }: { before: readonly Loose[]; after: readonly Loose[] },
): void {
  const byPlace = new Map(after.map((mark) => [`${mark.step} ${mark.place}`, mark]));
  for (const mark of before) {
    const step = steps[mark.step]!;
    const place =
      step.kind === "same" ? mark.place : step.kind === "group" ? matched(step.matches, mark.place) : undefined;
    const partner = place === undefined ? undefined : byPlace.get(`${mark.step} ${place}`);
    if (partner === undefined) continue;
    mark.partner = partner;
    partner.partner = mark;
  }
}

function matched(matches: readonly Match[], place: number): number | undefined {
  const match = matches.find(({ before, length }) => before <= place && place < before + length);
  return match === undefined ? undefined : place - match.before + match.after;
}

/** Returns the marks of each field, paired like brackets in the order of the story. */
function bracket(marks: readonly Loose[]): Loose[][] {
  const fields: Loose[][] = [];
  const open: Loose[][] = [];
  for (const mark of marks) {
    const field = mark.kind === "begin" ? [] : (open.at(-1) ?? []);
    if (field.length === 0) fields.push(field);
    field.push(mark);
    mark.field = field;
    if (mark.kind === "begin") open.push(field);
    else if (mark.kind === "end") open.pop();
  }
  return fields;
}

/** True if the marks of a field are matched with all marks of one field of the other side. */
function isWhole(field: readonly Loose[]): boolean {
  const other = field[0]!.partner?.field;
  return other?.length === field.length && field.every(({ partner }) => partner?.field === other);
}

/** Records the position of the mark of the before side as released, and separates the two marks. */
function release(mark: Loose, released: Map<number, Set<number>>): void {
  const { partner } = mark;
  if (partner === undefined) return;
  const own = mark.side === "before" ? mark : partner;
  released.set(own.step, (released.get(own.step) ?? new Set()).add(own.place));
  mark.partner = undefined;
  partner.partner = undefined;
}

/** Returns a step that no longer keeps some tokens of the before side. */
function loosen(step: Step, places: ReadonlySet<number>, planning: Planning): Step {
  const { before, after, matches } = asGroup(step as SameStep | GroupStep, planning);
  const left = matches.flatMap((match) => cutOut(match, places));
  return groupStep(before, after, left);
}

function cutOut(match: Match, places: ReadonlySet<number>): Match[] {
  const left: Match[] = [];
  let from = 0;
  for (let at = 0; at <= match.length; at += 1) {
    if (at < match.length && !places.has(match.before + at)) continue;
    if (at > from) left.push({ before: match.before + from, after: match.after + from, length: at - from });
    from = at + 1;
  }
  return left;
}
