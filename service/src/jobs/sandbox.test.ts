// Tests the limits and lanes of the sandbox's children (SRV-21, SRV-22, CPU-1, CPU-2, CPU-4).

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { CompareChildTask } from "./child-protocol.ts";
import { GaveWay, SlowDocument } from "./lanes.ts";
import { Sandbox, type SandboxOptions } from "./sandbox.ts";
import { documentOf, documentWithBody } from "./testing/documents.ts";
import { isRunning } from "./testing/running-processes.ts";

const misbehaving = join(import.meta.dirname, "testing/misbehaving-child.ts");
const never = new AbortController().signal;

const opened: Sandbox[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((sandbox) => sandbox.close()));
});

function open(options: Partial<SandboxOptions> = {}): Sandbox {
  const sandbox = new Sandbox({
    children: 1,
    // These tests need Node alone; sandbox-modes.service.ts tests the walls of the system.
    mode: "off",
    memoryMegabytes: 512,
    seconds: 30,
    recycleAfter: 100,
    ...options,
  });
  opened.push(sandbox);
  return sandbox;
}

function comparison(over: Partial<CompareChildTask> = {}): CompareChildTask {
  return {
    kind: "compare",
    before: documentOf("The fee is 10 euros."),
    after: documentOf("The fee is 20 euros.", "New."),
    names: { before: "before.docx", after: "after.docx" },
    author: "A Person",
    date: "2026-03-04T05:06:07Z",
    formats: ["docx", "json", "md"],
    ...over,
  };
}

/** Returns a task for the program that misbehaves. */
const doing = (author: string): CompareChildTask => comparison({ author });

/** Opens a sandbox whose children misbehave. */
const openMisbehaving = (options: Partial<SandboxOptions> = {}): Sandbox => open({ program: misbehaving, ...options });

async function numberOfChild(sandbox: Sandbox): Promise<number> {
  const { pid } = (await sandbox.run(doing("tells its number"), never)) as unknown as { pid: number };
  return pid;
}

test("a comparison comes back with its artifacts, notices and word counts", async () => {
  const result = await open().run(comparison(), never);
  if (result.kind !== "compared") throw new Error(result.kind);
  expect([...result.artifacts.keys()]).toEqual(["docx", "json", "md"]);
  expect(Buffer.from(result.artifacts.get("docx")!.subarray(0, 2)).toString()).toBe("PK");
  expect(Buffer.from(result.artifacts.get("md")!).toString()).toMatch(/<del [^>]*>10<\/del><ins [^>]*>20<\/ins>/);
  expect(result.words).toEqual({ before: 5, after: 6 });
  expect(result.notices).toEqual([]);
});

test("a document that cannot be read is a failure that says which one", async () => {
  const sandbox = open();
  const bad = await sandbox.run(comparison({ after: new Uint8Array([1, 2, 3]) }), never);
  expect(bad).toMatchObject({ kind: "failed", code: "PACKAGE_INVALID", source: "after" });
  expect(await sandbox.run({ kind: "check", document: new Uint8Array(100) }, never)).toMatchObject({
    kind: "failed",
    code: "PACKAGE_INVALID",
  });
  expect(await sandbox.run({ kind: "check", document: documentOf("Fine.") }, never)).toMatchObject({ kind: "checked" });
});

test("a document that unpacks to more memory than is given is killed for memory, and the next task is served", async () => {
  const sandbox = open({ memoryMegabytes: 160 });
  // Text that packs badly, because the reader's own limits refuse text that packs well.
  const word = (at: number): string => Math.imul(at, 0x9e3779b1).toString(36).replace("-", "");
  const paragraph = (at: number): string => `<w:p><w:r><w:t>${word(at)}${word(at + 1)}</w:t></w:r></w:p>`;
  const text = Array.from({ length: 600_000 }, (_, at) => paragraph(at)).join("");
  const result = await sandbox.run({ ...comparison(), before: documentWithBody(text) }, never);
  expect(result).toEqual({ kind: "killed", reason: "memory" });
  expect(await sandbox.run(comparison(), never)).toMatchObject({ kind: "compared" });
});

test("[CPU-1] [CPU-4] a task that needs more processor time than the fast lane gives is killed for it, and all is counted", async () => {
  const uses: unknown[] = [];
  const onUsed: SandboxOptions["onUsed"] = ({ lane, organizationId, seconds, killed }) =>
    uses.push([lane, organizationId, killed, Math.floor(seconds)]);
  const sandbox = openMisbehaving({ fastSeconds: 1, onUsed });
  const account = { lane: "fast", organizationId: "acme" } as const;
  await expect(sandbox.run(doing("runs for ever"), never, account)).rejects.toThrow(SlowDocument);
  // A task that only waits uses no processor time.
  expect(await sandbox.run(doing("sleeps a second"), never, account)).toMatchObject({ kind: "checked" });
  expect(uses).toEqual([
    ["fast", "acme", "cpu", 1],
    ["fast", "acme", undefined, 0],
  ]);
});

test("[CPU-1] [CPU-4] the slow lane has the time of the clock on the wall, and is counted too", async () => {
  const uses: unknown[] = [];
  const sandbox = openMisbehaving({ seconds: 2, fastSeconds: 1, onUsed: (use) => uses.push(use) });
  const account = { lane: "slow", organizationId: "acme" } as const;
  expect(await sandbox.run(doing("runs for ever"), never, account)).toEqual({ kind: "killed", reason: "time" });
  expect(uses).toEqual([{ ...account, killed: "time", seconds: expect.any(Number) }]);
});

test("[CPU-2] a task of the slow lane gives way to the fast one where there is one child", async () => {
  const sandbox = openMisbehaving();
  const account = { lane: "slow", organizationId: "acme" } as const;
  const slow = sandbox.run(doing("runs for ever"), never, account);
  slow.catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await sandbox.run(doing("tells its number"), never, { ...account, lane: "fast" })).toMatchObject({
    kind: "checked",
  });
  await expect(slow).rejects.toThrow(GaveWay);
});

test("[SRV-21] a task over its time is killed, and the next one is served", async () => {
  const sandbox = openMisbehaving({ seconds: 1 });
  expect(await sandbox.run(doing("runs for ever"), never)).toEqual({ kind: "killed", reason: "time" });
  expect(await numberOfChild(sandbox)).toBeGreaterThan(0);
});

test.each(["fills the heap", "fills buffers"])("a child that %s is killed for memory", async (author) => {
  const sandbox = openMisbehaving({ memoryMegabytes: 200 });
  expect(await sandbox.run(doing(author), never)).toEqual({ kind: "killed", reason: "memory" });
  expect(await numberOfChild(sandbox)).toBeGreaterThan(0);
});

test.each([
  ["exits", "ended with code 3"],
  ["aborts", "ended with SIGABRT"],
])("a child that %s is a result", async (author, trace) => {
  const sandbox = openMisbehaving();
  expect(await sandbox.run(doing(author), never)).toEqual({ kind: "crashed", trace });
  expect(await numberOfChild(sandbox)).toBeGreaterThan(0);
});

test("[SRV-22] a fault says where it was thrown and repeats nothing of what it was given", async () => {
  const result = await open().run(comparison({ formats: ["confidential" as "docx"] }), never);
  if (result.kind !== "crashed") throw new Error(result.kind);
  expect(result.trace).toMatch(/^TypeError\n +at .*engine\/src\/tasks\//);
  expect(result.trace).not.toContain("confidential");
});

test("a child stays warm between tasks and is replaced after its number of tasks", async () => {
  const sandbox = openMisbehaving({ recycleAfter: 2 });
  const numbers = [];
  for (let task = 0; task < 5; task++) numbers.push(await numberOfChild(sandbox));
  const [first, second, third, fourth, fifth] = numbers;
  expect([second, fourth]).toEqual([first, third]);
  expect(new Set([first, third, fifth]).size).toBe(3);
});

test("as many tasks run at a time as there are children, the rest wait", async () => {
  const sandbox = openMisbehaving({ children: 2 });
  await Promise.all([sandbox.run(doing("sleeps a second"), never), sandbox.run(doing("sleeps a second"), never)]);
  const begun = performance.now();
  await Promise.all(Array.from({ length: 4 }, () => sandbox.run(doing("sleeps a second"), never)));
  const seconds = (performance.now() - begun) / 1000;
  expect(seconds).toBeGreaterThanOrEqual(1.9);
  expect(seconds).toBeLessThan(3.5);
});

test("an aborted task ends at once, running or waiting, and its child is replaced", async () => {
  const sandbox = openMisbehaving();
  const controllers = [new AbortController(), new AbortController()];
  const tasks = controllers.map(({ signal }) => sandbox.run(doing("runs for ever"), signal));
  const ends = Promise.allSettled(tasks);
  for (const controller of controllers) controller.abort(new Error("the claim is gone"));
  expect((await ends).map((end) => end.status === "rejected" && String(end.reason))).toEqual(
    controllers.map(() => "Error: the claim is gone"),
  );
  expect(await numberOfChild(sandbox)).toBeGreaterThan(0);
});

test("closing ends every child and refuses what waits, what runs and what comes", async () => {
  const sandbox = openMisbehaving();
  const pid = await numberOfChild(sandbox);
  const tasks = Promise.allSettled([sandbox.run(doing("runs for ever"), never), sandbox.run(doing("exits"), never)]);
  await sandbox.close();
  expect((await tasks).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(sandbox.run(doing("exits"), never)).rejects.toThrow("The sandbox was closed");
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});

test("a program that does not start is told to whoever asks", async () => {
  const sandbox = open({ program: join(import.meta.dirname, "testing/no-such-program.ts") });
  await expect(sandbox.run(comparison(), never)).rejects.toThrow("does not start");
  await expect(sandbox.run(comparison(), never)).rejects.toThrow("does not start");
});

test("a child knows nothing of the environment of the service", async () => {
  const answer = await openMisbehaving().run(doing("tells its environment"), never);
  const { environment } = answer as unknown as { environment: Record<string, string> };
  expect(Object.keys(environment).filter((name) => !name.startsWith("NODE_CHANNEL_"))).toEqual([]);
});

test("[SRV-21] a child reads no files but its program, writes none and runs no other program", async () => {
  const answer = await openMisbehaving().run(doing("tries its rights"), never);
  expect(answer).toMatchObject({ granted: [] });
});

test("[SRV-21] a busy child ends with the process that started it, however that ends", async () => {
  const owner = spawn(process.execPath, [join(import.meta.dirname, "testing/sandbox-process.ts")]);
  const [pid] = (await once(owner.stdout, "data")).map(Number);
  expect(isRunning(pid!)).toBe(true);
  owner.kill("SIGKILL");
  await expect.poll(() => isRunning(pid!), { timeout: 5000 }).toBe(false);
});
