// Tests wrapping and reading content keys and master keys (SRV-34).

import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import {
  DataKeyUnreadable,
  type MasterKeys,
  newWrappedKey,
  readMasterKeys,
  rewrapKey,
  unwrapKey,
} from "./data-keys.ts";

const one: MasterKeys = { current: 1, keys: new Map([[1, randomBytes(32)]]) };
const both: MasterKeys = { current: 2, keys: new Map([...one.keys, [2, randomBytes(32)]]) };
const organization = "0199aaaa-0000-7000-8000-000000000001";

test("a wrapped key opens to 32 bytes that are not in it", () => {
  const wrapped = newWrappedKey(organization, one, randomBytes);
  const key = unwrapKey(wrapped, organization, one);
  expect(key).toHaveLength(32);
  expect(wrapped).toHaveLength(61);
  expect(Buffer.from(wrapped).includes(Buffer.from(key))).toBe(false);
  expect(newWrappedKey(organization, one, randomBytes)).not.toEqual(wrapped);
});

test("a key does not open for another organization, under another master key, or when a byte was altered", () => {
  const wrapped = newWrappedKey(organization, one, randomBytes);
  const otherMaster = { current: 1, keys: new Map([[1, randomBytes(32)]]) };
  expect(() => unwrapKey(wrapped, `${organization.slice(0, -1)}2`, one)).toThrow(DataKeyUnreadable);
  expect(() => unwrapKey(wrapped, organization, otherMaster)).toThrow(DataKeyUnreadable);
  for (let position = 0; position < wrapped.length; position++) {
    const altered = Uint8Array.from(wrapped);
    altered[position] = (altered[position] ?? 0) ^ 1;
    expect(() => unwrapKey(altered, organization, one)).toThrow(DataKeyUnreadable);
    expect(() => unwrapKey(altered, organization, both)).toThrow(DataKeyUnreadable);
  }
});

test("[SRV-34] the emptied key of a deleted organization does not open", () => {
  expect(() => unwrapKey(new Uint8Array(), organization, one)).toThrow(DataKeyUnreadable);
});

test("a master key is replaced: old keys open, and are wrapped anew once", () => {
  const wrapped = newWrappedKey(organization, one, randomBytes);
  const key = unwrapKey(wrapped, organization, both);
  const again = rewrapKey(wrapped, organization, { masterKeys: both, random: randomBytes });
  expect(again?.[0]).toBe(2);
  expect(unwrapKey(again ?? wrapped, organization, { current: 2, keys: new Map([[2, both.keys.get(2)!]]) })).toEqual(
    key,
  );
  expect(rewrapKey(again ?? wrapped, organization, { masterKeys: both, random: randomBytes })).toBeUndefined();
});

test("master keys are read from configuration, the first is current", () => {
  const [first, second] = [randomBytes(32), randomBytes(32)];
  const keys = readMasterKeys(`7:${first.toString("base64")}, 3:${second.toString("base64")}`);
  expect(keys.current).toBe(7);
  expect(keys.keys.get(3)).toEqual(second);
});

test.each(["", "1:short", "256:KEY", "x:KEY", "1:KEY,1:KEY", "KEY", "1:KEY,"])(
  "the master keys %j are refused, and not repeated in the message",
  (form) => {
    const key = Buffer.alloc(32, 5).toString("base64");
    const text = form.replaceAll("KEY", key);
    expect(() => readMasterKeys(text)).toThrow(/master key/);
    expect(() => readMasterKeys(text)).not.toThrow(key);
  },
);
