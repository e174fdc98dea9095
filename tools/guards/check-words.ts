// Holds docs/looked-at/words.md to the source: the page lists every message of ours, so that each was read by somebody.
//
//   node tools/guards/check-words.ts           fails when the page lacks a message, or lists one that is gone
//   node tools/guards/check-words.ts --write   writes the page; what stood before each message is kept

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { collectMessages, type Message } from "./collect-messages.ts";

const page = "docs/looked-at/words.md";

/** A message as the page has it. */
export interface Row extends Message {
  /** The words that stood there before; `=` for the same, empty for a new message. */
  readonly before: string;
}

const introduction = `# Words, looked at

For whoever writes or reviews a message. Every sentence of ours that a person or an agent meets is listed here, by the file
that says it: messages of the API, refusals, descriptions, topics, notices, settings and the output of the command line.
Each was read by itself and judged by four questions: does it name its subject, does it say what is wrong and where, does it
say what is allowed or what to do next, and would one say it to a colleague?

\`npm run check\` fails when this page and the source differ. After a change of a message run
\`node tools/guards/check-words.ts --write\`, and read the rows that changed. Braces stand for what is filled in. Before: the words
at the end of the first round; \`=\` says that they were left as they were, an empty cell that there was no such message.
`;

/** Sentences that begin like this have no subject. */
const subjectless = /^(?:What|Whether|Such|That which)\b/;

export function checkWords(messages: readonly Message[], text: string): string[] {
  const listed = new Set(readRows(text).map(keyOf));
  const said = new Set(messages.map(keyOf));
  return [
    ...messages.filter((message) => !listed.has(keyOf(message))).map((message) => `is not listed: ${shown(message)}`),
    ...readRows(text).flatMap((row) => (said.has(keyOf(row)) ? [] : [`is listed and gone: ${shown(row)}`])),
    ...messages
      .filter((message) => subjectless.test(message.text))
      .map((message) => `has no subject: ${shown(message)}`),
  ];
}

function shown({ place, code, text }: Message): string {
  return `${place} ${code}: ${text}`;
}

function keyOf({ place, code, text }: Message): string {
  return `${place}\n${code}\n${text}`;
}

/** The rows of a page. */
export function readRows(text: string): Row[] {
  let place = "";
  return text.split("\n").flatMap((line) => {
    place = /^## (.+)$/.exec(line)?.[1] ?? place;
    const [, code, before, after] = /^\| `([^`]*)` \| (.*?) ?\| (.*) \|$/.exec(line.replaceAll("\\|", "\u0001")) ?? [];
    if (code === undefined || before === undefined || after === undefined) return [];
    return [{ place, code, before: before.replaceAll("\u0001", "|"), text: after.replaceAll("\u0001", "|") }];
  });
}

/** The messages with what stood before them: kept where the message is the same, else that of its forerunner. */
export function rowsFor(messages: readonly Message[], old: readonly Row[]): Row[] {
  const same = new Map(old.map((row) => [keyOf(row), row]));
  const kept = new Set(messages.map(keyOf));
  const gone = Map.groupBy(
    old.filter((row) => !kept.has(keyOf(row))),
    ({ place, code }) => `${place}\n${code}`,
  );
  return messages.map((message) => {
    const found = same.get(keyOf(message));
    if (found !== undefined) return found;
    const forerunner = gone.get(`${message.place}\n${message.code}`)?.shift();
    if (forerunner === undefined) return { ...message, before: "" };
    return { ...message, before: forerunner.before === "=" ? forerunner.text : forerunner.before };
  });
}

export function writePage(rows: readonly Row[]): string {
  const places = Map.groupBy(rows, ({ place }) => place);
  const sections = [...places].map(([place, own]) => {
    const lines = own.map(({ code, before, text }) => `| \`${code}\` | ${cell(before)} | ${cell(text)} |`);
    return `\n## ${place}\n\n| Code or name | Before | Now |\n| --- | --- | --- |\n${[...new Set(lines)].join("\n")}\n`;
  });
  return introduction + sections.join("");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function main(): void {
  const root = process.cwd();
  const path = join(root, page);
  const messages = collectMessages(root);
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  if (process.argv.includes("--write")) {
    writeFileSync(path, writePage(rowsFor(messages, readRows(text))));
    console.log(`${messages.length} messages written`);
    return;
  }
  const problems = checkWords(messages, text);
  for (const problem of problems) console.log(problem);
  if (problems.length > 0)
    console.log(`Run node tools/guards/check-words.ts --write, and read the rows of ${page} that change.`);
  console.log(`${messages.length} messages, ${problems.length} problems`);
  process.exitCode = problems.length > 0 || messages.length === 0 ? 1 : 0;
}

if (import.meta.main) main();
