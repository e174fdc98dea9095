// Sends a delivery to the address of a webhook.
//
// The host is looked up for each attempt, every address found must be allowed, and the connection uses one of those
// checked addresses. A name that is changed afterwards therefore has no effect. Redirects are not followed. The whole
// attempt has ten seconds. Only the status of the answer counts; its body is not awaited.

import type { LookupAddress } from "node:dns";
import { request as sendRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";
import type { IsAllowed } from "./address-guard.ts";
import { NameTimedOut, type Resolve, type ResolveOptions } from "./names.ts";
import { refusedUrl } from "./rules.ts";

export interface ReceiverParts {
  readonly isAllowed: IsAllowed;
  readonly resolve: Resolve;
  /** Trusted in addition to the authorities of Node. */
  readonly certificates?: SecureContext | undefined;
}

export interface Sending {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  /** The organization of the webhook. */
  readonly organizationId: string;
}

/** Time limit of the whole attempt. */
const sendMilliseconds = 10_000;
/** Maximum size of an answer that is read, and the time for it. The connection is then closed. */
const mostAnswerBytes = 4096;
const answerMilliseconds = 1000;

/** Returns a context that trusts the certificates of `pem`, one or more, and the default ones. */
export function trusting(pem: string): SecureContext {
  return createSecureContext({ ca: [...getCACertificates("default"), pem] });
}

/** Throws INVALID_REQUEST if a delivery to this address would not be sent. */
export async function requireAllowed(url: URL, organizationId: string, parts: ReceiverParts): Promise<void> {
  const signal = AbortSignal.timeout(sendMilliseconds);
  const addresses = await within(addressesOf(url, { organizationId, signal }, parts), signal).catch((problem) => {
    if (!(problem instanceof NameTimedOut) && problem !== signal.reason) return [];
    throw refusedUrl("The host of `url` could not be looked up in time. Try again later.");
  });
  if (addresses.length > 0 && addresses.every(parts.isAllowed)) return;
  // One message for both cases, because a difference would reveal names of the operator's network.
  throw refusedUrl(
    "The host of `url` does not lead to a public address. Use a full DNS name or an address that is public, or ask the operator to allow internal receivers (VERSUS_WEBHOOK_ALLOW).",
  );
}

/** Returns the status of the answer, or undefined if there was no answer or nothing was sent. */
export async function send(sending: Sending, parts: ReceiverParts): Promise<number | undefined> {
  const { url, organizationId } = sending;
  const signal = AbortSignal.any([sending.signal, AbortSignal.timeout(sendMilliseconds)]);
  try {
    const addresses = await within(addressesOf(url, { organizationId, signal }, parts), signal);
    if (addresses.length === 0 || !addresses.every(parts.isAllowed)) return undefined;
    return await post({ ...sending, signal }, addresses, parts.certificates);
  } catch {
    return undefined;
  }
}

async function addressesOf(
  { hostname }: URL,
  options: ResolveOptions,
  { resolve }: ReceiverParts,
): Promise<readonly string[]> {
  const literal = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(literal) === 0 ? resolve(hostname, options) : [literal];
}

function post(
  { url, headers, body, signal }: Sending,
  addresses: readonly string[],
  secureContext: SecureContext | undefined,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = sendRequest(
      url,
      {
        method: "POST",
        // A separate connection that is closed afterwards, so that no connection to an earlier address is reused.
        agent: false,
        lookup: checkedLookup(addresses),
        ...(secureContext === undefined ? {} : { secureContext }),
        headers: { ...headers, "content-length": Buffer.byteLength(body), connection: "close" },
        signal,
      },
      (response) => {
        let bytes = 0;
        const cut = setTimeout(() => response.destroy(), answerMilliseconds);
        response.on("data", (piece: Buffer) => {
          bytes += piece.length;
          if (bytes > mostAnswerBytes) response.destroy();
        });
        response.on("error", () => {});
        response.on("close", () => clearTimeout(cut));
        resolve(response.statusCode);
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

/** Returns a lookup function that always returns the checked addresses. */
function checkedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address): LookupAddress => ({ address, family: isIP(address) }));
  return (_, options, done) => {
    const fitting = found.filter(({ family }) => !options.family || options.family === family);
    const [first] = fitting;
    if (options.all === true) done(null, fitting);
    else if (first !== undefined) done(null, first.address, first.family);
    else done(Object.assign(new Error("no address of this family"), { code: "ENOTFOUND" }), "", 0);
  };
}

/** Rejects if the signal is aborted first. The promise then continues without a listener. */
function within<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}
