// Reads the settings of a run of `corpus merge` from its flags and values.

import { type RunArguments, UsageError } from "../../runner/arguments.ts";
import { type MergerName, mergerNames } from "./merger.ts";

export interface MergeSettings {
  readonly merger: MergerName;
  /** True if only the real sets are merged. */
  readonly isFanOnly: boolean;
  /** Part of a name that merges must contain. */
  readonly only: string | undefined;
  /** The folder in which merges are saved. */
  readonly folder: string | undefined;
  readonly isVerbose: boolean;
  readonly validates: boolean;
  /** Number of merges that LibreOffice and docxodus decide. */
  readonly opinions: number;
}

export const mergeFlags: Readonly<Record<string, string>> = {
  fan: "only the real sets of several revisions",
  verbose: "the lines that differ, with their text",
  "no-validator": "do not ask the validator",
};

export const mergeValues: Readonly<Record<string, string>> = {
  only: "merges with this in their names",
  save: "a folder to leave merges in",
  engine: "versus or docxodus",
  opinions: "of how many merges LibreOffice and docxodus are asked, 0 unless told",
};

/** Throws a UsageError for an engine that does not exist, and for a number of opinions that is not an integer. */
export function readSettings({ flags, values }: RunArguments): MergeSettings {
  const engine = values.get("engine") ?? "versus";
  const merger = mergerNames.find((name) => name === engine);
  if (merger === undefined) throw new UsageError(`There is no engine ${engine}`);
  const opinions = Number(values.get("opinions") ?? "0");
  if (!Number.isInteger(opinions)) throw new UsageError("--opinions takes a number");
  return {
    merger,
    isFanOnly: flags.has("fan"),
    only: values.get("only"),
    folder: values.get("save"),
    isVerbose: flags.has("verbose"),
    validates: !flags.has("no-validator"),
    opinions,
  };
}
