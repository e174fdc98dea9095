// The end of `versus compare` and `versus merge`: the files are written, and a summary says what is in them.

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

/** The formats to ask a service for: the summary is counted from its JSON. */
export function withJson<Format extends string>(outputs: ReadonlyMap<Format, string>): (Format | "json")[] {
  return [...new Set<Format | "json">([...outputs.keys(), "json"])];
}

/** The changes are counted for those who read of them. */
export function giveRedline<Format extends string>(
  { artifacts, summary, notices = [], id }: Redline<Format>,
  { outputs, isQuiet }: Wanted<Format>,
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
  for (const line of [words, ...there, ...noticeWords(notices)]) channel.write(`${line}\n`);
}

/** The name of a source as a document shows it: without its folder. */
export function fileName({ path }: Source): string {
  return path === STANDARD_STREAM ? "standard input" : printable(basename(path));
}
