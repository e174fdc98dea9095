import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runOperator, type Settings } from "../../testing/run-operator.ts";
import { loadCommands } from "../commands.ts";

/** Settings for a database that nobody serves. */
const away: Settings = {
  VERSUS_ENVIRONMENT: "development",
  DATABASE_URL: "postgres://versus:a-password@127.0.0.1:1/versus",
  VERSUS_STORE: "disk:/dev/null/store",
};

test("without settings a command says all that are missing, and how to learn of them", async () => {
  const { code, stdout, stderr } = await runOperator(["keys", "list"], {});
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("\n  DATABASE_URL ");
  expect(stderr).toContain("\n  VERSUS_MASTER_KEY ");
  expect(stderr).toMatch(/`versus settings`.*\n$/);
});

test("the settings are printed as the page has them", async () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../deploy/configuration.md"), "utf8");
  expect(await runOperator(["settings"], {})).toEqual({ code: 0, stdout: page, stderr: "" });
});

test("a database that is away is told with its code, and no password", async () => {
  const { code, stderr } = await runOperator(["organizations", "list"], away);
  expect(code).toBe(1);
  expect(stderr).toContain("(ECONNREFUSED). Run `versus doctor`");
  expect(stderr).not.toContain("a-password");
});

test("secrets that development makes up are told of", async () => {
  const { stderr } = await runOperator(["organizations", "list"], away);
  expect(stderr).toContain("versus: VERSUS_MASTER_KEY is not set");
});

test("a doctor says what to do about every part, and fails", async () => {
  const { code, stdout, stderr } = await runOperator(["doctor"], { ...away, VERSUS_OFFICE: "/no/such/program" });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^FAIL database +\S.* \(ECONNREFUSED\)\n +\S.*DATABASE_URL/);
  expect(stdout).toMatch(/^FAIL store +\S.* \(ENOTDIR\)\n +\S.*VERSUS_STORE/m);
  expect(stdout).toMatch(/^ok +child processes /m);
  expect(stdout).toMatch(/^note converter +LibreOffice is not installed.*\n +\S.*VERSUS_OFFICE/m);
  expect(stderr).toMatch(/^versus: 2 checks failed\.\n$/m);
});

test("the API is not served over plain http in production", async () => {
  const key = Buffer.alloc(32, 1).toString("base64");
  const production = {
    DATABASE_URL: away.DATABASE_URL!,
    VERSUS_STORE: away.VERSUS_STORE!,
    VERSUS_DOMAIN: "versus.example",
    VERSUS_BASE_URL_US: "https://versus.example",
    VERSUS_MASTER_KEY: `1:${key}`,
    VERSUS_SIGNING_KEYS: `a:${key}`,
  };
  const { code, stderr } = await runOperator(["serve", "--role", "api"], production);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^versus: .*VERSUS_TLS_CERTIFICATE and VERSUS_TLS_KEY/);
});

test.each([
  [["serve", "--role", "cook"], "--role must be api, worker, converter or both"],
  [["serve", "now"], "1 unexpected argument"],
  [["regenerate"], "--format is required"],
  [["organizations", "create"], "SLUG is required"],
  [["organizations", "set", "acme"], "Name at least one setting"],
  [["organizations", "set", "acme", "--zero-day", "maybe"], "--zero-day must be on or off"],
  [["organizations", "set", "acme", "--retention-days", "0"], "--retention-days must be a whole number from 1"],
  [["organizations", "delete", "acme"], "This cannot be undone"],
  [["organizations", "delete", "acme", "--confirm", "acne"], "This cannot be undone"],
  [["keys", "create", "acme", "--expires", "soon"], "--expires must be a length of time"],
  [["keys", "rotate"], "KEY_ID is required"],
  [["keys", "revoke", "x"], "KEY_ID must be the 12 characters"],
  [["keys"], "The commands of keys are create, list, rotate, revoke and rewrap."],
  [["keys", "make"], 'Unknown command "keys make".'],
])("versus %j is wrong usage, whatever the settings", async (words, message) => {
  const { code, stdout, stderr } = await runOperator(words, {});
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(`versus: ${message}`);
});

test("every command says how it is called, and its help names every option of its usage", async () => {
  for (const { name, usage, help } of await loadCommands()) {
    expect(usage.startsWith(`versus ${name}`)).toBe(true);
    for (const [option] of usage.matchAll(/--[a-z-]+/g)) expect(`${name}: ${help}`).toContain(option);
  }
});
