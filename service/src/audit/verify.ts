// Verifies the audit (AUD-4).
//
// Every entry must exist and be unchanged since it was sealed. Entries may be empty only if an entry records their
// erasure.

import { type AuditPayload, erasureDigest, payloadHash } from "../storage/audit-entries.ts";
import type { Database } from "../storage/database.ts";
import { type ChainHead, nextSeal } from "./seal.ts";

export interface Verification {
  /** The number of sealed entries. */
  readonly entries: number;
  /** The number of sealed entries that an erasure emptied. */
  readonly erased: number;
  /** The number of entries that are not sealed yet. */
  readonly unsealed: number;
  readonly head: ChainHead;
  /** One sentence for each problem, with the number of the entry; empty if the log is complete and unchanged. */
  readonly problems: readonly string[];
}

const pageSize = 5000;
const mostProblems = 100;

/** `known` is an end of the chain that was seen earlier: no entry up to there may be missing or changed. */
export function verifyAudit(database: Database, known?: ChainHead): Promise<Verification> {
  // Reads one snapshot, because entries are written and sealed meanwhile.
  return database
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute((snapshot) => verifySnapshot(snapshot, known));
}

async function verifySnapshot(database: Database, known: ChainHead | undefined): Promise<Verification> {
  const check = new ChainCheck(known);
  for (;;) {
    const rows = await database
      .selectFrom("audit_entries")
      .where("place", ">", check.place)
      .select(["place", "at", "organization_id", "payload", "salt", "payload_hash", "seal", "erased_in"])
      .orderBy("place")
      .limit(pageSize)
      .execute();
    for (const row of rows) check.add({ ...row, place: row.place! });
    if (rows.length < pageSize) break;
  }
  const unsealed = await database
    .selectFrom("audit_entries")
    .where("place", "is", null)
    .select(["payload", "payload_hash", "erased_in"])
    .execute();
  for (const row of unsealed) check.addUnsealed(row);
  const end = await database.selectFrom("audit_chain").select(["place", "seal"]).executeTakeFirst();
  return { ...check.end(end), unsealed: unsealed.length };
}

interface UnprovenRow {
  readonly payload: string | null;
  readonly payload_hash: Uint8Array;
  readonly erased_in: string | null;
}

interface SealedRow extends UnprovenRow {
  readonly place: number;
  readonly at: Date;
  readonly organization_id: string | null;
  readonly salt: Uint8Array | null;
  readonly seal: Uint8Array | null;
}

/** An erasure as its entry records it: the number of entries that it emptied, and their digest. */
interface Erasure {
  readonly entries: number;
  readonly digest: string;
}

class ChainCheck {
  place = 0;
  readonly #known: ChainHead | undefined;
  #seal: Uint8Array = new Uint8Array();
  #erased = 0;
  readonly #problems: string[] = [];
  readonly #told = new Map<string, Erasure>();
  readonly #found = new Map<string, Uint8Array[]>();

  constructor(known: ChainHead | undefined) {
    this.#known = known;
  }

  add(row: SealedRow): void {
    if (row.place !== this.place + 1) this.#say(`entries ${this.place + 1} to ${row.place - 1} are missing`);
    this.place = row.place;
    if (row.payload === null || row.salt === null) this.#addErased(row);
    else this.#addPayload(row, row.payload, row.salt);
    const seal = nextSeal(this.#seal, row.payload_hash);
    if (!equal(seal, row.seal)) this.#say(`entry ${row.place} does not follow from the entry before it`);
    // Continues from the stored seal, so that one fault is reported once.
    this.#seal = row.seal ?? seal;
    if (this.#known?.place === row.place && this.#known.seal !== Buffer.from(this.#seal).toString("hex")) {
      this.#say(`entry ${row.place} is not the one that was known to be there`);
    }
  }

  /** An unsealed entry cannot be verified yet, but may belong to an erasure. */
  addUnsealed({ payload, payload_hash: hash, erased_in: id }: UnprovenRow): void {
    if (payload !== null) this.#readErasure(JSON.parse(payload) as AuditPayload);
    else if (id !== null) this.#keepErased(id, hash);
  }

  #addPayload(row: SealedRow, payload: string, salt: Uint8Array): void {
    if (!equal(payloadHash(salt, payload), row.payload_hash)) {
      this.#say(`entry ${row.place} was changed`);
      return;
    }
    const said = JSON.parse(payload) as AuditPayload;
    if (Date.parse(said.at) !== row.at.getTime() || said.organization_id !== row.organization_id) {
      this.#say(`entry ${row.place} has another time or organization than it says`);
    }
    this.#readErasure(said);
  }

  #readErasure({ details }: AuditPayload): void {
    const erasure = details?.erasure as (Erasure & { readonly id: string }) | undefined;
    if (erasure !== undefined) this.#told.set(erasure.id, erasure);
  }

  #addErased({ place, erased_in: id, payload_hash: hash }: SealedRow): void {
    this.#erased += 1;
    if (id === null) this.#say(`entry ${place} was emptied, and no erasure says so`);
    else this.#keepErased(id, hash);
  }

  #keepErased(id: string, hash: Uint8Array): void {
    const found = this.#found.get(id);
    if (found === undefined) this.#found.set(id, [hash]);
    else found.push(hash);
  }

  end(end: { readonly place: number; readonly seal: Uint8Array } | undefined): Omit<Verification, "unsealed"> {
    const { place = 0, seal = new Uint8Array() } = end ?? {};
    if (place !== this.place || !equal(this.#seal, seal)) {
      this.#say(`the chain should end at entry ${place}, and the last entry is ${this.place}`);
    }
    if (this.#known !== undefined && this.#known.place > this.place) {
      this.#say(`entry ${this.#known.place} was known to be there, and the last entry is ${this.place}`);
    }
    for (const [id, hashes] of this.#found) {
      if (!this.#told.has(id)) this.#say(`${hashes.length} entries were erased without an entry for the erasure`);
    }
    for (const [id, { entries, digest }] of this.#told) {
      const found = this.#found.get(id) ?? [];
      if (found.length === entries && erasureDigest(found) === digest) continue;
      this.#say(`an erasure emptied ${entries} entries by its own account, and ${found.length} are found, or others`);
    }
    const head = { place: this.place, seal: Buffer.from(this.#seal).toString("hex") };
    return { entries: this.place, erased: this.#erased, head, problems: this.#problems };
  }

  #say(problem: string): void {
    if (this.#problems.length < mostProblems) this.#problems.push(problem);
  }
}

function equal(one: Uint8Array, other: Uint8Array | null): boolean {
  return other !== null && Buffer.from(one).equals(other);
}
