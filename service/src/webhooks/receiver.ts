// Sends a delivery. Its host is looked up anew each time, every address that it has must be allowed, and the connection goes
// to one of the addresses that were checked: a name that leads elsewhere a moment later leads nowhere. Redirects are not
// followed. All of it has ten seconds; of the answer only the status counts, and its body is not waited for.

import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { request as sendRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";
import type { IsAllowed } from "./address-guard.ts";
import { refusedUrl } from "./rules.ts";

/** Every address of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface ReceiverParts {
  readonly isAllowed: IsAllowed;
  readonly resolve: Resolve;
  /** Trusted beside the authorities that Node knows. */
  readonly certificates?: SecureContext | undefined;
}

export interface Sending {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** For the whole of a delivery. */
const sendMilliseconds = 10_000;
/** Of an answer so many bytes are read, for so long, before the connection is cut. */
const mostAnswerBytes = 4096;
const answerMilliseconds = 1000;

export const resolveByDns: Resolve = async (host) => {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
};

/** `pem` holds one or more certificates. */
export function trusting(pem: string): SecureContext {
  return createSecureContext({ ca: [...getCACertificates("default"), pem] });
}

/** Throws INVALID_REQUEST for a receiver that nothing would be sent to. */
export async function requireAllowed(url: URL, parts: ReceiverParts): Promise<void> {
  const addresses = await within(addressesOf(url, parts), AbortSignal.timeout(sendMilliseconds)).catch(() => []);
  if (addresses.length === 0) throw refusedUrl("The host of `url` does not resolve to an address.");
  if (addresses.every(parts.isAllowed)) return;
  throw refusedUrl(
    "The host of `url` resolves to an address that is not public. The operator can allow internal receivers (VERSUS_WEBHOOK_ALLOW).",
  );
}

/** The status of the answer; undefined when there was none, or nothing was sent. */
export async function send({ url, headers, body, signal }: Sending, parts: ReceiverParts): Promise<number | undefined> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(sendMilliseconds)]);
  try {
    const addresses = await within(addressesOf(url, parts), ended);
    if (addresses.length === 0 || !addresses.every(parts.isAllowed)) return undefined;
    return await post({ url, headers, body, signal: ended }, addresses, parts.certificates);
  } catch {
    return undefined;
  }
}

async function addressesOf({ hostname }: URL, { resolve }: ReceiverParts): Promise<readonly string[]> {
  const literal = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(literal) === 0 ? resolve(hostname) : [literal];
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
        // A connection of its own, closed afterwards: none is kept that leads to an address of another time.
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

/** Gives the addresses that were checked, whatever the name means by now. */
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

/** Rejects when the time is over; nobody waits for the rest then. */
function within<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}
