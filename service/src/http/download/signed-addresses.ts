// Addresses that need no key: who holds one may fetch that file until its time is over.
//
// `{download_url}/<artifact key>/<file name>?expires=<unix seconds>&key=<signing key id>&signature=<base64url>`. The
// signature covers path, time and key id, so nothing of it can be altered. Two signing keys are believed at once: the
// new one signs, the old one's addresses live out their hour.

import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import { ApiError } from "../../contract/api-error.ts";
import type { SignDownload } from "../../contract/downloads.ts";
import type { Clock } from "../../contract/ids.ts";
import { limits } from "../../contract/limits.ts";
import type { SigningKey } from "../server-parts.ts";

const leastSecretBytes = 32;
const mostKeys = 2;

interface SigningSetup {
  readonly downloadUrl: string;
  readonly signingKeys: readonly SigningKey[];
  readonly clock: Clock;
}

/** Throws when the configuration is not fit to sign with. */
export function downloadSigner({ downloadUrl, signingKeys, clock }: SigningSetup): SignDownload {
  const [signing] = ensureSigningKeys(signingKeys);
  const key = loadKey(signing);
  return ({ artifactKey, fileName, notAfter }) => {
    const latest = Math.floor(clock().getTime() / 1000) + limits.downloadSeconds;
    const expires = notAfter === undefined ? latest : Math.min(latest, Math.floor(notAfter.getTime() / 1000));
    const signature = signatureOf({ artifactKey, fileName, expires, key }).toString("base64url");
    const path = `${encodeURIComponent(artifactKey)}/${encodeURIComponent(fileName)}`;
    const url = `${downloadUrl}/${path}?expires=${expires}&key=${encodeURIComponent(key.id)}&signature=${signature}`;
    return { url, expiresAt: new Date(expires * 1000) };
  };
}

/** What a download request says of itself; nothing of it is believed yet. */
export interface ClaimedAddress {
  readonly artifactKey: string;
  readonly fileName: string;
  readonly expires: string | undefined;
  readonly key: string | undefined;
  readonly signature: string | undefined;
}

/** Throws DOWNLOAD_INVALID for an address we did not give out, DOWNLOAD_EXPIRED for one past its time. */
export type VerifyDownload = (address: ClaimedAddress) => void;

export function downloadVerifier({ signingKeys, clock }: Omit<SigningSetup, "downloadUrl">): VerifyDownload {
  const keys = ensureSigningKeys(signingKeys).map(loadKey);
  return ({ artifactKey, fileName, expires: numeral = "", key: keyId, signature = "" }) => {
    const key = keys.find(({ id }) => id === keyId);
    if (key === undefined || !/^[1-9]\d{0,11}$/.test(numeral)) throw new ApiError("DOWNLOAD_INVALID");
    const expires = Number(numeral);
    const wanted = signatureOf({ artifactKey, fileName, expires, key });
    const given = Buffer.from(signature, "base64url");
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new ApiError("DOWNLOAD_INVALID");
    if (clock().getTime() >= expires * 1000) throw new ApiError("DOWNLOAD_EXPIRED");
  };
}

interface SignedThings {
  readonly artifactKey: string;
  readonly fileName: string;
  readonly expires: number;
  readonly key: LoadedKey;
}

/** Made ready for signing: that takes longer than a signature. */
interface LoadedKey {
  readonly id: string;
  readonly secret: KeyObject;
}

function loadKey({ id, secret }: SigningKey): LoadedKey {
  return { id, secret: createSecretKey(secret) };
}

// No piece can hold a line break: names are ours, and a request's path is compared as it was decoded.
function signatureOf({ artifactKey, fileName, expires, key }: SignedThings): Buffer {
  const signed = ["versus download 1", artifactKey, fileName, expires, key.id].join("\n");
  return createHmac("sha256", key.secret).update(signed).digest();
}

function ensureSigningKeys(keys: readonly SigningKey[]): readonly [SigningKey, ...SigningKey[]] {
  const [first, ...others] = keys;
  const isFit = keys.every(({ id, secret }) => /^[A-Za-z0-9_-]{1,40}$/.test(id) && secret.length >= leastSecretBytes);
  const isDistinct = new Set(keys.map(({ id }) => id)).size === keys.length;
  if (first === undefined || keys.length > mostKeys || !isFit || !isDistinct) {
    throw new Error("Downloads need one or two signing keys with ids of their own and secrets of 32 bytes or more");
  }
  return [first, ...others];
}
