// Starts a server for tests: a real store on disk, a clock that tests set, one key by default, and no database.

import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashSecret, newApiKey } from "../../contract/api-keys.ts";
import type { Caller, CallerOrganization, VersusApp } from "../../contract/app.ts";
import type { JobQueue } from "../../jobs/job-queue.ts";
import { openDatabase } from "../../storage/database.ts";
import { openDiskStore } from "../../storage/disk-store.ts";
import type { ObjectStore } from "../../storage/object-store.ts";
import type { TestOrganization } from "../../storage/testing/test-organization.ts";
import type { KeyRecord } from "../find-key.ts";
import { MemoryBuckets } from "../rate/token-bucket.ts";
import { buildServer } from "../server.ts";
import type { ServerConfig, ServerParts } from "../server-parts.ts";

/** A clock that stays until it is moved. */
export class TestClock {
  #now: number;

  constructor(now = "2026-03-04T05:06:07.000Z") {
    this.#now = Date.parse(now);
  }

  readonly read = (): Date => new Date(this.#now);

  pass(seconds: number): void {
    this.#now += seconds * 1000;
  }
}

export const testConfig: ServerConfig = {
  environment: "development",
  region: "us",
  version: "1.2.3",
  engineVersion: "0.9.0",
  baseUrls: { us: "https://api.example.com", uk: "https://api.uk.example.com" },
  downloadUrl: "https://api.example.com/downloads",
  signingKeys: [{ id: "k1", secret: Buffer.alloc(32, 1) }],
  keyPrefix: "vs",
  rateLimits: { perKey: 600, createsPerKey: 120, perAddress: 1200 },
  streamLimits: { perLink: 8, perAddress: 64 },
  uploadLimits: { perOrganization: 24, perProcess: 100, leastBytes: 0 },
};

/** A key, and its text as a caller sends it. */
export interface TestKey {
  readonly authorization: string;
  readonly record: KeyRecord;
}

/** Returns a key of an organization that is in the database. */
export function makeKeyOf(
  { organizationId, dataKey, accountId, address }: TestOrganization,
  over: Partial<CallerOrganization> = {},
): TestKey {
  const usual = makeKey().record.caller.organization;
  const organization = { ...usual, organizationId, dataKey, ...over };
  return makeKey({ accountOrganizationId: organizationId }, { accountId, address, organization });
}

export function makeKey(over: Partial<KeyRecord> = {}, callerOver: Partial<Caller> = {}): TestKey {
  const { keyId, secret, text } = newApiKey("vs", randomBytes);
  const organizationId = "0a1b2c3d-0000-4000-8000-000000000001";
  const caller: Caller = {
    keyId,
    scopes: ["read", "write"],
    accountId: "0a1b2c3d-0000-4000-8000-000000000002",
    address: "acme@versus.test",
    organization: {
      organizationId,
      dataKey: Buffer.alloc(32, 5),
      zeroDay: false,
      retentionDays: null,
      documentLimit: null,
      instruction: false,
    },
    ...callerOver,
  };
  const record: KeyRecord = {
    secretHash: hashSecret(secret),
    expiresAt: null,
    revokedAt: null,
    region: "us",
    accountOrganizationId: organizationId,
    caller,
    recordUse: async () => {},
    ...over,
  };
  return { authorization: `Bearer ${text}`, record };
}

export interface TestServer {
  readonly app: VersusApp;
  readonly clock: TestClock;
  readonly key: TestKey;
  readonly store: ObjectStore;
  readonly storeFolder: string;
  /** The headers with the key. */
  readonly headers: { readonly authorization: string };
  /** Returns every key in the store. */
  stored(): Promise<string[]>;
  close(): Promise<void>;
}

type Over = Partial<Omit<ServerParts, "config">> & {
  readonly config?: Partial<ServerConfig>;
  readonly keys?: readonly TestKey[];
};

/** Starts the server. Call `close` at the end of the test. */
export function startTestServer(over: Over = {}): TestServer {
  const clock = new TestClock();
  const key = over.keys?.[0] ?? makeKey();
  const keys = new Map((over.keys ?? [key]).map(({ record }) => [record.caller.keyId, record]));
  // The folder is made after the server was built.
  const storeFolder = join(tmpdir(), `versus-http-${randomBytes(8).toString("hex")}`);
  const store = openDiskStore(storeFolder);
  // Nothing listens there, so a call that uses the database finds it unavailable.
  const { database, close } = openDatabase({ url: "postgres://versus@127.0.0.1:1/versus" });
  const app = buildServer({
    database,
    store,
    queue: noQueue,
    clock: clock.read,
    requireAgreement: () => {},
    random: randomBytes,
    findKey: async (keyId) => keys.get(keyId),
    buckets: new MemoryBuckets(clock.read),
    findDownload: async () => undefined,
    routes: [],
    checksReplies: true,
    ...over,
    config: { ...testConfig, ...over.config },
  });
  mkdirSync(storeFolder);
  return {
    app,
    clock,
    key,
    store: over.store ?? store,
    storeFolder,
    headers: { authorization: key.authorization },
    stored: async () => {
      const found: string[] = [];
      for await (const objectKey of (over.store ?? store).list("")) found.push(objectKey);
      return found;
    },
    close: async () => {
      await app.close();
      await close();
      rmSync(storeFolder, { recursive: true, force: true });
    },
  };
}

async function refuse(): Promise<never> {
  throw new Error("this test has no queue");
}

const noQueue: JobQueue = {
  ...{ enqueue: refuse, flow: refuse, schedule: refuse, work: refuse, workOn: refuse, check: refuse },
  stop: async () => {},
};
