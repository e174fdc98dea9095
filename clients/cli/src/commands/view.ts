// Runs `versus view`: writes a redline as a page and opens it in a browser.
//
// The work is done on this machine, or by the service that --server names.

import { parse, resolve } from "node:path";
import { nodeZlib } from "@versus/engine/node-zlib";
import { compareTask, Failure, viewTask } from "@versus/engine/tasks";
import type { Versus } from "@versus/sdk";
import { wholePage, writePage } from "@versus/viewer";
import { readDate } from "../arguments/read-values.ts";
import { readWords } from "../arguments/read-words.ts";
import { type Command, Misuse, Refusal, type Surroundings } from "../command.ts";
import { readInput, STANDARD_STREAM } from "../files/read-input.ts";
import { checkOutputs, FORCE_OPTION, writeOutputs } from "../files/write-outputs.ts";
import { openServer, SERVER_OPTIONS } from "../remote/open-server.ts";
import { compareThere, refuseFile, viewThere } from "../remote/work-there.ts";
import { failureWords, type Source } from "../report/failure-words.ts";
import { printable } from "../report/printable.ts";
import { Progress } from "../report/progress.ts";
import { fileName } from "./give-redline.ts";

/** The author of the changes of a comparison. */
const AUTHOR = "Versus";

const OPTIONS = {
  output: { type: "string", short: "o" },
  quiet: { type: "boolean", short: "q" },
  ...SERVER_OPTIONS,
  ...FORCE_OPTION,
} as const;

export const view: Command = {
  name: "view",
  summary: "show a redline in a browser",
  usage: "versus view REDLINE [-o FILE] [-q]\n       versus view ORIGINAL MODIFIED [-o FILE] [-q]",
  help: `Writes one HTML file that shows a Word document in pages, with its tracked changes, comments and conflicts beside it.
Opens the file in your browser (BROWSER names another program than your system's). Two documents are compared first. Nothing leaves this machine unless you name a --server: then one REDLINE is the id of a comparison or a merge
there. The page carries its fonts and makes no request.

The page of one REDLINE lets you accept, reject and choose. It saves your decisions as a file, and
"versus accept REDLINE --decisions FILE" carries them out.

  -o, --output FILE  write the page there and open nothing (default: the name of the document with .html, in the
                     current folder)
      --server URL   let the service at URL do the work, with the API key in VERSUS_API_KEY
      --key-file FILE
                     read the API key from FILE instead
  -f, --force        replace files that exist
  -q, --quiet        print only errors
  -h, --help         print this help

One document may be - (standard input), and the output may be - (standard output).
Exit codes: 0 the page was written; 1 it could not be written; 2 wrong arguments.
`,
  options: OPTIONS,
  run: runView,
};

async function runView(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const { values, positionals } = readWords(words, OPTIONS);
  if (positionals.length === 0) throw new Misuse("Name a redline, or two documents to compare.");
  if (positionals.length > 2) throw new Misuse(`Name one or two documents, not ${positionals.length}.`);
  const output = values.output ?? defaultOutput(positionals.at(-1)!);
  if (output === "" || positionals.includes("")) throw new Misuse("A file name must not be empty.");
  const versus = await openServer(values, surroundings);
  const isThere = versus !== undefined && positionals.length === 1;
  if (isThere) refuseFile(positionals[0]!, "REDLINE");
  const isForced = values.force === true;
  checkOutputs([{ path: output, kind: "page" }], { inputs: isThere ? [] : positionals, isForced });
  const sources: Source[] = [];
  for (const path of isThere ? [] : positionals) sources.push({ path, bytes: await readInput(path, surroundings) });
  const bytes =
    versus === undefined
      ? pageOf(sources, surroundings)
      : await pageThere(versus, { sources, id: positionals[0]!, isQuiet: values.quiet === true }, surroundings);
  writeOutputs([{ path: output, bytes }], surroundings.stdout);
  const isAsked = values.output === undefined && output !== STANDARD_STREAM;
  const isOpen = isAsked && (await surroundings.openInBrowser(resolve(output)));
  if (values.quiet === true) return;
  const channel = output === STANDARD_STREAM ? surroundings.stderr : surroundings.stdout;
  channel.write(`${printable(output)}: ${isOpen ? "shown in your browser" : "open it in a browser"}.\n`);
}

function defaultOutput(path: string): string {
  return path === STANDARD_STREAM ? STANDARD_STREAM : `${parse(path).name}.html`;
}

/** Returns the page of two documents that the service compares, or of a job that it has. */
async function pageThere(
  versus: Versus,
  { sources, id, isQuiet }: { readonly sources: readonly Source[]; readonly id: string; readonly isQuiet: boolean },
  { stderr, elapsed }: Surroundings,
): Promise<Uint8Array> {
  const progress = new Progress(isQuiet ? undefined : stderr, elapsed);
  const [before, after] = sources;
  if (before === undefined || after === undefined) return viewThere(id, { versus, progress });
  const asked = { author: AUTHOR, formats: ["viewer"] as const };
  return (await compareThere({ before, after }, asked, { versus, progress })).artifacts.get("viewer")!;
}

function pageOf(sources: readonly Source[], surroundings: Surroundings): Uint8Array {
  const fragment = new TextDecoder().decode(fragmentOf(sources, surroundings));
  // A comparison made for the view alone has no file that decisions could be applied to.
  return new TextEncoder().encode(writePage(fragment, { ...wholePage, decisions: sources.length === 1 }));
}

/** Returns the page fragment. Throws a Refusal if a file cannot be read. */
function fragmentOf(sources: readonly Source[], { now }: Surroundings): Uint8Array {
  const [first, second] = sources;
  try {
    if (second === undefined) return viewTask({ bytes: first!.bytes, name: fileName(first!), codec: nodeZlib });
    const { artifacts } = compareTask({
      before: first!.bytes,
      after: second.bytes,
      names: { before: fileName(first!), after: fileName(second) },
      author: AUTHOR,
      date: readDate(undefined, now),
      codec: nodeZlib,
      formats: ["fragment"],
    });
    return artifacts.get("fragment")!;
  } catch (error) {
    throw error instanceof Failure ? new Refusal(failureWords(error, sources)) : error;
  }
}
