// A way to Postgres, or to another server, that a test can freeze (tools/servers/freezing-proxy.ts).

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface TestProxy {
  /** The given address, by way of the proxy. */
  readonly url: string;
  /** `freeze`: nothing passes any more. `thaw`: all goes on. `forget`: what is open stays frozen, what is new passes. */
  tell(word: "freeze" | "thaw" | "forget"): Promise<void>;
  stop(): Promise<void>;
}

const program = join(import.meta.dirname, "../../../tools/servers/freezing-proxy.ts");

export async function startTestProxy(address: string): Promise<TestProxy> {
  const url = new URL(address);
  const child = spawn(process.execPath, [program, url.port], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  url.port = String((await lines.next()).value);
  return {
    url: url.href,
    tell: async (word) => {
      child.stdin.write(`${word}\n`);
      await lines.next();
    },
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
