// Makes and reads the keys of stored objects: `<organization>/<owner>/<role>.<time>.<random>.sealed`.
//
// - The objects of an owner and of an organization can be listed without any row.
// - No key is used twice, so a late worker never overwrites what another worker stored.
// - The time (milliseconds, base 36) distinguishes an object that will soon get its row from one that never will
//   (sweep-orphans.ts).
//
// The last word says that we encrypted the object. Keys from before buckets were encrypted lack it. In a bucket such an
// object is plain, and only such objects are read as plain. Callers cannot choose keys, so no upload can pass for the
// other form.

import type { Clock, RandomBytes } from "../contract/ids.ts";

export interface ObjectOwner {
  readonly organizationId: string;
  readonly ownerId: string;
}

const randomBytes = 8;
const timedForm = /\.([0-9a-z]{8,9})\.[0-9a-f]{16}(\.sealed)?$/;
/** The form of plain keys, for a query. */
export const plainKeyPattern = "\\.[0-9a-z]{8,9}\\.[0-9a-f]{16}$";

/** Returns a new unique key. `role` is the object's role for its owner. */
export function newObjectKey(owner: ObjectOwner, role: string, source: { clock: Clock; random: RandomBytes }): string {
  const time = source.clock().getTime().toString(36);
  return `${ownerPrefix(owner)}${role}.${time}.${Buffer.from(source.random(randomBytes)).toString("hex")}.sealed`;
}

/** True if an object of this key is stored unencrypted, provided that it is in a bucket. */
export function isPlainKey(key: string): boolean {
  const found = timedForm.exec(key);
  return found !== null && found[2] === undefined;
}

/** Returns the prefix of the keys of all objects of an owner, and of no others. */
export function ownerPrefix({ organizationId, ownerId }: ObjectOwner): string {
  return `${organizationId}/${ownerId}/`;
}

/** Returns when the key was made, or undefined for a key of another form. */
export function keyTime(key: string): Date | undefined {
  const [, time] = timedForm.exec(key) ?? [];
  return time === undefined ? undefined : new Date(Number.parseInt(time, 36));
}

/** Returns the id of the owner: the second part of the key, or an empty string if the key has only one. */
export function keyOwner(key: string): string {
  return key.split("/")[1] ?? "";
}
