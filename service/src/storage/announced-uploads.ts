// A process of the API says for which owners it stores objects, before it stores the first byte, and that it is still
// alive while it does. Whatever happens to the process then, what it stored for an owner that is never created is found
// and removed within minutes (retention/sweep-uploads.ts).
//
// Every object that the API stores goes through `announcing`, so a new slice is covered without being told. The
// transaction that creates the owner takes its row away (usage/begin-creation.ts). Everything else ends in the row being
// heard of no more: objects that were deleted again, a put that failed, and calls that have not stored anything for five
// minutes.

import { sql } from "kysely";
import type { Clock } from "../contract/ids.ts";
import type { Database } from "./database.ts";
import { keyOwner, keyTime } from "./object-keys.ts";
import type { ObjectStore, StoredObject } from "./object-store.ts";
import { statement } from "./statement.ts";

export interface AnnouncementParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Told of a heartbeat that failed; the next tries again. */
  readonly report: (problem: unknown) => void;
}

interface Announced {
  /** Settled when the row is there. */
  readonly row: Promise<unknown>;
  /** Stored, or being stored, and not deleted again. */
  readonly keys: Set<string>;
  storing: number;
  /** When the row was last written, and when the last put ended. */
  heardAt: number;
  storedAt: number;
}

/** Well below the 60 seconds after which a sweep gives an upload up. */
const beatMilliseconds = 5_000;
/** No call takes longer than this after it stored its last object. */
const longestCallMilliseconds = 5 * 60_000;

export class AnnouncedUploads {
  readonly #parts: AnnouncementParts;
  readonly #owners = new Map<string, Announced>();
  readonly #timer: NodeJS.Timeout;

  constructor(parts: AnnouncementParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.beat().catch(parts.report), beatMilliseconds);
    this.#timer.unref();
  }

  /** The same store, for whoever stores before the transaction that creates. */
  announcing(store: ObjectStore): ObjectStore {
    return {
      ...store,
      // Other keys belong to no owner.
      put: (key, content, options) =>
        keyTime(key) === undefined
          ? store.put(key, content, options)
          : this.#putAnnounced(store, [key, content, options]),
      delete: (keys) => this.#deleteAnnounced(store, keys),
    };
  }

  /** One statement for every owner that this process stores for. */
  async beat(): Promise<void> {
    const now = this.#now();
    for (const [ownerId, { storing, storedAt }] of this.#owners) {
      if (storing === 0 && now - storedAt > longestCallMilliseconds) this.#owners.delete(ownerId);
    }
    // Most calls have ended before the first beat.
    const due = [...this.#owners].filter(([, { heardAt }]) => now - heardAt >= beatMilliseconds / 2);
    if (due.length === 0) return;
    const ownerIds = due.map(([ownerId]) => ownerId);
    const rows = await sayAlive(this.#parts.database, { ownerIds, now: new Date(now) });
    const heard = new Set(rows.map(({ owner_id: ownerId }) => ownerId));
    for (const [ownerId, announced] of due) {
      announced.heardAt = now;
      // Without a row: created meanwhile, or given up.
      if (!heard.has(ownerId)) this.#owners.delete(ownerId);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
  }

  async #putAnnounced(store: ObjectStore, words: Parameters<ObjectStore["put"]>): Promise<StoredObject> {
    const [key, , { organization }] = words;
    const ownerId = keyOwner(key);
    const announced = this.#announce(ownerId, organization.organizationId);
    announced.keys.add(key);
    announced.storing += 1;
    try {
      await announced.row;
      return await store.put(...words);
    } catch (problem) {
      // Its call fails; what may be left of the object is found by the sweep.
      this.#owners.delete(ownerId);
      throw problem;
    } finally {
      announced.storing -= 1;
      announced.storedAt = this.#now();
    }
  }

  #announce(ownerId: string, organizationId: string): Announced {
    const known = this.#owners.get(ownerId);
    if (known !== undefined) return known;
    const now = this.#now();
    const row = insertUpload(this.#parts.database, { ownerId, organizationId, now: new Date(now) });
    const announced = { row, keys: new Set<string>(), storing: 0, heardAt: now, storedAt: now };
    this.#owners.set(ownerId, announced);
    return announced;
  }

  async #deleteAnnounced(store: ObjectStore, keys: readonly string[]): Promise<void> {
    const owners = [...new Set(keys.map(keyOwner))].flatMap((ownerId) => {
      const announced = this.#owners.get(ownerId);
      this.#owners.delete(ownerId);
      return announced === undefined ? [] : [{ ownerId, announced }];
    });
    await store.delete(keys);
    for (const { announced } of owners) for (const key of keys) announced.keys.delete(key);
    const ownerIds = owners.filter(({ announced }) => announced.keys.size === 0).map(({ ownerId }) => ownerId);
    // A row that stays costs the sweep a look at the store.
    if (ownerIds.length > 0) await deleteUploads(this.#parts.database, { ownerIds }).catch(this.#parts.report);
  }

  #now(): number {
    return this.#parts.clock().getTime();
  }
}

interface NewUpload {
  readonly ownerId: string;
  readonly organizationId: string;
  readonly now: Date;
}

const insertUpload = statement((database, { ownerId, organizationId, now }: NewUpload) =>
  database
    .insertInto("uploads")
    .values({ owner_id: ownerId, organization_id: organizationId, heard_at: now })
    .onConflict((conflict) => conflict.doNothing()),
);

const sayAlive = statement(
  (database, { ownerIds, now }: { readonly ownerIds: readonly string[]; readonly now: Date }) => ({
    compile: () =>
      sql<{ owner_id: string }>`
      update uploads set heard_at = ${now} where owner_id = any(${ownerIds}::text[]) and given_up_at is null
      returning owner_id`.compile(database),
  }),
);

const deleteUploads = statement((database, { ownerIds }: { readonly ownerIds: readonly string[] }) => ({
  compile: () => sql`delete from uploads where owner_id = any(${ownerIds}::text[])`.compile(database),
}));
