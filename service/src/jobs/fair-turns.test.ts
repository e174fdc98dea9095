// Tests the turns of organizations on the direct path (SRV-16).

import { expect, test } from "vitest";
import { FairTurns, TurnTooLate } from "./fair-turns.ts";

/** Starts work that begins when it has its turn, and ends when the test ends it. */
function workOn(turns: FairTurns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (name: string, over: { readonly milliseconds?: number; readonly signal?: AbortSignal } = {}) => {
    // Without a limit: some tests leave others waiting, which must not be refused later for waiting too long.
    const { signal = new AbortController().signal, ...limit } = over;
    return turns.take({ organizationId: name[0]!, signal, ...limit }, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return { begun, take, end };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 1));

test("[SRV-16] no organization takes the last free place while it has another", async () => {
  const { begun, take, end } = workOn(new FairTurns(3));
  for (const name of ["a1", "a2", "a3", "a4"]) void take(name);
  await settled();
  expect(begun).toEqual(["a1", "a2"]);
  void take("b1");
  await settled();
  expect(begun).toEqual(["a1", "a2", "b1"]);
  void take("b2");
  void take("c1");
  await end("a1");
  // Only a waiting organization without a slot may take the only free one.
  expect(begun.slice(3)).toEqual(["c1"]);
  await end("b1");
  expect(begun.slice(4)).toEqual(["b2"]);
});

test("[SRV-16] with one place organizations alternate", async () => {
  const { begun, take, end } = workOn(new FairTurns(1));
  for (const name of ["a1", "a2", "a3", "b1", "b2"]) void take(name);
  for (const name of ["a1", "b1", "a2", "b2", "a3"]) {
    await settled();
    expect(begun.at(-1)).toBe(name);
    await end(name);
  }
});

test("who has waited long enough is told so, and leaves its place in the line", async () => {
  const { begun, take, end } = workOn(new FairTurns(1));
  const first = take("a1");
  await expect(take("b1", { milliseconds: 5 })).rejects.toThrow(TurnTooLate);
  const gone = new AbortController();
  const aborted = take("b2", { signal: gone.signal });
  gone.abort(new Error("gone"));
  await expect(aborted).rejects.toThrow("gone");
  void take("b3");
  await end("a1");
  expect(await first).toBe("a1");
  expect(begun).toEqual(["a1", "b3"]);
});

test("work that throws gives its place back", async () => {
  const turns = new FairTurns(1);
  const options = { organizationId: "a", signal: new AbortController().signal, milliseconds: 100 };
  const failing = turns.take(options, () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  expect(await turns.take(options, async () => 1)).toBe(1);
});

/** Takes a turn that lasts until the test ends it, and records its begin. */
function taker(turns: FairTurns, begun: string[]) {
  return (name: string, signal = new AbortController().signal) => {
    const work = Promise.withResolvers<void>();
    const taken = turns.take({ organizationId: name[0] ?? "", signal }, () => {
      begun.push(name);
      return work.promise;
    });
    const end = (): Promise<void> => {
      work.resolve();
      return taken;
    };
    return { end, taken };
  };
}

test("an organization leaves the last free turn to others, and who has the fewest is next", async () => {
  const begun: string[] = [];
  const take = taker(new FairTurns(4), begun);
  const first = ["a1", "a2", "a3", "a4", "a5"].map((name) => take(name));
  await settled();
  expect(begun).toEqual(["a1", "a2", "a3"]);
  const others = ["b1", "c1", "b2"].map((name) => take(name));
  await settled();
  expect(begun).toEqual(["a1", "a2", "a3", "b1"]);
  await first[0]?.end();
  await settled();
  expect(begun.slice(4)).toEqual(["c1"]);
  await first[1]?.end();
  await first[2]?.end();
  await settled();
  expect(begun.slice(5)).toEqual(["a4"]);
  await others[0]?.end();
  await others[1]?.end();
  await settled();
  expect(begun.slice(6)).toEqual(["b2", "a5"]);
});

test("whoever gives up waiting gets no turn, and nobody loses one by it", async () => {
  const begun: string[] = [];
  const take = taker(new FairTurns(1), begun);
  const running = take("a1");
  const gone = new AbortController();
  const leaving = ["a2", "b1"].map((name) => take(name, gone.signal).taken);
  const staying = take("c1");
  gone.abort(new Error("gone"));
  // In the same turn of the event loop as those who leave.
  const ended = running.end();
  for (const taken of leaving) await expect(taken).rejects.toThrow("gone");
  await ended;
  await settled();
  expect(begun).toEqual(["a1", "c1"]);
  await staying.end();
  await take("a3").end();
  expect(begun).toEqual(["a1", "c1", "a3"]);
});
