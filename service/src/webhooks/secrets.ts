// Creates, encrypts and uses the secrets that sign deliveries.
//
// The Standard Webhooks specification defines their form. A secret is `whsec_` and the base64 of the key. It is stored
// encrypted under the organization's key, in the format of stored objects.

import { createHmac } from "node:crypto";
import type { RandomBytes } from "../contract/ids.ts";
import type { OrganizationKey } from "../storage/object-store.ts";
import { openSealed, sealContent } from "../storage/sealed-content.ts";

const prefix = "whsec_";
const keyBytes = 32;

export interface SecretOwner {
  readonly organization: OrganizationKey;
  readonly webhookId: string;
}

export function newSecret(random: RandomBytes): string {
  return prefix + Buffer.from(random(keyBytes)).toString("base64");
}

export async function sealSecret(secret: string, owner: SecretOwner, random: RandomBytes): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of sealContent(inPieces(Buffer.from(secret)), { ...identityOf(owner), random })) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Decrypts a secret. Throws ObjectUnreadable for a secret of another owner, or one that was altered. */
export async function openSecret(sealed: Uint8Array, owner: SecretOwner): Promise<string> {
  const opening = Buffer.from(sealed);
  const nothing = () => inPieces();
  const found = openSealed({ ...identityOf(owner), opening, length: opening.length, readRest: nothing }, undefined);
  const pieces: Uint8Array[] = [];
  for await (const piece of found.content) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function identityOf({ organization, webhookId }: SecretOwner) {
  return { organization, key: `webhook secret ${webhookId}` };
}

async function* inPieces(...pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

export interface Signed {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** Returns the value of webhook-signature: one signature per secret. */
export function signatures(secrets: readonly string[], { id, timestamp, body }: Signed): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
    })
    .join(" ");
}
