import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { hashPassword, wordKey } from "./node-password.ts";

test("the key of a password is that of the example of ISO 29500", () => {
  expect(wordKey("Example").toString(16)).toBe("64ceed7e");
});

test("the key of a password is hashed with its salt, and 100,000 times again with the number of the round", async () => {
  const salt = Buffer.from("0123456789abcdef");
  const hashed = await hashPassword("Example", () => salt);
  let digest = createHash("sha512").update(salt).update(Buffer.from("7EEDCE64", "utf16le")).digest();
  for (let round = 0; round < 100_000; round++) {
    const number = Buffer.alloc(4);
    number.writeUInt32LE(round);
    digest = createHash("sha512").update(digest).update(number).digest();
  }
  expect(hashed).toEqual({ hash: digest.toString("base64"), salt: salt.toString("base64"), spinCount: 100_000 });
});

test("others have their turn while a password is hashed", async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await hashPassword("a", () => new Uint8Array(16));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
});
