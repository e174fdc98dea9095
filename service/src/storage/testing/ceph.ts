// A Ceph gateway for the tests of one file, started by tools/servers/start-ceph.ts. On a developer's machine without
// Ceph those tests are left out, and a line says so; in CI its absence is an error.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

export interface TestCeph {
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  stop(): Promise<void>;
}

const program = join(import.meta.dirname, "../../../../tools/servers/start-ceph.ts");
const missingProgramsCode = 3;

/** Undefined when Ceph is not installed and this is not CI. */
export async function startTestCeph(): Promise<TestCeph | undefined> {
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "pipe"] });
  const exited = once(child, "exit");
  const complaint = text(child.stderr);
  for await (const line of child.stdout.setEncoding("utf8")) {
    const { endpoint, ...credentials } = JSON.parse(String(line)) as { endpoint: string } & TestCeph["credentials"];
    const stop = async () => {
      child.stdin.end();
      await exited;
    };
    return { endpoint, credentials, stop };
  }
  const [code] = await exited;
  const said = (await complaint).trim();
  if (code !== missingProgramsCode || process.env.CI !== undefined) throw new Error(said);
  console.warn(`S3 tests are left out. ${said}`);
  return undefined;
}
