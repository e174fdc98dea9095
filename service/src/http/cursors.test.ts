// Tests the cursors of lists: round trips, changes, and replaced signing keys.

import { expect, test } from "vitest";
import type { ListScope } from "../contract/lists.ts";
import { signedCursors } from "./cursors.ts";
import { keyRing } from "./signing-keys.ts";

const older = { id: "k1", secret: Buffer.alloc(32, 1) };
const newer = { id: "k2", secret: Buffer.alloc(32, 2) };
const cursors = signedCursors(keyRing({ signingKeys: [older] }));
const scope: ListScope = {
  organizationId: "org-1",
  list: "/v1/compare",
  filters: { reference: "M-1", status: undefined },
};
const lastId = "cmp_01jb2m3n4p5q6r7s8t9v0w1x2y";
const refused = expect.objectContaining({ status: 400, code: "INVALID_CURSOR" });

test("a cursor gives back the id that it was written with, whatever the order of the filters", () => {
  const cursor = cursors.write({ ...scope, filters: { status: "ready", reference: "M-1" } }, lastId);
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(cursors.read({ ...scope, filters: { reference: "M-1", status: "ready" } }, cursor)).toBe(lastId);
});

test.each<[string, Partial<ListScope>]>([
  ["another organization", { organizationId: "org-2" }],
  ["another list", { list: "/v1/merge" }],
  ["another filter", { filters: { reference: "M-2" } }],
  ["no filter", { filters: {} }],
  ["a further filter", { filters: { reference: "M-1", status: "ready" } }],
])("a cursor is refused for %s", (_, other) => {
  const cursor = cursors.write(scope, lastId);
  expect(() => cursors.read({ ...scope, ...other }, cursor)).toThrow(refused);
});

test("a cursor that was altered anywhere is refused", () => {
  const cursor = cursors.write(scope, lastId);
  for (let place = 0; place < cursor.length; place++) {
    const other = cursor[place] === "A" ? "B" : "A";
    const altered = cursor.slice(0, place) + other + cursor.slice(place + 1);
    expect(() => cursors.read(scope, altered)).toThrow(refused);
  }
});

test.each(["", ".", "..", "abc", lastId, "é", "=", `${"a".repeat(100_000)}`])("%.20s is no cursor", (text) => {
  expect(() => cursors.read(scope, text)).toThrow(refused);
});

test("another spelling of the same bytes is refused", () => {
  const cursor = cursors.write(scope, lastId);
  for (const text of [`${cursor}=`, ` ${cursor}`, `${cursor}\n`])
    expect(() => cursors.read(scope, text)).toThrow(refused);
});

test("a cursor holds while its signing key is configured", () => {
  const cursor = cursors.write(scope, lastId);
  expect(signedCursors(keyRing({ signingKeys: [newer, older] })).read(scope, cursor)).toBe(lastId);
  expect(() => signedCursors(keyRing({ signingKeys: [newer] })).read(scope, cursor)).toThrow(refused);
});
