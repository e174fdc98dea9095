// Simulates and reports the capacity of a cell, a day, and the busiest hour.
//
// The busiest hour is simulated over more and more cells. The report shows if twice the cells do twice the work, and
// what fails first.

import { formatTable } from "../runner/table.ts";
import { type CellShape, HOUR, type HourFigures, parts } from "./simulate-cell.ts";
import {
  addUp,
  capacityOf,
  dayCurve,
  meanCosts,
  organizations,
  simulateCells,
  sizeClasses,
  useOf,
  type World,
} from "./simulate-day.ts";

export interface Wanted {
  readonly cells: number;
  /** Comparisons in the busiest hour, over all cells. */
  readonly busiest: number;
}

export interface Told {
  readonly lines: readonly string[];
  readonly passed: number;
  readonly failed: number;
}

/** When the number of cells doubles, the ratio may deviate from 2 by this share of 2. */
const MOST_OFF = 0.05;
const ladder = [2, 4, 8, 16] as const;
/** Load factor that exceeds the capacity of every cell. */
const SATURATION = 1.5;
/** A cell that is busier than this is full: above it, waits grow without limit. */
const FULL = 0.9;

export function tellDay(world: World, wanted: Wanted): Told {
  const doubling = tellDoubling(world);
  const lines = [
    ...tellCapacity(world),
    ...tellHours(world, wanted),
    ...tellLadder(world, wanted),
    ...doubling.lines,
    ...tellBreaking(world, wanted),
  ];
  return { lines, passed: doubling.passed, failed: doubling.failed };
}

function tellCapacity(world: World): string[] {
  const { shape, measured } = world;
  const rows = measured.map((size) => {
    const one = { ...world, longer: 1, mix: { countedWith: "", counts: [{ pages: size.pages, documents: 1 }] } };
    return rowOf(`${size.pages} pages`, shape, meanCosts(sizeClasses(one)));
  });
  const mean = meanCosts(sizeClasses(world));
  const heads = [
    "documents",
    "API ms",
    "worker ms",
    "database ms",
    "rows",
    "log KB",
    "store KB",
    "a second",
    "first full",
  ];
  return [
    `A cell: ${shape.api} cores of API, ${shape.worker} of workers, ${shape.database} of Postgres.`,
    formatTable(heads, [...rows, rowOf("the mix", shape, mean)]),
    "",
  ];
}

function rowOf(name: string, shape: CellShape, costs: ReturnType<typeof meanCosts>): (string | number)[] {
  const capacity = capacityOf(shape, costs);
  const first = firstFull(capacity);
  const { api, worker, database, rowsWritten, logBytes, storeBytes } = costs;
  const figures = [api, worker, database, rowsWritten, logBytes / 1000, storeBytes / 1000].map((value) => round(value));
  return [name, ...figures, round((capacity[first] / HOUR) * 1000), first];
}

function firstFull(capacity: Readonly<Record<keyof CellShape, number>>): keyof CellShape {
  return parts.toSorted((one, other) => capacity[one] - capacity[other])[0]!;
}

function tellHours(world: World, { cells, busiest }: Wanted): string[] {
  const { hours } = simulateCells(
    world,
    cells,
    dayCurve.map((share) => share * busiest),
  );
  const rows = hours.map((figures, hour) => [
    `${String(hour).padStart(2, "0")}:00`,
    ...figuresOf(figures, world, cells),
  ]);
  const day = addUp(hours);
  const gigabytes = (bytes: number) => round(bytes / 1e9);
  return [
    `A day over ${cells} cells, ${busiest.toLocaleString("en")} comparisons in its busiest hour.`,
    formatTable(["hour", ...hourHeads], rows),
    `The day: ${day.finished.toLocaleString("en")} done, ${day.refused.toLocaleString("en")} refused, p50 ${waitText(day.waits.percentile(0.5))} and p99 ${waitText(day.waits.percentile(0.99))} in the queue; ` +
      `${gigabytes(day.storeBytes)} GB of store, ${gigabytes(day.logBytes)} GB of write-ahead log.`,
    "",
  ];
}

const hourHeads = [
  "done",
  "refused",
  "p50 wait",
  "p99 wait",
  "API %",
  "worker %",
  "database %",
  "rows/s",
  "store MB/s",
];

function figuresOf(figures: HourFigures, { shape }: World, cells: number): (string | number)[] {
  const use = useOf(figures, shape, cells);
  const seconds = HOUR / 1000;
  const waits = [figures.waits.percentile(0.5), figures.waits.percentile(0.99)].map(waitText);
  const shares = [use.api, use.worker, use.database].map((share) => Math.round(share * 100));
  const rates = [Math.round(figures.rowsWritten / seconds), round(figures.storeBytes / seconds / 1e6)];
  return [figures.finished, figures.refused, ...waits, ...shares, ...rates];
}

function tellLadder(world: World, { busiest }: Wanted): string[] {
  const rows = ladder.map((cells) => {
    const { hours, fullest, fullestShare } = simulateCells(world, cells, [busiest]);
    const use = useOf(fullest[0]!, world.shape, 1);
    const most = parts.toSorted((one, other) => use[other] - use[one])[0]!;
    const fullestText = `${most} ${Math.round(use[most] * 100)} %`;
    return [cells, ...figuresOf(hours[0]!, world, cells), `${round(fullestShare * 100)} %`, fullestText];
  });
  return ["The busiest hour over more cells.", formatTable(["cells", ...hourHeads, "fullest cell", "of it"], rows), ""];
}

/** Tests whether twice the cells do twice the work, when every cell has more work than it can do. */
function tellDoubling(world: World): Told {
  const capacity = capacityOf(world.shape, meanCosts(sizeClasses(world)));
  const hourly = capacity[firstFull(capacity)];
  const done = ladder.map((cells) => {
    const { hours } = simulateCells(world, cells, [hourly * cells * SATURATION]);
    return { cells, finished: hours[0]!.finished };
  });
  const rows = done.map(({ cells, finished }, place) => {
    const ratio = place === 0 ? undefined : finished / done[place - 1]!.finished;
    return { ratio, row: [cells, finished, ratio === undefined ? "" : ratio.toFixed(3)] };
  });
  const ratios = rows.flatMap(({ ratio }) => ratio ?? []);
  const failed = ratios.filter((ratio) => Math.abs(ratio - 2) > 2 * MOST_OFF).length;
  return {
    lines: [
      `Saturated: ${SATURATION} times what all cells can do. Twice the cells do twice the work, within ${MOST_OFF * 100} %.`,
      formatTable(
        ["cells", "done an hour", "times the row above"],
        rows.map(({ row }) => row),
      ),
      "",
    ],
    passed: ratios.length - failed,
    failed,
  };
}

/**
 * Reports what fails first. The shares of organizations do not depend on the cells, so with enough cells the largest
 * organization has one to itself.
 */
function tellBreaking(world: World, { busiest }: Wanted): string[] {
  const capacity = capacityOf(world.shape, meanCosts(sizeClasses(world)));
  const first = firstFull(capacity);
  const most = capacity[first] * FULL;
  const largest = organizations()[0]!.share;
  const hourly = (count: number) => Math.round(count).toLocaleString("en");
  return [
    `In a cell, ${first} breaks first, at ${hourly(capacity[first])} comparisons an hour; ${hourly(most)} leave a tenth free.`,
    `Over many cells, the largest organization breaks first, because it lives in one: it has ${round(largest * 100)} % of all: ${hourly(busiest * largest)} in the busiest hour. ` +
      `It fills a cell by itself when all together reach ${hourly(most / largest)} an hour, and cells beyond ${Math.ceil(1 / largest)} do not help it.`,
  ];
}

function waitText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  return milliseconds < 120_000 ? `${(milliseconds / 1000).toFixed(1)} s` : `${(milliseconds / 60_000).toFixed(1)} min`;
}

function round(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 10) / 10;
}
