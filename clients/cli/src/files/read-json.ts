// Reads a JSON file and reports the position of a syntax error.

import { Refusal } from "../command.ts";
import { printable } from "../report/printable.ts";

/**
 * Returns the value in a file. `contents` names the required content in errors, such as `a list of edits`. Throws a
 * Refusal.
 */
export function readJson(path: string, bytes: Uint8Array, contents: string): unknown {
  const rule = `The file must contain ${contents}, as JSON in UTF-8.`;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(`${printable(path)}: The text is not UTF-8. ${rule}`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refusal(`${printable(path)}: ${jsonProblem(text)} ${rule}`);
  }
}

/** Describes where a text stops being JSON. This is the end of its shortest prefix with which no JSON begins. */
function jsonProblem(text: string): string {
  if (beginsJson(text)) return "Invalid JSON: it ends too early.";
  let good = 0;
  let bad = text.length;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (beginsJson(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  const lines = text.slice(0, bad - 1).split("\n");
  return `Invalid JSON at line ${lines.length}, column ${lines.at(-1)!.length + 1}.`;
}

/** True if the text is JSON or a prefix of JSON. The error is then at the end of the text. */
function beginsJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const [, position] = /at position (\d+)/.exec(message) ?? [];
    return message === "Unexpected end of JSON input" || Number(position) >= text.length;
  }
}
