// Runs `versus read`: prints the content of a Word document, whole or in part.

import { nodeZlib } from "@versus/engine/node-zlib";
import { Failure, type ReadPartOutcome, readPartTask } from "@versus/engine/tasks";
import { readWords } from "../arguments/read-words.ts";
import { type Command, Misuse, Refusal, type Surroundings } from "../command.ts";
import { readInput, STANDARD_STREAM } from "../files/read-input.ts";
import { checkOutputs, FORCE_OPTION, pathWords, writeOutputs } from "../files/write-outputs.ts";
import { failureWords, type Source } from "../report/failure-words.ts";

const OPTIONS = {
  format: { type: "string" },
  from: { type: "string" },
  through: { type: "string" },
  search: { type: "string" },
  output: { type: "string", short: "o" },
  ...FORCE_OPTION,
} as const;

export const read: Command = {
  name: "read",
  summary: "print the content of a Word document as Markdown or JSON",
  usage: "versus read FILE [--format FORMAT] [--from N] [--through N] [--search TEXT] [-o FILE]",
  help: `Prints the text of FILE, whole or in part. Nothing leaves this machine.

      --format FORMAT  md: plain Markdown, with insertions and without deletions (default). Use staged for
                       Markdown with the address of every paragraph and tracked change, which edits name. Use
                       json for every paragraph with its address and formatting
      --from N         the first paragraph of the body; paragraphs count from 0
      --through N      the last paragraph of the body
      --search TEXT    only paragraphs that contain TEXT, each with its neighbours
  -o, --output FILE    write to a file instead of standard output
  -f, --force          replace files that exist
  -h, --help           print this help

FILE may be - (standard input).
Exit codes: 0 the content was printed; 1 the document cannot be read; 2 wrong arguments.
`,
  options: OPTIONS,
  run: runRead,
};

const FORMATS = ["md", "staged", "json"] as const;

async function runRead(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const { values, positionals } = readWords(words, OPTIONS);
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new Misuse("Name one document.");
  const { format = "md", output = STANDARD_STREAM, search } = values;
  const reading = FORMATS.find((known) => known === format);
  if (reading === undefined) throw new Misuse(`--format must be ${FORMATS.join(", ")}.`);
  const part = {
    ...(values.from === undefined ? {} : { from: readCount("--from", values.from) }),
    ...(values.through === undefined ? {} : { through: readCount("--through", values.through) }),
    ...(search === undefined ? {} : { search }),
  };
  const kind = reading === "json" ? "json" : "markdown";
  checkOutputs([{ path: output, kind }], { inputs: [file], isForced: values.force === true });
  const source = { path: file, bytes: await readInput(file, surroundings) };
  const outcome = readSource(source, { reading, ...part });
  if (outcome.kind === "out_of_range") {
    throw new Refusal(`--from must be below ${outcome.paragraphs}, the number of paragraphs.`);
  }
  writeOutputs([{ path: output, bytes: outcome.content }], surroundings.stdout);
  if (output !== STANDARD_STREAM) surroundings.stderr.write(`${reading} -> ${pathWords([output])}\n`);
}

function readCount(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Misuse(`${option} must be a whole number from 0.`);
  return Number(text);
}

type Part = Omit<Parameters<typeof readPartTask>[0], "document" | "codec">;

/** Reads the content. Throws a Refusal if the document cannot be read. */
function readSource(source: Source, part: Part): ReadPartOutcome {
  try {
    return readPartTask({ document: source.bytes, codec: nodeZlib, ...part });
  } catch (error) {
    if (error instanceof Failure) throw new Refusal(failureWords(error, [source]));
    throw error;
  }
}
