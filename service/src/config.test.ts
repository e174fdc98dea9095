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
  throw new Error("no such file");
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
    "VERSUS_DOMAIN is missing.",
    "DATABASE_URL is missing.",
    "VERSUS_STORE is missing.",
    "VERSUS_MASTER_KEY is missing.",
    "VERSUS_SIGNING_KEYS is missing.",
  ]);
  expect(faultsOf({ ...production, VERSUS_BASE_URL_US: "" })).toEqual(["VERSUS_BASE_URL_US is missing."]);
  expect(faultsOf({ ...production, VERSUS_REGION: "uk" })).toEqual(["VERSUS_BASE_URL_UK is missing."]);
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
    "VERSUS_MASTER_KEY is not set: one that everybody knows is used, for development.",
    "VERSUS_SIGNING_KEYS is not set: one that everybody knows is used, for development.",
  ]);
});

test.each([
  ["VERSUS_ENVIRONMENT", "testing", "must be production or development."],
  ["VERSUS_REGION", "de", "must be us or uk."],
  ["VERSUS_DOMAIN", "Versus.Example", "must be a domain name in lower case."],
  ["VERSUS_KEY_PREFIX", "vs_", "must be 1 to 20 lower-case letters and digits, beginning with a letter."],
  ["VERSUS_PORT", "0", "must be a whole number from 1 to 65535."],
  ["VERSUS_PORT", "80a", "must be a whole number from 1 to 65535."],
  ["VERSUS_CHILDREN", "0", "must be a whole number from 1 to 1000."],
  ["DATABASE_URL", "mysql://db", "must be an address that begins with postgres://."],
  ["VERSUS_STORE", "ftp://store", "is wrong: The object store's address begins with neither disk: nor s3:."],
  ["VERSUS_STORE", "disk:relative", "is wrong: The disk store's folder is not an absolute path."],
  ["VERSUS_STORE", "s3://documents", "is wrong: The S3 store's address names no region."],
  ["VERSUS_BASE_URL_UK", "https://a.example/", "must be an http or https address, without a slash at its end."],
  ["VERSUS_BASE_URL_UK", "http://a.example", "must be an https address."],
  ["VERSUS_DOWNLOAD_URL", "ftp://a.example", "must be an http or https address, without a slash at its end."],
  ["VERSUS_TLS_KEY", "key", "must be PEM, beginning with -----BEGIN."],
  ["VERSUS_INSTRUCTION_PROVIDER", "other", "must be openai or anthropic."],
  ["VERSUS_INSTRUCTION_SECONDS", "81", "must be a whole number from 1 to 80."],
  ["VERSUS_LOG_LEVEL", "loud", "must be debug or info or warn or error or silent."],
  ["VERSUS_SIGNING_KEYS", `k1:${key},k1:${key}`, "must be one or two keys of different ids."],
  ["VERSUS_SIGNING_KEYS", `a:${key},b:${key},c:${key}`, "must be one or two keys of different ids."],
])("%s=%s is refused", (name, value, fault) => {
  expect(faultsOf({ ...production, [name]: value })).toEqual([`${name} ${fault}`]);
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
      `${Object.keys(provider).join(", ")} go together: set all or none.`,
    ]);
  }
});

test("documents are sent to a provider over https, or to one on this machine", () => {
  const faultsAt = (url: string) => faultsOf({ ...production, ...provider, VERSUS_INSTRUCTION_URL: url });
  for (const url of ["http://localhost:11434/v1", "http://127.0.0.1:8000", "http://[::1]:8000"]) {
    expect(faultsAt(url)).toEqual([]);
  }
  for (const url of ["http://models.example", "http://127.0.0.1.models.example", "http://10.0.0.1"]) {
    expect(faultsAt(url)).toEqual(["VERSUS_INSTRUCTION_URL must be an https address, or one of this machine."]);
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
    "VERSUS_MASTER_KEY is to be read from a file that cannot be read.",
  ]);
  expect(faultsOf({ ...fromFile, VERSUS_MASTER_KEY: `1:${key}` }, readFile)).toEqual([
    "VERSUS_MASTER_KEY and VERSUS_MASTER_KEY_FILE are both set: keep one.",
  ]);
});

test("a certificate and its key go together", () => {
  const pem = "-----BEGIN CERTIFICATE-----\n";
  expect(faultsOf({ ...production, VERSUS_TLS_CERTIFICATE: pem })).toEqual([
    "VERSUS_TLS_CERTIFICATE and VERSUS_TLS_KEY go together: set both or neither.",
  ]);
});

test("a variable of ours that nobody reads is told", () => {
  expect(read({ ...production, VERSUS_PROT: "80", OTHER: "1" }).warnings).toEqual(["VERSUS_PROT is no setting."]);
});

test("plain http is refused in production, and allowed behind a proxy and in development", () => {
  expect(() => requireSafeTransport(read(production).config)).toThrow(/^Plain http is for development/);
  for (const environment of [development, { ...production, VERSUS_TRUSTED_PROXIES: "loopback" }]) {
    expect(() => requireSafeTransport(read(environment).config)).not.toThrow();
  }
});

test("a certificate that is none, or has another key, is refused before anything listens", () => {
  const pem = "-----BEGIN X-----";
  const { config } = read({ ...production, VERSUS_TLS_KEY: pem, VERSUS_TLS_CERTIFICATE: pem });
  expect(() => requireSafeTransport(config)).toThrow(/are not a certificate and its key/);
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
