// Makes a plan coarser around a position at which the gate found a wrong view.
//
// It goes from the inside out. First it drops the moves of a step, then it replaces its paragraphs. Then it replaces
// the blocks around them, more each time, and at last the container, such as a cell. All rows of the table follow, then
// the blocks around the table. Each step keeps less, so the loop ends.

import type { NodeId } from "../../ooxml/xml/tree.ts";
import type { Item, RowItem } from "../../redline/content/items.ts";
import type { Role } from "../../redline/content/source.ts";
import { isOneMark, lastMarks } from "./last-marks.ts";
import { asGroup, groupStep } from "./pairs/groups.ts";
import type { CellPlanStep, ContainerPlan, RowPlanStep, Step, TablePlanStep } from "./plan.ts";
import { replaceAll } from "./plan-container.ts";
import { releaseHalves } from "./plan-moves.ts";
import type { Planning } from "./planning.ts";

/** A node of one side that a view shows incorrectly. */
export interface WrongPlace {
  readonly side: "before" | "after";
  readonly part: string;
  readonly node: NodeId;
}

/** Makes the plan coarser around a position. Returns false if nothing coarser is left, or if the plan does not contain it. */
export function coarsen(plan: ContainerPlan, place: WrongPlace, planning: Planning): boolean {
  const isCoarser = coarsenAround(plan, place, planning);
  if (isCoarser) releaseHalves(plan);
  return isCoarser;
}

function coarsenAround(plan: ContainerPlan, place: WrongPlace, planning: Planning): boolean {
  const index = plan.steps.findIndex((step) => holds(step, place));
  if (index < 0) return false;
  const step = plan.steps[index]!;
  if (coarsenBelow(step, place, planning)) return true;
  const coarser = coarserStep(step, planning);
  if (coarser === undefined) return coarsenNear(plan, index, planning);
  plan.steps[index] = coarser;
  return true;
}

/**
 * Replaces the steps around one that is replaced already. If n neighbouring items are replaced, the next n on each side
 * follow. Returns false if the whole container was replaced before.
 */
function coarsenNear(plan: ContainerPlan, index: number, planning: Planning): boolean {
  const { steps } = plan;
  let [from, to] = [index, index + 1];
  while (from > 0 && isReplaced(steps[from - 1]!)) from -= 1;
  while (to < steps.length && isReplaced(steps[to]!)) to += 1;
  const replaced = steps.slice(from, to);
  const more = Math.max(...ROLES.map((side) => replaced.flatMap((step) => itemsOf(step, side)).length));
  [from, to] = [from - more, to + more];
  if (from <= 0 && to >= steps.length) return coarsenWhole(plan, planning);
  const around = steps.slice(Math.max(from, 0), to);
  steps.splice(Math.max(from, 0), around.length, ...replaceSteps(around, planning));
  return true;
}

const ROLES: readonly Role[] = ["before", "after"];

function isReplaced(step: Step): boolean {
  if (step.kind === "table") return step.rows.every(({ kind }) => kind !== "pair");
  return step.kind === "group" ? step.isCoarse === true : step.kind !== "same" && step.move === undefined;
}

/** Returns steps that delete and insert the items of other steps. */
function replaceSteps(steps: readonly Step[], planning: Planning): Step[] {
  const before = steps.flatMap((step) => itemsOf(step, "before"));
  const after = steps.flatMap((step) => itemsOf(step, "after"));
  return replaceAll({ before, after }, planning);
}

function itemsOf(step: Step, side: Role): readonly Item[] {
  if (step.kind === "delete") return side === "before" ? [step.item] : [];
  if (step.kind === "insert") return side === "after" ? [step.item] : [];
  return asList(step[side]);
}

/** Replaces the whole container. Returns false if that was done before. */
export function coarsenWhole(plan: ContainerPlan, planning: Planning): boolean {
  const steps = replaceAll({ before: plan.before.items, after: plan.after.items }, planning);
  const isKnown = steps.length === plan.steps.length && steps.every((step, at) => isSameShape(step, plan.steps[at]!));
  if (isKnown) return false;
  plan.steps.splice(0, plan.steps.length, ...steps);
  return true;
}

function isSameShape(one: Step, other: Step): boolean {
  if (one.kind !== other.kind) return false;
  return one.kind !== "group" || (other.kind === "group" && one.matches.length === other.matches.length);
}

function coarsenBelow(step: Step, place: WrongPlace, planning: Planning): boolean {
  if (step.kind === "same" || step.kind === "group") {
    return step.nested.some(({ plan }) => isIn(plan, place) && coarsenAround(plan, place, planning));
  }
  if (step.kind !== "table") return false;
  return step.rows.some(
    (row) =>
      row.kind === "pair" &&
      row.cells.some(
        (cell) => cell.kind === "pair" && isIn(cell.plan, place) && coarsenAround(cell.plan, place, planning),
      ),
  );
}

function coarserStep(step: Step, planning: Planning): Step | undefined {
  if (step.kind === "same" || step.kind === "group") {
    const { before, after, matches, moves } = asGroup(step, planning);
    if (moves !== undefined) return { ...groupStep(before, after, matches), nested: step.nested };
    const isReplaced = step.kind === "group" && step.isCoarse === true;
    if (isReplaced || !isOneMark(before.at(-1), after.at(-1))) return undefined;
    return { ...groupStep(before, after, [lastMarks(before, after, planning)]), isCoarse: true };
  }
  if (step.kind === "table") return step.rows.every(({ kind }) => kind !== "pair") ? undefined : replaceRows(step);
  if (step.move === undefined) return undefined;
  const { move: _, ...plain } = step;
  return plain;
}

function replaceRows({ before, after }: TablePlanStep): TablePlanStep {
  const deleted = before.rows.map((row): RowPlanStep => ({ kind: "delete", row }));
  return {
    kind: "table",
    before,
    after,
    rows: [...deleted, ...after.rows.map((row): RowPlanStep => ({ kind: "insert", row }))],
  };
}

function asList(items: Item | readonly Item[]): readonly Item[] {
  return "kind" in items ? [items] : items;
}

/** True if a plan covers the position. */
function isIn(plan: ContainerPlan, place: WrongPlace): boolean {
  return plan[place.side].node === place.node || plan.steps.some((step) => holds(step, place));
}

function holds(step: Step, place: WrongPlace): boolean {
  if (step.kind === "delete" || step.kind === "insert") {
    return (step.kind === "delete") === (place.side === "before") && holdsItem(step.item, place);
  }
  if (step.kind === "table")
    return step.rows.some((row) => holdsRowStep(row, place)) || holdsItem(step[place.side], place);
  if (asList(step[place.side]).some((item) => holdsItem(item, place))) return true;
  return step.nested.some(({ plan }) => isIn(plan, place));
}

function holdsRowStep(step: RowPlanStep, place: WrongPlace): boolean {
  if (step.kind === "pair") return step.cells.some((cell) => holdsCellStep(cell, place));
  return (step.kind === "delete") === (place.side === "before") && holdsRow(step.row, place);
}

function holdsCellStep(step: CellPlanStep, place: WrongPlace): boolean {
  return step.kind === "pair" && isIn(step.plan, place);
}

function holdsItem(item: Item, { part, node }: WrongPlace): boolean {
  if (item.story.part !== part) return false;
  if (item.node === node) return true;
  return item.kind === "table" && item.rows.some((row) => holdsRow(row, { side: item.source.role, part, node }));
}

function holdsRow({ row, cells }: RowItem, place: WrongPlace): boolean {
  return (
    row.node === place.node ||
    cells.some(
      ({ cell, container }) => cell.node === place.node || container.items.some((item) => holdsItem(item, place)),
    )
  );
}
