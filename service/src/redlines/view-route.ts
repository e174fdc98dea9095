// Serves the view of a redline, such as GET /v1/compare/{comparison_id}/html: the stored view and the current script.

import { Readable } from "node:stream";
import { type PageOptions, pageEnd, pageStart, sandboxPolicy } from "@versus/viewer";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { ApiError } from "../contract/api-error.ts";
import type { VersusApp } from "../contract/app.ts";
import { mediaTypes } from "../contract/formats.ts";
import { limits } from "../contract/limits.ts";
import { openView, viewArtifact } from "../jobs/redline-pages.ts";
import { requireKept } from "../retention/guard.ts";
import { findArtifactObject } from "../storage/artifacts.ts";
import { eventLoop } from "../storage/loop-share.ts";
import type { ObjectStore, OrganizationKey } from "../storage/object-store.ts";
import type { OwnerKind } from "../storage/owner-kind.ts";
import type { OwnerWatch } from "../storage/owner-watch.ts";
import { type ReadableJob, readableFinder } from "./find-readable.ts";
import type { ReadParts } from "./read-route.ts";
import { ViewQuery, viewOptions } from "./view-options.ts";

export interface ViewParts extends Pick<ReadParts, "database" | "clock"> {
  readonly store: ObjectStore;
  readonly watch: OwnerWatch;
  /** True if pages use the web-font provider by default. */
  readonly webFonts: boolean;
}

/** The view of one kind of redline. */
export interface ViewRoute {
  readonly kind: OwnerKind;
  /** The id of the operation in the description. */
  readonly operation: string;
  /** Undefined if redlines of this kind have no views from before views were stored. */
  readonly older?: OlderView;
}

/** The ways to the view of a redline from before views were stored. */
export interface OlderView {
  /** The artifact that such a redline has instead of a view. */
  readonly artifact: string;
  /** Queues the view of such a redline. */
  readonly ask: (ownerId: string) => Promise<void>;
  /** Says how a redline without that artifact gets a view. */
  readonly advice: string;
}

export function registerView(app: VersusApp, { kind, operation, older }: ViewRoute, parts: ViewParts): void {
  const find = readableFinder(parts.database, kind, [viewArtifact, ...(older === undefined ? [] : [older.artifact])]);
  app.route({
    method: "GET",
    url: `${kind.path}/:${kind.id}/html`,
    config: {
      streams: true,
      operation: {
        id: operation,
        tag: kind.tag,
        summary: `View a ${kind.noun}`,
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
    // Nothing is validated here. The handler refuses with specific codes, in this order: malformed id, unknown id,
    // invalid parameter.
    validatorCompiler: () => (value) => ({ value }),
    handler: async (request, reply) => {
      const ownerId = String((request.params as Readonly<Record<string, unknown>>)[kind.id]);
      if (!kind.isOwn(ownerId)) throw new ApiError(kind.malformed);
      const { organization } = request.caller;
      const { organizationId, retentionDays } = organization;
      const question = async (): Promise<ReadableJob> => {
        const job = await find({ ownerId, organizationId });
        if (job === undefined) throw new ApiError(kind.unknown);
        requireKept(job, retentionDays, parts.clock());
        return job;
      };
      const job = await question();
      const options = viewOptions(request.query as Readonly<Record<string, unknown>>, parts);
      const found = hasView(job) ? job : await withOldView(job, question, { older, watch: parts.watch });
      requireView(found, kind.noun, older?.advice);
      return sendPage(reply, await streamPage({ ownerId, organization, options }, parts));
    },
  });
}

interface StreamedPage {
  readonly bytes: number;
  readonly content: Readable;
}

function sendPage(reply: FastifyReply, { bytes, content }: StreamedPage) {
  reply.headers({
    "content-type": mediaTypes.html,
    "content-length": bytes,
    "content-security-policy": sandboxPolicy,
    "cache-control": "private, no-store",
  });
  return reply.send(content);
}

function statusOf({ artifacts }: ReadableJob, format: string): string | undefined {
  return artifacts.find((artifact) => artifact.format === format)?.status;
}

function hasView(job: ReadableJob): boolean {
  return statusOf(job, viewArtifact) === "ready";
}

/**
 * Queues the view of an older redline and waits for it. The view may still be pending afterwards. Without the older
 * artifact the job is returned at once.
 */
async function withOldView(
  job: ReadableJob,
  question: () => Promise<ReadableJob>,
  { older, watch }: { readonly older: OlderView | undefined; readonly watch: OwnerWatch },
): Promise<ReadableJob> {
  if (older === undefined || statusOf(job, older.artifact) !== "ready") return job;
  if (statusOf(job, viewArtifact) === undefined) await older.ask(job.ownerId);
  return watch.ask(job.ownerId, question, {
    isEnough: (found) => statusOf(found, viewArtifact) !== "pending",
    milliseconds: limits.contentWaitSeconds * 1000,
    most: limits.waiters,
  });
}

interface AskedPage {
  readonly ownerId: string;
  readonly organization: OrganizationKey;
  readonly options: PageOptions;
}

/**
 * Returns the page: the stored body between a start and an end, which depend on the document only in its title and
 * fonts. The body is decrypted and verified in chunks as its reader takes it, so a page is never whole in this process.
 * Throws CONTENT_DELETED.
 */
async function streamPage(
  { ownerId, organization, options }: AskedPage,
  { database, store }: ViewParts,
): Promise<StreamedPage> {
  const object = await findArtifactObject(database, ownerId, viewArtifact);
  const found = object && (await store.get(object.object_key, { organization, for: "caller" }));
  if (found === undefined) throw new ApiError("CONTENT_DELETED");
  const { facts, factBytes, body } = await openView(found.content);
  const [start, end] = [pageStart(facts, options), pageEnd(options)];
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    yield* inShares(start);
    yield* body;
    yield* inShares(end);
  };
  return {
    bytes: lengthOf(start) + found.size - factBytes + lengthOf(end),
    content: Readable.from(pieces(), { objectMode: false }),
  };
}

/** Yields the pieces, and lets the event loop do other work between them. */
async function* inShares(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    await eventLoop.pass(piece.length);
    yield piece;
  }
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** Throws CONFLICT if the redline has no view that is ready. */
function requireView(job: ReadableJob, noun: string, advice = "Make it again."): void {
  if (hasView(job)) return;
  const { status } = job;
  if (status === "processing" || statusOf(job, viewArtifact) === "pending") {
    const headers = { "retry-after": String(limits.comparisonRetrySeconds) };
    throw new ApiError("CONFLICT", "The redline is not ready yet. Try again after a second.", { headers });
  }
  if (status === "failed") {
    throw new ApiError(
      "CONFLICT",
      `The ${noun} failed, so there is no redline to view. Read the ${noun} for the reason.`,
    );
  }
  throw new ApiError("CONFLICT", `This ${noun} was made before its embedded view existed. ${advice}`);
}
