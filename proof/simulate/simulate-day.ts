// Simulates many cells for some hours: a day, or one hour.
//
// Cells share nothing, so each is simulated separately and their figures are added.

import { type Costs, costsOf, type MeasuredSize } from "./cell-costs.ts";
import { makeOrganizations, type Organization, placeOnCells, shareOf } from "./organizations.ts";
import type { PageMix } from "./page-mix.ts";
import {
  type CellShape,
  HOUR,
  type HourFigures,
  noFigures,
  parts,
  type SizeClass,
  simulateCell,
} from "./simulate-cell.ts";

/** Two API processes, eight cores of workers, two of Postgres. */
export const usualShape: CellShape = { api: 2, worker: 8, database: 2 };
/** The default of VERSUS_UNFINISHED_JOBS. */
const MOST_UNFINISHED = 20_000;
const ORGANIZATIONS = 2000;
/** Fractions of the busiest hour, from midnight: a working day with a dip at noon, and evenings. */
export const dayCurve = [
  0.05, 0.04, 0.03, 0.03, 0.04, 0.08, 0.2, 0.45, 0.75, 0.95, 1, 0.95, 0.8, 0.85, 0.95, 0.98, 0.9, 0.75, 0.55, 0.4, 0.3,
  0.2, 0.12, 0.08,
] as const;

export interface World {
  readonly measured: readonly MeasuredSize[];
  readonly mix: PageMix;
  readonly shape: CellShape;
  readonly seed: number;
  /** Factor for the length of every document. */
  readonly longer: number;
}

export interface CellsFigures {
  readonly cells: number;
  /** Figures over all cells, by hour. */
  readonly hours: readonly HourFigures[];
  /** Figures of the fullest cell, by hour. */
  readonly fullest: readonly HourFigures[];
  /** Share of all comparisons that the fullest cell gets. */
  readonly fullestShare: number;
}

export function sizeClasses({ measured, mix, longer }: World): SizeClass[] {
  const all = mix.counts.reduce((sum, { documents }) => sum + documents, 0);
  return mix.counts.map(({ pages, documents }) => ({
    share: documents / all,
    costs: costsOf(pages * longer, measured),
  }));
}

export function meanCosts(sizes: readonly SizeClass[]): Costs {
  const names = Object.keys(sizes[0]!.costs) as (keyof Costs)[];
  const mean = (name: keyof Costs) => sizes.reduce((sum, { share, costs }) => sum + share * costs[name], 0);
  return Object.fromEntries(names.map((name) => [name, mean(name)])) as unknown as Costs;
}

/** Returns the number of comparisons per hour for which each part of a cell has cores. */
export function capacityOf(shape: CellShape, costs: Costs): Record<keyof CellShape, number> {
  const hourly = (part: keyof CellShape) => (shape[part] * HOUR) / costs[part];
  return { api: hourly("api"), worker: hourly("worker"), database: hourly("database") };
}

/**
 * Simulates cells. `handedIn` is the number of comparisons by hour over all cells; the share of each organization goes
 * to its cell.
 */
export function simulateCells(world: World, cells: number, handedIn: readonly number[]): CellsFigures {
  const placed = placeOnCells(organizations(), cells, world.seed);
  const sizes = sizeClasses(world);
  const all = placed.map((own, place) =>
    simulateCell({
      shape: world.shape,
      organizations: own,
      sizes,
      handedIn: handedIn.map((count) => count * shareOf(own)),
      mostUnfinished: MOST_UNFINISHED,
      seed: world.seed + place,
    }),
  );
  const shares = placed.map(shareOf);
  const fullestShare = Math.max(...shares);
  const hours = handedIn.map((_, hour) => addUp(all.map((cell) => cell[hour]!)));
  return { cells, hours, fullest: all[shares.indexOf(fullestShare)]!, fullestShare };
}

export function organizations(): Organization[] {
  return makeOrganizations(ORGANIZATIONS);
}

export function addUp(figures: readonly HourFigures[]): HourFigures {
  const sum = noFigures();
  const counted = ["accepted", "refused", "finished", "rowsWritten", "logBytes", "storeBytes"] as const;
  for (const one of figures) {
    for (const name of counted) sum[name] += one[name];
    for (const part of parts) sum.busy[part] += one.busy[part];
    sum.waits.addAll(one.waits);
  }
  return sum;
}

/** Returns the fraction of their time that the cores of all cells were busy, from 0 to 1. */
export function useOf(figures: HourFigures, shape: CellShape, cells: number): Record<keyof CellShape, number> {
  const share = (part: keyof CellShape) => figures.busy[part] / (shape[part] * cells * HOUR);
  return { api: share("api"), worker: share("worker"), database: share("database") };
}
