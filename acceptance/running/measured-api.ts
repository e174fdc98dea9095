// An API process of its own that is measured from inside and outside: how late its event loop is, and the CPU it uses.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Settings } from "./programs.ts";
import type { RunningApi, World } from "./world.ts";

export interface LoopDelay {
  /** Milliseconds. */
  readonly p99: number;
  readonly most: number;
  /** At p99, with the time in which other processes had the processor. */
  readonly raw: number;
}

export interface MeasuredApi extends RunningApi {
  /** Milliseconds of processor time that the process has used, in all its threads. */
  cpu(): number;
  /** Waits until it has nothing left to do. */
  quiet(): Promise<void>;
  /** How late the event loop was since this was asked last. */
  loopDelay(): Promise<LoopDelay>;
}

/** A tick of the system's clock of processor time (USER_HZ), which Linux tells programs as a hundredth of a second. */
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
  // The name of the program, in brackets, may hold blanks; behind it the third field follows.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MILLISECONDS;
}
