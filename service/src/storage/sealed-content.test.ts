// Tests how many bytes of sealed objects are opened in one turn of the event loop (SRV-64).

import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { openSealed, sealContent } from "./sealed-content.ts";

const KB = 1024;
const READERS = 6;

test("[SRV-64] readers together open about 256 KB of their objects in a turn of the loop", async () => {
  const identity = { organization: { organizationId: "one", dataKey: randomBytes(32) }, key: "one/a" };
  const content = randomBytes(1024 * KB);
  const sealed = await buffer(sealContent(pieces(content), { ...identity, random: randomBytes }));
  let opened = 0;
  const read = async (): Promise<Buffer> => {
    const object = { ...identity, opening: sealed, length: sealed.length, readRest: () => pieces(Buffer.alloc(0)) };
    const chunks: Uint8Array[] = [];
    for await (const chunk of openSealed(object, undefined).content) {
      opened += chunk.length;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  };
  const all = Promise.all(Array.from({ length: READERS }, read));
  const turns: number[] = [];
  while (opened < READERS * content.length) {
    const before = opened;
    await setImmediate();
    turns.push(opened - before);
  }
  for (const whole of await all) expect(whole.equals(content)).toBe(true);
  // The last chunk of a turn may exceed the limit. Two turns may pass between two looks.
  expect(Math.max(...turns)).toBeLessThanOrEqual(2 * (256 + 64) * KB);
});

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
