// Tests a wall with a child behind it, so that a broken wall is known before the first document.

import { fileURLToPath } from "node:url";
import { WarmChild } from "../warm-child.ts";
import type { Target } from "./attempts.ts";
import type { SandboxMode } from "./confine.ts";
import { openTargets } from "./open-targets.ts";

const probeProgram = fileURLToPath(new URL("./probe-child.ts", import.meta.url));
const limits = { memoryMegabytes: 256, seconds: 30 };

export interface Probe {
  readonly blocked: readonly string[];
  readonly reached: readonly string[];
}

/**
 * Reports which targets a child behind the wall of this mode reaches: the usual ones and `secrets`. `program` answers
 * the probe. Throws if no child starts, with the last output of the program that failed to start it.
 */
export async function probe(
  mode: SandboxMode,
  secrets: readonly Target[] = [],
  program = probeProgram,
): Promise<Probe> {
  const open = await openTargets();
  try {
    const targets = [...open.targets, ...secrets];
    const child = await WarmChild.start({ program, mode }, limits);
    try {
      const result = await child.run({ task: { kind: "probe", targets } }, new AbortController().signal);
      if (result.kind !== "probed") throw new Error(`The child process that tries the sandbox ${result.kind}.`);
      const reached = new Set(result.reached);
      const names = targets.map(({ name }) => name);
      return { blocked: names.filter((name) => !reached.has(name)), reached: result.reached };
    } finally {
      await child.end();
    }
  } finally {
    await open.close();
  }
}
