// Defines all settings in one table: environment variable, meaning, default and reader.
//
// Configuration comes from the environment, and from files that it names. deploy/configuration.md is written from this
// table. All faults are reported at once. Outside development a missing secret is a fault.

import { availableParallelism } from "node:os";
import { createSecureContext } from "node:tls";
import { defaultRateLimits, defaultStreamLimits, defaultUploadLimits } from "./contract/limits.ts";
import { sandboxModes } from "./jobs/confine/confine.ts";
import { officeSettings } from "./office-settings.ts";
import { type Reread, rereader } from "./reread-files.ts";
import { secretSettings } from "./secret-settings.ts";
import {
  byDefault,
  byEnvironment,
  choiceOf,
  inDevelopment,
  matching,
  optional,
  readAddressRanges,
  readNameServers,
  readNetworks,
  readPem,
  readWebAddress,
  required,
  type Setting,
  wholeNumber,
} from "./setting.ts";
import { openStore } from "./storage/open-store.ts";
import { unknownSettings } from "./unknown-settings.ts";

const most = 1_000_000_000;
const developmentPort = "8080";
/**
 * Maximum of VERSUS_INSTRUCTION_SECONDS. A connection that is silent for two minutes is closed, and the edit itself may
 * take half a minute more.
 */
const mostInstructionSeconds = 80;

/** The settings in the order of the page, which adds headings (configuration-page.ts). */
export const settings = {
  environment: {
    name: "VERSUS_ENVIRONMENT",
    meaning:
      "`production` or `development`. Development allows plain http and missing secrets; never use it for documents of others.",
    read: choiceOf("production", "development"),
    absent: byDefault("production"),
  },
  region: {
    name: "VERSUS_REGION",
    meaning:
      "The region of this installation, `us` or `uk`. Its organizations belong to it, and it refuses keys of the other region.",
    read: choiceOf("us", "uk"),
    absent: byDefault("us"),
  },
  domain: {
    name: "VERSUS_DOMAIN",
    meaning: "The domain of service account addresses: the organization `acme` has the account `acme@` this domain.",
    read: matching(/^[a-z0-9]+(?:[.-][a-z0-9]+)*$/, "a domain name in lower case"),
    absent: inDevelopment("versus.localhost"),
  },
  keyPrefix: {
    name: "VERSUS_KEY_PREFIX",
    meaning: "The prefix of API keys, so that secret scanners recognise them. Changing it invalidates all keys.",
    read: matching(/^[a-z][a-z0-9]{0,19}$/, "1 to 20 lower-case letters and digits, beginning with a letter"),
    absent: byDefault("versus"),
  },
  documentLimit: optional({
    name: "VERSUS_DOCUMENT_LIMIT",
    meaning: "The monthly document limit of new organizations, unless `versus organizations create` sets one.",
    read: wholeNumber({ least: 0, most }),
    means: "no limit",
  }),

  databaseUrl: {
    name: "DATABASE_URL",
    meaning:
      "The Postgres database (15 or later): `postgres://user:password@host:5432/name`. Connect directly to the server, not through a pooler: the service uses notifications and advisory locks.",
    read: matching(/^postgres(?:ql)?:\/\//, "an address that begins with postgres://"),
    absent: required,
    isReread: true,
  },
  databaseTls: {
    name: "VERSUS_DATABASE_TLS",
    meaning:
      "`on` encrypts the connection to Postgres and checks the certificate of the server. `off` is for a database on the same machine, or in a private network with it.",
    read: choiceOf("on", "off"),
    absent: byEnvironment({ production: "on", development: "off" }),
  },
  databaseCertificates: optional({
    name: "VERSUS_DATABASE_CA",
    meaning: "The CA certificates (PEM) for the certificate of the database server.",
    read: readPem,
    means: "the CA certificates of Node",
  }),
  databaseConnections: {
    name: "VERSUS_DATABASE_CONNECTIONS",
    meaning:
      "The number of database connections that one process opens for queries. The queue opens up to six more, and an API process one more to listen.",
    read: wholeNumber({ least: 2, most: 200 }),
    absent: byDefault("10"),
  },
  store: {
    name: "VERSUS_STORE",
    meaning:
      "The object store of the documents. For a bucket, `s3://bucket?region=…`; add `&endpoint=https://…` for a store other than Amazon S3, and `&encryption=off` if the store rejects requests for server-side encryption. On a single machine, `disk:/folder`. Switch versioning off for the bucket.",
    read: readStoreAddress,
    absent: required,
  },
  journal: optional({
    name: "VERSUS_JOURNAL",
    meaning:
      "The journal: where every deletion, erasure and key revocation is written down, by id alone, before it is answered. An address like that of the store, `disk:/folder` or `s3://bucket?region=…`, in another place than the store and its backups. `versus backup` and `versus restore` need it. Run `versus migrate` after you set it.",
    read: readStoreAddress,
    means: "no journal; `versus backup` is refused",
  }),

  ...secretSettings,

  host: {
    name: "VERSUS_HOST",
    meaning: "The network address that the API listens on.",
    read: matching(/^[0-9A-Za-z.:-]+$/, "an address or a host name"),
    absent: byEnvironment({ production: "0.0.0.0", development: "127.0.0.1" }),
  },
  port: {
    name: "VERSUS_PORT",
    meaning: "The port that the API listens on.",
    read: wholeNumber({ least: 1, most: 65_535 }),
    absent: byDefault(developmentPort),
  },
  privateHost: {
    name: "VERSUS_PRIVATE_HOST",
    meaning:
      "The network address of the private port. Probes from another machine, such as those of Kubernetes, need `0.0.0.0`. Do not expose it to callers.",
    read: matching(/^[0-9A-Za-z.:-]+$/, "an address or a host name"),
    absent: byDefault("127.0.0.1"),
  },
  privatePort: {
    name: "VERSUS_PRIVATE_PORT",
    meaning:
      "The port of `/health/ready`, which reports the database, the store and the queue. Every process has it, workers too; it speaks plain http. Two processes on one machine need two ports. With `0` the system chooses a port, and the log shows it.",
    read: wholeNumber({ least: 0, most: 65_535 }),
    absent: byEnvironment({ production: "8081", development: "0" }),
  },
  baseUrlUs: optional({
    name: "VERSUS_BASE_URL_US",
    meaning:
      "The public address of the US region. In production the address of the installation's own region is required.",
    read: readWebAddress,
    means: "the address of the other region; in development the address of the server itself",
  }),
  baseUrlUk: optional({
    name: "VERSUS_BASE_URL_UK",
    meaning: "The public address of the UK region.",
    read: readWebAddress,
    means: "the address of the other region; in development the address of the server itself",
  }),
  downloadUrl: optional({
    name: "VERSUS_DOWNLOAD_URL",
    meaning: "The public address of downloads. It must lead to `/downloads` of the API.",
    read: readWebAddress,
    means: "`/downloads` at the address of the own region",
  }),
  tlsCertificate: optional({
    name: "VERSUS_TLS_CERTIFICATE",
    meaning: "The certificate chain (PEM) of the API, if the API terminates TLS itself.",
    read: readPem,
    means: "the API does not terminate TLS",
  }),
  tlsKey: optional({
    name: "VERSUS_TLS_KEY",
    meaning: "The private key (PEM) of that certificate.",
    read: readPem,
    means: "the API does not terminate TLS",
  }),
  trustedProxies: optional({
    name: "VERSUS_TRUSTED_PROXIES",
    meaning:
      "The proxies that terminate TLS: addresses or ranges separated by commas, or `loopback`, `linklocal`, `uniquelocal`. The API trusts X-Forwarded headers only from them. In production the API needs this or a certificate to start.",
    read: readAddressRanges,
    means: "no proxy is trusted",
  }),

  requestsPerKey: {
    name: "VERSUS_REQUESTS_PER_KEY",
    meaning: "The number of requests that one key may send in a minute. 0 means no limit.",
    read: wholeNumber({ least: 0, most }),
    absent: byDefault(String(defaultRateLimits.perKey)),
  },
  createsPerKey: {
    name: "VERSUS_CREATES_PER_KEY",
    meaning: "The number of those requests that may be POST requests. 0 means no separate limit.",
    read: wholeNumber({ least: 0, most }),
    absent: byDefault(String(defaultRateLimits.createsPerKey)),
  },
  requestsPerAddress: {
    name: "VERSUS_REQUESTS_PER_ADDRESS",
    meaning:
      "The number of requests that one network address may send in a minute, with any key or none. 0 means no limit.",
    read: wholeNumber({ least: 0, most }),
    absent: byDefault(String(defaultRateLimits.perAddress)),
  },
  streamsPerLink: {
    name: "VERSUS_STREAMS_PER_LINK",
    meaning: "The number of simultaneous downloads of one file, or reads of its content. 0 means no limit.",
    read: wholeNumber({ least: 0, most }),
    absent: byDefault(String(defaultStreamLimits.perLink)),
  },
  streamsPerAddress: {
    name: "VERSUS_STREAMS_PER_ADDRESS",
    meaning: "The number of simultaneous downloads and content reads of one network address. 0 means no limit.",
    read: wholeNumber({ least: 0, most }),
    absent: byDefault(String(defaultStreamLimits.perAddress)),
  },
  uploadsPerOrganization: {
    name: "VERSUS_UPLOADS_PER_ORGANIZATION",
    meaning:
      "The number of simultaneous uploads of one organization in one API process; more are refused with 429. It is never more than a quarter of `VERSUS_UPLOADS_PER_PROCESS`. 0 means no other limit.",
    read: wholeNumber({ least: 0, most }),
    absent: byDefault(String(defaultUploadLimits.perOrganization)),
  },
  uploadsPerProcess: {
    name: "VERSUS_UPLOADS_PER_PROCESS",
    meaning:
      "The number of simultaneous uploads of all organizations in one API process; more are refused with 429. 0 means no limit.",
    read: wholeNumber({ least: 0, most }),
    absent: byDefault(String(defaultUploadLimits.perProcess)),
  },
  uploadLeastKilobytes: {
    name: "VERSUS_UPLOAD_LEAST_KILOBYTES",
    meaning:
      "The number of kilobytes that an upload must send in any 15 seconds, after its first 15 seconds; a slower one is ended and refused with 400. 0 means no limit.",
    read: wholeNumber({ least: 0, most }),
    absent: byDefault(String(defaultUploadLimits.leastBytes / 1024)),
  },
  unfinishedJobs: {
    name: "VERSUS_UNFINISHED_JOBS",
    meaning:
      "The number of unfinished jobs that one organization may have; more are refused with 429. 0 means no limit.",
    read: wholeNumber({ least: 0, most }),
    absent: byDefault("20000"),
  },
  runnableJobs: {
    name: "VERSUS_RUNNABLE_JOBS",
    meaning: "The number of jobs of one organization in the queue at the same time; further jobs wait in the database.",
    read: wholeNumber({ least: 1, most: 100_000 }),
    absent: byDefault("1000"),
  },

  children: {
    name: "VERSUS_CHILDREN",
    meaning: "The number of documents that one process works on at the same time, each in its own child process.",
    read: readChildren,
    absent: byDefault("cores"),
  },
  childMegabytes: {
    name: "VERSUS_CHILD_MEGABYTES",
    meaning: "The memory of one child process, in megabytes. A document that needs more fails.",
    read: wholeNumber({ least: 128, most: 1_000_000 }),
    absent: byDefault("2048"),
  },
  childSeconds: {
    name: "VERSUS_CHILD_SECONDS",
    meaning: "The time for one document in the slow lane, in seconds. A document that needs longer fails.",
    read: wholeNumber({ least: 1, most: 3000 }),
    absent: byDefault("300"),
  },
  childFastSeconds: {
    name: "VERSUS_CHILD_FAST_SECONDS",
    meaning:
      "The processor time for one document in the fast lane, in seconds. A document that needs more moves to the slow lane, which has a quarter of the child processes (at least one), and runs there once more.",
    read: wholeNumber({ least: 1, most: 3000 }),
    absent: byDefault("20"),
  },
  childTasks: {
    name: "VERSUS_CHILD_TASKS",
    meaning: "The number of documents that one child process works on before a fresh one replaces it.",
    read: wholeNumber({ least: 1, most }),
    absent: byDefault("1000"),
  },
  sandbox: optional({
    name: "VERSUS_SANDBOX",
    meaning:
      "The sandbox of child processes: `bubblewrap`, or `seccomp` where user namespaces are forbidden (it isolates less: see deploy/sandbox.md), or `off`, only in development. The service tests it at startup and does not start if the test fails.",
    read: choiceOf(...sandboxModes),
    means: "`bubblewrap`; in development, if that does not work, `off` with a warning",
  }),
  ...officeSettings,

  instructionProvider: optional({
    name: "VERSUS_INSTRUCTION_PROVIDER",
    meaning:
      "The API of the language model that builds edits from instructions: `openai` for OpenAI chat completions, `anthropic` for Anthropic Messages. The service sends documents there only for organizations that have instructions switched on (`versus organizations set --instruction on`). Set the next three settings too.",
    read: choiceOf("openai", "anthropic"),
    means: "instructions are refused, and no document is sent anywhere",
  }),
  instructionUrl: optional({
    name: "VERSUS_INSTRUCTION_URL",
    meaning:
      "The base address of the language model. The service appends `/chat/completions` for `openai` and `/v1/messages` for `anthropic`. In production it must be https, unless it is on the same machine.",
    read: readWebAddress,
    means: "instructions are refused",
  }),
  instructionModel: optional({
    name: "VERSUS_INSTRUCTION_MODEL",
    meaning: "The name of the model at the provider.",
    read: matching(/^[\x21-\x7e]{1,200}$/, "1 to 200 visible characters"),
    means: "instructions are refused",
  }),
  instructionKey: optional({
    name: "VERSUS_INSTRUCTION_KEY",
    meaning: "The API key of the provider.",
    read: matching(/^[\x21-\x7e]{1,1000}$/, "1 to 1000 visible characters"),
    means: "instructions are refused",
    isReread: true,
  }),
  instructionSeconds: {
    name: "VERSUS_INSTRUCTION_SECONDS",
    meaning: "The number of seconds to wait for the provider for one instruction, including its one repair.",
    read: wholeNumber({ least: 1, most: mostInstructionSeconds }),
    absent: byDefault("60"),
  },
  instructionKilobytes: {
    name: "VERSUS_INSTRUCTION_KILOBYTES",
    meaning:
      "The largest document, as content JSON in kilobytes, that is sent; instructions for larger documents are refused. Three bytes are about one token.",
    read: wholeNumber({ least: 1, most: 16_384 }),
    absent: byDefault("512"),
  },
  instructionsAtOnce: {
    name: "VERSUS_INSTRUCTIONS_AT_ONCE",
    meaning:
      "The number of simultaneous instructions of one organization, over all processes; more are refused with 429. 0 means no limit.",
    read: wholeNumber({ least: 0, most: 100 }),
    absent: byDefault("4"),
  },
  instructionsPerMinute: {
    name: "VERSUS_INSTRUCTIONS_PER_MINUTE",
    meaning: "The number of instructions that one organization may send in a minute. 0 means no limit.",
    read: wholeNumber({ least: 0, most }),
    absent: byDefault("30"),
  },
  instructionsPerDay: {
    name: "VERSUS_INSTRUCTIONS_PER_DAY",
    meaning: "The number of instructions that one organization may send in a day. 0 means no limit.",
    read: wholeNumber({ least: 0, most }),
    absent: byDefault("1000"),
  },

  webFonts: {
    name: "VERSUS_WEB_FONTS",
    meaning:
      "With `off` the page of a view carries its fonts, and makes no request to any host. With `on` it asks Google Fonts for them (fonts.googleapis.com and fonts.gstatic.com), which sees the address of the reader; pages are smaller, and more scripts than Latin are covered.",
    read: choiceOf("on", "off"),
    absent: byDefault("off"),
  },
  webhooks: {
    name: "VERSUS_WEBHOOKS",
    meaning:
      "`on` lets organizations have events sent to https addresses of their own. With `off` there are no webhook operations, and nothing is sent. Workers need to reach the internet.",
    read: choiceOf("on", "off"),
    absent: byDefault("off"),
  },
  webhookAllow: optional({
    name: "VERSUS_WEBHOOK_ALLOW",
    meaning:
      "Ranges of internal addresses that webhooks may lead to, such as `10.1.0.0/16`, separated by commas. All other addresses that are not public are refused.",
    read: readNetworks,
    means: "public addresses only",
  }),
  webhookNameServers: optional({
    name: "VERSUS_WEBHOOK_NAME_SERVERS",
    meaning:
      "Addresses of the name servers that look up the hosts of webhooks, separated by commas, each with a port if it is not 53. `/etc/hosts` and search domains are not used: receivers need a full DNS name or an address.",
    read: readNameServers,
    means: "the name servers of the system",
  }),
  webhookCertificates: optional({
    name: "VERSUS_WEBHOOK_CA",
    meaning: "CA certificates (PEM) for the certificates of internal receivers, in addition to those of Node.",
    read: readPem,
    means: "the CA certificates of Node",
  }),

  stopSeconds: {
    name: "VERSUS_STOP_SECONDS",
    meaning:
      "The number of seconds that a stopping process waits for running requests and jobs. Other workers take over jobs that are still running then.",
    read: wholeNumber({ least: 1, most: 3600 }),
    absent: byDefault("60"),
  },
  tracesUrl: optional({
    name: "VERSUS_TRACES_URL",
    meaning:
      "The address of a collector that takes OpenTelemetry traces (OTLP over HTTP, JSON), such as `http://collector:4318/v1/traces`. Spans hold ids, kinds, routes, codes and times, never text or names of documents.",
    read: readWebAddress,
    means: "no traces",
  }),
  logLevel: {
    name: "VERSUS_LOG_LEVEL",
    meaning: "The log level. The log is JSON lines on standard output and never contains text of documents.",
    read: choiceOf("debug", "info", "warn", "error", "silent"),
    absent: byDefault("info"),
  },
} as const satisfies Record<string, Setting<unknown>>;

/** The values of the settings. */
export type Config = { readonly [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]["read"]> };

/** Thrown with one sentence for each fault. No sentence repeats a value. */
export class ConfigInvalid extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.name = "ConfigInvalid";
    this.faults = faults;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ReadConfig {
  readonly config: Config;
  /** Facts that an operator should know: invented secrets, variables that are not read. */
  readonly warnings: readonly string[];
  /** Reads secret files again, and updates `config` with the values that changed. */
  readonly reread: Reread;
}

/** Throws ConfigInvalid. `readFile` returns the text of a file that a variable ending in `_FILE` names. */
export function readConfig(environment: Environment, readFile: (path: string) => string): ReadConfig {
  const reading = new ConfigReader(environment, readFile);
  const config = reading.all();
  const names = Object.values(settings).map(({ name }) => name);
  const unknown = unknownSettings(Object.keys(environment), names);
  const faults = reading.faults.length > 0 ? [...reading.faults] : crossFaults(config);
  if (config.environment === "production") faults.push(...unknown);
  if (faults.length > 0) throw new ConfigInvalid(faults);
  const reread = rereader(settings, { environment, readFile, values: config });
  return { config, warnings: [...reading.warnings, ...unknown], reread };
}

/**
 * Throws ConfigInvalid if documents would travel unencrypted, or if the certificate and the key do not match. Called
 * before the API listens.
 */
export function requireSafeTransport({ environment, tlsKey, tlsCertificate, trustedProxies }: Config): void {
  const { tlsCertificate: certificate, tlsKey: key, trustedProxies: proxies } = settings;
  if (tlsKey !== undefined && tlsCertificate !== undefined && !isCertificateWithKey(tlsCertificate, tlsKey)) {
    throw new ConfigInvalid([`${certificate.name} and ${key.name} are not a certificate and its private key.`]);
  }
  if (environment === "development" || tlsKey !== undefined || trustedProxies !== undefined) return;
  throw new ConfigInvalid([
    `Plain http is allowed only in development. Set ${certificate.name} and ${key.name}, or set ${proxies.name} to the proxies that terminate TLS.`,
  ]);
}

function isCertificateWithKey(cert: string, key: string): boolean {
  try {
    createSecureContext({ cert, key });
    return true;
  } catch {
    return false;
  }
}

/** Maps error codes of the system that an operator can solve to words. */
const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  EACCES: "permission denied",
  EISDIR: "it is a folder",
};

class FileUnread extends Error {
  constructor(name: string, cause: unknown) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
    super(`Cannot read the file that ${name} names: ${fileProblems[code] ?? code}.`);
  }
}

class ConfigReader {
  readonly faults: string[] = [];
  readonly warnings: string[] = [];
  readonly #environment: Environment;
  readonly #readFile: (path: string) => string;
  #isDevelopment = false;

  constructor(environment: Environment, readFile: (path: string) => string) {
    this.#environment = environment;
    this.#readFile = readFile;
  }

  all(): Config {
    const environment = this.#one(settings.environment);
    this.#isDevelopment = environment === "development";
    const entries = Object.entries(settings as Record<string, Setting<unknown>>).map(([key, setting]) => [
      key,
      setting.name === settings.environment.name ? environment : this.#one(setting),
    ]);
    return Object.fromEntries(entries) as Config;
  }

  /** Returns undefined also for a setting with a fault, whose value is never used. */
  #one<Value>(setting: Setting<Value>): Value | undefined {
    try {
      const text = this.#given(setting.name) ?? this.#absent(setting);
      return text === undefined ? undefined : setting.read(text);
    } catch (error) {
      if (error instanceof FileUnread) this.faults.push(error.message);
      else this.faults.push(`${setting.name} ${error instanceof Error ? error.message : "cannot be read"}.`);
      return undefined;
    }
  }

  /**
   * Returns the given text. An empty variable counts as not set, because shells and compose files leave variables out
   * that way.
   */
  #given(name: string): string | undefined {
    const text = this.#environment[name];
    const path = this.#environment[`${name}_FILE`];
    if (text !== undefined && text !== "") {
      if (path !== undefined && path !== "") throw new Error(`and ${name}_FILE are both set: remove one of them`);
      return text;
    }
    if (path === undefined || path === "") return undefined;
    try {
      return this.#readFile(path).trim();
    } catch (error) {
      throw new FileUnread(`${name}_FILE`, error);
    }
  }

  #absent({ name, absent, isSecret }: Setting<unknown>): string | undefined {
    if (absent.kind === "nothing") return undefined;
    const text = this.#isDevelopment ? absent.development : absent.production;
    if (text === undefined) throw new Error("is required");
    if (isSecret === true) this.warnings.push(`${name} is not set. Development uses a publicly known default instead.`);
    return text;
  }
}

function crossFaults(config: Config): string[] {
  const faults: string[] = [];
  const { tlsKey, tlsCertificate, environment, region } = config;
  if ((tlsKey === undefined) !== (tlsCertificate === undefined)) {
    faults.push(`${settings.tlsCertificate.name} and ${settings.tlsKey.name} belong together: set both or neither.`);
  }
  const provider = [config.instructionProvider, config.instructionUrl, config.instructionModel, config.instructionKey];
  if (provider.includes(undefined) && provider.some((value) => value !== undefined)) {
    const { instructionProvider, instructionUrl, instructionModel, instructionKey } = settings;
    const names = [instructionProvider, instructionUrl, instructionModel, instructionKey].map(({ name }) => name);
    faults.push(`${names.join(", ")} belong together: set all or none.`);
  }
  if (config.journal === config.store) {
    faults.push(`${settings.journal.name} must name another place than ${settings.store.name}.`);
  }
  if (environment === "development") return faults;
  if (config.sandbox === "off") faults.push(`${settings.sandbox.name} must be bubblewrap or seccomp in production.`);
  const own = region === "us" ? settings.baseUrlUs : settings.baseUrlUk;
  const isGiven = (region === "us" ? config.baseUrlUs : config.baseUrlUk) !== undefined;
  if (!isGiven) faults.push(`${own.name} is required.`);
  for (const name of ["baseUrlUs", "baseUrlUk", "downloadUrl"] as const) {
    if (config[name]?.startsWith("http://")) faults.push(`${settings[name].name} must be an https address.`);
  }
  if (config.instructionUrl !== undefined && !isSafeToSend(new URL(config.instructionUrl))) {
    faults.push(`${settings.instructionUrl.name} must be an https address, or an address of this machine.`);
  }
  return faults;
}

function isSafeToSend({ protocol, hostname }: URL): boolean {
  return (
    protocol === "https:" || hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname)
  );
}

function readChildren(text: string): number {
  return text === "cores" ? availableParallelism() : wholeNumber({ least: 1, most: 1000 })(text);
}

/** Checks the address by opening the store, which does not connect to it. */
function readStoreAddress(text: string): string {
  try {
    openStore(text);
    return text;
  } catch (error) {
    throw new Error(`is invalid: ${error instanceof Error ? error.message : ""}`);
  }
}
