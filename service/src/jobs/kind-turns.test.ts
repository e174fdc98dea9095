// Tests that kinds of jobs alternate.

import { expect, test } from "vitest";
import { KindTurns } from "./kind-turns.ts";

function queuesOf(counts: Readonly<Record<string, number>>) {
  const left: Record<string, number> = { ...counts };
  const turns = new KindTurns();
  for (const kind of Object.keys(counts)) turns.wake(kind);
  const ask = async (kind: string, most: number) => {
    const given = Math.min(most, left[kind] ?? 0);
    left[kind] = (left[kind] ?? 0) - given;
    return Array.from({ length: given }, () => kind);
  };
  return { turns, left, claim: (most: number) => turns.claim(most, ask) };
}

test("kinds alternate, however many there are of one, and who is alone gets every hand", async () => {
  const { claim } = queuesOf({ compare: 100, edit: 2, read: 1 });
  expect(await claim(5)).toEqual(["compare", "edit", "read", "compare", "edit"]);
  expect(await claim(1)).toEqual(["compare"]);
  expect(await claim(3)).toEqual(["compare", "compare", "compare"]);
});

test("a kind that gave nothing is asked again when it is woken, also while it was being asked", async () => {
  const { turns, left, claim } = queuesOf({ compare: 0 });
  expect(await claim(1)).toEqual([]);
  left.compare = 1;
  expect(await claim(1)).toEqual([]);
  turns.wake("compare");
  expect(await claim(1)).toEqual(["compare"]);
  const late = new KindTurns();
  late.wake("edit");
  let asked = 0;
  const ask = async () => {
    asked += 1;
    if (asked === 1) late.wake("edit");
    return asked === 1 ? [] : ["edit"];
  };
  expect(await late.claim(1, ask)).toEqual(["edit"]);
});

test("a question that fails is asked again, and loses nothing that was claimed", async () => {
  const turns = new KindTurns();
  for (const kind of ["edit", "compare"]) turns.wake(kind);
  let isAway = true;
  const ask = async (kind: string) => {
    if (kind === "compare" && isAway) throw new Error("away");
    return [kind];
  };
  expect(await turns.claim(2, ask)).toEqual(["edit"]);
  isAway = false;
  expect(await turns.claim(2, ask)).toEqual(["edit", "compare"]);
});
