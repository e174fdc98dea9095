// Defines the rules of deliveries and of webhook addresses, as functions without side effects.

import { refusalFor } from "../contract/api-error.ts";
import { type ContentKind, eventPrefix } from "../storage/owner-kind.ts";

/** The event of a call that was refused because the allowance is used up. */
export const limitEvent = "usage.limit_reached";
/** Sent at the owner's request, whether or not the webhook requests it. */
export const testEvent = "webhook.test";

/** Returns the names of events that a webhook may request. */
export function eventNames(owners: readonly ContentKind[]): string[] {
  const ofOwners = owners.flatMap((kind) => (kind.events?.names ?? []).map((name) => eventPrefix(kind) + name));
  return [...ofOwners, limitEvent];
}

/** Delays before the second attempt, the third and so on. */
export const retrySeconds = [5, 30, 300, 1800, 7200, 28_800, 86_400] as const;
const mostFailingMilliseconds = 5 * 24 * 3_600_000;
/** Time after a rotation during which the previous secret still signs. */
export const overlapMilliseconds = 24 * 3_600_000;

export interface Attempted {
  /** From 1. */
  readonly attempt: number;
  /** Undefined without an answer. */
  readonly responseStatus: number | undefined;
  /** The time of the first failure after the last successful delivery; null without a failure. */
  readonly failingSince: Date | null;
  readonly now: Date;
}

export interface DeliveryResult {
  readonly status: "delivered" | "retrying" | "failed";
  /** Set only if the event is sent again. */
  readonly retryAt?: Date;
  /** True if the webhook is disabled, because the receiver no longer exists or has failed for five days. */
  readonly disables: boolean;
}

export function outcomeOf({ attempt, responseStatus, failingSince, now }: Attempted): DeliveryResult {
  if (responseStatus !== undefined && responseStatus >= 200 && responseStatus < 300) {
    return { status: "delivered", disables: false };
  }
  const isOver = failingSince !== null && now.getTime() - failingSince.getTime() >= mostFailingMilliseconds;
  if (responseStatus === 410 || isOver) return { status: "failed", disables: true };
  const seconds = retrySeconds[attempt - 1];
  if (seconds === undefined) return { status: "failed", disables: false };
  return { status: "retrying", retryAt: new Date(now.getTime() + seconds * 1000), disables: false };
}

/** Parses the address that the caller sent. Throws INVALID_REQUEST for an address that is not allowed. */
export function readReceiverUrl(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol !== "https:")
    throw refusedUrl("`url` must be an https address, such as https://example.com/hooks.");
  if (url.username !== "" || url.password !== "") throw refusedUrl("`url` must not contain a user name or a password.");
  if (url.hash !== "") throw refusedUrl("`url` must not contain a fragment: leave out # and what follows it.");
  return url;
}

export function refusedUrl(message: string) {
  return refusalFor("INVALID_REQUEST", [{ field: "url", reason: "INVALID_VALUE", message }]);
}
