// GET /v1/compare/{comparison_id}/html: the embedded view of a comparison, with today's script around the stored fragment.

import { sandboxPolicy, writePage } from "@versus/viewer";
import { z } from "zod";
import { ApiError } from "../contract/api-error.ts";
import type { VersusApp } from "../contract/app.ts";
import { mediaTypes } from "../contract/formats.ts";
import { limits } from "../contract/limits.ts";
import { requireKept } from "../retention/guard.ts";
import { findArtifactObject } from "../storage/artifacts.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { readVerified } from "../storage/read-verified.ts";
import { type ReadableJob, readableFinder } from "./find-readable.ts";
import { comparisonOwner } from "./owner.ts";
import { fragmentArtifact, textOf } from "./pages.ts";
import type { ReadParts } from "./read-route.ts";
import { ViewQuery, viewOptions } from "./view-options.ts";

export interface ViewParts extends Pick<ReadParts, "database" | "clock"> {
  readonly store: ObjectStore;
}

export function registerView(app: VersusApp, parts: ViewParts): void {
  const kind = comparisonOwner;
  const find = readableFinder(parts.database, kind, [fragmentArtifact]);
  app.route({
    method: "GET",
    url: `${kind.path}/:${kind.id}/html`,
    config: {
      operation: {
        id: "viewComparison",
        tag: kind.tag,
        summary: "View a comparison",
        description:
          "Returns the redline as one self-contained HTML document. Fetch it each time the redline is viewed, and set it as the srcdoc of a frame whose sandbox is exactly allow-scripts. With embed_origin the document exchanges messages with that origin (guide: embedding).",
        refusals: ["INVALID_REQUEST", kind.malformed, kind.unknown, "CONFLICT", "CONTENT_DELETED"],
      },
    },
    schema: {
      params: kind.params,
      querystring: ViewQuery,
      response: { 200: { content: { "text/html": { schema: z.string() } } } },
    },
    // The codes of this path are its own: a wrong id, then an unknown one, then a wrong parameter.
    validatorCompiler: () => (value) => ({ value }),
    handler: async (request, reply) => {
      const ownerId = String((request.params as Readonly<Record<string, unknown>>)[kind.id]);
      if (!kind.isOwn(ownerId)) throw new ApiError(kind.malformed);
      const { organization } = request.caller;
      const job = await find({ ownerId, organizationId: organization.organizationId });
      if (job === undefined) throw new ApiError(kind.unknown);
      requireKept(job, organization.retentionDays, parts.clock());
      const options = viewOptions(request.query as Readonly<Record<string, unknown>>);
      requireFragment(job);
      const object = await findArtifactObject(parts.database, ownerId, fragmentArtifact);
      if (object === undefined) throw new ApiError("CONTENT_DELETED");
      const page = writePage(textOf(await readVerified(parts.store, object, organization)), options);
      reply.headers({
        "content-type": mediaTypes.html,
        "content-security-policy": sandboxPolicy,
        "cache-control": "private, no-store",
      });
      return reply.send(page);
    },
  });
}

/** Throws CONFLICT. */
function requireFragment({ status, artifacts }: ReadableJob): void {
  if (artifacts.some((artifact) => artifact.status === "ready")) return;
  if (status === "processing") {
    const headers = { "retry-after": String(limits.comparisonRetrySeconds) };
    throw new ApiError("CONFLICT", "The redline is not ready yet. Try again after a second.", { headers });
  }
  if (status === "failed") {
    throw new ApiError(
      "CONFLICT",
      "The comparison failed, so there is no redline to view. Read the comparison for the reason.",
    );
  }
  throw new ApiError(
    "CONFLICT",
    "This comparison was made before the embedded view existed. Its operator can add it: versus regenerate --format viewer.",
  );
}
