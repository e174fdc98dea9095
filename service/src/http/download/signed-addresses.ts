// Addresses that need no key: who holds one may fetch that file until its time is over.
//
// `{download_url}/<artifact key>/<file name>?expires=<unix seconds>&key=<signing key id>&signature=<base64url>`. The
// signature covers path, time and key id, so nothing of it can be altered. Two signing keys are believed at once: the
// new one signs, the old one's addresses live out their hour.

import { ApiError } from "../../contract/api-error.ts";
import type { SignDownload } from "../../contract/downloads.ts";
import type { Clock } from "../../contract/ids.ts";
import { limits } from "../../contract/limits.ts";
import { isSignature, type KeyRing, type LoadedKey, signatureOf } from "../signing-keys.ts";

interface SigningSetup {
  readonly downloadUrl: string;
  readonly keys: KeyRing;
  readonly clock: Clock;
}

export function downloadSigner({ downloadUrl, keys, clock }: SigningSetup): SignDownload {
  return ({ artifactKey, fileName, notAfter }) => {
    const key = keys.signing();
    const latest = Math.floor(clock().getTime() / 1000) + limits.downloadSeconds;
    const expires = notAfter === undefined ? latest : Math.min(latest, Math.floor(notAfter.getTime() / 1000));
    const signature = addressSignature({ artifactKey, fileName, expires, key }).toString("base64url");
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

export function downloadVerifier({ keys, clock }: Omit<SigningSetup, "downloadUrl">): VerifyDownload {
  return ({ artifactKey, fileName, expires: numeral = "", key: keyId, signature = "" }) => {
    const key = keys.find(keyId);
    if (key === undefined || !/^[1-9]\d{0,11}$/.test(numeral)) throw new ApiError("DOWNLOAD_INVALID");
    const expires = Number(numeral);
    const wanted = addressSignature({ artifactKey, fileName, expires, key });
    if (!isSignature(signature, wanted)) throw new ApiError("DOWNLOAD_INVALID");
    if (clock().getTime() >= expires * 1000) throw new ApiError("DOWNLOAD_EXPIRED");
  };
}

interface SignedThings {
  readonly artifactKey: string;
  readonly fileName: string;
  readonly expires: number;
  readonly key: LoadedKey;
}

// No piece can hold a line break: names are ours, and a request's path is compared as it was decoded.
function addressSignature({ artifactKey, fileName, expires, key }: SignedThings): Buffer {
  return signatureOf(key, ["versus download 1", artifactKey, fileName, expires]);
}
