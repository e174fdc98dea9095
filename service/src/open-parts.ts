// The parts that the configuration names, opened: what every role, and every command of the operator, begins with.

import manifest from "../package.json" with { type: "json" };
import type { Config } from "./config.ts";
import type { ServerConfig } from "./http/server-parts.ts";
import { type DatabaseConfig, type OpenDatabase, openDatabase } from "./storage/database.ts";

/** Of this program. */
export const version: string = manifest.version;
/** Of the engine: the package names the very one that it runs with. */
export const engineVersion: string = manifest.dependencies["@versus/engine"];

export function databaseConfig({ databaseUrl, databaseTls, databaseCertificates, databaseConnections }: Config) {
  const ca = databaseCertificates === undefined ? {} : { ca: databaseCertificates };
  const config: DatabaseConfig = { url: databaseUrl, poolSize: databaseConnections };
  return databaseTls === "on" ? { ...config, tls: ca } : config;
}

export function openConfigured(config: Config): OpenDatabase {
  return openDatabase(databaseConfig(config));
}

export function serverConfig(config: Config): ServerConfig {
  const { region, tlsKey, tlsCertificate, trustedProxies } = config;
  const baseUrls = baseUrlsOf(config);
  return {
    environment: config.environment,
    region,
    version,
    engineVersion,
    baseUrls,
    downloadUrl: config.downloadUrl ?? `${baseUrls[region]}/downloads`,
    signingKeys: config.signingKeys,
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
