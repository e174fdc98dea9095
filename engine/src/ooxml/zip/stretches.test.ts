import { expect, test } from "vitest";
import { nodeZlib } from "../../../platform/node-zlib.ts";
import type { Codec } from "./archive.ts";
import { Stretches } from "./stretches.ts";

/** Returns text that does not repeat within a short distance. */
function words(count: number): Uint8Array {
  const text = Array.from({ length: count }, (_, index) => `${(index * 7919) % 10_007} `).join("");
  return new TextEncoder().encode(text);
}

function joined(...pieces: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(pieces.flatMap((piece) => [...piece]));
}

const source = words(20_000);
const own = new TextEncoder().encode("what one of them has alone ".repeat(20));

test("an entry of copies and of what is its own inflates to what it is", () => {
  const copied = source.subarray(100, source.length - 100);
  const entry = joined(own, copied, own);
  const stretches = new Stretches(nodeZlib, 6);
  const deflated = stretches.deflate(entry, [{ source, from: 100, to: source.length - 100, at: own.length }]);
  expect(nodeZlib.inflate(deflated, entry.length)).toEqual(entry);
});

test("a stretch of two entries is deflated once, also where the second copies a little less", () => {
  const given: number[] = [];
  const codec: Codec = {
    ...nodeZlib,
    deflate(bytes, level, piece) {
      given.push(bytes.length);
      return nodeZlib.deflate(bytes, level, piece);
    },
  };
  const stretches = new Stretches(codec, 6);
  stretches.deflate(source, [{ source, from: 0, to: source.length, at: 0 }]);
  const once = given.reduce((sum, length) => sum + length, 0);
  const second = joined(own, source.subarray(50));
  const deflated = stretches.deflate(second, [{ source, from: 50, to: source.length, at: own.length }]);
  expect(nodeZlib.inflate(deflated, second.length)).toEqual(second);
  expect(once).toBe(source.length);
  expect(given.reduce((sum, length) => sum + length, 0) - once).toBeLessThan(5_000);
});

test("an entry without a long copy is deflated as it always is", () => {
  const deflated = new Stretches(nodeZlib, 6).deflate(own, [{ source: own, from: 0, to: own.length, at: 0 }]);
  expect(deflated).toEqual(nodeZlib.deflate(own, 6));
});
