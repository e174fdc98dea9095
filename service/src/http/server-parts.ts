// Declares the parts of the server.
//
// Everything with an effect is injected: main.ts opens the real parts, and tests set the clock.

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

/** A key that signs addresses of downloads and cursors of lists. The first of a list signs; all of them verify. */
export interface SigningKey {
  readonly id: string;
  /** At least 32 bytes. */
  readonly secret: Uint8Array;
}

export interface ServerConfig {
  /** Outside development plain http is refused. */
  readonly environment: "development" | "production";
  readonly region: Region;
  /** The version of the program. */
  readonly version: string;
  readonly engineVersion: string;
  /** The address of each region, without a trailing slash. */
  readonly baseUrls: Readonly<Record<Region, string>>;
  /** The address from which downloads are fetched; it leads to /downloads of this server. */
  readonly downloadUrl: string;
  /** One or two keys. A getter may return other keys while the service runs. */
  readonly signingKeys: readonly SigningKey[];
  /** Reads secret files again, to find a signing key that another process used first. */
  readonly rereadSecrets?: (() => void) | undefined;
  /** The prefix of API keys. */
  readonly keyPrefix: string;
  readonly rateLimits: RateLimits;
  readonly streamLimits: StreamLimits;
  readonly uploadLimits: UploadLimits;
  /** PEM. */
  readonly tls?: { readonly key: string; readonly certificate: string };
  /** Addresses or ranges of the proxies that terminate TLS. Their X-Forwarded headers are trusted. */
  readonly trustedProxies?: readonly string[];
}

/** A page of the reference. */
export interface ReferenceText {
  /** The name in its path. */
  readonly name: string;
  readonly title: string;
  /** One sentence that helps readers choose a page. */
  readonly says: string;
  readonly markdown: string;
}

export interface ServerParts {
  readonly config: ServerConfig;
  readonly database: Database;
  readonly store: ObjectStore;
  readonly queue: JobQueue;
  readonly clock: Clock;
  /**
   * Throws ClockFenced while the clock of this process differs from the database's. Nothing is created then (CLK-4).
   */
  readonly requireAgreement: () => void;
  readonly random: RandomBytes;
  readonly findKey: FindKey;
  /** The store of the key buckets, shared by all processes. */
  readonly buckets: BucketSource;
  readonly findDownload: FindDownload;
  readonly routes: readonly RouteModule[];
  /** Pages in addition to the guides and the description. */
  readonly texts?: readonly ReferenceText[];
  /** Checks replies against their schemas. For tests, because it costs time. */
  readonly checksReplies?: boolean;
  /** Called after every answered request: method, route as a pattern, status, seconds. */
  readonly onAnswered?: (method: string, route: string, status: number, seconds: number) => void;
  /** Default: requests are not recorded. */
  readonly audit?: AuditParts["audit"];
  /** Set only if spans are kept. */
  readonly tracing?: Tracing | undefined;
  /** Default: nothing is logged. */
  readonly logger?: FastifyBaseLogger;
}

/** The parts that a slice's routes receive. A slice names the ones that it uses. */
export interface RouteParts extends ServerParts {
  readonly signDownload: SignDownload;
  readonly cursors: Cursors;
  readonly createFromForm: CreateFromForm<Transaction>;
  readonly createFromBody: CreateFromBody<Transaction>;
}

/** Registers the routes of a slice. */
export type RouteModule = (app: VersusApp, parts: RouteParts) => void;
