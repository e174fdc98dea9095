// Records for which owners an API process stores objects, so that abandoned uploads are removed.
//
// The process writes a row for the owner before it stores the first byte, and a heartbeat while it stores. If the
// process dies, retention/sweep-uploads.ts finds and removes within minutes what it stored for an owner that was never
// created.
//
// Every object that the API stores goes through `announcing`, so a new slice is covered automatically. The transaction
// that creates the owner deletes its row (usage/begin-creation.ts). In all other cases the row's heartbeats stop:
// objects that were deleted again, a failed put, and calls that have stored nothing for five minutes.

import { sql } from "kysely";
import type { Clock } from "../contract/ids.ts";
import type { Database } from "./database.ts";
import { keyOwner, keyTime } from "./object-keys.ts";
import type { ObjectStore, StoredObject } from "./object-store.ts";
import { statement } from "./statement.ts";

export interface AnnouncementParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Receives a failed heartbeat; the next heartbeat tries again. */
  readonly report: (problem: unknown) => void;
}

interface Announced {
  /** Fulfilled when the row exists. */
  readonly row: Promise<unknown>;
  /** The keys of objects that are stored or being stored, without deleted ones. */
  readonly keys: Set<string>;
  storing: number;
  /** When the row was last written, in milliseconds. `storedAt` is the time at which the last put ended. */
  heardAt: number;
  storedAt: number;
}

/** Well below the 60 seconds after which a sweep gives an upload up. */
const beatMilliseconds = 5_000;
/** Maximum time that a call takes after it stored its last object. */
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

  /** Returns the store for callers that store before the transaction that creates the owner: it announces the owner. */
  announcing(store: ObjectStore): ObjectStore {
    return {
      ...store,
      // Keys of another form belong to no owner.
      put: (key, content, options) =>
        keyTime(key) === undefined
          ? store.put(key, content, options)
          : this.#putAnnounced(store, [key, content, options]),
      delete: (keys) => this.#deleteAnnounced(store, keys),
    };
  }

  /** Sends the due heartbeats of the owners that this process stores for, in one statement. */
  async beat(): Promise<void> {
    const now = this.#now();
    for (const [ownerId, { storing, storedAt }] of this.#owners) {
      if (storing === 0 && now - storedAt > longestCallMilliseconds) this.#owners.delete(ownerId);
    }
    // Most calls end before the first heartbeat.
    const due = [...this.#owners].filter(([, { heardAt }]) => now - heardAt >= beatMilliseconds / 2);
    if (due.length === 0) return;
    const ownerIds = due.map(([ownerId]) => ownerId);
    const rows = await sayAlive(this.#parts.database, { ownerIds, now: new Date(now) });
    const heard = new Set(rows.map(({ owner_id: ownerId }) => ownerId));
    for (const [ownerId, announced] of due) {
      announced.heardAt = now;
      // The row does not exist: the owner was created meanwhile, or the upload was given up.
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
      // The call fails. The sweep finds what may remain of the object.
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
    // A row that remains costs the sweep only a look at the store.
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
