// Implements `corpus determinism`: the same pairs always give the same redlines, byte for byte.
//
// The second run differs from the first in the order of the pairs, the time zone and the language. The third run uses
// Node 22.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fetchNode } from "@versus/tools/servers/fetch-node";
import type { Report } from "../../runner/report.ts";
import type { Command, CorpusRun } from "../command.ts";
import { reportDigests } from "./report-digests.ts";
import { runDigest, type Variant } from "./run-digest.ts";

export const determinism: Command = {
  name: "determinism",
  purpose: "redlines are the same bytes in reverse order, elsewhere in the world, and under Node 22",
  flags: { "no-node-22": "do not fetch and run Node 22" },
  keeps: false,
  run: runDeterminism,
};

/**
 * A time zone with a half hour in its offset from UTC, and a language with its own rules for upper and lower case.
 */
const ELSEWHERE = { TZ: "Asia/Kolkata", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" } as const;

async function runDeterminism({ corpus, options }: CorpusRun): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "versus-determinism-"));
  try {
    const variants: Variant[] = [
      { name: "as ever", node: process.execPath, environment: {}, flags: [] },
      { name: "in reverse, elsewhere", node: process.execPath, environment: ELSEWHERE, flags: ["--reverse"] },
    ];
    if (!options.flags.has("no-node-22")) {
      variants.push({ name: "under Node 22", node: fetchNode(folder), environment: {}, flags: [] });
    }
    const runs = [];
    for (const variant of variants) runs.push({ variant: variant.name, ...(await runDigest(variant, options)) });
    return reportDigests({ corpus: corpus.kind, seed: options.seed, runs });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
