// Runs `versus edit`: applies edits, in the form of the service, to a Word document.
//
// The work is done on this machine, or by the service that --server names.

import { randomBytes } from "node:crypto";
import { parse } from "node:path";
import { hashPassword } from "@versus/engine/node-password";
import { nodeZlib } from "@versus/engine/node-zlib";
import {
  checkEdits,
  type EditResult,
  type EditTaskOutcome,
  editTask,
  Failure,
  type PasswordHash,
  takePassword,
  type Undecided,
} from "@versus/engine/tasks";
import { readDate, readLine } from "../arguments/read-values.ts";
import { readWords } from "../arguments/read-words.ts";
import { type Command, Misuse, Refusal, type Surroundings } from "../command.ts";
import { readInput, STANDARD_STREAM } from "../files/read-input.ts";
import { readJson } from "../files/read-json.ts";
import { checkOutputs, FORCE_OPTION, pathWords, wordEnding, writeOutputs } from "../files/write-outputs.ts";
import { openServer, SERVER_OPTIONS, type ServerValues } from "../remote/open-server.ts";
import { editThere } from "../remote/work-there.ts";
import { failureWords, type Source } from "../report/failure-words.ts";
import { printable } from "../report/printable.ts";
import { Progress } from "../report/progress.ts";

const OPTIONS = {
  edits: { type: "string" },
  output: { type: "string", short: "o" },
  redline: { type: "string" },
  template: { type: "string" },
  undecided: { type: "string" },
  author: { type: "string" },
  date: { type: "string" },
  quiet: { type: "boolean", short: "q" },
  ...SERVER_OPTIONS,
  ...FORCE_OPTION,
} as const;

export const edit: Command = {
  name: "edit",
  summary: "edit a Word document with tracked changes",
  usage:
    "versus edit DOCUMENT --edits LIST [-o FILE] [--redline FILE] [--template FILE] [--undecided HOW] [--author NAME] [--date DATE] [--server URL] [-f] [-q]",
  help: `Writes DOCUMENT with the edits of LIST applied: all of them, or none. LIST is JSON: a list of edits. Their addresses refer
to DOCUMENT before the edits. Nothing leaves this machine unless you name a --server.

      --edits LIST     the list of edits
  -o, --output FILE    the document with the changes applied (default: the name of DOCUMENT with -edited, in the current
                       folder)
      --redline FILE   also write the document with every change as a tracked change
      --template FILE  a .docx, .dotx or .dotm that gives the styles, with their lists, that DOCUMENT lacks
      --undecided HOW  refuse or skip: formatting where another author's change of it is undecided is refused (default), or
                       left out and listed
      --author NAME    the author of the changes (default: Versus)
      --date DATE      the date of the changes, such as 2026-01-31T09:30:00Z (default: now)
      --server URL     let the service at URL do the work, with the API key in VERSUS_API_KEY
      --key-file FILE  read the API key from FILE instead
  -f, --force          replace files that exist
  -q, --quiet          print only errors
  -h, --help           print this help

One input may be - (standard input), and one output may be - (standard output).
Exit codes: 0 the document was written; 1 it could not be written; 2 wrong arguments.
`,
  options: OPTIONS,
  run: runEdit,
};

const AUTHOR = "Versus";

async function runEdit(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const wanted = readEditArguments(words, surroundings.now);
  const { document, list, template, output, redline } = wanted;
  const written = redline === undefined ? [output] : [output, redline];
  checkOutputs(
    written.map((path) => ({ path, kind: "word" })),
    { inputs: template === undefined ? [document, list] : [document, list, template], isForced: wanted.isForced },
  );
  const versus = await openServer(wanted.server, surroundings);
  const edits = readList(list, await readInput(list, surroundings));
  const sources = await Promise.all(
    [document, ...(template === undefined ? [] : [template])].map(async (path) => ({
      path,
      bytes: await readInput(path, surroundings),
    })),
  );
  const progress = new Progress(wanted.isQuiet ? undefined : surroundings.stderr, surroundings.elapsed);
  const outcome =
    versus === undefined
      ? await carryOut(edits, sources, wanted)
      : await editThere(sources, { edits, ...factsOf(wanted) }, { versus, progress });
  if (outcome.kind === "refused") throw new Refusal(refusalWords(list, outcome.refusals));
  const files = [{ path: output, bytes: outcome.docx }];
  writeOutputs(
    redline === undefined ? files : [...files, { path: redline, bytes: outcome.redline }],
    surroundings.stdout,
  );
  if (wanted.isQuiet) return;
  const channel = written.includes(STANDARD_STREAM) ? surroundings.stderr : surroundings.stdout;
  const count = `${edits.length} ${edits.length === 1 ? "edit" : "edits"}`;
  channel.write(`${count} -> ${pathWords(written)}\n`);
  for (const line of skippedLines(outcome.results)) channel.write(`${line}\n`);
}

function factsOf({ author, date, undecided }: EditArguments) {
  return { author, date, undecided };
}

/** Returns one line per edit that left out paragraphs. */
function skippedLines(results: readonly Pick<EditResult, "edit" | "skipped">[]): string[] {
  return results.flatMap(({ edit: index, skipped = [] }) => {
    const names = skipped.map((name) => JSON.stringify(name)).join(", ");
    return names === "" ? [] : [`edits[${index}] left out paragraphs with undecided changes: ${names}`];
  });
}

interface EditArguments {
  readonly document: string;
  readonly list: string;
  readonly template: string | undefined;
  readonly output: string;
  readonly redline: string | undefined;
  readonly undecided: Undecided;
  readonly author: string;
  readonly date: string;
  readonly isQuiet: boolean;
  readonly isForced: boolean;
  readonly server: ServerValues;
}

/** Throws a Misuse for wrong arguments. */
function readEditArguments(words: readonly string[], now: () => Date): EditArguments {
  const { values, positionals } = readWords(words, OPTIONS);
  const [document, ...others] = positionals;
  const { edits: list, template, redline } = values;
  if (document === undefined || list === undefined) throw new Misuse("DOCUMENT and --edits are required.");
  if (others.length > 0) throw new Misuse(`Name one document, not ${positionals.length}.`);
  const read = [document, list, ...(template === undefined ? [] : [template])];
  if (read.filter((path) => path === STANDARD_STREAM).length > 1) {
    throw new Misuse("Only one file can be - (standard input).");
  }
  const output = values.output ?? defaultOutput(document);
  if ([...read, output, redline].includes("")) throw new Misuse("A file name must not be empty.");
  return {
    document,
    list,
    template,
    output,
    redline,
    undecided: readUndecided(values.undecided),
    author: readLine("--author", values.author ?? AUTHOR),
    date: readDate(values.date, now),
    isQuiet: values.quiet === true,
    isForced: values.force === true,
    server: values,
  };
}

function readUndecided(value = "refuse"): Undecided {
  if (value === "refuse" || value === "skip") return value;
  throw new Misuse("--undecided must be refuse or skip.");
}

function defaultOutput(document: string): string {
  if (document === STANDARD_STREAM) throw new Misuse("-o is required if DOCUMENT is - (standard input).");
  return `${parse(document).name}-edited${wordEnding(document)}`;
}

/** Returns the list of edits. Throws a Refusal if the JSON is not a list of at least one edit. */
function readList(path: string, bytes: Uint8Array): readonly unknown[] {
  const list = readJson(path, bytes, "a list of edits");
  if (Array.isArray(list) && list.length > 0) return list;
  throw new Refusal(`${printable(path)}: The file must contain a list of at least one edit.`);
}

async function carryOut(
  given: readonly unknown[],
  sources: readonly Source[],
  { author, date, undecided }: EditArguments,
): Promise<EditTaskOutcome> {
  const { edits, passwordHash } = await withHash(given);
  const [document, template] = sources;
  try {
    return editTask({
      document: document!.bytes,
      edits,
      author,
      date,
      undecided,
      codec: nodeZlib,
      ...(passwordHash === undefined ? {} : { passwordHash }),
      ...(template === undefined ? {} : { styleTemplate: template.bytes }),
    });
  } catch (error) {
    throw error instanceof Failure ? new Refusal(failureWords(error, sources)) : error;
  }
}

interface HashedEdits {
  readonly edits: readonly unknown[];
  readonly passwordHash?: PasswordHash;
}

/**
 * Replaces the password by its hash, which the document stores. Edits with a wrong form are passed on, and editTask
 * refuses them.
 */
async function withHash(given: readonly unknown[]): Promise<HashedEdits> {
  if (checkEdits(given).length > 0) return { edits: given };
  const { edits, password } = takePassword(given);
  return password === undefined ? { edits } : { edits, passwordHash: await hashPassword(password, randomBytes) };
}

/** Maximum number of problems that are printed. */
const MOST_SHOWN = 20;

function refusalWords(path: string, refusals: (EditTaskOutcome & { kind: "refused" })["refusals"]): string {
  const lines = refusals.slice(0, MOST_SHOWN).map(({ field, message }) => `${printable(path)}: ${field}: ${message}`);
  const more = refusals.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}
