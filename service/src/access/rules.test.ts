// Tests the rules of slugs, names, scopes and the times of keys.

import { expect, test } from "vitest";
import {
  accountAddress,
  checkName,
  checkSlug,
  isUuid,
  keyState,
  newUuid,
  readScopes,
  replacedUntil,
  successorExpiry,
} from "./rules.ts";

const now = new Date("2026-03-04T05:06:07Z");
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

test.each(["a", "acme", "acme-legal-2", "a1"])("%s is a slug", (slug) => {
  expect(checkSlug(slug)).toBe(slug);
});

test.each([
  "",
  "Acme",
  "1st",
  "-a",
  "a-",
  "a--b",
  "a_b",
  "a@b",
  "ä",
  "a".repeat(33),
  `a2345678-${"1234-".repeat(3)}123456789012`,
])("%j is no slug", (slug) => {
  expect(() => checkSlug(slug)).toThrow(/lower-case letters/);
});

test("a name is trimmed and shows in one line", () => {
  expect(checkName("  Acme & Co. ")).toBe("Acme & Co.");
  for (const name of ["", "  ", "a\nb", "a\u202eb", "x".repeat(201)]) expect(() => checkName(name)).toThrow(/name/);
});

test("scopes are read from a list, each once, in one order", () => {
  expect(readScopes("write, read,read")).toEqual(["read", "write"]);
  expect(readScopes("read")).toEqual(["read"]);
  for (const list of ["", "admin", "read,admin", "read;write"])
    expect(() => readScopes(list)).toThrow(/read and write/);
});

test("the address of a service account is the slug at the domain", () => {
  expect(accountAddress("acme", "versus.example")).toBe("acme@versus.example");
});

test("a key is revoked before it is expired, and expired from the very moment", () => {
  expect(keyState({ expires_at: null, revoked_at: null }, now)).toBe("active");
  expect(keyState({ expires_at: hours(1), revoked_at: null }, now)).toBe("active");
  expect(keyState({ expires_at: now, revoked_at: null }, now)).toBe("expired");
  expect(keyState({ expires_at: hours(-1), revoked_at: hours(-2) }, now)).toBe("revoked");
});

test("a replaced key works through the overlap, and never longer than it would have", () => {
  const key = { created_at: hours(-10), expires_at: null, revoked_at: null };
  expect(replacedUntil(key, now, 7_200_000)).toEqual(hours(2));
  expect(replacedUntil({ ...key, expires_at: hours(1) }, now, 7_200_000)).toEqual(hours(1));
  expect(replacedUntil(key, now, 0)).toEqual(now);
});

test("a successor lives as long as the key before it was meant to", () => {
  const key = { created_at: hours(-10), revoked_at: null };
  expect(successorExpiry({ ...key, expires_at: null }, now)).toBeNull();
  expect(successorExpiry({ ...key, expires_at: hours(20) }, now)).toEqual(hours(30));
});

test("an id is a UUID of version 4 made of the bytes given", () => {
  const id = newUuid((size) => new Uint8Array(size).fill(0xff));
  expect(id).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
  expect(isUuid(id)).toBe(true);
  expect(isUuid("acme")).toBe(false);
});
