// Runs `versus compare`: compares two Word documents into a redline.
//
// The work is done on this machine, or by the service that --server names.

import { nodeZlib } from "@versus/engine/node-zlib";
import { type CompareFormat, type CompareOutcome, compareTask, Failure } from "@versus/engine/tasks";
import { type Command, type ExitCode, Refusal, type Surroundings } from "../command.ts";
import { readInput } from "../files/read-input.ts";
import { checkOutputs } from "../files/write-outputs.ts";
import { openServer } from "../remote/open-server.ts";
import { compareThere } from "../remote/work-there.ts";
import { failureWords, type Source } from "../report/failure-words.ts";
import { Progress } from "../report/progress.ts";
import { hasAny } from "../report/summary-words.ts";
import { COMPARE_OPTIONS, type CompareArguments, flagLines, readCompareArguments } from "./compare-arguments.ts";
import { fileName, giveRedline, plannedOutputs, withJson } from "./give-redline.ts";
import { SCHEDULE_HELP } from "./schedule-option.ts";

export const compare: Command = {
  name: "compare",
  summary: "compare two Word documents into a redline with tracked changes",
  usage:
    "versus compare ORIGINAL MODIFIED [-o FILE] [--json FILE] [--md FILE] [--schedule FILE] [--author NAME] [--date DATE] [OPTION]...",
  help: `Writes MODIFIED with every difference from ORIGINAL as a tracked change. Accepting all changes restores
MODIFIED, rejecting all changes restores ORIGINAL. Nothing leaves this machine unless you name a --server.

  -o, --output FILE  the redline (default: the name of MODIFIED with -redline, in the current folder)
      --json FILE    also write the redline as JSON
      --md FILE      also write the redline as Markdown
${SCHEDULE_HELP}
      --author NAME  the author of the changes (default: Versus)
      --date DATE    the date of the changes, such as 2026-01-31T09:30:00Z (default: now)
${flagLines()}
      --exit-code    end with 1 if the documents differ, and with 2 if they cannot be compared
      --server URL   let the service at URL do the work, with the API key in VERSUS_API_KEY
      --key-file FILE
                     read the API key from FILE instead
  -f, --force        replace files that exist
  -q, --quiet        print only errors
  -h, --help         print this help

One document may be - (standard input), and one output may be - (standard output).
Exit codes: 0 the redline was written, with or without changes; 1 it could not be written; 2 wrong arguments.
`,
  options: COMPARE_OPTIONS,
  run: runCompare,
};

async function runCompare(words: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const wanted = readCompareArguments(words, surroundings.now);
  const { isForced, isQuiet, outputs } = wanted;
  checkOutputs(plannedOutputs(outputs), { inputs: [wanted.before, wanted.after], isForced });
  const versus = await openServer(wanted.server, surroundings);
  const before = { path: wanted.before, bytes: await readInput(wanted.before, surroundings) };
  const after = { path: wanted.after, bytes: await readInput(wanted.after, surroundings) };
  const progress = new Progress(isQuiet ? undefined : surroundings.stderr, surroundings.elapsed);
  const made =
    versus === undefined
      ? compareSources({ before, after }, { ...wanted, formats: [...outputs.keys()] }, progress)
      : await compareThere({ before, after }, { ...wanted, formats: withJson(outputs) }, { versus, progress });
  giveRedline(made, wanted, surroundings);
  return wanted.tellsByCode && hasAny(made.summary()) ? 1 : 0;
}

function compareSources(
  { before, after }: { readonly before: Source; readonly after: Source },
  { author, date, formats, options }: CompareArguments & { readonly formats: readonly CompareFormat[] },
  progress: Progress,
): CompareOutcome {
  try {
    return compareTask({
      before: before.bytes,
      after: after.bytes,
      names: { before: fileName(before), after: fileName(after) },
      author,
      date,
      codec: nodeZlib,
      formats,
      options,
      onProgress: (stage) => progress.begin(stage),
    });
  } catch (error) {
    throw error instanceof Failure ? new Refusal(failureWords(error, [before, after])) : error;
  } finally {
    progress.end();
  }
}
