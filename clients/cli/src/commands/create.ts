// `versus create`: a list of paragraphs into a Word document, on this machine.

import { basename } from "node:path";
import { nodeZlib } from "@versus/engine/node-zlib";
import { type CreateOutcome, createTask, Failure } from "@versus/engine/tasks";
import { readDate, readLine } from "../arguments/read-values.ts";
import { readWords, refuseWords } from "../arguments/read-words.ts";
import { type Command, Misuse, Refusal, type Surroundings } from "../command.ts";
import { readInput, STANDARD_STREAM } from "../files/read-input.ts";
import { readJson } from "../files/read-json.ts";
import { checkOutputs, writeOutputs } from "../files/write-outputs.ts";
import { failureWords } from "../report/failure-words.ts";
import { noticeWords } from "../report/notice-words.ts";
import { printable } from "../report/printable.ts";

export const create: Command = {
  name: "create",
  summary: "create a Word document from a list of paragraphs",
  usage: "versus create --name FILE --paragraphs LIST [--template FILE] [--title TEXT] [--author NAME] [--date DATE]",
  help: `Writes a new Word document. LIST is JSON: a list of objects with style_id and either text or runs.
Nothing leaves this machine.

      --name FILE        the document to write; its name must end in .docx
      --paragraphs LIST  the list of paragraphs
      --template FILE    a .docx, .dotx or .dotm that gives its styles, lists, theme fonts and theme colors
                         (default: the styles Normal, Heading1, Heading2, Heading3, Heading4)
      --title TEXT       the title in the file properties
      --author NAME      the author in the file properties
      --date DATE        the date of creation, such as 2026-01-31T09:30:00Z (default: now)
  -q, --quiet            print only errors
  -h, --help             print this help

LIST or the template may be - (standard input), and the document may be - (standard output).
Exit codes: 0 the document was written; 1 it could not be written; 2 wrong arguments.
`,
  run: runCreate,
};

const OPTIONS = {
  name: { type: "string" },
  paragraphs: { type: "string" },
  template: { type: "string" },
  title: { type: "string" },
  author: { type: "string" },
  date: { type: "string" },
  quiet: { type: "boolean", short: "q" },
} as const;

async function runCreate(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const wanted = readCreateArguments(words, surroundings.now);
  const { name, list, template } = wanted;
  checkOutputs([name], template === undefined ? [list] : [list, template]);
  const paragraphs = readJson(list, await readInput(list, surroundings), "a list of paragraphs");
  const source =
    template === undefined ? undefined : { path: template, bytes: await readInput(template, surroundings) };
  const outcome = refuseFailures(
    () => createTask({ ...wanted.facts, paragraphs, codec: nodeZlib, ...(source && { template: source.bytes }) }),
    source,
  );
  if (outcome.kind === "refused") throw new Refusal(problemWords(list, outcome.problems));
  writeOutputs([{ path: name, bytes: outcome.docx }], surroundings.stdout);
  if (wanted.isQuiet) return;
  const channel = name === STANDARD_STREAM ? surroundings.stderr : surroundings.stdout;
  const shownName = name === STANDARD_STREAM ? "standard output" : printable(name);
  const summary = `${outcome.words} ${outcome.words === 1 ? "word" : "words"} -> ${shownName}`;
  for (const line of [summary, ...noticeWords(outcome.notices)]) channel.write(`${line}\n`);
}

interface CreateArguments {
  readonly name: string;
  readonly list: string;
  readonly template: string | undefined;
  readonly isQuiet: boolean;
  readonly facts: { readonly date: string; readonly title?: string; readonly author?: string };
}

/** Throws a Misuse. */
function readCreateArguments(words: readonly string[], now: () => Date): CreateArguments {
  const { values, positionals } = readWords(words, OPTIONS);
  refuseWords(positionals);
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
    facts: {
      date: readDate(values.date, now),
      ...(title !== undefined && { title: readLine("--title", title) }),
      ...(author !== undefined && { author: readLine("--author", author) }),
    },
  };
}

function refuseFailures(
  make: () => CreateOutcome,
  template: { readonly path: string; readonly bytes: Uint8Array } | undefined,
): CreateOutcome {
  try {
    return make();
  } catch (error) {
    if (error instanceof Failure && template !== undefined) throw new Refusal(failureWords(error, [template]));
    throw error;
  }
}

/** As many faults as one reads at once. */
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
