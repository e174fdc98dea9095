// Tests the limits on the sizes and dependencies of packages.

import { expect, test } from "vitest";
import { isHeld, sizesOf, sizeText } from "./sizes.ts";

const written = { name: "@versus/sdk", path: "sdk.tgz", bytes: 99_000, dependencies: [] as string[] };

test("a package that is too large or needs another one fails", () => {
  expect(sizesOf(written).every(isHeld)).toBe(true);
  expect(sizesOf({ ...written, bytes: 100_001 }).map(isHeld)).toEqual([false, true]);
  expect(sizesOf({ ...written, dependencies: ["left-pad"] }).map(isHeld)).toEqual([true, false]);
  expect(sizeText(sizesOf({ ...written, bytes: 100_001 })[0]!)).toMatch(
    /^LARGE @versus\/sdk.* 100001 {3}at most 100000$/,
  );
});

test("the file for browsers is held to its size as servers send it", () => {
  const engine = { ...written, name: "@versus/engine" };
  expect(sizesOf({ ...engine, browser: "text ".repeat(100_000) }).every(isHeld)).toBe(true);
  const large = sizesOf({ ...engine, browser: Buffer.from(pseudoRandom(300_000)).toString("base64") });
  expect(large.filter((size) => !isHeld(size)).map(({ name }) => name)).toEqual([
    "@versus/engine, for browsers, Brotli, bytes",
    "@versus/engine, for browsers, gzip, bytes",
  ]);
});

/** Returns incompressible bytes, the same each time. */
function pseudoRandom(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}
