// Reads the files of viewer/built once, each with the hash that permits it in the policy of a page.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface BuiltFile {
  readonly text: string;
  /** The text as UTF-8. All pages share these bytes, so nobody may change them. */
  readonly bytes: Uint8Array;
  readonly hash: string;
}

const files = new Map<string, BuiltFile>();

export function readBuilt(name: string): BuiltFile {
  const known = files.get(name);
  if (known !== undefined) return known;
  const bytes = readFileSync(join(import.meta.dirname, "../built", name));
  const text = bytes.toString("utf8");
  const file = { text, bytes, hash: policyHash(text) };
  files.set(name, file);
  return file;
}

/** Returns the hash as a policy writes it. */
export function policyHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
