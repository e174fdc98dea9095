import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runOperator, type Settings } from "../../testing/run-operator.ts";
import { commands } from "../commands.ts";

/** Nobody listens there. */
const away: Settings = {
  VERSUS_ENVIRONMENT: "development",
  DATABASE_URL: "postgres://versus:a-password@127.0.0.1:1/versus",
  VERSUS_STORE: "disk:/dev/null/store",
};

test("without settings a command says all that are missing, and how to learn of them", async () => {
  const { code, stdout, stderr } = await runOperator(["keys", "list"], {});
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("  DATABASE_URL is missing.\n");
  expect(stderr).toContain("  VERSUS_MASTER_KEY is missing.\n");
  expect(stderr).toMatch(/`versus settings` explains the settings\.\n$/);
});

test("the settings are printed as the page has them", async () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../deploy/configuration.md"), "utf8");
  expect(await runOperator(["settings"], {})).toEqual({ code: 0, stdout: page, stderr: "" });
});

test("a database that is away is told with its code, and no password", async () => {
  const { code, stderr } = await runOperator(["organizations", "list"], away);
  expect(code).toBe(1);
  expect(stderr).toContain("A part of the service cannot be used (ECONNREFUSED): `versus doctor` says more.\n");
  expect(stderr).not.toContain("a-password");
});

test("secrets that development makes up are told of", async () => {
  const { stderr } = await runOperator(["organizations", "list"], away);
  expect(stderr).toContain("versus: VERSUS_MASTER_KEY is not set: one that everybody knows is used");
});

test("a doctor says what to do about every part, and fails", async () => {
  const { code, stdout, stderr } = await runOperator(["doctor"], { ...away, VERSUS_OFFICE: "/no/such/program" });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^FAIL database +it cannot be used \(ECONNREFUSED\)\n +Check that Postgres runs/);
  expect(stdout).toMatch(/^FAIL store +it cannot be used \(ENOTDIR\)\n +Check VERSUS_STORE/m);
  expect(stdout).toMatch(/^ok +child processes /m);
  expect(stdout).toMatch(/^note converter +LibreOffice cannot be started \(ENOENT\).*\n +Install it/m);
  expect(stderr).toMatch(/versus: 2 of the parts cannot be used as they are\.\n$/);
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
  expect(stderr).toMatch(/^versus: Plain http is for development/);
});

test.each([
  [["serve", "--role", "cook"], "--role is api, worker or both."],
  [["serve", "now"], "There is a word too many."],
  [["regenerate"], "--format is missing."],
  [["organizations", "create"], "SLUG is missing."],
  [["organizations", "set", "acme"], "Nothing is to be changed: name a setting."],
  [["organizations", "set", "acme", "--zero-day", "maybe"], "--zero-day is on or off."],
  [["organizations", "set", "acme", "--retention-days", "0"], "--retention-days is a whole number of 1 or more"],
  [["organizations", "delete", "acme"], "This cannot be undone: say the same name again with --confirm."],
  [["organizations", "delete", "acme", "--confirm", "acne"], "This cannot be undone"],
  [["keys", "create", "acme", "--expires", "soon"], "--expires is a length of time"],
  [["keys", "rotate"], "KEY_ID is missing."],
  [["keys", "revoke", "x"], "KEY_ID is the 12 characters"],
  [["keys"], "After keys comes create, list, rotate or revoke."],
  [["keys", "make"], 'There is no command "keys make".'],
])("versus %j is wrong usage, whatever the settings", async (words, message) => {
  const { code, stdout, stderr } = await runOperator(words, {});
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(`versus: ${message}`);
});

test("every command says how it is called, and its help names every option of its usage", () => {
  for (const { name, usage, help } of commands) {
    expect(usage.startsWith(`versus ${name}`)).toBe(true);
    for (const [option] of usage.matchAll(/--[a-z-]+/g)) expect(`${name}: ${help}`).toContain(option);
  }
});
