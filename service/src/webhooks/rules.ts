// The rules of deliveries and of the addresses of webhooks: decisions without any effect.

import { refusalFor } from "../contract/api-error.ts";
import { type ContentKind, eventPrefix } from "../storage/owner-kind.ts";

/** Told when a call was refused because the allowance is used up. */
export const limitEvent = "usage.limit_reached";
/** Sent when its owner asks for it, whatever events the webhook wants. */
export const testEvent = "webhook.test";

/** The names that a webhook may ask for. */
export function eventNames(owners: readonly ContentKind[]): string[] {
  const ofOwners = owners.flatMap((kind) => (kind.events?.names ?? []).map((name) => eventPrefix(kind) + name));
  return [...ofOwners, limitEvent];
}

/** Before the second attempt, the third, and so on. */
export const retrySeconds = [5, 30, 300, 1800, 7200, 28_800, 86_400] as const;
const mostFailingMilliseconds = 5 * 24 * 3_600_000;
/** How long the secret before a rotation is still signed with. */
export const overlapMilliseconds = 24 * 3_600_000;

export interface Attempted {
  /** From 1. */
  readonly attempt: number;
  /** Undefined when there was no answer. */
  readonly responseStatus: number | undefined;
  /** Since when no delivery of the webhook succeeded. */
  readonly failingSince: Date | null;
  readonly now: Date;
}

export interface Outcome {
  readonly status: "delivered" | "retrying" | "failed";
  /** There when it is sent again. */
  readonly retryAt?: Date;
  /** The receiver is gone: nothing is sent there any more. */
  readonly disables: boolean;
}

export function outcomeOf({ attempt, responseStatus, failingSince, now }: Attempted): Outcome {
  if (responseStatus !== undefined && responseStatus >= 200 && responseStatus < 300) {
    return { status: "delivered", disables: false };
  }
  const isOver = failingSince !== null && now.getTime() - failingSince.getTime() >= mostFailingMilliseconds;
  if (responseStatus === 410 || isOver) return { status: "failed", disables: true };
  const seconds = retrySeconds[attempt - 1];
  if (seconds === undefined) return { status: "failed", disables: false };
  return { status: "retrying", retryAt: new Date(now.getTime() + seconds * 1000), disables: false };
}

/** The address that was asked for. Throws INVALID_REQUEST for one of another form. */
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
