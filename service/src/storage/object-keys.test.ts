// Tests the form of object keys (SRV-30).

import { expect, test } from "vitest";
import { ensureObjectKey } from "../storage/object-store.ts";
import { isPlainKey, keyTime, newObjectKey, ownerPrefix } from "./object-keys.ts";

const owner = { organizationId: "0a1b2c3d-0000-4000-8000-000000000001", ownerId: "cmp_01jb2m3n4p5q6r7s8t9v0w1x2y" };
const clock = () => new Date("2026-03-04T05:06:07.089Z");
const random = (size: number) => new Uint8Array(size).fill(0xab);

test("[SRV-30] a key names organization, owner and role, and tells when it was made", () => {
  const key = newObjectKey(owner, "pdf_changed_pages_only", { clock, random });
  expect(key).toBe(`${ownerPrefix(owner)}pdf_changed_pages_only.mmbkq9gx.abababababababab.sealed`);
  expect(keyTime(key)).toEqual(clock());
  ensureObjectKey(key);
});

test("a key of another form has no time", () => {
  expect(keyTime("doctor/check")).toBeUndefined();
  expect(keyTime(`${ownerPrefix(owner)}original`)).toBeUndefined();
});

test("only a key of ours that lacks the last word is one of a plain object", () => {
  const key = newObjectKey(owner, "docx", { clock, random });
  const older = key.replace(".sealed", "");
  expect([key, older, "versus-installation", `${older}.x`].map(isPlainKey)).toEqual([false, true, false, false]);
  expect(keyTime(older)).toEqual(clock());
});
