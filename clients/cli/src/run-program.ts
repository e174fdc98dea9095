// Finds the command that the words ask for, runs it, and says how it ended.

import manifest from "../package.json" with { type: "json" };
import { type Command, Misuse, Refusal, type Surroundings } from "./command.ts";
import { commands } from "./commands.ts";

/** 0: done. 1: could not be done. 2: called wrongly. */
export type ExitCode = 0 | 1 | 2;

const USAGE = "versus COMMAND [...]";
const HELP_WORDS: ReadonlySet<string> = new Set(["--help", "-h"]);

/** Runs the program with the words after its name. Throws nothing: what goes wrong is on stderr. */
export async function runProgram(words: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const [first = "", ...rest] = words;
  const command = commands.find(({ name }) => name === first);
  try {
    if (command === undefined) answer(first, rest, surroundings);
    else if (asksForHelp(rest)) surroundings.stdout.write(helpOf(command));
    else await command.run(rest, surroundings);
    return 0;
  } catch (error) {
    surroundings.stderr.write(wordsFor(error, command));
    return error instanceof Misuse ? 2 : 1;
  }
}

/** What the program answers itself: help, its version, or that it knows no such command. */
function answer(first: string, rest: readonly string[], { stdout }: Surroundings): void {
  if (first === "--version") stdout.write(`versus ${manifest.version}\n`);
  else if (first === "help" || HELP_WORDS.has(first)) stdout.write(helpOn(rest));
  else if (first === "") throw new Misuse("A command is missing.");
  else throw new Misuse(`There is no command "${first}".`);
}

function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  return words.slice(0, end < 0 ? words.length : end).some((word) => HELP_WORDS.has(word));
}

function helpOn([name]: readonly string[]): string {
  if (name === undefined) return programHelp();
  const command = commands.find((known) => known.name === name);
  if (command === undefined) throw new Misuse(`There is no command "${name}".`);
  return helpOf(command);
}

function helpOf({ usage, help }: Command): string {
  return `Usage: ${usage}\n\n${help}`;
}

function programHelp(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}\n`);
  return `Usage: ${USAGE}

Compares Word documents into redlines of real tracked changes.

Commands:
${lines.join("")}
versus help COMMAND says more about one; versus --version names the version.
`;
}

function wordsFor(error: unknown, command: Command | undefined): string {
  if (error instanceof Refusal) return `versus: ${error.message}\n`;
  if (!(error instanceof Misuse)) return faultWords(error);
  const more = `versus help${command === undefined ? "" : ` ${command.name}`} says more.`;
  return `versus: ${error.message}\n\nUsage: ${command?.usage ?? USAGE}\n${more}\n`;
}

/** Where our own code broke, and not the message: one that the platform words may repeat what it was given. */
function faultWords(error: unknown): string {
  const { name, stack = "" } = error instanceof Error ? error : new Error();
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  const lines = ["versus: A fault of Versus itself; please report it with the lines below.", name, ...frames];
  return `${lines.join("\n")}\n`;
}
