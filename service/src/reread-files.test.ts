// Tests reading secret files again while the service runs (SEC-1, SEC-2).

import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { keyRing } from "./http/signing-keys.ts";
import { currentMasterKeys, databaseConfig, serverConfig } from "./open-parts.ts";
import { limitedRereading } from "./reread-files.ts";

const key = (letter: string) => Buffer.alloc(32, letter).toString("base64");

function start() {
  const files = new Map([
    ["/signing", `one:${key("a")}`],
    ["/master", `1:${key("m")}`],
    ["/database", "postgres://versus:old@127.0.0.1/versus"],
    ["/provider", "provider-1"],
  ]);
  const environment = {
    VERSUS_ENVIRONMENT: "development",
    VERSUS_STORE: "disk:/store",
    DATABASE_URL_FILE: "/database",
    VERSUS_SIGNING_KEYS_FILE: "/signing",
    VERSUS_MASTER_KEY_FILE: "/master",
    VERSUS_INSTRUCTION_PROVIDER: "openai",
    VERSUS_INSTRUCTION_URL: "http://127.0.0.1:1",
    VERSUS_INSTRUCTION_MODEL: "m",
    VERSUS_INSTRUCTION_KEY_FILE: "/provider",
  };
  const readFile = (path: string): string => {
    const text = files.get(path);
    if (text === undefined) throw new Error("no such file");
    return text;
  };
  return { files, ...readConfig(environment, readFile) };
}

test("[SEC-1] secrets in files are read again, and whoever holds the configuration has the new ones", () => {
  const { files, config, reread } = start();
  const [master, database] = [currentMasterKeys(config), databaseConfig(config)];
  expect(reread()).toEqual({ changed: [], faults: [] });
  files.set("/master", `2:${key("n")},1:${key("m")}`);
  files.set("/database", "postgres://versus:new@127.0.0.1/versus\n");
  files.set("/provider", "provider-2");
  expect([...reread().changed].sort()).toEqual(["DATABASE_URL", "VERSUS_INSTRUCTION_KEY", "VERSUS_MASTER_KEY"]);
  expect([master.current, [...master.keys.keys()]]).toEqual([2, [2, 1]]);
  expect(database.url).toBe("postgres://versus:new@127.0.0.1/versus");
  expect(config.instructionKey).toBe("provider-2");
});

test("[SEC-1] a value that is not fit leaves the one before in force, and is told once, without the value", () => {
  const { files, config, reread } = start();
  const before = config.signingKeys;
  files.set("/signing", "one:secret");
  const { changed, faults } = reread();
  expect([changed, faults.length, faults.join().includes("secret,")]).toEqual([[], 1, false]);
  expect(faults[0]).toMatch(/^VERSUS_SIGNING_KEYS must be .*; the value before stays in force\.$/);
  expect(reread().faults).toEqual([]);
  files.delete("/signing");
  expect(reread().faults).toEqual([
    "Cannot read the file that VERSUS_SIGNING_KEYS_FILE names; the value before stays in force.",
  ]);
  expect(config.signingKeys).toBe(before);
});

test("[SEC-2] a new signing key signs when it is read, and an address of another process has it read at once", () => {
  const { files, config, reread } = start();
  const [here, there] = [
    serverConfig(config, () => void reread()),
    { signingKeys: [{ id: "two", secret: Buffer.alloc(32, "b") }] },
  ];
  const keys = keyRing(here);
  expect(keys.signing().id).toBe("one");
  files.set("/signing", `two:${key("b")},one:${key("a")}`);
  expect(keys.signing().id).toBe("one");
  expect(keys.find(keyRing(there).signing().id)?.id).toBe("two");
  expect([keys.signing().id, keys.find("one")?.id, keys.find("none")]).toEqual(["two", "one", undefined]);
});

test("[SEC-2] unknown keys have the files read at most 20 times a second", () => {
  let now = 0;
  let reads = 0;
  const ask = limitedRereading(
    () => {
      reads += 1;
    },
    () => now,
  );
  const flood = (times: number) => {
    for (let asked = 0; asked < times; asked += 1) ask();
    return reads;
  };
  expect(flood(1000)).toBe(20);
  now = 50;
  expect(flood(1000)).toBe(21);
  now = 10_000;
  expect(flood(1000)).toBe(41);
});
