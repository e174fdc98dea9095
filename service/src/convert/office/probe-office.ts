// Tries the wall around LibreOffice, for `versus doctor`: one is started, and a process that is confined as it is tries to
// get out.

import { openTargets } from "../../jobs/confine/open-targets.ts";
import type { Probe } from "../../jobs/confine/probe.ts";
import type { OfficeProgram } from "./office-command.ts";
import { type OfficeLimits, OfficeProcess } from "./office-process.ts";

/** Throws when LibreOffice does not start. */
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
