// Runs `versus accept` and `versus reject`: decides the tracked changes of a Word document.
//
// The work is done on this machine, or by the service that --server names.

import { parse } from "node:path";
import { nodeZlib } from "@versus/engine/node-zlib";
import {
  type DecideOutcome,
  type DecisionKind,
  type Decisions,
  decideTask,
  Failure,
  type Selection,
} from "@versus/engine/tasks";
import { readWords } from "../arguments/read-words.ts";
import { type Command, Misuse, Refusal, type Surroundings } from "../command.ts";
import { readDecisions } from "../files/read-decisions.ts";
import { readInput, STANDARD_STREAM } from "../files/read-input.ts";
import { checkOutputs, FORCE_OPTION, pathWords, wordEnding, writeOutputs } from "../files/write-outputs.ts";
import { openServer, SERVER_OPTIONS, type ServerValues } from "../remote/open-server.ts";
import { decideThere, refuseFile } from "../remote/work-there.ts";
import { failureWords, type Source } from "../report/failure-words.ts";
import { noticeWords } from "../report/notice-words.ts";
import { printable } from "../report/printable.ts";
import { Progress } from "../report/progress.ts";

type Verdict = "accept" | "reject";

const OPTIONS = {
  author: { type: "string", multiple: true },
  revision: { type: "string", multiple: true },
  id: { type: "string", multiple: true },
  kind: { type: "string", multiple: true },
  conflict: { type: "string", multiple: true },
  decisions: { type: "string" },
  rest: { type: "string" },
  output: { type: "string", short: "o" },
  quiet: { type: "boolean", short: "q" },
  ...SERVER_OPTIONS,
  ...FORCE_OPTION,
} as const;

export const accept: Command = commandFor("accept", "accepted");
export const reject: Command = commandFor("reject", "rejected");

function commandFor(verdict: Verdict, done: string): Command {
  return {
    name: verdict,
    summary: `${verdict} tracked changes of a Word document, or settle conflicts of a merge`,
    usage: `versus ${verdict} FILE [--author NAME]... [--revision NAME]... [--id ID]... [--kind KIND]... [--conflict N=NAME]... [--rest WHAT] [-o FILE] [-q]\n       versus ${verdict} FILE --decisions JSON [--rest WHAT] [-o FILE] [-q]`,
    help: `Writes FILE with the selected changes ${done}. Changes that nothing selects stay tracked. Nothing leaves this
machine unless you name a --server: then FILE is the id of a comparison or a merge there, as "versus compare" prints it.

      --author NAME      changes of this author
      --revision NAME    changes of this revision of a merge: the name of its file
      --id ID            the change with this id in the JSON or Markdown
      --kind KIND        insertion, deletion, move or property
                         An option given again adds a value; different options must all match.
      --conflict N=NAME  settle conflict N for a revision (its file name or its author), or for "original"
      --decisions JSON   carry out the decisions of this file instead, as "versus view" saves them
      --rest WHAT        accept, reject or keep all other changes (default: keep)
  -o, --output FILE      the result (default: the name of FILE with -${done}, in the current folder)
      --server URL       let the service at URL do the work, with the API key in VERSUS_API_KEY
      --key-file FILE    read the API key from FILE instead
  -f, --force            replace files that exist
  -q, --quiet            print only errors
  -h, --help             print this help

FILE may be - (standard input), and the output may be - (standard output).
Exit codes: 0 the document was written; 1 it could not be written; 2 wrong arguments.
`,
    options: OPTIONS,
    run: (words, surroundings) => runDecide(words, surroundings, { verdict, done }),
  };
}

interface Deciding {
  readonly verdict: Verdict;
  readonly done: string;
}

async function runDecide(words: readonly string[], surroundings: Surroundings, deciding: Deciding): Promise<void> {
  const { file, output, listed, chosen, isQuiet, isForced, server } = readDecideArguments(words, deciding);
  const versus = await openServer(server, surroundings);
  const inputs = [...(versus === undefined ? [file] : []), ...(listed === undefined ? [] : [listed])];
  checkOutputs([{ path: output, kind: "word" }], { inputs, isForced });
  const decisions =
    listed === undefined ? chosen : { ...readDecisions(listed, await readInput(listed, surroundings)), ...chosen };
  const channel = output === STANDARD_STREAM ? surroundings.stderr : surroundings.stdout;
  if (versus !== undefined) {
    refuseFile(file, "FILE");
    const progress = new Progress(isQuiet ? undefined : surroundings.stderr, surroundings.elapsed);
    const bytes = await decideThere(file, decisions, { versus, progress });
    writeOutputs([{ path: output, bytes }], surroundings.stdout);
    if (!isQuiet) channel.write(`decided -> ${pathWords([output])}\n`);
    return;
  }
  const source = { path: file, bytes: await readInput(file, surroundings) };
  const outcome = decideSource(source, decisions);
  if (outcome.kind === "refused") throw new Refusal(problemWords(source, outcome.problems));
  writeOutputs([{ path: output, bytes: outcome.docx }], surroundings.stdout);
  if (isQuiet) return;
  for (const line of [openWords(outcome.open, output), ...noticeWords(outcome.notices)]) channel.write(`${line}\n`);
}

interface DecideArguments {
  readonly file: string;
  readonly output: string;
  /** The file with the decisions; undefined if options name them. */
  readonly listed: string | undefined;
  readonly chosen: Decisions;
  readonly isQuiet: boolean;
  readonly isForced: boolean;
  readonly server: ServerValues;
}

/** Throws a Misuse for wrong arguments. */
function readDecideArguments(words: readonly string[], { verdict, done }: Deciding): DecideArguments {
  const { values, positionals } = readWords(words, OPTIONS);
  const [file, ...others] = positionals;
  if (file === undefined) throw new Misuse("FILE is required.");
  if (others.length > 0) throw new Misuse(`Name one document, not ${positionals.length}.`);
  const selection: Selection = {
    ...(values.id === undefined ? {} : { ids: values.id }),
    ...(values.author === undefined ? {} : { authors: values.author }),
    ...(values.revision === undefined ? {} : { revisions: values.revision }),
    ...(values.kind === undefined ? {} : { kinds: values.kind.map(readKind) }),
  };
  const isSelecting = Object.keys(selection).length > 0;
  const listed = values.decisions;
  if (listed !== undefined && (isSelecting || values.conflict !== undefined)) {
    throw new Misuse("--decisions cannot be combined with --author, --revision, --id, --kind or --conflict.");
  }
  if (!isSelecting && values.conflict === undefined && values.rest === undefined && listed === undefined) {
    throw new Misuse("Select changes: --author, --revision, --id, --kind, --conflict, --decisions or --rest.");
  }
  const output = values.output ?? defaultOutput(file, done);
  if (file === "" || output === "" || listed === "") throw new Misuse("A file name must not be empty.");
  return {
    file,
    output,
    listed,
    chosen: {
      ...(isSelecting ? { [verdict]: selection } : {}),
      ...(values.conflict === undefined ? {} : { conflicts: values.conflict.map(readConflict) }),
      ...(values.rest === undefined ? {} : { rest: readRest(values.rest) }),
    },
    isQuiet: values.quiet === true,
    isForced: values.force === true,
    server: values,
  };
}

const KINDS: readonly DecisionKind[] = ["insertion", "deletion", "move", "property"];

function readKind(text: string): DecisionKind {
  const kind = KINDS.find((known) => known === text);
  if (kind === undefined) throw new Misuse("--kind must be insertion, deletion, move or property.");
  return kind;
}

function readConflict(text: string): { id: number; choose: string } {
  const [, id, choose] = /^([1-9]\d{0,8})=(.+)$/s.exec(text) ?? [];
  if (id === undefined || choose === undefined) {
    throw new Misuse(
      "--conflict must be the number of a conflict, =, and a file name, an author or original: 1=b.docx.",
    );
  }
  return { id: Number(id), choose };
}

function readRest(text: string): "keep" | Verdict {
  if (text !== "keep" && text !== "accept" && text !== "reject")
    throw new Misuse("--rest must be keep, accept or reject.");
  return text;
}

function defaultOutput(file: string, done: string): string {
  if (file === STANDARD_STREAM) throw new Misuse("-o is required if FILE is - (standard input).");
  return `${parse(file).name}-${done}${wordEnding(file)}`;
}

function decideSource(source: Source, decisions: Decisions): DecideOutcome {
  try {
    return decideTask({ bytes: source.bytes, codec: nodeZlib, decisions });
  } catch (error) {
    throw error instanceof Failure ? new Refusal(failureWords(error, [source])) : error;
  }
}

/** Maps fields of decisions to the options that set them. */
const OPTION_NAMES: readonly (readonly [RegExp, string])[] = [
  [/\.ids\[/, "--id"],
  [/\.authors\[/, "--author"],
  [/\.revisions\[/, "--revision"],
  [/^conflicts/, "--conflict"],
];

function problemWords({ path }: Source, problems: (DecideOutcome & { kind: "refused" })["problems"]): string {
  const name = path === STANDARD_STREAM ? "standard input" : printable(path);
  const lines = problems.map(({ field, message, did_you_mean: near, allowed = [] }) => {
    const option = OPTION_NAMES.find(([pattern]) => pattern.test(field))?.[1] ?? field;
    const known = allowed.length === 0 ? "" : ` Use one of: ${allowed.map((one) => `"${printable(one)}"`).join(", ")}.`;
    return `${name}: ${option}: ${printable(message)}${near === undefined ? known : ` Did you mean "${printable(near)}"?`}`;
  });
  return lines.join("\n");
}

/** Returns a line such as `2 changes and 1 conflict left -> out.docx`. */
function openWords({ changes, conflicts }: { changes: number; conflicts: number }, path: string): string {
  const counts = [
    ...(changes === 0 ? [] : [`${changes} ${changes === 1 ? "change" : "changes"}`]),
    ...(conflicts === 0 ? [] : [`${conflicts} ${conflicts === 1 ? "conflict" : "conflicts"}`]),
  ];
  return `${counts.length === 0 ? "no changes" : counts.join(" and ")} left -> ${pathWords([path])}`;
}
