// Opens the configured parts, with which every role and every operator command begins.

import { randomBytes } from "node:crypto";
import manifest from "../package.json" with { type: "json" };
import type { Config } from "./config.ts";
import type { Clock } from "./contract/ids.ts";
import type { ServerConfig } from "./http/server-parts.ts";
import type { MasterKeys } from "./storage/data-keys.ts";
import { type Database, type DatabaseConfig, type OpenDatabase, openDatabase } from "./storage/database.ts";
import { type OpenDatabaseClock, openDatabaseClock } from "./storage/database-clock.ts";
import { type JournalParts, KeptJournal } from "./storage/journal.ts";
import type { CopyableStore } from "./storage/object-store.ts";
import { openStore } from "./storage/open-store.ts";
import type { S3StoreConfig } from "./storage/s3-store.ts";

/** The version of this program. */
export const version: string = manifest.version;
/** The version of the engine, which is the one that the package depends on. */
export const engineVersion: string = manifest.dependencies["@versus/engine"];

export function databaseConfig(config: Config): DatabaseConfig {
  const { databaseTls, databaseCertificates, databaseConnections } = config;
  const ca = databaseCertificates === undefined ? {} : { ca: databaseCertificates };
  return {
    // Read for each new connection, because the password may have been replaced (SEC-3).
    get url() {
      return config.databaseUrl;
    },
    poolSize: databaseConnections,
    ...(databaseTls === "on" ? { tls: ca } : {}),
  };
}

export function openConfigured(config: Config): OpenDatabase {
  return openDatabase(databaseConfig(config));
}

/** The database and its clock, for the function of a command. */
export interface TimeParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Throws ClockFenced while deletions by deadline are unsafe. */
  readonly requireTrusted: () => void;
}

/** Opens database and clock for the time of one command. */
export async function withDatabase<Value>(config: Config, use: (parts: TimeParts) => Promise<Value>): Promise<Value> {
  const { database, close } = openConfigured(config);
  let clock: OpenDatabaseClock | undefined;
  try {
    clock = await openDatabaseClock(database);
    const { now, requireTrusted } = clock;
    return await use({ database, clock: now, requireTrusted: requireTrusted.bind(clock) });
  } finally {
    await clock?.close();
    await close();
  }
}

export function openConfiguredStore(config: Config): CopyableStore {
  return openStore(config.store, credentialsOf(config));
}

/** Returns the store of the journal, or undefined if none is configured. */
export function openJournalPlace(config: Config): CopyableStore | undefined {
  return config.journal === undefined ? undefined : openStore(config.journal, credentialsOf(config));
}

/** Read for every call, so that credentials in a file can be replaced (SEC-3). */
function credentialsOf(config: Config): S3StoreConfig["credentials"] {
  return config.storeCredentials === undefined ? undefined : () => config.storeCredentials!;
}

/** Returns master keys whose fields always have the current values. */
export function currentMasterKeys(config: Config): MasterKeys {
  return {
    get current() {
      return config.masterKeys.current;
    },
    get keys() {
      return config.masterKeys.keys;
    },
  };
}

export function openConfiguredJournal(
  config: Config,
  parts: Pick<JournalParts, "database" | "clock" | "onOutdated">,
): KeptJournal {
  return new KeptJournal({ ...parts, place: openJournalPlace(config), random: randomBytes });
}

export function serverConfig(config: Config, rereadSecrets?: () => void): ServerConfig {
  const { region, tlsKey, tlsCertificate, trustedProxies } = config;
  const baseUrls = baseUrlsOf(config);
  return {
    environment: config.environment,
    region,
    version,
    engineVersion,
    baseUrls,
    downloadUrl: config.downloadUrl ?? `${baseUrls[region]}/downloads`,
    get signingKeys() {
      return config.signingKeys;
    },
    rereadSecrets,
    keyPrefix: config.keyPrefix,
    rateLimits: {
      perKey: config.requestsPerKey,
      createsPerKey: config.createsPerKey,
      perAddress: config.requestsPerAddress,
    },
    streamLimits: { perLink: config.streamsPerLink, perAddress: config.streamsPerAddress },
    uploadLimits: {
      perOrganization: config.uploadsPerOrganization,
      perProcess: config.uploadsPerProcess,
      leastBytes: config.uploadLeastKilobytes * 1024,
    },
    ...(tlsKey === undefined || tlsCertificate === undefined
      ? {}
      : { tls: { key: tlsKey, certificate: tlsCertificate } }),
    ...(trustedProxies === undefined ? {} : { trustedProxies }),
  };
}

function baseUrlsOf({ baseUrlUs, baseUrlUk, tlsKey, host, port }: Config): ServerConfig["baseUrls"] {
  const own = `${tlsKey === undefined ? "http" : "https"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return { us: baseUrlUs ?? baseUrlUk ?? own, uk: baseUrlUk ?? baseUrlUs ?? own };
}
