// Reads a file of JSON, and says where it stops being JSON.

import { Refusal } from "../command.ts";
import { printable } from "../report/printable.ts";

/** The value in a file. `contents` says what the file must contain: `a list of edits`. Throws a Refusal. */
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

/** Where a text that is not JSON goes wrong: the end of its shortest beginning that no JSON begins with. */
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

/** True if the text is JSON, or would be with more behind it: then its error is at its end. */
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
