// The keys of stored objects: `<organization>/<owner>/<role>.<time>.<random>.sealed`.
//
// What belongs to an owner, and to an organization, can be listed even when no row tells of it; no key is ever used
// twice, so a worker that comes late never writes over what another stored; and the time in it (milliseconds, base 36)
// tells an object that is about to get its row from one that never will (sweep-orphans.ts).
//
// The last word tells that we encrypted the object. Keys made before buckets were encrypted lack it: in a bucket such an
// object is plain, and it is the only kind that is read so. Nobody but us makes keys, so no upload can pass for the other.

import type { Clock, RandomBytes } from "../contract/ids.ts";

export interface ObjectOwner {
  readonly organizationId: string;
  readonly ownerId: string;
}

const randomBytes = 8;
const timedForm = /\.([0-9a-z]{8,9})\.[0-9a-f]{16}(\.sealed)?$/;
/** The same of plain keys, for a query. */
export const plainKeyPattern = "\\.[0-9a-z]{8,9}\\.[0-9a-f]{16}$";

/** A key that no other object has; `role` says what the object is to its owner. */
export function newObjectKey(owner: ObjectOwner, role: string, source: { clock: Clock; random: RandomBytes }): string {
  const time = source.clock().getTime().toString(36);
  return `${ownerPrefix(owner)}${role}.${time}.${Buffer.from(source.random(randomBytes)).toString("hex")}.sealed`;
}

/** True if an object of this key is stored unencrypted, provided that it lies in a bucket. */
export function isPlainKey(key: string): boolean {
  const found = timedForm.exec(key);
  return found !== null && found[2] === undefined;
}

/** The prefix of the keys of all objects of an owner, and of no others. */
export function ownerPrefix({ organizationId, ownerId }: ObjectOwner): string {
  return `${organizationId}/${ownerId}/`;
}

/** When the key was made; undefined for a key that is not of this form. */
export function keyTime(key: string): Date | undefined {
  const [, time] = timedForm.exec(key) ?? [];
  return time === undefined ? undefined : new Date(Number.parseInt(time, 36));
}

/** The id of the owner; empty for a key that is not of this form. */
export function keyOwner(key: string): string {
  return key.split("/")[1] ?? "";
}
