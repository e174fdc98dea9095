// Everything an operator can set, in one table: the environment variable, what it means, what holds without it, and how
// it is read. Configuration comes from the environment alone; deploy/configuration.md is written from this table.
//
// All that is wrong is told at once. Outside development nothing is made up: a secret that is missing is a fault.

import { availableParallelism } from "node:os";
import { createSecureContext } from "node:tls";
import { defaultRateLimits, defaultStreamLimits, defaultUploadLimits } from "./contract/limits.ts";
import type { SigningKey } from "./http/server-parts.ts";
import { sandboxModes } from "./jobs/confine/confine.ts";
import {
  byDefault,
  byEnvironment,
  inDevelopment,
  matching,
  oneOf,
  optional,
  readAddressRanges,
  readPem,
  readWebAddress,
  required,
  type Setting,
  wholeNumber,
} from "./setting.ts";
import { type MasterKeys, readMasterKeys } from "./storage/data-keys.ts";
import { openStore } from "./storage/open-store.ts";

const most = 1_000_000_000;
const developmentPort = "8080";
/** A connection that is silent for two minutes is closed; the edit itself may be waited for another half. */
const mostInstructionSeconds = 80;

/** In the order of the page, which gives them headings (configuration-page.ts). */
export const settings = {
  environment: {
    name: "VERSUS_ENVIRONMENT",
    meaning:
      "In development plain http is allowed and secrets may be missing. Documents of others belong in production.",
    read: oneOf("production", "development"),
    absent: byDefault("production"),
  },
  region: {
    name: "VERSUS_REGION",
    meaning: "The region that this installation is: its organizations belong to it, keys of the other are refused.",
    read: oneOf("us", "uk"),
    absent: byDefault("us"),
  },
  domain: {
    name: "VERSUS_DOMAIN",
    meaning: "The domain of the addresses of service accounts: the account of `acme` is `acme@` this domain.",
    read: matching(/^[a-z0-9]+(?:[.-][a-z0-9]+)*$/, "a domain name in lower case"),
    absent: inDevelopment("versus.localhost"),
  },
  keyPrefix: {
    name: "VERSUS_KEY_PREFIX",
    meaning: "What API keys begin with, so that scanners of secrets recognise them. Changing it ends all keys.",
    read: matching(/^[a-z][a-z0-9]{0,19}$/, "1 to 20 lower-case letters and digits, beginning with a letter"),
    absent: byDefault("versus"),
  },
  documentLimit: optional({
    name: "VERSUS_DOCUMENT_LIMIT",
    meaning: "The monthly allowance of documents that a new organization gets when its creation names none.",
    read: wholeNumber({ least: 0, most }),
    means: "no limit",
  }),

  databaseUrl: {
    name: "DATABASE_URL",
    meaning:
      "The Postgres database (15 or later): `postgres://user:password@host:5432/name`. Connect straight to the server, not through a pooler: notifications and advisory locks are used.",
    read: matching(/^postgres(?:ql)?:\/\//, "an address that begins with postgres://"),
    absent: required,
  },
  databaseTls: {
    name: "VERSUS_DATABASE_TLS",
    meaning:
      "Whether the connection to Postgres is encrypted and the server's certificate checked. Off is for a database on the same machine or a private network of it.",
    read: oneOf("on", "off"),
    absent: byEnvironment({ production: "on", development: "off" }),
  },
  databaseCertificates: optional({
    name: "VERSUS_DATABASE_CA",
    meaning: "The certificates (PEM) that the server's is checked against.",
    read: readPem,
    means: "those that Node trusts",
  }),
  databaseConnections: {
    name: "VERSUS_DATABASE_CONNECTIONS",
    meaning:
      "How many connections one process opens for queries; the queue opens up to six more, an API one that listens.",
    read: wholeNumber({ least: 2, most: 200 }),
    absent: byDefault("10"),
  },
  store: {
    name: "VERSUS_STORE",
    meaning:
      "Where documents lie: `s3://bucket?region=…`, with `&endpoint=https://…` for a store other than Amazon's and `&encryption=off` for one that refuses to be asked for it; or `disk:/folder` on a single machine. A bucket must not keep versions.",
    read: readStoreAddress,
    absent: required,
  },

  masterKeys: {
    name: "VERSUS_MASTER_KEY",
    meaning:
      "Wraps the content key of every organization: `number:base64` of 32 bytes, `1:$(openssl rand -base64 32)`. To replace it put a new one with another number in front, joined by a comma. Losing it is losing what the disk store holds.",
    read: readMasterKeySetting,
    absent: inDevelopment(`1:${Buffer.alloc(32, "development").toString("base64")}`),
    isSecret: true,
  },
  signingKeys: {
    name: "VERSUS_SIGNING_KEYS",
    meaning:
      "Sign download addresses: `id:base64` of 32 bytes or more. The first signs; a second, joined by a comma, is still believed, for an hour after it was replaced.",
    read: readSigningKeys,
    absent: inDevelopment(`dev:${Buffer.alloc(32, "development").toString("base64")}`),
    isSecret: true,
  },

  host: {
    name: "VERSUS_HOST",
    meaning: "The address that the API listens on.",
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
      "The address that the private port listens on. Probes that come from another machine, such as those of Kubernetes, need `0.0.0.0`; keep callers away from it.",
    read: matching(/^[0-9A-Za-z.:-]+$/, "an address or a host name"),
    absent: byDefault("127.0.0.1"),
  },
  privatePort: {
    name: "VERSUS_PRIVATE_PORT",
    meaning:
      "The port that tells at `/health/ready` whether the database, the store and the queue are there; plain http, in every process, workers too. Two processes on one machine need two. 0 is one that the system chooses, which the log names.",
    read: wholeNumber({ least: 0, most: 65_535 }),
    absent: byEnvironment({ production: "8081", development: "0" }),
  },
  baseUrlUs: optional({
    name: "VERSUS_BASE_URL_US",
    meaning:
      "The address of the US region, as callers write it. That of the installation's own region is required in production.",
    read: readWebAddress,
    means: "the address of the other region; in development that of the server itself",
  }),
  baseUrlUk: optional({
    name: "VERSUS_BASE_URL_UK",
    meaning: "The address of the UK region, as callers write it.",
    read: readWebAddress,
    means: "the address of the other region; in development that of the server itself",
  }),
  downloadUrl: optional({
    name: "VERSUS_DOWNLOAD_URL",
    meaning: "Where downloads are fetched: an address that leads to `/downloads` of the API.",
    read: readWebAddress,
    means: "`/downloads` of the own region's address",
  }),
  tlsCertificate: optional({
    name: "VERSUS_TLS_CERTIFICATE",
    meaning: "The certificate chain (PEM) of the API, when it ends TLS itself.",
    read: readPem,
    means: "no TLS of its own",
  }),
  tlsKey: optional({
    name: "VERSUS_TLS_KEY",
    meaning: "The key (PEM) of that certificate.",
    read: readPem,
    means: "no TLS of its own",
  }),
  trustedProxies: optional({
    name: "VERSUS_TRUSTED_PROXIES",
    meaning:
      "The proxies in front that end TLS: addresses or ranges, joined by commas, or `loopback`, `linklocal`, `uniquelocal`. Their X-Forwarded headers are believed, nobody else's. Without this and without a certificate the API does not start in production.",
    read: readAddressRanges,
    means: "no proxy is believed",
  }),

  requestsPerKey: {
    name: "VERSUS_REQUESTS_PER_KEY",
    meaning: "Requests a minute of one key. 0 is no limit.",
    read: wholeNumber({ least: 0, most }),
    absent: byDefault(String(defaultRateLimits.perKey)),
  },
  createsPerKey: {
    name: "VERSUS_CREATES_PER_KEY",
    meaning: "POST requests a minute of one key, within those. 0 is no limit of their own.",
    read: wholeNumber({ least: 0, most }),
    absent: byDefault(String(defaultRateLimits.createsPerKey)),
  },
  requestsPerAddress: {
    name: "VERSUS_REQUESTS_PER_ADDRESS",
    meaning: "Requests a minute from one address, counted before the key is looked at. 0 is no limit.",
    read: wholeNumber({ least: 0, most }),
    absent: byDefault(String(defaultRateLimits.perAddress)),
  },
  streamsPerLink: {
    name: "VERSUS_STREAMS_PER_LINK",
    meaning: "Downloads of one file, or readings of its content, that are sent at the same time. 0 is no limit.",
    read: wholeNumber({ least: 0, most }),
    absent: byDefault(String(defaultStreamLimits.perLink)),
  },
  streamsPerAddress: {
    name: "VERSUS_STREAMS_PER_ADDRESS",
    meaning: "Downloads and readings of content that are sent to one address at the same time. 0 is no limit.",
    read: wholeNumber({ least: 0, most }),
    absent: byDefault(String(defaultStreamLimits.perAddress)),
  },
  uploadsPerOrganization: {
    name: "VERSUS_UPLOADS_PER_ORGANIZATION",
    meaning:
      "How many uploads of one organization a process of the API takes at once; more are refused with 429. 0 is no limit.",
    read: wholeNumber({ least: 0, most }),
    absent: byDefault(String(defaultUploadLimits.perOrganization)),
  },
  uploadsPerProcess: {
    name: "VERSUS_UPLOADS_PER_PROCESS",
    meaning:
      "How many uploads a process of the API takes at once, of all organizations; more are refused with 429. 0 is no limit.",
    read: wholeNumber({ least: 0, most }),
    absent: byDefault(String(defaultUploadLimits.perProcess)),
  },
  unfinishedJobs: {
    name: "VERSUS_UNFINISHED_JOBS",
    meaning: "How many unfinished jobs one organization may have; more are refused with 429. 0 is no limit.",
    read: wholeNumber({ least: 0, most }),
    absent: byDefault("20000"),
  },
  runnableJobs: {
    name: "VERSUS_RUNNABLE_JOBS",
    meaning: "How many jobs of one organization are in the queue at once; the rest wait outside of it.",
    read: wholeNumber({ least: 1, most: 100_000 }),
    absent: byDefault("1000"),
  },

  children: {
    name: "VERSUS_CHILDREN",
    meaning: "How many documents one process works on at the same time, each in a child process of its own.",
    read: readChildren,
    absent: byDefault("cores"),
  },
  childMegabytes: {
    name: "VERSUS_CHILD_MEGABYTES",
    meaning: "Memory of one child process, in megabytes; a document that needs more fails its job.",
    read: wholeNumber({ least: 128, most: 1_000_000 }),
    absent: byDefault("2048"),
  },
  childSeconds: {
    name: "VERSUS_CHILD_SECONDS",
    meaning: "Time for one document, in seconds; one that needs longer fails its job.",
    read: wholeNumber({ least: 1, most: 3000 }),
    absent: byDefault("300"),
  },
  childTasks: {
    name: "VERSUS_CHILD_TASKS",
    meaning: "How many documents a child process works on before it is replaced by a fresh one.",
    read: wholeNumber({ least: 1, most }),
    absent: byDefault("1000"),
  },
  sandbox: optional({
    name: "VERSUS_SANDBOX",
    meaning:
      "The wall around child processes: `bubblewrap`, or `seccomp` where user namespaces are forbidden (it keeps other processes and files less far away: see deploy/sandbox.md), or `off`, in development. It is tried at the start; what does not stand stops the process.",
    read: oneOf(...sandboxModes),
    means: "`bubblewrap`; in development, where it does not work, none, with a warning",
  }),
  office: {
    name: "VERSUS_OFFICE",
    meaning: "The LibreOffice program that `versus doctor` looks for; nothing is converted yet.",
    read: matching(/^[^\0]+$/, "the name or path of a program"),
    absent: byDefault("soffice"),
  },

  instructionProvider: optional({
    name: "VERSUS_INSTRUCTION_PROVIDER",
    meaning:
      "What builds edits from instructions: `openai` for an endpoint that speaks OpenAI's chat completions, `anthropic` for one that speaks Anthropic's Messages. The documents of the organizations that have it switched on (`versus organizations set --instruction on`) are sent there, of no others. The three settings below go with it.",
    read: oneOf("openai", "anthropic"),
    means: "no edits are built from instructions, and nothing is sent anywhere",
  }),
  instructionUrl: optional({
    name: "VERSUS_INSTRUCTION_URL",
    meaning:
      "The address of that endpoint: `/chat/completions` is put behind it for `openai`, `/v1/messages` for `anthropic`. In production https, but for one on the same machine.",
    read: readWebAddress,
    means: "no instructions",
  }),
  instructionModel: optional({
    name: "VERSUS_INSTRUCTION_MODEL",
    meaning: "The model, as the provider names it.",
    read: matching(/^[\x21-\x7e]{1,200}$/, "1 to 200 visible characters"),
    means: "no instructions",
  }),
  instructionKey: optional({
    name: "VERSUS_INSTRUCTION_KEY",
    meaning: "The key that the provider knows us by.",
    read: matching(/^[\x21-\x7e]{1,1000}$/, "1 to 1000 visible characters"),
    means: "no instructions",
  }),
  instructionSeconds: {
    name: "VERSUS_INSTRUCTION_SECONDS",
    meaning: "How long the provider is waited for on behalf of one instruction, its one repair included.",
    read: wholeNumber({ least: 1, most: mostInstructionSeconds }),
    absent: byDefault("60"),
  },
  instructionKilobytes: {
    name: "VERSUS_INSTRUCTION_KILOBYTES",
    meaning:
      "The longest content of a document, as JSON, that is sent; instructions for longer ones are refused. A model takes about a token for three bytes.",
    read: wholeNumber({ least: 1, most: 16_384 }),
    absent: byDefault("512"),
  },
  instructionsAtOnce: {
    name: "VERSUS_INSTRUCTIONS_AT_ONCE",
    meaning:
      "How many instructions of one organization the provider is asked for at the same time, over all processes; more are refused with 429. 0 is no limit.",
    read: wholeNumber({ least: 0, most: 100 }),
    absent: byDefault("4"),
  },
  instructionsPerMinute: {
    name: "VERSUS_INSTRUCTIONS_PER_MINUTE",
    meaning: "Instructions a minute of one organization. 0 is no limit.",
    read: wholeNumber({ least: 0, most }),
    absent: byDefault("30"),
  },
  instructionsPerDay: {
    name: "VERSUS_INSTRUCTIONS_PER_DAY",
    meaning: "Instructions a day of one organization. 0 is no limit.",
    read: wholeNumber({ least: 0, most }),
    absent: byDefault("1000"),
  },

  stopSeconds: {
    name: "VERSUS_STOP_SECONDS",
    meaning:
      "How long a stopping process waits for running requests and jobs before it gives them up; jobs are then taken over by others.",
    read: wholeNumber({ least: 1, most: 3600 }),
    absent: byDefault("60"),
  },
  logLevel: {
    name: "VERSUS_LOG_LEVEL",
    meaning: "What is logged, as lines of JSON on standard output. Text of documents never is.",
    read: oneOf("debug", "info", "warn", "error", "silent"),
    absent: byDefault("info"),
  },
} as const satisfies Record<string, Setting<unknown>>;

/** The settings, read. */
export type Config = { readonly [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]["read"]> };

/** What was found wrong, one sentence each; none repeats a value. */
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
  /** What holds and ought to be known: secrets that were made up, variables that nobody reads. */
  readonly warnings: readonly string[];
}

/** Throws ConfigInvalid. `readFile` gives the text of a file that a variable ending in `_FILE` names. */
export function readConfig(environment: Environment, readFile: (path: string) => string): ReadConfig {
  const reading = new Reading(environment, readFile);
  const config = reading.all();
  const faults = reading.faults.length > 0 ? reading.faults : crossFaults(config);
  if (faults.length > 0) throw new ConfigInvalid(faults);
  return { config, warnings: [...reading.warnings, ...unknownNames(environment)] };
}

/** Throws ConfigInvalid where documents would travel in the clear. Asked before the API listens. */
export function requireSafeTransport({ environment, tlsKey, tlsCertificate, trustedProxies }: Config): void {
  const { tlsCertificate: certificate, tlsKey: key, trustedProxies: proxies } = settings;
  if (tlsKey !== undefined && tlsCertificate !== undefined && !isCertificateWithKey(tlsCertificate, tlsKey)) {
    throw new ConfigInvalid([`${certificate.name} and ${key.name} are not a certificate and its key.`]);
  }
  if (environment === "development" || tlsKey !== undefined || trustedProxies !== undefined) return;
  throw new ConfigInvalid([
    `Plain http is for development: set ${certificate.name} and ${key.name}, or name the proxies that end TLS in ${proxies.name}.`,
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

class Reading {
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

  /** Undefined also for one that is at fault: what it would be is never used. */
  #one<Value>(setting: Setting<Value>): Value | undefined {
    try {
      const text = this.#given(setting.name) ?? this.#absent(setting);
      return text === undefined ? undefined : setting.read(text);
    } catch (error) {
      this.faults.push(`${setting.name} ${error instanceof Error ? error.message : "cannot be read"}.`);
      return undefined;
    }
  }

  /** An empty variable is one that is not set: that is how shells and compose files leave one out. */
  #given(name: string): string | undefined {
    const text = this.#environment[name];
    const path = this.#environment[`${name}_FILE`];
    if (text !== undefined && text !== "") {
      if (path !== undefined && path !== "") throw new Error(`and ${name}_FILE are both set: keep one`);
      return text;
    }
    if (path === undefined || path === "") return undefined;
    try {
      return this.#readFile(path).trim();
    } catch {
      throw new Error("is to be read from a file that cannot be read");
    }
  }

  #absent({ name, absent, isSecret }: Setting<unknown>): string | undefined {
    if (absent.kind === "nothing") return undefined;
    const text = this.#isDevelopment ? absent.development : absent.production;
    if (text === undefined) throw new Error("is missing");
    if (isSecret === true) this.warnings.push(`${name} is not set: one that everybody knows is used, for development.`);
    return text;
  }
}

function crossFaults(config: Config): string[] {
  const faults: string[] = [];
  const { tlsKey, tlsCertificate, environment, region } = config;
  if ((tlsKey === undefined) !== (tlsCertificate === undefined)) {
    faults.push(`${settings.tlsCertificate.name} and ${settings.tlsKey.name} go together: set both or neither.`);
  }
  const provider = [config.instructionProvider, config.instructionUrl, config.instructionModel, config.instructionKey];
  if (provider.includes(undefined) && provider.some((value) => value !== undefined)) {
    const { instructionProvider, instructionUrl, instructionModel, instructionKey } = settings;
    const names = [instructionProvider, instructionUrl, instructionModel, instructionKey].map(({ name }) => name);
    faults.push(`${names.join(", ")} go together: set all or none.`);
  }
  if (environment === "development") return faults;
  if (config.sandbox === "off") faults.push(`${settings.sandbox.name} must be bubblewrap or seccomp in production.`);
  const own = region === "us" ? settings.baseUrlUs : settings.baseUrlUk;
  const isGiven = (region === "us" ? config.baseUrlUs : config.baseUrlUk) !== undefined;
  if (!isGiven) faults.push(`${own.name} is missing.`);
  for (const name of ["baseUrlUs", "baseUrlUk", "downloadUrl"] as const) {
    if (config[name]?.startsWith("http://")) faults.push(`${settings[name].name} must be an https address.`);
  }
  if (config.instructionUrl !== undefined && !isSafeToSend(new URL(config.instructionUrl))) {
    faults.push(`${settings.instructionUrl.name} must be an https address, or one of this machine.`);
  }
  return faults;
}

function isSafeToSend({ protocol, hostname }: URL): boolean {
  return (
    protocol === "https:" || hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname)
  );
}

/** Variables of ours that no setting reads: most often a slip of the pen. */
function unknownNames(environment: Environment): string[] {
  const known = new Set<string>(Object.values(settings).flatMap(({ name }) => [name, `${name}_FILE`]));
  const unknown = Object.keys(environment).filter((name) => name.startsWith("VERSUS_") && !known.has(name));
  return unknown.sort().map((name) => `${name} is no setting.`);
}

function readChildren(text: string): number {
  return text === "cores" ? availableParallelism() : wholeNumber({ least: 1, most: 1000 })(text);
}

/** Opening a store does not reach for it yet. */
function readStoreAddress(text: string): string {
  try {
    openStore(text);
    return text;
  } catch (error) {
    throw new Error(`is wrong: ${error instanceof Error ? error.message : ""}`);
  }
}

function readMasterKeySetting(text: string): MasterKeys {
  try {
    return readMasterKeys(text);
  } catch {
    throw new Error("must be number:base64 of 32 bytes, numbers from 0 to 255, each once, joined by commas");
  }
}

const leastSecretBytes = 32;

function readSigningKeys(text: string): readonly [SigningKey, ...SigningKey[]] {
  const [first, ...others] = text.split(",").map((entry): SigningKey => {
    const [, id, encoded] = /^\s*([A-Za-z0-9-]{1,20}):([A-Za-z0-9+/]+={0,2})\s*$/.exec(entry) ?? [];
    const secret = Buffer.from(encoded ?? "", "base64");
    if (id === undefined || secret.length < leastSecretBytes) {
      throw new Error(`must be id:base64 of ${leastSecretBytes} bytes or more, one or two of them joined by a comma`);
    }
    return { id, secret };
  });
  const isTwice = others[0]?.id === first?.id;
  if (first === undefined || others.length > 1 || isTwice) throw new Error("must be one or two keys of different ids");
  return [first, ...others];
}
