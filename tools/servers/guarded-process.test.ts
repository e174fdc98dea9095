// Tests that guarded servers end with the process that started them, and that their folders are removed.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startGuarded, waitUntil } from "./guarded-process.ts";

// Writes its process id and keeps running.
const server = (folder: string) => ({
  command: "sh",
  words: ["-c", `echo $$ > ${join(folder, "id")}; exec sleep 60`],
  signal: "KILL" as const,
  folder,
  output: join(folder, "output"),
});
const patiently = { pause: 10, patience: 10_000 };

function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), "versus-guarded-"));
}

async function readId(folder: string): Promise<number> {
  const path = join(folder, "id");
  await waitUntil(() => existsSync(path) && readFileSync(path, "utf8").endsWith("\n"), patiently);
  return Number(readFileSync(path, "utf8"));
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

test("a server that is stopped is gone, and its folder with it", async () => {
  const folder = makeFolder();
  const guarded = startGuarded(server(folder));
  const id = await readId(folder);
  expect([isAlive(id), guarded.isRunning()]).toEqual([true, true]);
  await guarded.stop();
  expect([isAlive(id), guarded.isRunning(), existsSync(folder)]).toEqual([false, false, false]);
});

test("a server that ends by itself is noticed", async () => {
  const folder = makeFolder();
  const guarded = startGuarded({ ...server(folder), words: ["-c", "exit 3"] });
  expect(await waitUntil(() => !guarded.isRunning(), patiently)).toBe(true);
  await guarded.stop();
});

test("a server ends with the process that started it, also when that is killed", async () => {
  const folder = makeFolder();
  const module = join(import.meta.dirname, "guarded-process.ts");
  const code = `
    import { startGuarded } from ${JSON.stringify(module)};
    startGuarded(${JSON.stringify(server(folder))});
    setInterval(() => {}, 1000);`;
  const starter = spawn(process.execPath, ["--input-type=module", "--eval", code]);
  const id = await readId(folder);
  const ended = once(starter, "exit");
  starter.kill("SIGKILL");
  await ended;
  expect(await waitUntil(() => !isAlive(id) && !existsSync(folder), patiently)).toBe(true);
});
