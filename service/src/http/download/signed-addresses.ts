// Signs and verifies download addresses, whose holder may fetch the file without a key for a time.
//
// `{download_url}/<artifact key>/<file name>?expires=<unix seconds>&key=<signing key id>&signature=<base64url>`. The
// signature covers path, time and key id, so no part can be changed. Two signing keys are valid at once: the new one
// signs, and the old one's addresses stay valid for their hour.

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

/** The claims of a download request, not yet verified. */
export interface ClaimedAddress {
  readonly artifactKey: string;
  readonly fileName: string;
  readonly expires: string | undefined;
  readonly key: string | undefined;
  readonly signature: string | undefined;
}

/** Throws DOWNLOAD_INVALID for an address that we did not sign, DOWNLOAD_EXPIRED for one past its time. */
export type VerifyDownload = (address: ClaimedAddress) => void;

/**
 * An address that ends later than this is refused: a process with a wrong clock signed it (CLK-4). No address is valid
 * for longer than an hour, and clocks differ by at most 300 seconds while requests are served.
 */
const mostAhead = (limits.downloadSeconds + 300) * 1000;

export function downloadVerifier({ keys, clock }: Omit<SigningSetup, "downloadUrl">): VerifyDownload {
  return ({ artifactKey, fileName, expires: numeral = "", key: keyId, signature = "" }) => {
    const key = keys.find(keyId);
    if (key === undefined || !/^[1-9]\d{0,11}$/.test(numeral)) throw new ApiError("DOWNLOAD_INVALID");
    const expires = Number(numeral);
    const wanted = addressSignature({ artifactKey, fileName, expires, key });
    if (!isSignature(signature, wanted)) throw new ApiError("DOWNLOAD_INVALID");
    const now = clock().getTime();
    if (expires * 1000 - now > mostAhead) throw new ApiError("DOWNLOAD_INVALID");
    if (now >= expires * 1000) throw new ApiError("DOWNLOAD_EXPIRED");
  };
}

interface SignedThings {
  readonly artifactKey: string;
  readonly fileName: string;
  readonly expires: number;
  readonly key: LoadedKey;
}

// No piece can contain a line break: names are ours, and the path of a request is compared in its decoded form.
function addressSignature({ artifactKey, fileName, expires, key }: SignedThings): Buffer {
  return signatureOf(key, ["versus download 1", artifactKey, fileName, expires]);
}
