// Implements `corpus hostile`: reads files that attack, are broken or are not Word documents.
//
// Every file must open or end in a Failure, within the allowance of time and memory. It must never cause a crash or a
// hang.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProgress } from "../../runner/progress.ts";
import type { Report } from "../../runner/report.ts";
import { runAtOnce } from "../../runner/run-at-once.ts";
import { sampleGroups } from "../../runner/sample.ts";
import type { Command, CorpusRun } from "../command.ts";
import { type HostileCase, hostileCases } from "./hostile-cases.ts";
import { readInChild } from "./read-in-child.ts";
import { reportReadings } from "./report-readings.ts";

export const hostile: Command = {
  name: "hostile",
  purpose: "files that attack, break or are no Word documents are refused or open, within limits",
  keeps: false,
  run: runHostile,
};

async function runHostile(run: CorpusRun): Promise<Report> {
  const { corpus, options } = run;
  const cases = chooseCases(run, hostileCases(corpus));
  const compiled = mkdtempSync(join(tmpdir(), "versus-compiled-"));
  const progress = startProgress("hostile", cases.length);
  const settings = { seed: options.seed, compiled };
  try {
    // The first reading fills the cache of compiled modules, so that no judged reading includes the time for
    // compiling.
    if (cases[0]) await readInChild(join(corpus.root, cases[0].path), settings);
    const readings = await runAtOnce(cases, options.jobs, async (chosen) => {
      const reading = await readInChild(join(corpus.root, chosen.path), settings);
      progress.advance();
      return { ...chosen, reading };
    });
    return reportReadings(readings, { corpus: corpus.kind, seed: options.seed });
  } finally {
    progress.finish();
    rmSync(compiled, { recursive: true, force: true });
  }
}

/** Returns all cases, unless the command line asks for a sample: there are few cases and they are small. */
function chooseCases({ options }: CorpusRun, cases: readonly HostileCase[]): readonly HostileCase[] {
  const { selection, seed } = options;
  if (selection?.kind !== "sample") return cases;
  return sampleGroups(cases, { size: selection.size, seed, groupOf: ({ group }) => group });
}
