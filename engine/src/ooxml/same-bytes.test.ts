import { expect, test } from "vitest";
import { ByteNumbers, sameBytes } from "./same-bytes.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

test("equal bytes have one number, counted from 1, wherever they lie", () => {
  const numbers = new ByteNumbers();
  const text = bytesOf("one two one");
  expect([numbers.numberOf(text, 0, 3), numbers.numberOf(text, 4, 7), numbers.numberOf(text, 8, 11)]).toEqual([
    1, 2, 1,
  ]);
  expect(numbers.numberOf(bytesOf("two"))).toBe(2);
  expect(numbers.numberOf(new Uint8Array(0))).toBe(3);
});

test("many bytes keep their numbers, in order and out of order", () => {
  const numbers = new ByteNumbers();
  const texts = Array.from({ length: 1_000 }, (_, index) => bytesOf(`paragraph ${index} of many`));
  expect(texts.map((text) => numbers.numberOf(text))).toEqual(texts.map((_, index) => index + 1));
  expect(texts.map((text) => numbers.numberOf(text.slice()))).toEqual(texts.map((_, index) => index + 1));
  expect(texts.toReversed().map((text) => numbers.numberOf(text))[0]).toBe(1_000);
});

test("bytes are the same when they are as many and each is", () => {
  expect(sameBytes(bytesOf("abc"), bytesOf("abc"))).toBe(true);
  expect(sameBytes(bytesOf("abc"), bytesOf("abd"))).toBe(false);
  expect(sameBytes(bytesOf("abc"), bytesOf("ab"))).toBe(false);
});
