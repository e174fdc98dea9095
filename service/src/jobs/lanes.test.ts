// Tests the shares of the fast and slow lanes (CPU-2).

import { expect, test } from "vitest";
import { Lanes } from "./lanes.ts";

test("[CPU-2] the slow lane has a quarter of the children, and at least one", () => {
  const places = [1, 2, 4, 7, 8, 16].map((children) => new Lanes(children).slowPlaces);
  expect(places).toEqual([1, 1, 1, 1, 2, 4]);
});

test("[CPU-2] a slow document takes a hand of the fast lane, but never the last", () => {
  const lanes = new Lanes(2);
  expect([lanes.fastHands(2), lanes.slowRoom]).toEqual([2, 1]);
  lanes.begin("slow");
  expect([lanes.fastHands(2), lanes.fastHands(1), lanes.slowRoom]).toEqual([1, 1, 0]);
  lanes.end("slow");
  expect([lanes.fastHands(2), lanes.slowRoom]).toEqual([2, 1]);
});

test("[CPU-2] a process with one child begins a slow document only while no fast one runs", () => {
  const lanes = new Lanes(1);
  lanes.begin("fast");
  expect(lanes.slowRoom).toBe(0);
  lanes.end("fast");
  expect(lanes.slowRoom).toBe(1);
  lanes.begin("slow");
  // A fast document may begin, and stops the slow one.
  expect([lanes.fastHands(1), lanes.slowRoom]).toEqual([1, 0]);
});
