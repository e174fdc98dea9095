// Starts a Ceph gateway for the tests of one file, with tools/servers/start-ceph.ts.
//
// On a developer's machine without Ceph those tests are skipped and a line says so. In CI the absence of Ceph is an
// error.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

export interface TestCeph {
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Limits how many bytes the user can store in all; `off` removes the limit. */
  setQuota(bytes: number | "off"): Promise<void>;
  stop(): Promise<void>;
}

const program = join(import.meta.dirname, "../../../../tools/servers/start-ceph.ts");
const missingProgramsCode = 3;

/** Returns undefined if Ceph is not installed, except in CI. */
export async function startTestCeph(): Promise<TestCeph | undefined> {
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "pipe"] });
  const exited = once(child, "exit");
  const complaint = text(child.stderr);
  const lines = createInterface(child.stdout);
  const [first] = (await Promise.race([once(lines, "line"), exited])) as [unknown];
  if (typeof first === "string") {
    const { endpoint, ...credentials } = JSON.parse(first) as { endpoint: string } & TestCeph["credentials"];
    const setQuota = async (bytes: number | "off") => {
      const answered = once(lines, "line");
      child.stdin.write(`quota ${bytes}\n`);
      await answered;
    };
    const stop = async () => {
      child.stdin.end();
      await exited;
    };
    return { endpoint, credentials, setQuota, stop };
  }
  const [code] = await exited;
  const said = (await complaint).trim();
  if (code !== missingProgramsCode || process.env.CI !== undefined) throw new Error(said);
  console.warn(`S3 tests are left out. ${said}`);
  return undefined;
}
