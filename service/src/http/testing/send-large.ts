// Sends large forms over a real connection, without holding one in memory.

import { request as httpRequest } from "node:http";
import { Readable } from "node:stream";
import { boundary, formHeaders } from "./multipart.ts";
import type { TestServer } from "./test-server.ts";

/** Sends a body whose files are `bytes` long each, without holding one in memory. */
export async function sendLarge(
  server: TestServer,
  fields: readonly { name: string; fileName: string; bytes: number }[],
) {
  const address = await server.app.listen({ port: 0, host: "127.0.0.1" });
  const piece = Buffer.alloc(256 * 1024, "x");
  const headers = { ...server.headers, ...formHeaders };
  function* body() {
    for (const { name, fileName, bytes } of fields) {
      yield `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n\r\n`;
      for (let left = bytes; left > 0; left -= piece.length) yield piece.subarray(0, Math.min(left, piece.length));
      yield "\r\n";
    }
    yield `--${boundary}--\r\n`;
  }
  return new Promise<{ status: number; code: string }>((resolve, reject) => {
    const request = httpRequest(`${address}/v1/examples`, { method: "POST", headers, agent: false }, (reply) => {
      let heard = "";
      reply.on("data", (bytes) => {
        heard += bytes;
      });
      reply.on("end", () => resolve({ status: reply.statusCode ?? 0, code: JSON.parse(heard).error?.code ?? "" }));
    });
    request.on("error", reject);
    Readable.from(body()).pipe(request);
  });
}
