// Tests the walls `bubblewrap` and `seccomp` from inside a child (SRV-24).

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ownPackages } from "./child-command.ts";
import type { CompareChildTask } from "./child-protocol.ts";
import type { Target } from "./confine/attempts.ts";
import { confine, filterFd, type SandboxMode } from "./confine/confine.ts";
import { type OpenTargets, openTargets } from "./confine/open-targets.ts";
import { Sandbox, type SandboxOptions } from "./sandbox.ts";
import { documentOf } from "./testing/documents.ts";
import { processesWith } from "./testing/running-processes.ts";
import { WarmChild } from "./warm-child.ts";

const misbehaving = join(import.meta.dirname, "testing/misbehaving-child.ts");
const probing = join(import.meta.dirname, "confine/probe-child.ts");
const never = new AbortController().signal;

const opened: Sandbox[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((sandbox) => sandbox.close()));
});

function open(mode: SandboxMode, options: Partial<SandboxOptions> = {}): Sandbox {
  const limits = { children: 1, memoryMegabytes: 512, seconds: 30, recycleAfter: 100 };
  const sandbox = new Sandbox({ ...limits, mode, ...options });
  opened.push(sandbox);
  return sandbox;
}

function doing(author: string): CompareChildTask {
  return {
    kind: "compare",
    before: documentOf("The fee is 10 euros."),
    after: documentOf("The fee is 20 euros."),
    names: { before: "before.docx", after: "after.docx" },
    author,
    date: "2026-03-04T05:06:07Z",
    formats: ["docx", "json", "md"],
  };
}

describe.each(["bubblewrap", "seccomp"] as const)("in the mode %s", (mode) => {
  const openMisbehaving = (options: Partial<SandboxOptions> = {}) => open(mode, { program: misbehaving, ...options });

  test("a comparison comes back", async () => {
    expect(await open(mode).run(doing("A Person"), never)).toMatchObject({ kind: "compared", words: { before: 5 } });
  });

  test("[SRV-24] the memory that is looked at is that of Node", async () => {
    const child = await WarmChild.start({ program: misbehaving, mode }, { memoryMegabytes: 1000, seconds: 30 });
    expect(child.megabytes).toBeGreaterThan(20);
    expect(await child.run({ task: doing("holds 446 MB") }, never)).toMatchObject({ kind: "checked" });
    expect(child.megabytes).toBeGreaterThan(446);
    expect(child.megabytes).toBeLessThan(700);
    await child.end();
  });

  test.each(["fills the heap", "fills buffers", "holds 446 MB and stays"])(
    "a child that %s is killed for memory, and the next task is served",
    async (author) => {
      const sandbox = openMisbehaving({ memoryMegabytes: 300 });
      expect(await sandbox.run(doing(author), never)).toEqual({ kind: "killed", reason: "memory" });
      expect(await sandbox.run(doing("tells its number"), never)).toMatchObject({ kind: "checked" });
    },
  );

  test("a task over its time is killed, and no process of it stays", async () => {
    const marker = { bubblewrap: 331, seccomp: 332 }[mode];
    const sandbox = openMisbehaving({ seconds: 1, recycleAfter: 1, memoryMegabytes: marker });
    expect(await sandbox.run(doing("runs for ever"), never)).toEqual({ kind: "killed", reason: "time" });
    expect(processesWith(`--max-old-space-size=${marker}`)).not.toEqual([]);
    await sandbox.close();
    await expect.poll(() => processesWith(`--max-old-space-size=${marker}`)).toEqual([]);
  });

  // The filter refuses the signal of `abort`, and the C library then ends the process with a segmentation fault.
  test.each([
    ["exits", "ended with code 3"],
    ["aborts", "ended with SIGSEGV"],
  ])("a child that %s is a result", async (author, trace) => {
    expect(await openMisbehaving().run(doing(author), never)).toEqual({ kind: "crashed", trace });
  });

  test("a busy child ends with the process that started it, however that ends", async () => {
    const marker = { bubblewrap: 341, seccomp: 342 }[mode];
    const program = join(import.meta.dirname, "testing/sandbox-process.ts");
    const owner = spawn(process.execPath, [program, mode, String(marker)]);
    await once(owner.stdout, "data");
    expect(processesWith(`--max-old-space-size=${marker}`)).not.toEqual([]);
    owner.kill("SIGKILL");
    await expect.poll(() => processesWith(`--max-old-space-size=${marker}`), { timeout: 5000 }).toEqual([]);
  });

  test("a child knows nothing of the environment of the service", async () => {
    const answer = await openMisbehaving().run(doing("tells its environment"), never);
    const { environment } = answer as unknown as { environment: Record<string, string> };
    const names = Object.keys(environment).filter((name) => !name.startsWith("NODE_CHANNEL_"));
    expect(names).toEqual(mode === "bubblewrap" ? ["PWD"] : []);
  });
});

/** Returns the targets that a child reaches without Node's permission model, with only the system's wall. */
async function reachedWithoutPermissions(
  mode: SandboxMode,
  targets: readonly Target[],
  before: readonly string[] = [],
) {
  const { words, filter } = confine(mode, [process.execPath, "--no-warnings", probing], ownPackages);
  const [command = "", ...rest] = [...before, ...words];
  const child = spawn(command, rest, {
    stdio: ["ignore", "ignore", "inherit", "ipc", "pipe", "pipe"],
    env: {},
    cwd: "/",
  });
  if (filter !== undefined) ((child.stdio as readonly unknown[])[filterFd] as Writable).end(filter);
  await once(child, "message");
  child.send({ kind: "probe", targets });
  const [{ reached }] = (await once(child, "message")) as [{ readonly reached: string[] }];
  child.kill("SIGKILL");
  return reached;
}

describe("from behind the wall", () => {
  const folder = mkdtempSync(join(tmpdir(), "versus-other-job-"));
  let around: OpenTargets;
  let neighbour: ReturnType<typeof spawn>;
  let targets: readonly Target[];

  beforeAll(async () => {
    around = await openTargets();
    writeFileSync(join(folder, "document.docx"), documentOf("Another's."));
    neighbour = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    targets = [
      ...around.targets,
      { name: "another job's folder", kind: "folder", path: folder },
      { name: "another job's file", kind: "file", path: join(folder, "document.docx") },
      { name: "another job's folder, writing", kind: "write", path: join(folder, "written") },
      { name: "another child", kind: "process", number: neighbour.pid! },
      { name: "another child's environment", kind: "file", path: `/proc/${neighbour.pid}/environ` },
      { name: "another child's memory map", kind: "file", path: `/proc/${neighbour.pid}/maps` },
      { name: "the root of the machine's processes", kind: "folder", path: "/proc" },
      { name: "the folder of the system's sockets", kind: "folder", path: "/run" },
    ];
  });
  afterAll(async () => {
    neighbour.kill("SIGKILL");
    await around.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("without a wall all of it is reached", async () => {
    const names = targets.map(({ name }) => name);
    expect(await reachedWithoutPermissions("off", targets)).toEqual(names);
  });

  test.each(["bubblewrap", "seccomp"] as const)(
    "[SRV-23] in the mode %s none of it is, by the system alone",
    async (mode) => {
      expect(await reachedWithoutPermissions(mode, targets)).toEqual([]);
    },
  );

  // As in a container: a nameless user without capabilities and without a way to get them. Only root can become that
  // user.
  const asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--bounding-set=-all"];
  const unprivileged = process.getuid?.() === 0 ? ["/usr/bin/env", "PATH=/usr/bin", ...asNobody, "--no-new-privs"] : [];
  test.each(["bubblewrap", "seccomp"] as const)(
    "in the mode %s none of it is for a user without rights",
    async (mode) => {
      expect(await reachedWithoutPermissions(mode, targets, unprivileged)).toEqual([]);
    },
  );

  test.each(["bubblewrap", "seccomp"] as const)(
    "in the mode %s a child that works reaches none of it",
    async (mode) => {
      expect(await open(mode).run({ kind: "probe", targets }, never)).toEqual({ kind: "probed", reached: [] });
    },
  );
});
