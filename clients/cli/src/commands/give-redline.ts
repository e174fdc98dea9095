// Writes the files of `versus compare` and `versus merge`, and prints a summary.

import { basename } from "node:path";
import type { Notice, RedlineSummary } from "@versus/engine/tasks";
import type { Surroundings } from "../command.ts";
import { STANDARD_STREAM } from "../files/read-input.ts";
import { type PlannedOutput, writeOutputs } from "../files/write-outputs.ts";
import type { Source } from "../report/failure-words.ts";
import { noticeWords } from "../report/notice-words.ts";
import { printable } from "../report/printable.ts";
import { summaryWords } from "../report/summary-words.ts";

interface Redline<Format extends string> {
  readonly artifacts: ReadonlyMap<Format, Uint8Array>;
  readonly summary: () => RedlineSummary;
  readonly notices?: readonly Notice[];
  /** The lines of the notices, set only if the service made the redline. */
  readonly noticeLines?: () => readonly string[];
  /** The id of the job, set only if the service made the redline. */
  readonly id?: string;
}

interface OutputChoice<Format extends string> {
  /** Maps each format to its path. */
  readonly outputs: ReadonlyMap<Format, string>;
  readonly isQuiet: boolean;
}

/** Returns the outputs with their kinds of file. */
export function plannedOutputs(outputs: ReadonlyMap<string, string>): PlannedOutput[] {
  return [...outputs].map(([format, path]) => ({ path, kind: kindOf(format) }));
}

function kindOf(format: string): PlannedOutput["kind"] {
  if (format.startsWith("schedule")) return "schedule";
  return format === "json" ? "json" : format === "md" ? "markdown" : "word";
}

/** Returns the formats to request from a service. They include JSON, from which the summary is counted. */
export function withJson<Format extends string>(outputs: ReadonlyMap<Format, string>): (Format | "json")[] {
  return [...new Set<Format | "json">([...outputs.keys(), "json"])];
}

/** Writes the files and prints the summary. Changes are counted only if the summary is printed. */
export function giveRedline<Format extends string>(
  { artifacts, summary, notices = [], noticeLines = () => noticeWords(notices), id }: Redline<Format>,
  { outputs, isQuiet }: OutputChoice<Format>,
  { stdout, stderr }: Surroundings,
): void {
  const files = [...outputs].map(([format, path]) => ({ path, bytes: artifacts.get(format)! }));
  writeOutputs(files, stdout);
  if (isQuiet) return;
  const channel = files.some(({ path }) => path === STANDARD_STREAM) ? stderr : stdout;
  const words = summaryWords(
    summary(),
    files.map(({ path }) => path),
  );
  const there = id === undefined ? [] : [`${id} at the service`];
  for (const line of [words, ...there, ...noticeLines()]) channel.write(`${line}\n`);
}

/** Returns the name of a source as a document shows it: without its folder. */
export function fileName({ path }: Source): string {
  return path === STANDARD_STREAM ? "standard input" : printable(basename(path));
}
