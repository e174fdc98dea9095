// What organizations, service accounts and keys may be called and may do. Pure.

import type { Scope } from "../contract/app.ts";
import type { RandomBytes } from "../contract/ids.ts";

/** What the operator asked for cannot be done; the message says why, and what to do. */
export class AccessRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = "AccessRefused";
  }
}

/** In the order in which they are shown; a key has both when nothing is said. */
export const scopes: readonly Scope[] = ["read", "write"];

const slugForm = /^[a-z](?:-?[a-z0-9])*$/;
/** Less than a UUID has, so that none of the two is taken for the other. */
const longestSlug = 32;
const longestName = 200;
const hour = 60 * 60 * 1000;

/** How long both keys work after a rotation, when nothing is said. */
export const defaultOverlapMilliseconds = 24 * hour;

/** Throws unless the slug can stand in an address and on a command line. */
export function checkSlug(slug: string): string {
  if (slug.length <= longestSlug && slugForm.test(slug)) return slug;
  throw new AccessRefused(
    `SLUG must have up to ${longestSlug} lower-case letters, digits and single hyphens, and start with a letter.`,
  );
}

/** Throws unless the name of an organization or a key can be shown in a line. */
export function checkName(name: string): string {
  const trimmed = name.trim();
  if (trimmed !== "" && trimmed.length <= longestName && !/\p{C}/u.test(trimmed)) return trimmed;
  throw new AccessRefused(`The name must have 1 to ${longestName} characters, without control characters.`);
}

/** The scopes that a comma-separated list names, each once. */
export function readScopes(list: string): Scope[] {
  const names = list.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !scopes.some((scope) => scope === name));
  if (unknown !== undefined) throw new AccessRefused(`The scopes must be ${scopes.join(" and ")}.`);
  return scopes.filter((scope) => names.includes(scope));
}

/** The address of the service account of an organization. */
export function accountAddress(slug: string, domain: string): string {
  return `${slug}@${domain}`;
}

/** What is told of a key without telling how it was found out. */
export type KeyState = "active" | "expired" | "revoked";

interface KeyTimes {
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
}

export function keyState({ expires_at, revoked_at }: Omit<KeyTimes, "created_at">, now: Date): KeyState {
  if (revoked_at !== null) return "revoked";
  return expires_at !== null && expires_at <= now ? "expired" : "active";
}

/** When a key that is replaced stops working: after the overlap, and never later than it would have. */
export function replacedUntil(key: KeyTimes, now: Date, overlapMilliseconds: number): Date {
  const end = now.getTime() + overlapMilliseconds;
  return new Date(Math.min(end, key.expires_at?.getTime() ?? end));
}

/** A successor lives as long as the key it replaces was meant to. */
export function successorExpiry({ created_at, expires_at }: KeyTimes, now: Date): Date | null {
  if (expires_at === null) return null;
  return new Date(now.getTime() + expires_at.getTime() - created_at.getTime());
}

/** A random UUID (version 4). */
export function newUuid(random: RandomBytes): string {
  const bytes = Buffer.from(random(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Tells an id from a slug. */
export function isUuid(text: string): boolean {
  return uuidForm.test(text);
}
