// Tests the costs, the queue and the figures of a simulated cell.

import { expect, test } from "vitest";
import { costsOf } from "./cell-costs.ts";
import { makeOrganizations, placeOnCells, shareOf } from "./organizations.ts";
import { simulateCell } from "./simulate-cell.ts";
import { capacityOf, meanCosts, simulateCells, sizeClasses, type World } from "./simulate-day.ts";
import { TurnQueue } from "./turn-queue.ts";

const measured = [
  { pages: 1, cpu: { api: 10, worker: 10, documents: 30, postgres: 10 }, storeBytes: 100 },
  { pages: 10, cpu: { api: 20, worker: 40, documents: 120, postgres: 20 }, storeBytes: 1000 },
].map((size) => ({ ...size, rowsInserted: 20, rowsUpdated: 10, rowsDeleted: 1, logBytes: 20_000 }));

const world: World = {
  measured,
  mix: { countedWith: "", counts: [{ pages: 1, documents: 1 }] },
  shape: { api: 1, worker: 2, database: 1 },
  seed: 1,
  longer: 1,
};

test("costs lie on a line between what was measured, and go on along the last one", () => {
  expect(costsOf(1, measured)).toMatchObject({ api: 10, worker: 40, storeBytes: 100, rowsWritten: 31 });
  expect(costsOf(5.5, measured)).toMatchObject({ api: 15, worker: 100, storeBytes: 550 });
  expect(costsOf(19, measured)).toMatchObject({ api: 30, worker: 280, storeBytes: 1900 });
});

test("organizations take turns, and each goes in its own order", () => {
  const queue = new TurnQueue<string>();
  for (const item of ["a1", "a2", "a3"]) queue.add(0, item);
  queue.add(1, "b1");
  expect([queue.take(), queue.take(), queue.take(), queue.take(), queue.take()]).toEqual([
    "a1",
    "b1",
    "a2",
    "a3",
    undefined,
  ]);
});

test("every organization is in one cell, and cells are about as full", () => {
  const placed = placeOnCells(makeOrganizations(500), 4, 1);
  expect(placed.flat()).toHaveLength(500);
  for (const cell of placed) expect(shareOf(cell)).toBeCloseTo(0.25, 1);
});

test("the same seed gives the same figures, another one others", () => {
  const run = (seed: number) => simulateCells({ ...world, seed }, 2, [20_000]).hours[0]!;
  expect(run(1)).toEqual(run(1));
  expect(run(1).busy).not.toEqual(run(2).busy);
});

test("cores are as busy as the work that came asks of them, and nothing waits in a cell that is half full", () => {
  const run = simulateCells(world, 1, [90_000]).hours[0]!;
  expect(run.finished / 90_000).toBeCloseTo(1, 1);
  expect(run.busy.worker / (2 * 3_600_000)).toBeCloseTo(0.5, 1);
  expect(run.waits.percentile(0.5)).toBe(0);
});

test("twice the cells do twice the work when all of them have too much", () => {
  const long = { ...world, longer: 40 };
  const { worker } = capacityOf(long.shape, meanCosts(sizeClasses(long)));
  const done = (cells: number) => simulateCells(long, cells, [worker * cells * 1.5]).hours[0]!.finished;
  expect(done(4) / done(2)).toBeCloseTo(2, 1);
});

test("an organization that has as many unfinished as it may is refused, and another is not kept waiting by it", () => {
  const organizations = [
    { rank: 0, share: 0.99 },
    { rank: 1, share: 0.01 },
  ];
  const sizes = sizeClasses(world);
  const common = { shape: world.shape, organizations, sizes, seed: 1 };
  const [hour] = simulateCell({ ...common, handedIn: [220_000], mostUnfinished: 100 });
  expect(hour!.refused).toBeGreaterThan(20_000);
  expect(hour!.accepted - hour!.finished).toBeLessThan(200);
});
