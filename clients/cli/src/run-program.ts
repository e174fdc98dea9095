// Finds the command that the words name, runs it, and reports the result.

import { type Command, type ExitCode, Misuse, Refusal, type Surroundings } from "./command.ts";
import { commandNames, loadCommand, loadCommands, loadGroups } from "./commands.ts";
import { versionLine } from "./version.ts";

const USAGE = "versus COMMAND [...]";
const HELP_WORDS: ReadonlySet<string> = new Set(["--help", "-h"]);

/** Runs the program with the words after its name. It never throws: errors go to stderr. */
export async function runProgram(words: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const command = await loadCommand(nameIn(words));
  const rest = words.slice(command?.name.split(" ").length ?? 1);
  try {
    if (command === undefined) await answer(words, surroundings);
    else if (asksForHelp(rest)) surroundings.stdout.write(helpOf(command));
    else return (await command.run(rest, surroundings)) ?? 0;
    return 0;
  } catch (error) {
    surroundings.stderr.write(wordsFor(error, command));
    // With --exit-code, 1 means that the documents differ, so no error may return 1.
    return error instanceof Misuse || rest.includes("--exit-code") ? 2 : 1;
  }
}

/** Returns the command name at the start of the words; empty if no command matches. */
function nameIn(words: readonly string[]): string {
  const isAtStart = (name: string): boolean => name.split(" ").every((word, index) => words[index] === word);
  return commandNames.find(isAtStart) ?? "";
}

/** Returns the two-word names that begin with this word. */
function namesBelow(word: string): readonly string[] {
  return commandNames.filter((name) => name.startsWith(`${word} `));
}

/** Answers without a command: help, version, or the error for an unknown command. */
async function answer([first = "", ...rest]: readonly string[], { stdout }: Surroundings): Promise<void> {
  if (first === "--version") stdout.write(versionLine);
  else if (first === "help" || HELP_WORDS.has(first)) stdout.write(await helpOn(rest));
  else if (first === "") throw new Misuse("Name a command.");
  else if (namesBelow(first).length > 0 && asksForHelp(rest)) stdout.write(await listBelow(first));
  else throw unknown([first, ...rest]);
}

function unknown([first = "", second = ""]: readonly string[]): Misuse {
  const below = namesBelow(first).map((name) => name.slice(first.length + 1));
  if (below.length === 0) return new Misuse(`Unknown command "${first}".`);
  const wrong = second === "" || second.startsWith("-") ? "" : `Unknown command "${first} ${second}". `;
  return new Misuse(`${wrong}The commands of ${first} are ${below.slice(0, -1).join(", ")} and ${below.at(-1)}.`);
}

function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  return words.slice(0, end < 0 ? words.length : end).some((word) => HELP_WORDS.has(word));
}

async function helpOn(words: readonly string[]): Promise<string> {
  const [first] = words;
  if (first === undefined) return programHelp();
  const command = await loadCommand(nameIn(words));
  if (command !== undefined) return helpOf(command);
  if (namesBelow(first).length === 0 || words.length > 1) throw unknown(words);
  return listBelow(first);
}

function helpOf({ usage, help }: Command): string {
  return `Usage: ${usage}\n\n${help}`;
}

async function listBelow(word: string): Promise<string> {
  const below = namesBelow(word);
  return listOf((await loadCommands()).filter(({ name }) => below.includes(name)));
}

function listOf(some: readonly Command[]): string {
  const width = Math.max(...commandNames.map((name) => name.length));
  return some.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}\n`).join("");
}

async function programHelp(): Promise<string> {
  const groups = (await loadGroups()).map((group) => `${group.title}:\n${listOf(group.commands)}`);
  return `Usage: ${USAGE}

Compares, edits and creates Word documents, with tracked changes.

${groups.join("\n")}
versus help COMMAND explains a command; versus --version prints the version.
`;
}

function wordsFor(error: unknown, command: Command | undefined): string {
  if (error instanceof Refusal) return `versus: ${error.message}\n`;
  if (!(error instanceof Misuse)) return faultWords(error);
  const more = `versus help${command === undefined ? "" : ` ${command.name}`} explains it.`;
  return `versus: ${error.message}\n\nUsage: ${command?.usage ?? USAGE}\n${more}\n`;
}

/**
 * Returns the stack of an internal error without its message. A message of the platform may repeat text of the input.
 */
function faultWords(error: unknown): string {
  const { name, stack = "" } = error instanceof Error ? error : new Error();
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  const lines = ["versus: Internal error. Please report it with the lines below.", name, ...frames];
  return `${lines.join("\n")}\n`;
}
