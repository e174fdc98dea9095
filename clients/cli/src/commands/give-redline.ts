// The end of `versus compare` and `versus merge`: the files are written, and a summary says what is in them.

import { basename } from "node:path";
import type { Notice } from "@versus/engine/tasks";
import type { Surroundings } from "../command.ts";
import { STANDARD_STREAM } from "../files/read-input.ts";
import { writeOutputs } from "../files/write-outputs.ts";
import type { Source } from "../report/failure-words.ts";
import { noticeWords } from "../report/notice-words.ts";
import { printable } from "../report/printable.ts";
import { summaryOf, summaryWords } from "../report/summary-words.ts";

interface Redline<Format extends string> {
  /** The JSON is always among them: the summary is counted from it. */
  readonly artifacts: ReadonlyMap<Format, Uint8Array>;
  readonly notices: readonly Notice[];
}

interface Wanted<Format extends string> {
  /** Where each format goes. */
  readonly outputs: ReadonlyMap<Format, string>;
  readonly isQuiet: boolean;
}

export function giveRedline<Format extends string>(
  { artifacts, notices }: Redline<Format | "json">,
  { outputs, isQuiet }: Wanted<Format | "docx">,
  { stdout, stderr }: Surroundings,
): void {
  const files = [...outputs].map(([format, path]) => ({ path, bytes: artifacts.get(format as Format)! }));
  writeOutputs(files, stdout);
  if (isQuiet) return;
  const summary = summaryWords(summaryOf(artifacts.get("json")!), outputs.get("docx")!);
  const channel = files.some(({ path }) => path === STANDARD_STREAM) ? stderr : stdout;
  for (const line of [summary, ...noticeWords(notices)]) channel.write(`${line}\n`);
}

/** The name of a source as a document shows it: without its folder. */
export function fileName({ path }: Source): string {
  return path === STANDARD_STREAM ? "standard input" : printable(basename(path));
}
