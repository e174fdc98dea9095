// Starts a process that only compares the same two documents: the minimum for the service.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";

export interface Times {
  /** Milliseconds of each comparison. */
  readonly cpu: readonly number[];
  readonly wall: readonly number[];
}

export class BareEngine {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: Interface;

  constructor(before: string, after: string) {
    this.#child = spawn(process.execPath, [join(import.meta.dirname, "engine-child.ts"), before, after]);
    this.#child.stderr.pipe(process.stderr);
    this.#lines = createInterface(this.#child.stdout);
  }

  async compare(count: number): Promise<Times> {
    this.#child.stdin.write(`${count}\n`);
    const [line] = (await once(this.#lines, "line")) as [string];
    return JSON.parse(line) as Times;
  }

  stop(): void {
    this.#child.kill("SIGKILL");
  }
}
