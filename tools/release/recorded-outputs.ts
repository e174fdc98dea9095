// Reads and writes `corpus/outputs.json`: the outputs of one engine version, which that version must keep.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Outputs } from "./fixed-outputs.ts";

export interface RecordedOutputs {
  /** The version of the engine. */
  readonly engine: string;
  readonly outputs: Outputs;
}

const path = (root: string) => join(root, "corpus/outputs.json");

export function readRecorded(root: string): RecordedOutputs {
  return JSON.parse(readFileSync(path(root), "utf8")) as RecordedOutputs;
}

export function writeRecorded(root: string, recorded: RecordedOutputs): void {
  writeFileSync(path(root), `${JSON.stringify(recorded, null, 2)}\n`);
}

/** Returns sentences that say what a developer must correct; empty if the record is right. */
export function problemsOf(recorded: RecordedOutputs, now: RecordedOutputs): string[] {
  const names = new Set([...Object.keys(recorded.outputs), ...Object.keys(now.outputs)]);
  const changed = [...names].filter((name) => recorded.outputs[name] !== now.outputs[name]).sort();
  if (changed.length > 0 && recorded.engine === now.engine) {
    return [
      `Engine ${now.engine} gives other bytes than it did. If that is meant, run \`npm run release -- --engine\`.`,
      ...changed.map((name) => `changed: ${name}`),
    ];
  }
  if (recorded.engine !== now.engine) {
    return [
      `corpus/outputs.json is of engine ${recorded.engine}, the engine is ${now.engine}: run \`npm run release\`.`,
    ];
  }
  return [];
}
