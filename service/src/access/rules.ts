// Checks the names, scopes and times of organizations, service accounts and keys. Pure.

import type { Scope } from "../contract/app.ts";
import type { RandomBytes } from "../contract/ids.ts";

/** Thrown if an operator's request cannot be carried out; the message gives the reason and the next step. */
export class AccessRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = "AccessRefused";
  }
}

/** The scopes in the order of display. A key has both by default. */
export const scopes: readonly Scope[] = ["read", "write"];

const slugForm = /^[a-z](?:-?[a-z0-9])*$/;
/** Shorter than a UUID, so that a slug and an id are never confused. */
const longestSlug = 32;
const longestName = 200;
const hour = 60 * 60 * 1000;

/** How long both keys work after a rotation, by default. */
export const defaultOverlapMilliseconds = 24 * hour;

/** Returns the slug. Throws unless it can be used in an address and on a command line. */
export function checkSlug(slug: string): string {
  if (slug.length <= longestSlug && slugForm.test(slug)) return slug;
  throw new AccessRefused(
    `SLUG must have up to ${longestSlug} lower-case letters, digits and single hyphens, and start with a letter.`,
  );
}

/**
 * Returns the name of an organization or a key, trimmed. Throws unless it has 1 to 200 characters (`longestName`) and
 * no control character.
 */
export function checkName(name: string): string {
  const trimmed = name.trim();
  if (trimmed !== "" && trimmed.length <= longestName && !/\p{C}/u.test(trimmed)) return trimmed;
  throw new AccessRefused(`The name must have 1 to ${longestName} characters, without control characters.`);
}

/** Returns the scopes of a comma-separated list, each once. Throws AccessRefused for an unknown one. */
export function readScopes(list: string): Scope[] {
  const names = list.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !scopes.some((scope) => scope === name));
  if (unknown !== undefined) throw new AccessRefused(`The scopes must be ${scopes.join(" and ")}.`);
  return scopes.filter((scope) => names.includes(scope));
}

/** Returns the address of the service account of an organization. */
export function accountAddress(slug: string, domain: string): string {
  return `${slug}@${domain}`;
}

/** The state of a key. */
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

/** Returns when a replaced key stops working: after the overlap, and never later than its own expiry. */
export function replacedUntil(key: KeyTimes, now: Date, overlapMilliseconds: number): Date {
  const end = now.getTime() + overlapMilliseconds;
  return new Date(Math.min(end, key.expires_at?.getTime() ?? end));
}

/**
 * Returns the expiry of a successor, which has the same lifetime as the key that it replaces; null if that key never
 * expires.
 */
export function successorExpiry({ created_at, expires_at }: KeyTimes, now: Date): Date | null {
  if (expires_at === null) return null;
  return new Date(now.getTime() + expires_at.getTime() - created_at.getTime());
}

/** Returns a random UUID (version 4). */
export function newUuid(random: RandomBytes): string {
  const bytes = Buffer.from(random(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** True if the text is an id and not a slug. */
export function isUuid(text: string): boolean {
  return uuidForm.test(text);
}
