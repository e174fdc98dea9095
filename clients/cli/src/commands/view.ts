// `versus view`: a redline as a page to read in a browser, on this machine.

import { parse, resolve } from "node:path";
import { nodeZlib } from "@versus/engine/node-zlib";
import { compareTask, Failure, viewTask } from "@versus/engine/tasks";
import { wholePage, writePage } from "@versus/viewer";
import { readDate } from "../arguments/read-values.ts";
import { readWords } from "../arguments/read-words.ts";
import { type Command, Misuse, Refusal, type Surroundings } from "../command.ts";
import { readInput, STANDARD_STREAM } from "../files/read-input.ts";
import { checkOutputs, writeOutputs } from "../files/write-outputs.ts";
import { failureWords, type Source } from "../report/failure-words.ts";
import { printable } from "../report/printable.ts";

import { fileName } from "./give-redline.ts";

export const view: Command = {
  name: "view",
  summary: "show a redline in a browser",
  usage: "versus view REDLINE [-o FILE] [-q]\n       versus view ORIGINAL MODIFIED [-o FILE] [-q]",
  help: `Writes one HTML file that shows a Word document in pages with its tracked changes, comments and conflicts beside it,
and opens it in your browser (BROWSER names another program than your system's). With two documents they are compared
first. Nothing leaves this machine; the page asks a web-font provider for fonts and works without an answer.

  -o, --output FILE  write the page there and open nothing (default: the name of the document with .html, in the
                     current folder)
  -q, --quiet        print only errors
  -h, --help         print this help

One document may be - (standard input), and the output may be - (standard output).
Exit codes: 0 the page was written; 1 it could not be written; 2 wrong arguments.
`,
  run: runView,
};

const OPTIONS = { output: { type: "string", short: "o" }, quiet: { type: "boolean", short: "q" } } as const;

async function runView(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const { values, positionals } = readWords(words, OPTIONS);
  if (positionals.length === 0) throw new Misuse("Name a redline, or two documents to compare.");
  if (positionals.length > 2) throw new Misuse(`Name one or two documents, not ${positionals.length}.`);
  const output = values.output ?? defaultOutput(positionals.at(-1)!);
  if (output === "" || positionals.includes("")) throw new Misuse("A file name must not be empty.");
  checkOutputs([output], positionals);
  const sources: Source[] = [];
  for (const path of positionals) sources.push({ path, bytes: await readInput(path, surroundings) });
  const page = writePage(new TextDecoder().decode(fragmentOf(sources, surroundings)), wholePage);
  writeOutputs([{ path: output, bytes: new TextEncoder().encode(page) }], surroundings.stdout);
  const isAsked = values.output === undefined && output !== STANDARD_STREAM;
  const isOpen = isAsked && (await surroundings.openInBrowser(resolve(output)));
  if (values.quiet === true) return;
  const channel = output === STANDARD_STREAM ? surroundings.stderr : surroundings.stdout;
  channel.write(`${printable(output)}: ${isOpen ? "shown in your browser" : "open it in a browser"}.\n`);
}

function defaultOutput(path: string): string {
  return path === STANDARD_STREAM ? STANDARD_STREAM : `${parse(path).name}.html`;
}

/** Throws a Refusal for a file that cannot be read. */
function fragmentOf(sources: readonly Source[], { now }: Surroundings): Uint8Array {
  const [first, second] = sources;
  try {
    if (second === undefined) return viewTask({ bytes: first!.bytes, name: fileName(first!), codec: nodeZlib });
    const { artifacts } = compareTask({
      before: first!.bytes,
      after: second.bytes,
      names: { before: fileName(first!), after: fileName(second) },
      author: "Versus",
      date: readDate(undefined, now),
      codec: nodeZlib,
      formats: ["fragment"],
    });
    return artifacts.get("fragment")!;
  } catch (error) {
    throw error instanceof Failure ? new Refusal(failureWords(error, sources)) : error;
  }
}
