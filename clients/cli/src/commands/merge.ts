// Runs `versus merge`: merges revised copies of one Word document into one draft.
//
// The work is done on this machine, or by the service that --server names.

import { parse } from "node:path";
import { nodeZlib } from "@versus/engine/node-zlib";
import {
  type AllOptions,
  Failure,
  type MergeFormat,
  type MergeOutcome,
  mergeOptionTable,
  mergeTask,
} from "@versus/engine/tasks";
import { readDate, readLine } from "../arguments/read-values.ts";
import { readWords } from "../arguments/read-words.ts";
import { type Command, Misuse, Refusal, type Surroundings } from "../command.ts";
import { readInput, STANDARD_STREAM } from "../files/read-input.ts";
import { checkOutputs, FORCE_OPTION, wordEnding } from "../files/write-outputs.ts";
import { openServer, refuseWithServer, SERVER_OPTIONS, type ServerValues } from "../remote/open-server.ts";
import { mergeThere } from "../remote/work-there.ts";
import { failureWords, type Source } from "../report/failure-words.ts";
import { printable } from "../report/printable.ts";
import { Progress } from "../report/progress.ts";
import { fileName, giveRedline, plannedOutputs, withJson } from "./give-redline.ts";
import { plannedSchedule, SCHEDULE_HELP, SCHEDULE_OPTION } from "./schedule-option.ts";

const MERGE_OPTIONS = {
  output: { type: "string", short: "o" },
  json: { type: "string" },
  md: { type: "string" },
  ...SCHEDULE_OPTION,
  author: { type: "string", multiple: true },
  date: { type: "string" },
  formatting: { type: "string" },
  "version-tags": { type: "boolean" },
  quiet: { type: "boolean", short: "q" },
  ...SERVER_OPTIONS,
  ...FORCE_OPTION,
} as const;

export const merge: Command = {
  name: "merge",
  summary: "merge revised copies of a Word document into one draft with tracked changes",
  usage:
    "versus merge BASE REVISION REVISION... [-o FILE] [--json FILE] [--md FILE] [--schedule FILE] [--author NAME]... [--date DATE] [--formatting MODE] [--version-tags] [-q]",
  help: `Writes BASE with the changes of every REVISION as tracked changes under the name of their author. A change that several
revisions made is one change with all their names. Where revisions want different things, the draft marks a conflict and a
comment says who wants what. Nothing leaves this machine unless you name a --server.

  -o, --output FILE  the draft (default: the name of BASE with -merged, in the current folder)
      --json FILE    also write the draft as JSON, with its conflicts
      --md FILE      also write the draft as Markdown
${SCHEDULE_HELP}, conflicts first
      --author NAME  the author of a revision's changes; once for each revision, in their order
                     (default: the names of the files, without their endings)
      --date DATE    the date of the changes, such as 2026-01-31T09:30:00Z (default: now)
      --formatting visible|all|ignore
                     mark formatting that looks different (visible, the default), every difference of direct formatting, or none
      --version-tags put a tag such as «A» before each version of a conflict (not with --server);
                     "versus accept" and "versus reject" remove the tags
      --server URL   let the service at URL do the work, with the API key in VERSUS_API_KEY
      --key-file FILE
                     read the API key from FILE instead
  -f, --force        replace files that exist
  -q, --quiet        print only errors
  -h, --help         print this help

"versus accept" and "versus reject" settle conflicts and decide changes of the draft. One document may be - (standard input), and one output
may be - (standard output).
Exit codes: 0 the draft was written, with or without conflicts; 1 it could not be written; 2 wrong arguments.
`,
  options: MERGE_OPTIONS,
  run: runMerge,
};

/** Maximum number of revisions, equal to that of the service. */
const MOST_REVISIONS = 50;

type Formatting = AllOptions["formatting"];

interface MergeArguments {
  readonly base: string;
  readonly revisions: readonly string[];
  /** Maps each requested format to its output path. The draft itself (`docx`) is always included. */
  readonly outputs: ReadonlyMap<MergeFormat, string>;
  /** One author per revision, in their order. */
  readonly authors: readonly string[];
  readonly date: string;
  readonly formatting: Formatting | undefined;
  readonly versionTags: boolean;
  readonly isQuiet: boolean;
  readonly isForced: boolean;
  readonly server: ServerValues;
}

async function runMerge(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const wanted = readMergeArguments(words, surroundings.now);
  const { isForced, isQuiet, outputs } = wanted;
  const inputs = [wanted.base, ...wanted.revisions];
  checkOutputs(plannedOutputs(outputs), { inputs, isForced });
  const versus = await openServer(wanted.server, surroundings);
  const sources: Source[] = [];
  for (const path of inputs) sources.push({ path, bytes: await readInput(path, surroundings) });
  const progress = new Progress(isQuiet ? undefined : surroundings.stderr, surroundings.elapsed);
  const made =
    versus === undefined
      ? mergeSources(sources, { ...wanted, formats: [...outputs.keys()] }, progress)
      : await mergeThere(sources, { ...wanted, formats: withJson(outputs) }, { versus, progress });
  giveRedline(made, wanted, surroundings);
}

/** Throws a Misuse for wrong arguments. */
function readMergeArguments(words: readonly string[], now: () => Date): MergeArguments {
  const { values, positionals } = readWords(words, MERGE_OPTIONS);
  refuseWithServer(values, "date");
  if (values.server !== undefined && values["version-tags"] === true) {
    throw new Misuse("--version-tags cannot be used with --server: the service writes no version tags. Leave it out.");
  }
  const [base, ...revisions] = positionals;
  if (base === undefined || revisions.length < 2) {
    throw new Misuse("Name BASE and at least two revisions. To see the changes of one revision, use versus compare.");
  }
  if (revisions.length > MOST_REVISIONS) throw new Misuse(`At most ${MOST_REVISIONS} revisions can be merged.`);
  if (positionals.filter((path) => path === STANDARD_STREAM).length > 1) {
    throw new Misuse("Only one document can be - (standard input).");
  }
  const outputs = new Map<MergeFormat, string>([["docx", values.output ?? defaultOutput(base)]]);
  if (values.json !== undefined) outputs.set("json", values.json);
  if (values.md !== undefined) outputs.set("md", values.md);
  for (const [format, path] of plannedSchedule(values)) outputs.set(format, path);
  if ([...outputs.values(), ...positionals].includes("")) throw new Misuse("A file name must not be empty.");
  const authors = values.author ?? revisions.map(authorOf);
  if (authors.length !== revisions.length) {
    throw new Misuse(`Give --author once for each revision: ${revisions.length} times, not ${authors.length}.`);
  }
  return {
    base,
    revisions,
    outputs,
    authors: authors.map((author) => readLine("--author", author)),
    date: readDate(values.date, now),
    formatting: readFormattingMode(values.formatting),
    versionTags: values["version-tags"] === true,
    isQuiet: values.quiet === true,
    isForced: values.force === true,
    server: values,
  };
}

function readFormattingMode(value: string | undefined): Formatting | undefined {
  const { values } = mergeOptionTable.formatting;
  const found = values.find((mode) => mode === value);
  if (value !== undefined && found === undefined) throw new Misuse(`--formatting must be one of ${values.join(", ")}.`);
  return found;
}

function defaultOutput(base: string): string {
  if (base === STANDARD_STREAM) throw new Misuse("-o is required if BASE is - (standard input).");
  return `${parse(base).name}-merged${wordEnding(base)}`;
}

function authorOf(revision: string): string {
  return revision === STANDARD_STREAM ? "standard input" : printable(parse(revision).name);
}

function mergeSources(
  sources: readonly Source[],
  { authors, date, formatting, versionTags, formats }: MergeArguments & { readonly formats: readonly MergeFormat[] },
  progress: Progress,
): MergeOutcome {
  const names = distinct(sources.map(fileName));
  const [base, ...revisions] = sources.map(({ bytes }, index) => ({ bytes, name: names[index]! }));
  try {
    return mergeTask({
      base: base!,
      revisions: revisions.map((revision, index) => ({ ...revision, author: authors[index]! })),
      date,
      codec: nodeZlib,
      formats,
      formatting,
      versionTags,
      onProgress: (stage) => progress.begin(stage),
    });
  } catch (error) {
    throw error instanceof Failure ? new Refusal(failureWords(error, sources)) : error;
  } finally {
    progress.end();
  }
}

/** Returns distinct names: a repeated name gets a number before its extension. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((wanted) => {
    const { name, ext } = parse(wanted);
    let free = wanted;
    for (let count = 2; taken.has(free); count += 1) free = `${name} (${count})${ext}`;
    taken.add(free);
    return free;
  });
}
