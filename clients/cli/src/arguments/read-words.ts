// Reads the words after a command's name: options by name, and the rest in order.

import { type ParseArgsConfig, parseArgs } from "node:util";
import { Misuse } from "../command.ts";
import { errorCodeOf } from "../files/read-input.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Returns options and other words. Throws a Misuse for an unknown option. */
export function readWords<Known extends Options>(words: readonly string[], options: Known) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options });
  } catch (error) {
    if (errorCodeOf(error).startsWith("ERR_PARSE_ARGS")) throw new Misuse((error as Error).message);
    throw error;
  }
}

/**
 * Returns the only word that a command takes besides its options. `what` names it in errors, such as `SLUG`. Throws a
 * Misuse without a word, or with several.
 */
export function onlyWord(positionals: readonly string[], what: string): string {
  const [word, ...others] = positionals;
  if (word === undefined || word === "") throw new Misuse(`${what} is required.`);
  refuseWords(others);
  return word;
}

/** Throws a Misuse if words are left over. */
export function refuseWords(others: readonly string[]): void {
  if (others.length > 0)
    throw new Misuse(
      `${others.length} unexpected ${others.length === 1 ? "argument" : "arguments"}. Remove what the usage does not list.`,
    );
}

/** Returns true for `on` and false for `off`; undefined if the option is missing. Throws a Misuse for another value. */
export function readSwitch(name: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text !== "on" && text !== "off") throw new Misuse(`${name} must be on or off.`);
  return text === "on";
}

/**
 * Returns a whole number from `least`; null for `none`; undefined if the option is missing. Throws a Misuse for another
 * value.
 */
export function readCount(name: string, text: string | undefined, least: number): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === "none") return null;
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= least)) throw new Misuse(`${name} must be a whole number from ${least}, or none.`);
  return count;
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Returns the milliseconds of a duration such as 90d, 24h, 30m or 0. */
export function readDuration(name: string, text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (text === "0") return 0;
  if (count === undefined || unit === undefined)
    throw new Misuse(`${name} must be a length of time such as 90d, 24h or 30m.`);
  return Number(count) * SECONDS[unit]! * 1000;
}

/** Returns the id of a key. The error does not repeat the word, which may be the key itself. */
export function readKeyId(positionals: readonly string[]): string {
  const word = onlyWord(positionals, "KEY_ID");
  if (!/^[0-9a-z]{12}$/.test(word))
    throw new Misuse("KEY_ID must be the 12 characters between the underscores of a key.");
  return word;
}
