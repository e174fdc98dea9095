// Chooses the wall around child processes, and tests it before the first document (SRV-24).
//
// A wall that does not work is reported at the start. A weaker wall never replaces it. The exception is development
// without a setting, where the log contains a warning.

import { type Config, ConfigInvalid, settings } from "./config.ts";
import type { Target } from "./jobs/confine/attempts.ts";
import type { SandboxMode } from "./jobs/confine/confine.ts";
import { type Probe, probe } from "./jobs/confine/probe.ts";

type Chosen = Pick<Config, "environment" | "sandbox">;

/** Throws ConfigInvalid if the wall does not work. */
export async function chooseSandbox(config: Chosen, warn: (sentence: string) => void): Promise<SandboxMode> {
  const { mode, problem } = await trySandbox(config);
  if (problem === undefined) return mode;
  if (mode !== "off") throw new ConfigInvalid([problem]);
  warn(problem);
  return mode;
}

export interface Tried {
  /** The mode in force; if the wall does not work, the one that was wanted. */
  readonly mode: SandboxMode;
  readonly probe?: Probe;
  /** One sentence that says what is wrong, and one that says what to do. */
  readonly problem?: string;
}

/**
 * Tests the wall. `secrets` are targets in addition to the usual ones. `program` answers the probe; it may be the
 * program of all children.
 */
export async function trySandbox(
  { environment, sandbox }: Chosen,
  secrets: readonly Target[] = [],
  program?: string,
): Promise<Tried> {
  const { name } = settings.sandbox;
  const wanted = sandbox ?? "bubblewrap";
  if (wanted === "off") {
    const problem = `${name} is off, so child processes can reach the network. Use this only in development.`;
    return { mode: "off", probe: await probe("off", secrets, program), problem };
  }
  const { probe: tried, problem } = await stands(wanted, secrets, program);
  if (problem === undefined) return { mode: wanted, probe: tried! };
  if (environment === "production" || sandbox !== undefined) {
    return { mode: wanted, ...(tried === undefined ? {} : { probe: tried }), problem };
  }
  const sentence = `${problem} Because this is development, child processes run without a sandbox and can reach the network.`;
  return { mode: "off", probe: await probe("off", secrets, program), problem: sentence };
}

async function stands(mode: "bubblewrap" | "seccomp", secrets: readonly Target[], program?: string) {
  try {
    const found = await probe(mode, secrets, program);
    if (found.reached.length === 0) return { probe: found };
    const problem = `The sandbox (${settings.sandbox.name}: ${mode}) does not keep child processes from ${found.reached.join(", ")}.`;
    return { probe: found, problem: `${problem} ${mends[mode]}` };
  } catch (error) {
    const words = error instanceof Error ? error.message.trim().split("\n").at(-1) : "";
    return { problem: `The sandbox (${settings.sandbox.name}: ${mode}) does not start: ${words} ${mends[mode]}` };
  }
}

const mends = {
  bubblewrap:
    "Install bubblewrap (Debian: apt-get install bubblewrap) and allow user namespaces for this user (see deploy/sandbox.md). If that is not possible, set VERSUS_SANDBOX to seccomp.",
  seccomp: "Use Linux with seccomp on x64 or arm64, and install /usr/bin/perl (Debian: apt-get install perl-base).",
} as const;
