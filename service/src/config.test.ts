// Tests reading the settings: defaults, faults, files, and rules for production.

import { expect, test } from "vitest";
import { ConfigInvalid, type Environment, readConfig, requireSafeTransport, settings } from "./config.ts";

const key = Buffer.alloc(32, 1).toString("base64");
const production: Environment = {
  DATABASE_URL: "postgres://versus@db/versus",
  VERSUS_STORE: "s3://documents?region=eu-west-2",
  VERSUS_DOMAIN: "versus.example",
  VERSUS_MASTER_KEY: `1:${key}`,
  VERSUS_SIGNING_KEYS: `k1:${key}`,
  VERSUS_BASE_URL_US: "https://api.versus.example",
};
const development: Environment = {
  VERSUS_ENVIRONMENT: "development",
  DATABASE_URL: "postgres://localhost/versus",
  VERSUS_STORE: "disk:/tmp/versus",
};

const noFile = (): string => {
  throw Object.assign(new Error("no such file"), { code: "ENOENT" });
};
const read = (environment: Environment, readFile: (path: string) => string = noFile) =>
  readConfig(environment, readFile);

function faultsOf(environment: Environment, readFile?: (path: string) => string): readonly string[] {
  try {
    read(environment, readFile);
    return [];
  } catch (error) {
    if (error instanceof ConfigInvalid) return error.faults;
    throw error;
  }
}

test("production needs its secrets, addresses and places, and tells all that is missing at once", () => {
  expect(faultsOf({})).toEqual([
    "VERSUS_DOMAIN is required.",
    "DATABASE_URL is required.",
    "VERSUS_STORE is required.",
    "VERSUS_MASTER_KEY is required.",
    "VERSUS_SIGNING_KEYS is required.",
  ]);
  expect(faultsOf({ ...production, VERSUS_BASE_URL_US: "" })).toEqual(["VERSUS_BASE_URL_US is required."]);
  expect(faultsOf({ ...production, VERSUS_REGION: "uk" })).toEqual(["VERSUS_BASE_URL_UK is required."]);
  expect(faultsOf(production)).toEqual([]);
});

test("what is not set has the value that the page says", () => {
  const { config, warnings } = read(production);
  expect(warnings).toEqual([]);
  expect(config).toMatchObject({
    environment: "production",
    region: "us",
    keyPrefix: "versus",
    documentLimit: undefined,
    databaseTls: "on",
    host: "0.0.0.0",
    port: 8080,
    requestsPerKey: 600,
    createsPerKey: 120,
    requestsPerAddress: 1200,
    unfinishedJobs: 20_000,
    runnableJobs: 1000,
    trustedProxies: undefined,
    instructionProvider: undefined,
    instructionSeconds: 60,
    instructionKilobytes: 512,
    logLevel: "info",
  });
  expect(config.children).toBeGreaterThan(0);
  expect(config.masterKeys).toEqual({ current: 1, keys: new Map([[1, Buffer.alloc(32, 1)]]) });
  expect(config.signingKeys).toEqual([{ id: "k1", secret: Buffer.alloc(32, 1) }]);
});

test("development makes secrets up, the same in every process, and says so", () => {
  const { config, warnings } = read(development);
  expect(config).toMatchObject({ environment: "development", databaseTls: "off", host: "127.0.0.1" });
  expect(config.masterKeys.keys.get(1)).toHaveLength(32);
  expect(read(development).config.masterKeys).toEqual(config.masterKeys);
  expect(warnings).toEqual([
    expect.stringMatching(/^VERSUS_MASTER_KEY is not set/),
    expect.stringMatching(/^VERSUS_SIGNING_KEYS is not set/),
  ]);
});

test.each([
  ["VERSUS_ENVIRONMENT", "testing"],
  ["VERSUS_REGION", "de"],
  ["VERSUS_DOMAIN", "Versus.Example"],
  ["VERSUS_KEY_PREFIX", "vs_"],
  ["VERSUS_PORT", "0"],
  ["VERSUS_PORT", "80a"],
  ["VERSUS_CHILDREN", "0"],
  ["DATABASE_URL", "mysql://db"],
  ["VERSUS_STORE", "ftp://store"],
  ["VERSUS_STORE", "disk:relative"],
  ["VERSUS_STORE", "s3://documents"],
  ["VERSUS_BASE_URL_UK", "https://a.example/"],
  ["VERSUS_BASE_URL_UK", "http://a.example"],
  ["VERSUS_DOWNLOAD_URL", "ftp://a.example"],
  ["VERSUS_TLS_KEY", "key"],
  ["VERSUS_INSTRUCTION_PROVIDER", "other"],
  ["VERSUS_INSTRUCTION_SECONDS", "81"],
  ["VERSUS_LOG_LEVEL", "loud"],
  ["VERSUS_SIGNING_KEYS", `k1:${key},k1:${key}`],
  ["VERSUS_SIGNING_KEYS", `a:${key},b:${key},c:${key}`],
])("%s=%s is refused", (name, value) => {
  expect(faultsOf({ ...production, [name]: value })).toEqual([
    expect.stringMatching(new RegExp(`^${name} (?:must be|is invalid)`)),
  ]);
});

const provider = {
  VERSUS_INSTRUCTION_PROVIDER: "openai",
  VERSUS_INSTRUCTION_URL: "https://models.example/v1",
  VERSUS_INSTRUCTION_MODEL: "large",
  VERSUS_INSTRUCTION_KEY: "secret",
};

test("the provider of a language model is named whole or not at all", () => {
  expect(faultsOf({ ...production, ...provider })).toEqual([]);
  for (const name of Object.keys(provider)) {
    expect(faultsOf({ ...production, ...provider, [name]: "" })).toEqual([
      expect.stringContaining(Object.keys(provider).join(", ")),
    ]);
  }
});

test("documents are sent to a provider over https, or to one on this machine", () => {
  const faultsAt = (url: string) => faultsOf({ ...production, ...provider, VERSUS_INSTRUCTION_URL: url });
  for (const url of ["http://localhost:11434/v1", "http://127.0.0.1:8000", "http://[::1]:8000"]) {
    expect(faultsAt(url)).toEqual([]);
  }
  for (const url of ["http://models.example", "http://127.0.0.1.models.example", "http://10.0.0.1"]) {
    expect(faultsAt(url)).toEqual([expect.stringMatching(/^VERSUS_INSTRUCTION_URL must be an https address/)]);
  }
});

test.each(["10.0.0.1", "10.0.0.0/8", "::1", "fd00::/8", "loopback", "loopback, 10.0.0.0/8"])(
  "%s are proxies to be believed",
  (value) => {
    expect(faultsOf({ ...production, VERSUS_TRUSTED_PROXIES: value })).toEqual([]);
  },
);

test.each(["true", "*", "0.0.0.0/0", "::/0", "10.0.0.0/33", "10.0.0.0/8/8", "proxy.example", "10.0.0.1,"])(
  "%s are no proxies to be believed",
  (value) => {
    expect(faultsOf({ ...production, VERSUS_TRUSTED_PROXIES: value })).toHaveLength(1);
  },
);

test.each(["VERSUS_MASTER_KEY", "VERSUS_SIGNING_KEYS", "DATABASE_URL"])("a fault in %s does not repeat it", (name) => {
  const faults = faultsOf({ ...production, [name]: "a-secret-value" });
  expect(faults).toHaveLength(1);
  expect(faults.join()).not.toContain("a-secret-value");
});

test("any setting can be read from a file, trimmed, but not from both", () => {
  const files: Readonly<Record<string, string>> = { "/run/secrets/master": `7:${key}\n` };
  const { VERSUS_MASTER_KEY: _, ...rest } = production;
  const readFile = (path: string) => files[path] ?? noFile();
  const fromFile = { ...rest, VERSUS_MASTER_KEY_FILE: "/run/secrets/master" };
  expect(read(fromFile, readFile).config.masterKeys.current).toBe(7);
  expect(faultsOf({ ...rest, VERSUS_MASTER_KEY_FILE: "/nowhere" }, readFile)).toEqual([
    "Cannot read the file that VERSUS_MASTER_KEY_FILE names: no such file.",
  ]);
  expect(faultsOf({ ...fromFile, VERSUS_MASTER_KEY: `1:${key}` }, readFile)).toEqual([
    expect.stringMatching(/^VERSUS_MASTER_KEY and VERSUS_MASTER_KEY_FILE are both set/),
  ]);
});

test("a certificate and its key go together", () => {
  const pem = "-----BEGIN CERTIFICATE-----\n";
  expect(faultsOf({ ...production, VERSUS_TLS_CERTIFICATE: pem })).toEqual([
    expect.stringMatching(/^VERSUS_TLS_CERTIFICATE and VERSUS_TLS_KEY /),
  ]);
});

test("plain http is refused in production, and allowed behind a proxy and in development", () => {
  expect(() => requireSafeTransport(read(production).config)).toThrow(/VERSUS_TRUSTED_PROXIES/);
  for (const environment of [development, { ...production, VERSUS_TRUSTED_PROXIES: "loopback" }]) {
    expect(() => requireSafeTransport(read(environment).config)).not.toThrow();
  }
});

test("a certificate that is none, or has another key, is refused before anything listens", () => {
  const pem = "-----BEGIN X-----";
  const { config } = read({ ...production, VERSUS_TLS_KEY: pem, VERSUS_TLS_CERTIFICATE: pem });
  expect(() => requireSafeTransport(config)).toThrow(/^VERSUS_TLS_CERTIFICATE and VERSUS_TLS_KEY /);
});

test("every default is one that its setting reads", () => {
  for (const { absent, read: readText } of Object.values(settings)) {
    if (absent.kind === "nothing") continue;
    for (const text of [absent.production, absent.development]) {
      if (text !== undefined) expect(() => readText(text)).not.toThrow();
    }
  }
});

test("production has a sandbox", () => {
  expect(faultsOf({ ...production, VERSUS_SANDBOX: "off" })).toEqual([
    "VERSUS_SANDBOX must be bubblewrap or seccomp in production.",
  ]);
  expect(faultsOf({ ...production, VERSUS_SANDBOX: "seccomp" })).toEqual([]);
  expect(faultsOf({ ...development, VERSUS_SANDBOX: "off" })).toEqual([]);
  expect(faultsOf({ ...development, VERSUS_SANDBOX: "none" })).toEqual([
    "VERSUS_SANDBOX must be bubblewrap or seccomp or off.",
  ]);
});

const slips: readonly (readonly [string, (name: string) => string])[] = [
  ["a letter missing", (name) => `${name.slice(0, -2)}${name.slice(-1)}`],
  ["a letter too many", (name) => `${name.slice(0, -1)}Q${name.slice(-1)}`],
  ["another letter", (name) => `${name.slice(0, 8)}Q${name.slice(9)}`],
  ["two letters swapped", (name) => `${name.slice(0, 8)}${name[9]}${name[8]}${name.slice(10)}`],
];

test.each(slips)("a setting with %s is refused in production, with the name that was meant", (_, slip) => {
  const names = Object.values(settings).map(({ name }) => name as string);
  for (const name of names.filter((known) => known.startsWith("VERSUS_"))) {
    const slipped = slip(name);
    if (names.includes(slipped)) continue;
    const [fault, ...others] = faultsOf({ ...production, [slipped]: "x" });
    expect([fault, others]).toEqual([`${slipped} is not a setting. Did you mean ${name}?`, []]);
    expect(read({ ...development, [slipped]: "x" }).warnings).toContain(fault);
  }
});

test("names of files count, those of the command line are left alone, and what is far from all is told without a guess", () => {
  expect(faultsOf({ ...production, VERSUS_API_KEY: "x", VERSUS_KEY: "x", OTHER: "x" })).toEqual([]);
  expect(faultsOf({ ...production, VERSUS_JOURNEL: "x", VERSUS_SPEED: "x", VERSUS_MASTER_KEY_FIL: "x" })).toEqual([
    "VERSUS_JOURNEL is not a setting. Did you mean VERSUS_JOURNAL?",
    "VERSUS_MASTER_KEY_FIL is not a setting. Did you mean VERSUS_MASTER_KEY_FILE?",
    "VERSUS_SPEED is not a setting.",
  ]);
});
