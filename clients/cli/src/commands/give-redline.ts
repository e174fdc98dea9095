// The end of `versus compare` and `versus merge`: the files are written, and a summary says what is in them.

import { basename } from "node:path";
import type { Notice } from "@versus/engine/tasks";
import type { Surroundings } from "../command.ts";
import { STANDARD_STREAM } from "../files/read-input.ts";
import { type PlannedOutput, writeOutputs } from "../files/write-outputs.ts";
import type { Source } from "../report/failure-words.ts";
import { noticeWords } from "../report/notice-words.ts";
import { printable } from "../report/printable.ts";
import { hasAny, summaryOf, summaryWords } from "../report/summary-words.ts";

interface Redline<Format extends string> {
  /** The JSON is always among them: the summary is counted from it. */
  readonly artifacts: ReadonlyMap<Format, Uint8Array>;
  readonly notices?: readonly Notice[];
  /** The id of the job at the service that made it. */
  readonly id?: string;
}

interface Wanted<Format extends string> {
  /** Where each format goes. */
  readonly outputs: ReadonlyMap<Format, string>;
  readonly isQuiet: boolean;
}

/** The outputs with the kind of file that each is. */
export function plannedOutputs(outputs: ReadonlyMap<string, string>): PlannedOutput[] {
  const kinds: Readonly<Record<string, PlannedOutput["kind"]>> = { json: "json", md: "markdown" };
  return [...outputs].map(([format, path]) => ({ path, kind: kinds[format] ?? "word" }));
}

/** True if the redline has a change. */
export function giveRedline<Format extends string>(
  { artifacts, notices = [], id }: Redline<Format | "json">,
  { outputs, isQuiet }: Wanted<Format | "docx">,
  { stdout, stderr }: Surroundings,
): boolean {
  const files = [...outputs].map(([format, path]) => ({ path, bytes: artifacts.get(format as Format)! }));
  writeOutputs(files, stdout);
  const summary = summaryOf(artifacts.get("json")!);
  const hasChanges = hasAny(summary);
  if (isQuiet) return hasChanges;
  const channel = files.some(({ path }) => path === STANDARD_STREAM) ? stderr : stdout;
  const words = summaryWords(
    summary,
    files.map(({ path }) => path),
  );
  const there = id === undefined ? [] : [`${id} at the service`];
  for (const line of [words, ...there, ...noticeWords(notices)]) channel.write(`${line}\n`);
  return hasChanges;
}

/** The name of a source as a document shows it: without its folder. */
export function fileName({ path }: Source): string {
  return path === STANDARD_STREAM ? "standard input" : printable(basename(path));
}
