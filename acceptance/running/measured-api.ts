// Starts a separate API process and measures the delay of its event loop and its CPU time.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Settings } from "./programs.ts";
import type { RunningApi, World } from "./world.ts";

export interface LoopDelay {
  /** 99th percentile of the delays of the event loop, in milliseconds. */
  readonly p99: number;
  readonly most: number;
  /** The delay at p99, including the time in which other processes used the processor. */
  readonly raw: number;
}

export interface MeasuredApi extends RunningApi {
  /** Returns the milliseconds of processor time that all threads of the process have used. */
  cpu(): number;
  /** Waits until the process uses at most one tick of processor time in 200 ms. */
  quiet(): Promise<void>;
  /** Returns the delay of the event loop since the last call. */
  loopDelay(): Promise<LoopDelay>;
}

/** One tick of processor time (USER_HZ), which Linux reports to programs as a hundredth of a second. */
const TICK_MILLISECONDS = 10;
const PATIENCE_MILLISECONDS = 30_000;
const watchLoop = pathToFileURL(join(import.meta.dirname, "watch-loop.ts"));

export async function startMeasuredApi(world: World, settings: Settings = {}): Promise<MeasuredApi> {
  const api = await world.startApi({ NODE_OPTIONS: `--import=${watchLoop.href}`, ...settings });
  const cpu = (): number => cpuOf(api.pid);
  return {
    ...api,
    cpu,
    quiet: async () => {
      for (const end = Date.now() + PATIENCE_MILLISECONDS; ; ) {
        const before = cpu();
        await setTimeout(200);
        if (cpu() - before <= TICK_MILLISECONDS) return;
        assert.ok(Date.now() < end, "the process is never quiet");
      }
    },
    loopDelay: async () => {
      const heard = api.lines.length;
      process.kill(api.pid, "SIGUSR2");
      for (const end = Date.now() + PATIENCE_MILLISECONDS; Date.now() < end; await setTimeout(20)) {
        const line = api.lines.slice(heard).find((said) => said.startsWith('{"loopDelay"'));
        if (line !== undefined) return JSON.parse(line).loopDelay;
      }
      assert.fail("the process does not tell how late its event loop is");
    },
  };
}

function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program, in brackets, may contain blanks; the third field follows it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MILLISECONDS;
}
