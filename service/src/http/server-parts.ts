// What the server is made of. Everything with an effect is handed in: main.ts opens the real parts, tests set the clock.

import type { FastifyBaseLogger } from "fastify";
import type { CreateFromBody, CreateFromForm, VersusApp } from "../contract/app.ts";
import type { FindDownload, SignDownload } from "../contract/downloads.ts";
import type { Clock, RandomBytes } from "../contract/ids.ts";
import type { RateLimits, StreamLimits, UploadLimits } from "../contract/limits.ts";
import type { Cursors } from "../contract/lists.ts";
import type { Tracing } from "../contract/tracing.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import type { Database, Transaction } from "../storage/database.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import type { AuditParts } from "./audit-requests.ts";
import type { FindKey } from "./find-key.ts";
import type { BucketSource } from "./rate/token-bucket.ts";

export type Region = "us" | "uk";

/** Signs addresses of downloads and cursors of lists. The first of a list signs, every one of it is believed. */
export interface SigningKey {
  readonly id: string;
  /** At least 32 bytes. */
  readonly secret: Uint8Array;
}

export interface ServerConfig {
  /** Outside development plain http is refused. */
  readonly environment: "development" | "production";
  readonly region: Region;
  /** Of the program. */
  readonly version: string;
  readonly engineVersion: string;
  /** The address of each region, without a slash at its end. */
  readonly baseUrls: Readonly<Record<Region, string>>;
  /** Where downloads are fetched: an address that leads to /downloads of this server. */
  readonly downloadUrl: string;
  /** Others take their place while the service runs. */
  readonly signingKeys: readonly SigningKey[];
  /** Reads secrets in files again: for a signing key that another process knew first. */
  readonly rereadSecrets?: (() => void) | undefined;
  /** What API keys begin with. */
  readonly keyPrefix: string;
  readonly rateLimits: RateLimits;
  readonly streamLimits: StreamLimits;
  readonly uploadLimits: UploadLimits;
  /** PEM. */
  readonly tls?: { readonly key: string; readonly certificate: string };
  /** Addresses or ranges of the proxies in front that end TLS, and whose X-Forwarded headers are believed. */
  readonly trustedProxies?: readonly string[];
}

/** A page of the reference. */
export interface ReferenceText {
  /** In its path. */
  readonly name: string;
  readonly title: string;
  /** One sentence, for those who choose what to read. */
  readonly says: string;
  readonly markdown: string;
}

export interface ServerParts {
  readonly config: ServerConfig;
  readonly database: Database;
  readonly store: ObjectStore;
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly findKey: FindKey;
  /** Where the buckets of keys are kept for all processes. */
  readonly buckets: BucketSource;
  readonly findDownload: FindDownload;
  readonly routes: readonly RouteModule[];
  /** Pages beside the guides and the description. */
  readonly texts?: readonly ReferenceText[];
  /** Replies are held to their schemas, so that a test notices; costs time. */
  readonly checksReplies?: boolean;
  /** Told of every request when it was answered: method, route as a pattern, status, seconds. */
  readonly onAnswered?: (method: string, route: string, status: number, seconds: number) => void;
  /** Where requests are recorded; without one nothing is. */
  readonly audit?: AuditParts["audit"];
  /** Where spans are kept; without it none are. */
  readonly tracing?: Tracing | undefined;
  /** Without one nothing is logged. */
  readonly logger?: FastifyBaseLogger;
}

/** What a slice's routes are handed. A slice names of it what it uses. */
export interface RouteParts extends ServerParts {
  readonly signDownload: SignDownload;
  readonly cursors: Cursors;
  readonly createFromForm: CreateFromForm<Transaction>;
  readonly createFromBody: CreateFromBody<Transaction>;
}

/** Registers the routes of a slice. */
export type RouteModule = (app: VersusApp, parts: RouteParts) => void;
