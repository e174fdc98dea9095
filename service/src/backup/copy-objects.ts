// Copies encrypted objects between a store and a backup, and digests their bytes.

import { createHash } from "node:crypto";
import { AccessRefused } from "../access/rules.ts";
import type { CopyableStore } from "../storage/object-store.ts";
import type { CopiedObject } from "./backup-folder.ts";

/** Maximum number of items at a time. They mostly wait for the store. */
const atOnce = 8;

/**
 * Copies the object and returns its size and digest, or undefined if there is no such object. Throws AccessRefused if
 * its digest is not that of `wanted`.
 */
export async function copyObject(
  key: string,
  { from, to }: { readonly from: CopyableStore; readonly to: CopyableStore },
  wanted?: CopiedObject,
): Promise<CopiedObject | undefined> {
  const content = await from.readSealed(key);
  if (content === undefined) return undefined;
  const digest = createHash("sha256");
  let bytes = 0;
  let sha256 = "";
  async function* digested(sealed: AsyncIterable<Uint8Array>) {
    for await (const piece of sealed) {
      digest.update(piece);
      bytes += piece.length;
      yield piece;
    }
    sha256 = digest.digest("hex");
    // Thrown before the copy is complete, so that nothing of it remains.
    if (wanted !== undefined && sha256 !== wanted.sha256) {
      throw new AccessRefused(`The backup is damaged: the object ${key} was changed. Use another backup.`);
    }
  }
  await to.writeSealed(key, digested(content));
  return { key, bytes, sha256 };
}

/** Calls `use` for each item, several at a time. After an error it begins no further item, and throws the first one. */
export async function forEachAtOnce<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  use: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const problems: unknown[] = [];
  for await (const item of items) {
    const used: Promise<void> = use(item)
      .catch((problem: unknown) => void problems.push(problem))
      .finally(() => running.delete(used));
    running.add(used);
    if (running.size >= atOnce) await Promise.race(running);
    if (problems.length > 0) break;
  }
  await Promise.all(running);
  if (problems.length > 0) throw problems[0];
}
