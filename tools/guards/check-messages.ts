// Checks every message by the rules of `docs/english.md`. No hit is permitted.
//
// Messages are the sentences that people and agents meet in the API, the command line, settings and notices.
//
// - `node tools/guards/check-messages.ts` fails if a message breaks a rule
// - `node tools/guards/check-messages.ts --list FOLDER` prints the messages of a folder, for a review
// - `node tools/guards/check-messages.ts --since COMMIT` prints the messages that changed since a commit, with the old
//   text

import { execFileSync } from "node:child_process";
import { collectMessages, isMessageFile, type Message, messagesIn } from "./collect-messages.ts";
import { findHits, sentencesOf } from "./prose-rules.ts";

/** Returns one problem for each rule that a message breaks. */
export function checkMessages(messages: readonly Message[]): string[] {
  return messages.flatMap((message) =>
    sentencesOf(asLines(message))
      .flatMap(findHits)
      .map(({ rule }) => `${rule}: ${shown(message)}`),
  );
}

/** A message that was added or deleted, or that replaced another one in the same file with the same code. */
export interface ChangedMessage extends Pick<Message, "place" | "code"> {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Pairs the messages of one file before and after a change. Equal messages are left out. */
export function changedMessages(before: readonly Message[], after: readonly Message[]): ChangedMessage[] {
  const [old, present] = [new Set(before.map(shown)), new Set(after.map(shown))];
  const gone = Map.groupBy(
    before.filter((message) => !present.has(shown(message))),
    ({ place, code }) => `${place}\n${code}`,
  );
  const changed = after
    .filter((message) => !old.has(shown(message)))
    .map(({ place, code, text }) => ({
      place,
      code,
      before: gone.get(`${place}\n${code}`)?.shift()?.text,
      after: text,
    }));
  const deleted = [...gone.values()]
    .flat()
    .map(({ place, code, text }) => ({ place, code, before: text, after: undefined }));
  return [...changed, ...deleted];
}

/**
 * Returns the text with a list marker before each option of a help text. Options are indented and begin a new sentence,
 * as list items do.
 */
function asLines({ text, lines = text }: Message): string {
  return lines.replaceAll(/^ {2,}(?=\S+ {2,}|-)|^ {2,}(?=[A-Z-].* {2})/gm, "- ");
}

function shown({ place, code, text }: Message): string {
  return `${place} ${code}: ${text}`;
}

function printChanges(root: string, commit: string): void {
  const git = (...words: string[]): string => execFileSync("git", words, { encoding: "utf8", maxBuffer: 2 ** 28 });
  const files = git("diff", "--name-status", "--no-renames", commit).trim().split("\n").filter(Boolean);
  const paths = files.map((line) => line.split("\t")).filter(([, path = ""]) => isMessageFile(path));
  const before = paths.flatMap(([status, path = ""]) =>
    status === "A" ? [] : messagesIn(path, git("show", `${commit}:${path}`)),
  );
  const changed = new Set(paths.map(([, path]) => path));
  const after = collectMessages(root).filter(({ place }) => changed.has(place));
  for (const { place, code, before: old, after: present } of changedMessages(before, after)) {
    console.log(`${place} ${code}\n  - ${old ?? "(new)"}\n  + ${present ?? "(deleted)"}`);
  }
}

function main(words: readonly string[]): void {
  const root = process.cwd();
  const [option, value = ""] = words;
  if (option === "--since") {
    printChanges(root, value);
    return;
  }
  const messages = collectMessages(root);
  if (option === "--list") {
    for (const message of messages.filter(({ place }) => place.startsWith(value))) console.log(shown(message));
    return;
  }
  const problems = checkMessages(messages);
  for (const problem of problems) console.log(problem);
  console.log(`${messages.length} messages, ${problems.length} problems`);
  process.exitCode = problems.length > 0 || messages.length === 0 ? 1 : 0;
}

if (import.meta.main) main(process.argv.slice(2));
