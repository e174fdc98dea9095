// Reads the words after `versus compare` and fills in defaults.

import { parse } from "node:path";
import {
  type AllOptions,
  type CompareFormat,
  fromWire,
  optionFlags,
  optionValueFlags,
  readFormatting,
  type WireOptions,
} from "@versus/engine/tasks";
import { readDate, readLine } from "../arguments/read-values.ts";
import { readWords } from "../arguments/read-words.ts";
import { type CommandOptions, Misuse } from "../command.ts";
import { STANDARD_STREAM } from "../files/read-input.ts";
import { FORCE_OPTION, wordEnding } from "../files/write-outputs.ts";
import { refuseWithServer, SERVER_OPTIONS, type ServerValues } from "../remote/open-server.ts";
import { plannedSchedule, SCHEDULE_OPTION } from "./schedule-option.ts";

export interface CompareArguments {
  readonly before: string;
  readonly after: string;
  /** Maps each format to its path. The redline itself is always included. */
  readonly outputs: ReadonlyMap<CompareFormat, string>;
  readonly author: string;
  /** UTC, to the second. */
  readonly date: string;
  readonly isQuiet: boolean;
  readonly isForced: boolean;
  /** True if the exit code reports that the documents differ. */
  readonly tellsByCode: boolean;
  readonly server: ServerValues;
  /** The options that were given. */
  readonly options: Partial<AllOptions>;
}

const AUTHOR = "Versus";

const OWN_OPTIONS = {
  output: { type: "string", short: "o" },
  json: { type: "string" },
  md: { type: "string" },
  ...SCHEDULE_OPTION,
  author: { type: "string" },
  date: { type: "string" },
  quiet: { type: "boolean", short: "q" },
  "exit-code": { type: "boolean" },
  ...SERVER_OPTIONS,
  ...FORCE_OPTION,
} as const;

export const COMPARE_OPTIONS: CommandOptions & typeof OWN_OPTIONS = {
  ...OWN_OPTIONS,
  ...Object.fromEntries(optionFlags.map(({ name }) => [name, { type: "boolean" } as const])),
  ...Object.fromEntries(optionValueFlags.map(({ name }) => [name, { type: "string" } as const])),
};

/** Returns the lines of the help text for the compare options. */
export function flagLines(): string {
  const column = 21;
  const valued = optionValueFlags.map(({ name, does, values }) => ({ name: `${name} ${values.join("|")}`, does }));
  return [...optionFlags, ...valued]
    .map(({ name, does }) => {
      const head = `      --${name}`;
      return head.length < column - 1 ? head.padEnd(column) + does : `${head}\n${" ".repeat(column)}${does}`;
    })
    .join("\n");
}

/** Throws a Misuse for wrong arguments. */
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
  for (const [format, path] of plannedSchedule(values)) outputs.set(format, path);
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
    options: givenOptions(values),
  };
}

function givenOptions(values: Readonly<Record<string, unknown>>): Partial<AllOptions> {
  const given = optionFlags.filter(({ name }) => values[name] === true).map(({ option, sets }) => [option, sets]);
  const valued = optionValueFlags.flatMap(({ name, option, values: allowed }) => {
    const value = values[name];
    if (value === undefined) return [];
    if (typeof value === "string" && allowed.includes(value)) return [[option, value]];
    throw new Misuse(`--${name} must be one of ${allowed.join(", ")}.`);
  });
  const options = fromWire(Object.fromEntries([...given, ...valued]) as Partial<WireOptions>);
  if (readFormatting(options).isContradiction) {
    throw new Misuse(`--ignore-formatting means --formatting ignore, not --formatting ${options.formatting}.`);
  }
  return options;
}

function defaultOutput(after: string): string {
  if (after === STANDARD_STREAM) throw new Misuse("-o is required if MODIFIED is - (standard input).");
  // Word opens a package only if its extension fits its kind, and the redline has the kind of the modified document.
  return `${parse(after).name}-redline${wordEnding(after)}`;
}
