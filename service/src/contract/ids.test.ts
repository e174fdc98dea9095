// Tests the form, order and uniqueness of ids.

import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { isFileId, isId, newFileId, newId } from "./ids.ts";

const at = (milliseconds: number) => () => new Date(milliseconds);
const zeros = (size: number) => new Uint8Array(size);
const ones = (size: number) => new Uint8Array(size).fill(255);

test("an id is its prefix, ten characters of time and sixteen of randomness", () => {
  expect(newId("cmp", at(0), zeros)).toBe("cmp_00000000000000000000000000");
  expect(newId("doc", at(2 ** 48 - 1), ones)).toBe("doc_7zzzzzzzzzzzzzzzzzzzzzzzzz");
  const counting = (size: number) => Uint8Array.from({ length: size }, (_, position) => position + 1);
  expect(newId("req", at(1_469_918_176_385), counting)).toBe(`req_${expected()}`);
});

// Computes the id from a string of bits, independently of the code under test.
function expected(): string {
  const bits = (value: bigint, length: number) => value.toString(2).padStart(length, "0");
  const bytes = Array.from({ length: 10 }, (_, position) => bits(BigInt(position + 1), 8)).join("");
  const all = bits(1_469_918_176_385n, 50) + bytes;
  const groups = all.match(/.{5}/g) ?? [];
  return groups.map((group) => "0123456789abcdefghjkmnpqrstvwxyz".charAt(Number.parseInt(group, 2))).join("");
}

test("ids sort by the time they were made", () => {
  const times = [0, 1, 31, 32, 1_000, 1_700_000_000_000, 1_700_000_000_001, 2 ** 47];
  const ids = times.map((time) => newId("cmp", at(time), randomBytes));
  expect(ids.toSorted()).toEqual(ids);
});

test("a thousand ids of one millisecond differ, and each has the form", () => {
  const ids = new Set(Array.from({ length: 1_000 }, () => newId("evt", at(5), randomBytes)));
  expect(ids.size).toBe(1_000);
  for (const id of ids) expect(isId("evt", id)).toBe(true);
});

test.each([-1, 2 ** 48, Number.NaN])("the time %d has no id", (time) => {
  expect(() => newId("cmp", at(time), zeros)).toThrow(RangeError);
});

test("a random source that gives too few bytes is an error", () => {
  expect(() => newId("cmp", at(0), () => new Uint8Array(9))).toThrow(RangeError);
});

const good = "0123456789abcdefghjkmnpqrs";
test.each([
  [`cmp_${good}`, true],
  [`mrg_${good}`, false],
  [`cmp_${good}0`, false],
  [`cmp_${good.slice(1)}`, false],
  [`cmp_${good.slice(1)}i`, false],
  [`cmp_${good.slice(1)}U`, false],
  [`CMP_${good}`, false],
  [`cmp${good}`, false],
  [`cmp_${good}\n`, false],
  ["", false],
])("%j is an id of a comparison: %s", (text, answer) => {
  expect(isId("cmp", text)).toBe(answer);
});

test("a file's id is a UUID of version 4 made of the random bytes", () => {
  expect(newFileId((size) => new Uint8Array(size).fill(0xff))).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
  expect(newFileId((size) => new Uint8Array(size))).toBe("00000000-0000-4000-8000-000000000000");
});

test.each([
  ["7d0c1a52-3f6e-4b8a-9c1d-2e5f60718293", true],
  ["7D0C1A52-3f6e-4b8a-9c1d-2e5f60718293", false],
  ["7d0c1a523f6e4b8a9c1d2e5f60718293", false],
  ["7d0c1a52-3f6e-4b8a-9c1d-2e5f60718293\n", false],
  [`cmp_${good}`, false],
])("%j is an id of a file: %s", (text, answer) => {
  expect(isFileId(text)).toBe(answer);
});
