// Tests the sandbox of LibreOffice for `versus doctor`.
//
// It starts a LibreOffice. A process with the same confinement then tries to reach targets outside.

import { openTargets } from "../../jobs/confine/open-targets.ts";
import type { Probe } from "../../jobs/confine/probe.ts";
import type { OfficeProgram } from "./office-command.ts";
import { type OfficeLimits, OfficeProcess } from "./office-process.ts";

/** Returns the targets that were blocked and reached. Throws if LibreOffice does not start. */
export async function probeOffice(
  program: Pick<OfficeProgram, "installation" | "mode">,
  limits: OfficeLimits,
): Promise<Probe> {
  const { targets, close } = await openTargets();
  try {
    const office = await OfficeProcess.start(program, limits);
    try {
      const reached = await office.probe(targets);
      const names = targets.map(({ name }) => name);
      return { blocked: names.filter((name) => !reached.includes(name)), reached };
    } finally {
      await office.end();
    }
  } finally {
    await close();
  }
}
