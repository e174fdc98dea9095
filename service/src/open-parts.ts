// The parts that the configuration names, opened: what every role, and every command of the operator, begins with.

import { randomBytes } from "node:crypto";
import manifest from "../package.json" with { type: "json" };
import type { Config } from "./config.ts";
import type { ServerConfig } from "./http/server-parts.ts";
import type { MasterKeys } from "./storage/data-keys.ts";
import { type Database, type DatabaseConfig, type OpenDatabase, openDatabase } from "./storage/database.ts";
import { KeptJournal } from "./storage/journal.ts";
import type { CopyableStore } from "./storage/object-store.ts";
import { openStore } from "./storage/open-store.ts";
import type { S3StoreConfig } from "./storage/s3-store.ts";

/** Of this program. */
export const version: string = manifest.version;
/** Of the engine: the package names the very one that it runs with. */
export const engineVersion: string = manifest.dependencies["@versus/engine"];

export function databaseConfig(config: Config): DatabaseConfig {
  const { databaseTls, databaseCertificates, databaseConnections } = config;
  const ca = databaseCertificates === undefined ? {} : { ca: databaseCertificates };
  return {
    // Each new connection asks: the password may have been replaced (SCR-3).
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

export function openConfiguredStore(config: Config): CopyableStore {
  return openStore(config.store, credentialsOf(config));
}

/** Where the journal lies; undefined where none is configured. */
export function openJournalPlace(config: Config): CopyableStore | undefined {
  return config.journal === undefined ? undefined : openStore(config.journal, credentialsOf(config));
}

/** Asked for every call, so that those of a file can be replaced (SCR-3). */
function credentialsOf(config: Config): S3StoreConfig["credentials"] {
  return config.storeCredentials === undefined ? undefined : () => config.storeCredentials!;
}

/** The master keys as they are now, whoever holds on to this. */
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

export function openConfiguredJournal(config: Config, database: Database): KeptJournal {
  return new KeptJournal({
    database,
    place: openJournalPlace(config),
    clock: () => new Date(),
    random: randomBytes,
  });
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
    uploadLimits: { perOrganization: config.uploadsPerOrganization, perProcess: config.uploadsPerProcess },
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
