// Runs `versus scrub`: lists or removes the data of a Word document besides its text.

import { parse } from "node:path";
import { nodeZlib } from "@versus/engine/node-zlib";
import {
  Failure,
  type ScrubKind,
  type ScrubOutcome,
  type ScrubRequest,
  scrubKinds,
  scrubTask,
} from "@versus/engine/tasks";
import { readWords } from "../arguments/read-words.ts";
import { type Command, Misuse, Refusal, type Surroundings } from "../command.ts";
import { readInput, STANDARD_STREAM } from "../files/read-input.ts";
import { checkOutputs, FORCE_OPTION, wordEnding, writeOutputs } from "../files/write-outputs.ts";
import { failureWords, type Source } from "../report/failure-words.ts";
import { inspectionWords, removedWords } from "../report/inspection-words.ts";
import { noticeWords } from "../report/notice-words.ts";

const OPTIONS = {
  remove: { type: "string", multiple: true },
  changes: { type: "string" },
  output: { type: "string", short: "o" },
  json: { type: "boolean" },
  quiet: { type: "boolean", short: "q" },
  ...FORCE_OPTION,
} as const;

export const scrub: Command = {
  name: "scrub",
  summary: "list or remove comments, tracked changes, authors, hidden text and properties of a Word document",
  usage: "versus scrub FILE [--json] [--remove KINDS [--changes HOW] [-o FILE] [-f]] [-q]",
  help: `Without --remove, lists what FILE tells beside its text, and writes nothing. With --remove, writes a copy without it.
Nothing leaves this machine.

      --remove KINDS   the kinds to remove, separated by commas, or all:
                       changes     tracked changes, accepted or rejected as --changes says
                       comments    comments and replies
                       hidden      hidden text
                       authors     names of authors on changes, comments and the file; Word's "Author" takes their place
                       properties  title, company, dates, custom properties, preview picture, path of the template
                       rsids       ids of editing sessions
      --changes HOW    accept or reject: required to remove changes
  -o, --output FILE    the copy (default: the name of FILE with -scrubbed, in the current folder)
      --json           print what was found as JSON
  -f, --force          replace files that exist
  -q, --quiet          print only errors
  -h, --help           print this help

Pictures, embedded files, custom XML and macros are counted and not searched.
FILE may be - (standard input), and the output may be - (standard output).
Exit codes: 0 done; 1 it could not be done; 2 wrong arguments.
`,
  options: OPTIONS,
  run: runScrub,
};

async function runScrub(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const { file, output, asked, isJson, isQuiet, isForced } = readScrubArguments(words);
  if (output !== undefined) checkOutputs([{ path: output, kind: "word" }], { inputs: [file], isForced });
  const source = { path: file, bytes: await readInput(file, surroundings) };
  const { found, docx, notices } = scrubSource(source, asked);
  if (output !== undefined) writeOutputs([{ path: output, bytes: docx }], surroundings.stdout);
  if (isJson) surroundings.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
  if (isQuiet) return;
  const isTaken = isJson || output === STANDARD_STREAM;
  const channel = isTaken ? surroundings.stderr : surroundings.stdout;
  if (output === undefined) {
    if (!isJson) channel.write(inspectionWords(found));
  } else channel.write(`${removedWords(found, asked, output)}\n`);
  for (const line of noticeWords(notices)) channel.write(`${line}\n`);
}

type ScrubChoice = Required<Pick<ScrubRequest, "remove" | "changes">>;

interface ScrubArguments {
  readonly file: string;
  /** Undefined if nothing is removed. */
  readonly output: string | undefined;
  readonly asked: ScrubChoice;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly isForced: boolean;
}

/** Throws a Misuse for wrong arguments. */
function readScrubArguments(words: readonly string[]): ScrubArguments {
  const { values, positionals } = readWords(words, OPTIONS);
  const [file, ...others] = positionals;
  if (file === undefined) throw new Misuse("FILE is required.");
  if (others.length > 0) throw new Misuse(`Name one document, not ${positionals.length}.`);
  const remove = readKinds(values.remove ?? []);
  const changes = readChanges(values.changes, remove);
  if (remove.length === 0 && values.output !== undefined) throw new Misuse("-o needs --remove: a list writes no file.");
  const output = remove.length === 0 ? undefined : (values.output ?? defaultOutput(file));
  if (file === "" || output === "") throw new Misuse("A file name must not be empty.");
  const isJson = values.json === true;
  if (isJson && output === STANDARD_STREAM) throw new Misuse("--json and -o - cannot both use standard output.");
  return {
    file,
    output,
    asked: { remove, changes },
    isJson,
    isQuiet: values.quiet === true,
    isForced: values.force === true,
  };
}

function readKinds(lists: readonly string[]): readonly ScrubKind[] {
  const named = new Set(lists.flatMap((list) => list.split(",")).map((word) => word.trim()));
  const unknown = [...named].filter((word) => word !== "all" && !scrubKinds.some((kind) => kind === word));
  if (unknown.length > 0) throw new Misuse(`--remove must be all, or some of ${scrubKinds.join(", ")}.`);
  return scrubKinds.filter((kind) => named.has("all") || named.has(kind));
}

/**
 * Returns the verdict on tracked changes. Throws a Misuse if they are removed without --changes, or if --changes is
 * given without removal. Without removal the returned value is not used.
 */
function readChanges(text: string | undefined, remove: readonly ScrubKind[]): ScrubChoice["changes"] {
  const removes = remove.includes("changes");
  if (text === undefined && removes) {
    throw new Misuse("To remove tracked changes, accept or reject them: use --changes accept or --changes reject.");
  }
  if (text !== undefined && !removes) throw new Misuse("--changes needs --remove changes or --remove all.");
  if (text !== undefined && text !== "accept" && text !== "reject") {
    throw new Misuse("--changes must be accept or reject.");
  }
  return text ?? "accept";
}

function defaultOutput(file: string): string {
  if (file === STANDARD_STREAM) throw new Misuse("-o is required if FILE is - (standard input).");
  return `${parse(file).name}-scrubbed${wordEnding(file)}`;
}

function scrubSource(source: Source, asked: ScrubChoice): ScrubOutcome {
  try {
    return scrubTask({ bytes: source.bytes, codec: nodeZlib, ...asked });
  } catch (error) {
    throw error instanceof Failure ? new Refusal(failureWords(error, [source])) : error;
  }
}
