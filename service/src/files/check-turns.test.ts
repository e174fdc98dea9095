import { expect, test } from "vitest";
import { CheckTurns } from "./check-turns.ts";

/** Takes a turn that lasts until it is ended, and tells when it begins. */
function taker(turns: CheckTurns, begun: string[]) {
  return (name: string, signal = new AbortController().signal) => {
    const work = Promise.withResolvers<void>();
    const taken = turns.take(name[0] ?? "", signal, () => {
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

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("an organization leaves the last free turn to others, and who has the fewest is next", async () => {
  const begun: string[] = [];
  const take = taker(new CheckTurns(4), begun);
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
  const take = taker(new CheckTurns(1), begun);
  const running = take("a1");
  const gone = new AbortController();
  const leaving = ["a2", "b1"].map((name) => take(name, gone.signal).taken);
  const staying = take("c1");
  gone.abort(new Error("gone"));
  // In the same turn of the loop as those who leave.
  const ended = running.end();
  for (const taken of leaving) await expect(taken).rejects.toThrow("gone");
  await ended;
  await settled();
  expect(begun).toEqual(["a1", "c1"]);
  await staying.end();
  await take("a3").end();
  expect(begun).toEqual(["a1", "c1", "a3"]);
});

test("a turn whose work never ends is over when its signal is aborted", async () => {
  const begun: string[] = [];
  const take = taker(new CheckTurns(1), begun);
  const gone = new AbortController();
  const stuck = take("a1", gone.signal);
  const next = take("b1");
  await settled();
  gone.abort(new Error("gone"));
  await expect(stuck.taken).rejects.toThrow("gone");
  await next.end();
  expect(begun).toEqual(["a1", "b1"]);
});
