// The task of a run of `corpus merge`, by its flags and values.

import { type RunArguments, UsageError } from "../../runner/arguments.ts";
import { type MergerName, mergerNames } from "./merger.ts";

export interface MergeSettings {
  readonly merger: MergerName;
  /** Only the real sets. */
  readonly isFanOnly: boolean;
  /** Only merges with this in their names. */
  readonly only: string | undefined;
  /** The folder to leave merges in. */
  readonly folder: string | undefined;
  readonly isVerbose: boolean;
  readonly validates: boolean;
  /** Of how many merges LibreOffice and docxodus are asked. */
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

/** Throws a UsageError for an engine that does not exist. */
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
