// Runs a server on this machine that answers as a provider would, or misbehaves.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface LocalProvider {
  readonly url: string;
  /** The received requests, in order. */
  readonly requests: readonly ProviderRequest[];
  close(): Promise<void>;
}

export interface ProviderRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Readonly<Record<string, unknown>>;
}

export type Answering = (response: ServerResponse, asked: ProviderRequest) => void;

export async function startLocalProvider(answer: Answering): Promise<LocalProvider> {
  const requests: ProviderRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString() || "{}");
    const asked = { path: request.url ?? "", headers: request.headers, body };
    requests.push(asked);
    answer(response, asked);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
