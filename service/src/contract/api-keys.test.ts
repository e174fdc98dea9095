// Tests that API keys are read, hashed and compared correctly.

import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { hashSecret, isSecretOf, newApiKey, readApiKey } from "./api-keys.ts";

test("a key reads back as its parts, and its secret is known by its hash", () => {
  for (let count = 0; count < 200; count++) {
    const { text, keyId, secret } = newApiKey("vs", randomBytes);
    expect(text).toMatch(/^vs_[0-9a-hjkmnp-tv-z]{12}_[A-Za-z0-9_-]{43}$/);
    expect(readApiKey("vs", text)).toEqual({ keyId, secret });
    expect(isSecretOf(hashSecret(secret), secret)).toBe(true);
    expect(isSecretOf(hashSecret(secret), `${secret.slice(0, -1)}${secret.endsWith("A") ? "E" : "A"}`)).toBe(false);
  }
});

const { text } = newApiKey("vs", (size) => new Uint8Array(size));

test.each([
  "",
  "vs",
  text.slice(0, -1),
  `${text}A`,
  text.toUpperCase(),
  text.replace("vs_", "sv_"),
  ` ${text}`,
  text.replace("_0", "_u"),
  `${text}\n`,
])("%j is no key", (other) => {
  expect(readApiKey("vs", other)).toBeUndefined();
});

test("a hash of another length matches nothing", () => {
  expect(isSecretOf(new Uint8Array(31), "secret")).toBe(false);
});

test("a prefix that would make keys ambiguous is refused", () => {
  expect(() => newApiKey("my_prefix", randomBytes)).toThrow("not a prefix");
});
