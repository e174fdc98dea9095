// Starts a proxy to a server that a test can freeze (tools/servers/freezing-proxy.ts).

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface TestProxy {
  /** The given address, through the proxy. */
  readonly url: string;
  /** `freeze`: nothing passes. `thaw`: everything continues. `forget`: open connections stay frozen, new ones pass. */
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
