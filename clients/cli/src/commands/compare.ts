// `versus compare`: two Word documents into a redline, on this machine.

import { basename } from "node:path";
import { type CompareFormat, type CompareOutcome, compareTask, Failure } from "@versus/engine";
import { nodeZlib } from "@versus/engine/node-zlib";
import { type Command, Refusal, type Surroundings } from "../command.ts";
import { readInput, STANDARD_STREAM } from "../files/read-input.ts";
import { checkOutputs, writeOutputs } from "../files/write-outputs.ts";
import { failureWords, type Source } from "../report/failure-words.ts";
import { noticeWords } from "../report/notice-words.ts";
import { printable } from "../report/printable.ts";
import { Progress } from "../report/progress.ts";
import { summaryOf, summaryWords } from "../report/summary-words.ts";
import { type CompareArguments, readCompareArguments } from "./compare-arguments.ts";

export const compare: Command = {
  name: "compare",
  summary: "two Word documents into a redline of tracked changes",
  usage:
    "versus compare ORIGINAL MODIFIED [-o FILE] [--json FILE] [--md FILE] [--author NAME] [--date DATE] [OPTION]...",
  help: `Writes MODIFIED with every difference from ORIGINAL as a tracked change: accepting all changes gives
MODIFIED, rejecting all gives ORIGINAL. Nothing leaves this machine.

  -o, --output FILE  the redline (default: the name of MODIFIED with -redline, in the current folder)
      --json FILE    the redline as JSON, as well
      --md FILE      the redline as Markdown, as well
      --author NAME  who the changes are by (default: Versus)
      --date DATE    when they were made, such as 2026-01-31T09:30:00Z (default: now)
      --characters   mark changed letters instead of whole words
      --no-moves     show what moved as deleted and inserted
      --ignore-formatting, --ignore-case, --ignore-whitespace, --ignore-typography
                     what differs only so is shown as in MODIFIED, unmarked; typography is the kind
                     of quotes, dashes and spaces
      --drop-comments
                     leave out the comments of MODIFIED
  -q, --quiet        print nothing but errors
  -h, --help         print this

One of the documents may be -, standard input; one of the files written may be -, standard output.
The exit code is 0 when the redline was written, whether or not there are changes in it, 1 when it
could not be, and 2 when the command was called wrongly.
`,
  run: runCompare,
};

async function runCompare(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const wanted = readCompareArguments(words, surroundings.now);
  const paths = [...wanted.outputs.values()];
  checkOutputs(paths, [wanted.before, wanted.after]);
  const before = { path: wanted.before, bytes: await readInput(wanted.before, surroundings) };
  const after = { path: wanted.after, bytes: await readInput(wanted.after, surroundings) };
  const { artifacts, notices } = compareSources({ before, after }, wanted, surroundings);
  const outputs = [...wanted.outputs].map(([format, path]) => ({ path, bytes: artifacts.get(format)! }));
  writeOutputs(outputs, surroundings.stdout);
  if (wanted.isQuiet) return;
  const summary = summaryWords(summaryOf(artifacts.get("json")!), wanted.outputs.get("docx")!);
  const channel = paths.includes(STANDARD_STREAM) ? surroundings.stderr : surroundings.stdout;
  for (const line of [summary, ...noticeWords(notices)]) channel.write(`${line}\n`);
}

function compareSources(
  { before, after }: { readonly before: Source; readonly after: Source },
  { author, date, isQuiet, outputs, options }: CompareArguments,
  { stderr, elapsed }: Surroundings,
): CompareOutcome {
  const progress = new Progress(isQuiet ? undefined : stderr, elapsed);
  // The summary is counted from the JSON, asked for or not.
  const formats = new Set<CompareFormat>([...outputs.keys(), "json"]);
  try {
    return compareTask({
      before: before.bytes,
      after: after.bytes,
      names: { before: nameOf(before), after: nameOf(after) },
      author,
      date,
      codec: nodeZlib,
      formats: [...formats],
      options,
      onProgress: (stage) => progress.begin(stage),
    });
  } catch (error) {
    throw error instanceof Failure ? new Refusal(failureWords(error, [before, after])) : error;
  } finally {
    progress.end();
  }
}

function nameOf({ path }: Source): string {
  return path === STANDARD_STREAM ? "standard input" : printable(basename(path));
}
