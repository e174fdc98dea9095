// Makes one call of the API: sends it, repeats it where that is safe, and reads the answer.
//
// A GET, PATCH or DELETE may be repeated. A POST may be repeated if it carries an idempotency key, with which the
// service repeats its first answer. So a call with `once` gets one.

import type { ErrorResponse } from "./description.ts";
import { VersusRefusal, VersusUnreachable } from "./errors.ts";
import { formOf } from "./uploads.ts";

export interface ClientOptions {
  /**
   * The address of the service, such as `https://api.example.com`. In a browser: the address of your own server, which
   * adds the key.
   */
  readonly baseUrl: string;
  /** The API key. Leave it out in a browser, which must never have a key. */
  readonly key?: string;
  /** Maximum number of repetitions of a call. Default: 4. */
  readonly retries?: number;
  /** Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  /** Ends the call, and waiting for a job. */
  readonly signal?: AbortSignal;
}

export interface Call extends CallOptions {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  readonly query?: Readonly<Record<string, unknown>>;
  readonly json?: object;
  readonly form?: object;
  /** The fields of the form that are files. */
  readonly files?: readonly string[];
  /** True if the operation accepts an idempotency key. */
  readonly once?: boolean;
}

const firstRestMilliseconds = 500;
const mostRestMilliseconds = 20_000;
const defaultRetries = 4;
/** Statuses of a service, or of a proxy before it, that is unavailable or busy for a moment. */
const passing = [429, 500, 502, 503, 504];

export type Caller = (path: string, call?: Call) => Promise<Response>;

/**
 * Returns a function that calls the API. It throws VersusRefusal, VersusUnreachable, and the reason of an aborted
 * signal.
 */
export function callerOf(options: ClientOptions): Caller {
  const { retries = defaultRetries, fetch: send = fetch } = options;
  return async (path, call = {}) => {
    const [url, request] = await requestOf(path, call, options);
    const mayRepeat = request.method !== "POST" || call.once === true;
    for (let tries = 0; ; tries++) {
      const isLast = !mayRepeat || tries >= retries;
      const reply = await send(url, request).catch((problem: unknown) => {
        if (call.signal?.aborted === true) throw problem;
        if (isLast) throw new VersusUnreachable(`${options.baseUrl} does not answer.`, { cause: problem });
        return undefined;
      });
      if (reply?.ok === true) return reply;
      if (reply !== undefined && (isLast || !passing.includes(reply.status))) throw await refusalOf(reply);
      await reply?.body?.cancel();
      await rest(restOf(reply, tries), call.signal);
    }
  };
}

async function requestOf(path: string, call: Call, { baseUrl, key }: ClientOptions): Promise<[string, RequestInit]> {
  const { method = "GET", query = {}, json, form, files = [], once, signal } = call;
  const url = new URL(baseUrl.replace(/\/+$/, "") + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  const headers = new Headers();
  if (key !== undefined) headers.set("authorization", `Bearer ${key}`);
  if (json !== undefined) headers.set("content-type", "application/json");
  if (once === true) headers.set("idempotency-key", crypto.randomUUID());
  const body = json !== undefined ? JSON.stringify(json) : form && (await formOf(form, files));
  return [url.href, { method, headers, ...(body && { body }), ...(signal && { signal }) }];
}

/** Returns the error of an answer. A proxy may have answered in place of the service, in another format. */
async function refusalOf(reply: Response): Promise<Error> {
  const text = await reply.text();
  try {
    const body = JSON.parse(text) as ErrorResponse;
    if (typeof body.error.code === "string") return new VersusRefusal(reply.status, body);
  } catch {}
  return new VersusUnreachable(`The answer is ${reply.status}, and it is not of Versus.`);
}

function restOf(reply: Response | undefined, tries: number): number {
  const asked = Number(reply?.headers.get("retry-after") ?? Number.NaN) * 1000;
  const own = firstRestMilliseconds * 2 ** tries;
  return Math.min(Number.isNaN(asked) ? own : Math.max(asked, own), mostRestMilliseconds);
}

export function rest(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
