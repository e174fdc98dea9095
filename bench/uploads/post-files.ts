// Sends two files from the disk as a form.
//
// A client that sends twenty uploads of 100 MB at once must not hold them in memory.

import { createReadStream, statSync } from "node:fs";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { RunningService } from "../service/running-service.ts";

export interface Reply {
  readonly status: number;
  readonly body: string;
}

export interface Files {
  readonly before: string;
  readonly after: string;
}

interface FormPart {
  readonly head: string;
  readonly path: string;
}

const BOUNDARY = "versus-bench-boundary";

/** Posts two files. If the server cuts the connection while it refuses, and no reply was read, the status is 0. */
export function postFiles({ url, key }: RunningService, { before, after }: Files): Promise<Reply> {
  const parts = [
    { head: head("original", "contract.docx"), path: before },
    { head: head("modified", "contract-revised.docx"), path: after },
  ];
  const tail = `--${BOUNDARY}--\r\n`;
  const length = parts.reduce((sum, part) => sum + part.head.length + statSync(part.path).size + 2, tail.length);
  return new Promise((resolve) => {
    const call = request(`${url}/v1/compare`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
        "content-length": length,
      },
    });
    call.on("response", async (reply) => {
      resolve({ status: reply.statusCode ?? 0, body: await text(reply).catch(() => "") });
    });
    call.on("error", () => resolve({ status: 0, body: "" }));
    // A server that refuses may cut the connection before everything is sent; its answer counts.
    pipeline(formOf(parts, tail), call).catch(() => {});
  });
}

function head(field: string, name: string): string {
  return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
}

async function* formOf(parts: readonly FormPart[], tail: string): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    yield Buffer.from(part.head);
    yield* createReadStream(part.path);
    yield Buffer.from("\r\n");
  }
  yield Buffer.from(tail);
}
