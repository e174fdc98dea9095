// Reads a file of decisions, as the view saves it and as `POST …/decisions` takes it.

import type { Decisions } from "@versus/engine/tasks";
import { Refusal } from "../command.ts";
import { printable } from "../report/printable.ts";
import { readJson } from "./read-json.ts";

const CONTENTS = "decisions: accept, reject, conflicts, rest";

/** Throws a Refusal if the file does not contain decisions. The document decides whether they name its changes. */
export function readDecisions(path: string, bytes: Uint8Array): Decisions {
  const value = readJson(path, bytes, CONTENTS);
  const problem = problemOf(value);
  if (problem !== undefined) throw new Refusal(`${printable(path)}: ${problem} The file must contain ${CONTENTS}.`);
  return value as Decisions;
}

const KEYS: ReadonlySet<string> = new Set(["accept", "reject", "conflicts", "rest"]);
const SELECTION_KEYS: ReadonlySet<string> = new Set(["ids", "authors", "revisions", "kinds"]);

function problemOf(value: unknown): string | undefined {
  if (!isObject(value)) return "This is no object.";
  const unknown = Object.keys(value).find((key) => !KEYS.has(key));
  if (unknown !== undefined) return `Unknown key "${printable(unknown)}".`;
  const { accept, reject, conflicts, rest } = value;
  for (const [name, selection] of Object.entries({ accept, reject })) {
    if (selection !== undefined && !isSelection(selection)) return `${name} must have lists of ids or names.`;
  }
  if (conflicts !== undefined && !isChoices(conflicts)) return "conflicts must be a list of { id, choose }.";
  const isKnown = rest === undefined || rest === "keep" || rest === "accept" || rest === "reject";
  return isKnown ? undefined : "rest must be keep, accept or reject.";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSelection(value: unknown): boolean {
  if (!isObject(value)) return false;
  const lists = Object.entries(value);
  const isList = (list: unknown): boolean => Array.isArray(list) && list.every((name) => typeof name === "string");
  return lists.length > 0 && lists.every(([key, list]) => SELECTION_KEYS.has(key) && isList(list));
}

function isChoices(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  return value.every((one) => isObject(one) && Number.isInteger(one.id) && typeof one.choose === "string");
}
