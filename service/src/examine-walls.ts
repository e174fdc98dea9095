// Examines the sandbox for `versus doctor`: the mode in force, and which targets a child reached.

import { trySandbox } from "./choose-sandbox.ts";
import type { Config } from "./config.ts";
import type { Target } from "./jobs/confine/attempts.ts";
import { hasLandlock, type SandboxMode } from "./jobs/confine/confine.ts";
import { ownProgram } from "./jobs/sandbox.ts";

export interface Walls {
  readonly mode: SandboxMode;
  readonly state: "ok" | "lacking" | "failed";
  readonly found: string;
  readonly mend?: string;
}

/** Probes from inside a child that works on documents, which may therefore read its own packages. */
export async function examineWalls(config: Config): Promise<Walls> {
  const { mode, probe, problem } = await trySandbox(config, secretsOf(config), ownProgram);
  const tried =
    probe === undefined
      ? "no child process started"
      : `blocked: ${listed(probe.blocked)}; reachable: ${listed(probe.reached)}`;
  const found = `${describeMode(mode)}; ${tried}`;
  if (problem === undefined) return { mode, state: "ok", found };
  return { mode, state: mode === "off" ? "lacking" : "failed", found, mend: problem };
}

function describeMode(mode: SandboxMode): string {
  if (mode !== "seccomp") return mode;
  return hasLandlock() ? "seccomp with Landlock" : "seccomp without Landlock (only Node blocks files)";
}

/** Returns the folders of this machine that the configuration names. */
function secretsOf({ store, databaseUrl }: Config): Target[] {
  const [, folder] = /^disk:(.+)$/.exec(store) ?? [];
  const sockets = new URLSearchParams(databaseUrl.split("?")[1]).get("host");
  return [
    ...(folder === undefined ? [] : [{ name: "the store's folder", kind: "folder", path: folder } as const]),
    ...(sockets?.startsWith("/") === true
      ? [{ name: "the database's sockets", kind: "folder", path: sockets } as const]
      : []),
  ];
}

export function listed(names: readonly string[]): string {
  return names.length === 0 ? "nothing" : names.join(", ");
}
