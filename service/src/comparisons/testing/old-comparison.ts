// Makes comparisons as they were stored before views existed.
//
// They have a fragment of version 1 instead of a view.

import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { viewArtifact } from "../../jobs/redline-pages.ts";
import { putReadyArtifacts } from "../../storage/artifacts.ts";
import type { Database } from "../../storage/database.ts";
import type { ObjectStore, OrganizationKey } from "../../storage/object-store.ts";
import { storeArtifacts } from "../../storage/store-artifacts.ts";
import { fragmentArtifact } from "../old-fragments.ts";

const oldFragment = join(import.meta.dirname, "../../../../viewer/fragments/version-1.json");

export interface ComparisonPlace {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly organization: OrganizationKey;
}

/** Stores an artifact of a comparison, as a job would. */
export async function putArtifact(
  ownerId: string,
  [format, bytes]: readonly [string, Uint8Array],
  { database, store, organization }: ComparisonPlace,
): Promise<void> {
  const storing = { store, clock: () => new Date(), random: randomBytes, signal: new AbortController().signal };
  const artifacts = await storeArtifacts({ ownerId, organization }, new Map([[format, bytes]]), storing);
  const owner = { ownerId, organizationId: organization.organizationId, fileName: () => "" };
  await database
    .transaction()
    .execute((transaction) => putReadyArtifacts(transaction, owner, { artifacts, now: new Date() }));
}

/** Turns a ready comparison into an old one. */
export async function makeOld(ownerId: string, place: ComparisonPlace): Promise<void> {
  await putArtifact(ownerId, [fragmentArtifact, readFileSync(oldFragment)], place);
  for (const [table, column] of [
    ["artifacts", "format"],
    ["objects", "role"],
  ] as const) {
    await place.database.deleteFrom(table).where("owner_id", "=", ownerId).where(column, "=", viewArtifact).execute();
  }
}
