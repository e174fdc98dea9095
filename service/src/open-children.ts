// Opens the child processes of a process according to its roles.
//
// They are the children of jobs, those of work that callers wait for, the lanes that share them, and the counting of
// their processor time.

import type { Config } from "./config.ts";
import type { Tracing } from "./contract/tracing.ts";
import type { SandboxMode } from "./jobs/confine/confine.ts";
import { CpuBudget } from "./jobs/cpu-budget.ts";
import { Lanes } from "./jobs/lanes.ts";
import { Sandbox } from "./jobs/sandbox.ts";
import type { Database } from "./storage/database.ts";
import type { ProcessRole } from "./storage/heartbeat.ts";
import type { Metrics } from "./telemetry/metrics.ts";

export interface ChildrenParts {
  readonly database: Database;
  readonly roles: readonly ProcessRole[];
  readonly mode: SandboxMode;
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  /** Called with the function that closes each part, in the order of opening. */
  readonly onOpened: (close: () => Promise<unknown>) => void;
  readonly report: (problem: unknown) => void;
}

export interface Children {
  /** The children of jobs. */
  readonly sandbox: Sandbox;
  /** Returns the children of work that a caller waits for. They are opened at the first call. */
  readonly directSandbox: () => Sandbox;
  readonly lanes: Lanes;
  readonly budget: CpuBudget;
}

export function openChildren(config: Config, parts: ChildrenParts): Children {
  const { database, metrics, report, roles, mode, tracing, onOpened } = parts;
  // Conversions need children too: one reads a PDF, and one binds the printed pages.
  const takesJobs = roles.some((role) => role !== "api");
  const budget = new CpuBudget({ database, isClaiming: takesJobs, report });
  onOpened(() => budget.close());
  const open = (children: number): Sandbox => {
    const opened = new Sandbox({
      children,
      mode,
      memoryMegabytes: config.childMegabytes,
      seconds: config.childSeconds,
      fastSeconds: config.childFastSeconds,
      recycleAfter: config.childTasks,
      tracing,
      onUsed: ({ lane, organizationId, seconds, killed }) => {
        metrics.count("versus_child_cpu_seconds_total", { lane }, seconds);
        if (killed !== undefined) metrics.count("versus_child_killed_total", { lane, reason: killed });
        budget.spend(organizationId, seconds);
      },
    });
    onOpened(() => opened.close());
    return opened;
  };
  let direct: Sandbox | undefined;
  return {
    sandbox: open(takesJobs ? config.children : 0),
    // Separate children, so that callers do not wait behind jobs.
    directSandbox: () => {
      direct ??= open(config.children);
      return direct;
    },
    lanes: new Lanes(config.children),
    budget,
  };
}
