// Runs one command over many documents.
//
// `npm run corpus -- COMMAND [--all | --sample N] [--seed S] [--jobs N]`

import { readArguments, UsageError } from "../runner/arguments.ts";
import { printReport } from "../runner/report.ts";
import { type Command, keepOption } from "./command.ts";
import { commands } from "./commands.ts";
import { findCorpus } from "./find-corpus.ts";

const print = (text: string): void => console.log(text);

async function main(words: readonly string[]): Promise<number> {
  const flags = commands.flatMap((command) => Object.keys(command.flags ?? {}));
  const valued = [keepOption, ...commands.map(({ values = {} }) => values)].flatMap((values) => Object.keys(values));
  const options = readArguments(words, flags, valued);
  const command = commands.find(({ name }) => name === options.command);
  if (command === undefined) throw new UsageError(options.command ? `There is no command ${options.command}` : "");
  if (command.keeps === false && options.values.has("keep")) throw new UsageError(`${command.name} keeps no results`);
  const corpus = findCorpus(process.env);
  if (corpus.kind === "own") print("The large corpus is not here: these are the repository's own documents.");
  return printReport(command.name, await command.run({ corpus, options }), print);
}

function usage(): string {
  const lines = commands.flatMap((command) => [describe(command.name, command.purpose), ...flagLines(command)]);
  const call = "npm run corpus -- COMMAND [--all | --sample N] [--seed S] [--jobs N] [--keep FILE]";
  return [call, ...flagLines({ values: keepOption }), "", ...lines].join("\n");
}

function flagLines({ flags = {}, values = {} }: Pick<Command, "flags" | "values">): string[] {
  return Object.entries({ ...flags, ...values }).map(([flag, meaning]) => describe(`  --${flag}`, meaning));
}

function describe(name: string, meaning: string): string {
  return `  ${name.padEnd(16)} ${meaning}`;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (problem) {
  if (!(problem instanceof UsageError)) throw problem;
  console.error([problem.message, usage()].filter((text) => text !== "").join("\n\n"));
  process.exitCode = 2;
}
