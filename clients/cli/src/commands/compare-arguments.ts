// What the words after `versus compare` ask for, with everything left unsaid filled in.

import { parse } from "node:path";
import type { CompareFormat, CompareOptions } from "@versus/engine/tasks";
import { readDate, readLine } from "../arguments/read-values.ts";
import { readWords } from "../arguments/read-words.ts";
import { Misuse } from "../command.ts";
import { STANDARD_STREAM } from "../files/read-input.ts";
import { FORCE_OPTION, wordEnding } from "../files/write-outputs.ts";
import { refuseWithServer, SERVER_OPTIONS, type ServerValues } from "../remote/open-server.ts";

export interface CompareArguments {
  readonly before: string;
  readonly after: string;
  /** Where each format goes; the redline itself is always among them. */
  readonly outputs: ReadonlyMap<CompareFormat, string>;
  readonly author: string;
  /** UTC, to the second. */
  readonly date: string;
  readonly isQuiet: boolean;
  readonly isForced: boolean;
  /** True if the exit code tells that the documents differ. */
  readonly tellsByCode: boolean;
  readonly server: ServerValues;
  readonly options: Required<CompareOptions>;
}

const AUTHOR = "Versus";

export const COMPARE_OPTIONS = {
  output: { type: "string", short: "o" },
  json: { type: "string" },
  md: { type: "string" },
  author: { type: "string" },
  date: { type: "string" },
  quiet: { type: "boolean", short: "q" },
  characters: { type: "boolean" },
  "no-moves": { type: "boolean" },
  "ignore-formatting": { type: "boolean" },
  "ignore-case": { type: "boolean" },
  "ignore-whitespace": { type: "boolean" },
  "ignore-typography": { type: "boolean" },
  "drop-comments": { type: "boolean" },
  "exit-code": { type: "boolean" },
  ...SERVER_OPTIONS,
  ...FORCE_OPTION,
} as const;

/** Throws a Misuse. */
export function readCompareArguments(words: readonly string[], now: () => Date): CompareArguments {
  const { values, positionals } = readWords(words, COMPARE_OPTIONS);
  refuseWithServer(values, "date");
  const [before, after, ...others] = positionals;
  if (before === undefined || after === undefined) throw new Misuse("Name two documents: ORIGINAL and MODIFIED.");
  if (others.length > 0) throw new Misuse(`Name two documents, not ${positionals.length}.`);
  if (before === STANDARD_STREAM && after === STANDARD_STREAM) {
    throw new Misuse("Only one document can be - (standard input).");
  }
  const outputs = new Map<CompareFormat, string>([["docx", values.output ?? defaultOutput(after)]]);
  if (values.json !== undefined) outputs.set("json", values.json);
  if (values.md !== undefined) outputs.set("md", values.md);
  if ([...outputs.values(), before, after].includes("")) throw new Misuse("A file name must not be empty.");
  return {
    before,
    after,
    outputs,
    author: readLine("--author", values.author ?? AUTHOR),
    date: readDate(values.date, now),
    isQuiet: values.quiet === true,
    isForced: values.force === true,
    tellsByCode: values["exit-code"] === true,
    server: values,
    options: {
      granularity: values.characters === true ? "character" : "word",
      detectMoves: values["no-moves"] !== true,
      ignoreFormatting: values["ignore-formatting"] === true,
      ignoreCase: values["ignore-case"] === true,
      ignoreWhitespace: values["ignore-whitespace"] === true,
      ignoreTypography: values["ignore-typography"] === true,
      comments: values["drop-comments"] === true ? "drop" : "keep",
    },
  };
}

function defaultOutput(after: string): string {
  if (after === STANDARD_STREAM) throw new Misuse("-o is required if MODIFIED is - (standard input).");
  // Word opens a package only under the ending of its kind, and the redline is of the modified document's kind.
  return `${parse(after).name}-redline${wordEnding(after)}`;
}
