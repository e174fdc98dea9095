// Sends one request over HTTP and keeps everything of the reply as received.

import { Agent, type IncomingMessage, request as open } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";

export interface Call {
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Header names and values in the received order and spelling. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: what a reply holds is what the tests find out.
  readonly json: any;
}

const agent = new Agent({ keepAlive: true });

export async function send(
  method: string,
  url: string,
  { key, headers = {}, body, signal }: Call = {},
): Promise<Reply> {
  const bytes = body instanceof Uint8Array ? body : undefined;
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = open(url, {
      method,
      agent,
      ...(signal === undefined ? {} : { signal }),
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(bytes === undefined ? {} : { "content-length": bytes.length }),
        ...headers,
      },
    });
    outgoing.on("response", resolve);
    // After an early reply the connection may be cut. Nobody listens then.
    outgoing.on("error", reject);
    if (body === undefined || bytes !== undefined) outgoing.end(bytes);
    else Readable.from(body, { objectMode: false }).pipe(outgoing);
  });
  const content = await buffer(message);
  const isJson = message.headers["content-type"]?.startsWith("application/json") === true && content.length > 0;
  return {
    status: message.statusCode ?? 0,
    headers: message.headers as Record<string, string | undefined>,
    rawHeaders: message.rawHeaders,
    body: content,
    json: isJson ? JSON.parse(content.toString("utf8")) : undefined,
  };
}
