// Serves downloads: checks a signed address, reads its artifact's row, and streams the bytes.
//
// The row is read every time, so a deletion takes effect at once, whatever addresses callers still have.

import { Readable } from "node:stream";
import { z } from "zod";
import { ApiError } from "../contract/api-error.ts";
import type { VersusApp } from "../contract/app.ts";
import { type FoundDownload, readArtifactKey } from "../contract/downloads.ts";
import type { ByteRange, ObjectStore } from "../storage/object-store.ts";
import { tellDownload } from "./audit-requests.ts";
import { readRange } from "./download/byte-ranges.ts";
import { downloadVerifier, type VerifyDownload } from "./download/signed-addresses.ts";
import type { ServerParts } from "./server-parts.ts";
import type { KeyRing } from "./signing-keys.ts";

const path = z.object({ artifact_key: z.string(), file_name: z.string() });
const text = z.string().optional().catch(undefined);
const query = z.object({ expires: text, key: text, signature: text });

export function registerDownloads(app: VersusApp, parts: ServerParts, keys: KeyRing): void {
  const verify = downloadVerifier({ keys, clock: parts.clock });
  app.route({
    method: ["GET", "HEAD"],
    url: "/downloads/:artifact_key/:file_name",
    config: { access: "open", streams: true },
    schema: { params: path, querystring: query },
    // Set on refusals too: a page that fetches must be able to read the reason.
    onRequest: async (_, reply) => {
      reply.headers({
        "access-control-allow-origin": "*",
        "access-control-expose-headers": "Content-Disposition, Content-Range, ETag, X-Request-Id",
      });
    },
    handler: async (request, reply) => {
      const { download, artifact } = await findDownload({ ...request.params, ...request.query }, verify, parts);
      const { organizationId } = download.organization;
      tellDownload(request, { organizationId, ...artifact, signingKey: request.query.key });
      const { range, "if-none-match": known, "if-range": same } = request.headers;
      const etag = etagOf(download);
      if (isKnown(known, etag))
        return reply
          .code(304)
          .headers({ ...cacheHeaders, etag })
          .send();
      const isSame = same === undefined || same === etag;
      const asked = readRange(isSame ? range : undefined, download.size);
      if (asked === "outside") throw outside(download.size);
      const content = request.method === "HEAD" ? undefined : await openContent(parts.store, download, asked);
      reply.code(asked === "whole" ? 200 : 206);
      reply.headers({ ...fileHeaders(download, request.params.file_name), ...lengthHeaders(asked, download.size) });
      return reply.send(content);
    },
  });
}

interface Claim {
  readonly artifact_key: string;
  readonly file_name: string;
  readonly expires?: string | undefined;
  readonly key?: string | undefined;
  readonly signature?: string | undefined;
}

async function findDownload(claim: Claim, verify: VerifyDownload, parts: ServerParts) {
  const { artifact_key: artifactKey, file_name: fileName, expires, key, signature } = claim;
  verify({ artifactKey, fileName, expires, key, signature });
  const artifact = readArtifactKey(artifactKey);
  const download = artifact && (await parts.findDownload(artifact));
  if (artifact === undefined || download === undefined) throw new ApiError("CONTENT_DELETED");
  return { download, artifact };
}

const cacheHeaders = { "cache-control": "private, no-store" };

// A document is data and never a page of ours. A browser that is shown one keeps it in a sandbox without our origin.
function fileHeaders(download: FoundDownload, fileName: string): Record<string, string> {
  const isPage = download.mediaType.startsWith("text/html");
  return {
    ...cacheHeaders,
    "accept-ranges": "bytes",
    "content-disposition": dispositionOf(fileName),
    "content-security-policy": isPage ? "sandbox allow-scripts" : "default-src 'none'; sandbox",
    "content-type": download.mediaType,
    etag: etagOf(download),
  };
}

function lengthHeaders(asked: "whole" | ByteRange, size: number): Record<string, string> {
  if (asked === "whole") return { "content-length": String(size) };
  const { from, to } = asked;
  return { "content-length": String(to - from), "content-range": `bytes ${from}-${to - 1}/${size}` };
}

function outside(size: number): ApiError {
  return new ApiError("RANGE_NOT_SATISFIABLE", undefined, { headers: { "content-range": `bytes */${size}` } });
}

function etagOf({ sha256 }: FoundDownload): string {
  return `"${Buffer.from(sha256).toString("base64url")}"`;
}

function isKnown(header: string | undefined, etag: string): boolean {
  const tags = (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}

/** Returns the name in plain ASCII for old clients, and in full (RFC 6266). */
function dispositionOf(fileName: string): string {
  const plain = fileName
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const full = encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}

async function openContent(
  store: ObjectStore,
  { objectKey, organization }: FoundDownload,
  asked: "whole" | ByteRange,
): Promise<Readable> {
  const found = await store.get(objectKey, {
    organization,
    for: "caller",
    ...(asked === "whole" ? {} : { range: asked }),
  });
  if (found === undefined) throw new ApiError("CONTENT_DELETED");
  return Readable.from(found.content, { objectMode: false });
}
