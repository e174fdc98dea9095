// Opens a proxy that logs every request of a browser. It forwards requests to one origin and refuses all others.
//
// Playwright's `route` misses requests that a sandboxed frame sends while it opens; a proxy sees them all.

import { createServer, request as open } from "node:http";
import type { AddressInfo } from "node:net";

export interface LoggingProxy {
  /** The options of a page that sends every request through the proxy, also those to this machine. */
  readonly options: { readonly server: string; readonly bypass: string };
  /** The requests so far, such as `GET http://localhost:3000/`. An encrypted one is `CONNECT host:443`. */
  readonly requests: readonly string[];
  close(): void;
}

export async function openLoggingProxy(origin?: string): Promise<LoggingProxy> {
  const requests: string[] = [];
  const server = createServer((request, reply) => {
    const { method = "", url = "", headers } = request;
    requests.push(`${method} ${url}`);
    if (origin === undefined || !url.startsWith(`${origin}/`)) {
      reply.writeHead(403).end();
      return;
    }
    const forwarded = open(url, { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    forwarded.on("error", () => reply.destroy());
    request.pipe(forwarded);
  });
  server.on("connect", ({ url }, socket) => {
    requests.push(`CONNECT ${url}`);
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    options: { server: `http://127.0.0.1:${port}`, bypass: "<-loopback>" },
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
