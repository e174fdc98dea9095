// Runs `versus git-diff`: shows Word documents in the output of `git diff`, as a driver.

import { basename } from "node:path";
import { nodeZlib } from "@versus/engine/node-zlib";
import { compareTask, createTask, Failure } from "@versus/engine/tasks";
import { type Command, Misuse, Refusal, type Surroundings } from "../command.ts";
import { readInput } from "../files/read-input.ts";
import { failureWords } from "../report/failure-words.ts";
import { printable, printableText } from "../report/printable.ts";

export const gitDiff: Command = {
  name: "git-diff",
  summary: "show changes of Word documents in git diff",
  usage: "versus git-diff PATH OLD OLD-HEX OLD-MODE NEW NEW-HEX NEW-MODE",
  help: `Git calls it with these words. Switch it on for a repository:

  echo '*.docx diff=word' >> .gitattributes
  git config diff.word.command "versus git-diff"

Then git diff shows the changes of a document as Markdown: <del> around deleted words and <ins> around
inserted words. Control characters and marks that change the direction of text are shown as \\u202E.
`,
  run: runGitDiff,
};

/** Git's name for a side without a file: the document is new, or it was deleted. */
const NO_FILE = "/dev/null";
const OLD = 1;
const NEW = 4;
/** The author and date of the redline, which a difference of text does not show. */
const SIGNATURE = { author: "git", date: "2000-01-01T00:00:00Z" };

async function runGitDiff(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const [path, before, after] = [words[0], words[OLD], words[NEW]];
  if (path === undefined || before === undefined || after === undefined) {
    throw new Misuse("Git calls this command. Switch it on in .gitattributes.");
  }
  const sources = await Promise.all(
    [before, after].map(async (file) => ({ path, bytes: await readSide(file, surroundings) })),
  );
  const [old, fresh] = sources;
  const name = basename(path);
  try {
    const names = { before: name, after: name };
    const request = { before: old!.bytes, after: fresh!.bytes, names, codec: nodeZlib, ...SIGNATURE };
    const { artifacts } = compareTask({ ...request, formats: ["md"] });
    const shown = printable(path);
    surroundings.stdout.write(`--- a/${shown}\n+++ b/${shown}\n`);
    surroundings.stdout.write(printableText(changedLines(new TextDecoder().decode(artifacts.get("md")))));
  } catch (error) {
    if (error instanceof Failure) throw new Refusal(failureWords(error, sources));
    throw error;
  }
}

/** Reads a side. A side without a file is an empty document. */
async function readSide(file: string, surroundings: Surroundings): Promise<Uint8Array> {
  if (file !== NO_FILE) return readInput(file, surroundings);
  const paragraphs = [{ style_id: "Normal", text: "" }];
  const made = createTask({ paragraphs, codec: nodeZlib, date: SIGNATURE.date });
  if (made.kind === "refused") throw new Refusal("The empty document was refused.");
  return made.docx;
}

/** Returns the paragraphs with a change. An unchanged paragraph directly before one is shown too, after a line `@@`. */
function changedLines(markdown: string): string {
  const paragraphs = markdown
    .split("\n\n")
    .map((text) => text.replace(/<p unid="[^"]*"\/>/g, ""))
    .filter((text) => text.trim() !== "" && !text.startsWith("<redline "));
  const isChanged = paragraphs.map((text) => /<(?:ins|del|moved-from|moved-to) /.test(text));
  const shown = paragraphs.flatMap((text, index) => {
    if (isChanged[index]) return [text];
    return isChanged[index + 1] ? ["@@", text] : [];
  });
  return shown.length === 0 ? "" : `${shown.join("\n")}\n`;
}
