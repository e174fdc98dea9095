// Runs `versus create`: makes a Word document from a list of paragraphs.
//
// The work is done on this machine, or by the service that --server names.

import { basename } from "node:path";
import { nodeZlib } from "@versus/engine/node-zlib";
import { type CreateOutcome, createTask, Failure } from "@versus/engine/tasks";
import { readDate, readLine } from "../arguments/read-values.ts";
import { readWords, refuseWords } from "../arguments/read-words.ts";
import { type Command, Misuse, Refusal, type Surroundings } from "../command.ts";
import { readInput, STANDARD_STREAM } from "../files/read-input.ts";
import { readJson } from "../files/read-json.ts";
import { checkOutputs, FORCE_OPTION, pathWords, writeOutputs } from "../files/write-outputs.ts";
import { openServer, refuseWithServer, SERVER_OPTIONS, type ServerValues } from "../remote/open-server.ts";
import { createThere } from "../remote/work-there.ts";
import { failureWords, type Source } from "../report/failure-words.ts";
import { noticeWords } from "../report/notice-words.ts";
import { printable } from "../report/printable.ts";
import { Progress } from "../report/progress.ts";

const OPTIONS = {
  name: { type: "string" },
  paragraphs: { type: "string" },
  template: { type: "string" },
  title: { type: "string" },
  author: { type: "string" },
  date: { type: "string" },
  quiet: { type: "boolean", short: "q" },
  ...SERVER_OPTIONS,
  ...FORCE_OPTION,
} as const;

export const create: Command = {
  name: "create",
  summary: "create a Word document from a list of paragraphs",
  usage: "versus create --name FILE --paragraphs LIST [--template FILE] [--title TEXT] [--author NAME] [--date DATE]",
  help: `Writes a new Word document. LIST is JSON: a list of objects with style_id and either text or runs.
Nothing leaves this machine unless you name a --server.

      --name FILE        the document to write; its name must end in .docx
      --paragraphs LIST  the list of paragraphs
      --template FILE    a .docx, .dotx or .dotm that gives its styles, lists, theme fonts and theme colors
                         (default: the styles Normal, Heading1, Heading2, Heading3, Heading4)
      --title TEXT       the title in the file properties
      --author NAME      the author in the file properties
      --date DATE        the date of creation, such as 2026-01-31T09:30:00Z (default: now)
      --server URL       let the service at URL do the work, with the API key in VERSUS_API_KEY
      --key-file FILE    read the API key from FILE instead
  -f, --force            replace files that exist
  -q, --quiet            print only errors
  -h, --help             print this help

LIST or the template may be - (standard input), and the document may be - (standard output).
Exit codes: 0 the document was written; 1 it could not be written; 2 wrong arguments.
`,
  options: OPTIONS,
  run: runCreate,
};

async function runCreate(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const wanted = readCreateArguments(words, surroundings.now);
  const { name, list, template } = wanted;
  const inputs = template === undefined ? [list] : [list, template];
  checkOutputs([{ path: name, kind: "word" }], { inputs, isForced: wanted.isForced });
  const versus = await openServer(wanted.server, surroundings);
  const paragraphs = readJson(list, await readInput(list, surroundings), "a list of paragraphs");
  const source =
    template === undefined ? undefined : { path: template, bytes: await readInput(template, surroundings) };
  const progress = new Progress(wanted.isQuiet ? undefined : surroundings.stderr, surroundings.elapsed);
  const made =
    versus === undefined
      ? createHere(wanted, paragraphs, source)
      : {
          docx: await createThere({ name: serverName(name), paragraphs, template: source }, { versus, progress }),
          lines: [],
        };
  writeOutputs([{ path: name, bytes: made.docx }], surroundings.stdout);
  if (wanted.isQuiet) return;
  const channel = name === STANDARD_STREAM ? surroundings.stderr : surroundings.stdout;
  const [count = "created", ...notices] = made.lines;
  for (const line of [`${count} -> ${pathWords([name])}`, ...notices]) channel.write(`${line}\n`);
}

/** Returns the document and lines about it: its number of words, then notices. */
function createHere(
  { facts, list }: CreateArguments,
  paragraphs: unknown,
  source: Source | undefined,
): { readonly docx: Uint8Array; readonly lines: readonly string[] } {
  const outcome = refuseFailures(
    () => createTask({ ...facts, paragraphs, codec: nodeZlib, ...(source && { template: source.bytes }) }),
    source,
  );
  if (outcome.kind === "refused") throw new Refusal(problemWords(list, outcome.problems));
  const words = `${outcome.words} ${outcome.words === 1 ? "word" : "words"}`;
  return { docx: outcome.docx, lines: [words, ...noticeWords(outcome.notices)] };
}

interface CreateArguments {
  readonly name: string;
  readonly list: string;
  readonly template: string | undefined;
  readonly isQuiet: boolean;
  readonly isForced: boolean;
  readonly server: ServerValues;
  readonly facts: { readonly date: string; readonly title?: string; readonly author?: string };
}

/** Throws a Misuse for wrong arguments. */
function readCreateArguments(words: readonly string[], now: () => Date): CreateArguments {
  const { values, positionals } = readWords(words, OPTIONS);
  refuseWords(positionals);
  refuseWithServer(values, "title", "author", "date");
  const { name, paragraphs: list, template, title, author } = values;
  if (name === undefined || list === undefined) throw new Misuse("--name and --paragraphs are required.");
  if ([name, list, template].includes("")) throw new Misuse("A file name must not be empty.");
  if (name !== STANDARD_STREAM && !/\.docx$/i.test(basename(name))) throw new Misuse("--name must end in .docx.");
  if (list === STANDARD_STREAM && template === STANDARD_STREAM) {
    throw new Misuse("Only one file can be - (standard input).");
  }
  return {
    name,
    list,
    template,
    isQuiet: values.quiet === true,
    isForced: values.force === true,
    server: values,
    facts: {
      date: readDate(values.date, now),
      ...(title !== undefined && { title: readLine("--title", title) }),
      ...(author !== undefined && { author: readLine("--author", author) }),
    },
  };
}

/** Returns a name for the service, which requires one even for standard output. */
function serverName(name: string): string {
  return name === STANDARD_STREAM ? "document.docx" : basename(name);
}

function refuseFailures(make: () => CreateOutcome, template: Source | undefined): CreateOutcome {
  try {
    return make();
  } catch (error) {
    if (error instanceof Failure && template !== undefined) throw new Refusal(failureWords(error, [template]));
    throw error;
  }
}

/** Maximum number of problems that are printed. */
const MOST_SHOWN = 20;

function problemWords(path: string, problems: (CreateOutcome & { kind: "refused" })["problems"]): string {
  const lines = problems.slice(0, MOST_SHOWN).map((problem) => {
    const isStyle = problem.reason === "STYLE_NOT_FOUND" && "style_id" in problem;
    const style = isStyle && problem.field.endsWith(".style_id") ? ` (${printable(problem.style_id)})` : "";
    return `${printable(path)}: ${problem.field}: ${problem.message}${style}`;
  });
  const more = problems.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}
