// Seals entries: each gets its number, and the SHA-256 of the previous seal and its own hash.
//
// This happens every few seconds. Several processes may try at once. The one that seals locks the row with the end of
// the chain (AUD-3).

import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../storage/database.ts";

export interface SealerParts {
  readonly database: Database;
  readonly report: (problem: unknown) => void;
  /**
   * Called with the end of the chain, at most once a minute. A copy that is kept elsewhere proves that nothing was cut
   * off.
   */
  readonly onHead: (head: ChainHead) => void;
}

export interface ChainHead {
  readonly place: number;
  /** In hexadecimal. */
  readonly seal: string;
}

const sealMilliseconds = 5000;
const headMilliseconds = 60_000;
const mostTogether = 2000;

/** Starts sealing. Returns the function that stops it. */
export function startSealer({ database, report, onHead }: SealerParts): () => Promise<void> {
  let toldAt = Number.NEGATIVE_INFINITY;
  const seal = async (): Promise<void> => {
    const head = await sealAll(database);
    const now = performance.now();
    if (head === undefined || now - toldAt < headMilliseconds) return;
    toldAt = now;
    onHead(head);
  };
  let sealing: Promise<void> | undefined;
  const timer = setInterval(() => {
    sealing ??= seal()
      .catch(report)
      .finally(() => {
        sealing = undefined;
      });
  }, sealMilliseconds);
  return async () => {
    clearInterval(timer);
    await sealing;
  };
}

/** Returns the end of the chain, or undefined if there was nothing to seal or another process seals. */
export async function sealAll(database: Database): Promise<ChainHead | undefined> {
  let head: ChainHead | undefined;
  for (;;) {
    const sealed = await sealSome(database);
    if (sealed === undefined) return head;
    head = sealed.head;
    if (sealed.count < mostTogether) return head;
  }
}

function sealSome(database: Database): Promise<{ readonly head: ChainHead; readonly count: number } | undefined> {
  return database.transaction().execute(async (transaction) => {
    const begun = { place: 0, seal: new Uint8Array() };
    await transaction
      .insertInto("audit_chain")
      .values(begun)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const end = await transaction
      .selectFrom("audit_chain")
      .select(["place", "seal"])
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (end === undefined) return undefined;
    const entries = await transaction
      .selectFrom("audit_entries")
      .where("place", "is", null)
      .select(["entry_id", "payload_hash"])
      .orderBy("entry_id")
      .limit(mostTogether)
      .execute();
    if (entries.length === 0) return undefined;
    let { place, seal } = end;
    const sealed = entries.map(({ entry_id, payload_hash }) => {
      place += 1;
      seal = nextSeal(seal, payload_hash);
      return { entry_id, place, seal };
    });
    await sql`
      update audit_entries set place = sealed.place, seal = sealed.seal
      from unnest(
        ${sealed.map((entry) => entry.entry_id)}::bigint[],
        ${sealed.map((entry) => entry.place)}::bigint[],
        ${sealed.map((entry) => entry.seal)}::bytea[]
      ) as sealed (entry_id, place, seal)
      where audit_entries.entry_id = sealed.entry_id`.execute(transaction);
    await transaction.updateTable("audit_chain").set({ place, seal }).execute();
    return { head: { place, seal: Buffer.from(seal).toString("hex") }, count: entries.length };
  });
}

export function nextSeal(before: Uint8Array, payloadHash: Uint8Array): Buffer {
  return createHash("sha256").update(before).update(payloadHash).digest();
}
