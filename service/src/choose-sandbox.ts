// Which wall stands around the child processes: the one that the operator chose, tried before the first document. What
// does not stand is told at the start. Nothing weaker is ever put in its place, but in development where nothing was
// chosen, and then the log says so.

import { type Config, ConfigInvalid, settings } from "./config.ts";
import type { Target } from "./jobs/confine/attempts.ts";
import type { SandboxMode } from "./jobs/confine/confine.ts";
import { type Probe, probe } from "./jobs/confine/probe.ts";

type Chosen = Pick<Config, "environment" | "sandbox">;

/** Throws ConfigInvalid when the wall does not stand. */
export async function chooseSandbox(config: Chosen, warn: (sentence: string) => void): Promise<SandboxMode> {
  const { mode, problem } = await trySandbox(config);
  if (problem === undefined) return mode;
  if (mode !== "off") throw new ConfigInvalid([problem]);
  warn(problem);
  return mode;
}

export interface Tried {
  /** In force; of one that does not stand, the one that was wanted. */
  readonly mode: SandboxMode;
  readonly probe?: Probe;
  /** A sentence that says what is wrong, and one what to do. */
  readonly problem?: string;
}

/** `secrets` are tried beside what is tried everywhere, by `program`, which may be that of all children. */
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
