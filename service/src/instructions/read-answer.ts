// Parses the model's answer strictly: one JSON object of the requested form, without other text.
//
// An answer has steps. Each step quotes the words of the instruction that ask for it, and contains the edits that
// implement it. Alternatively the answer names what is missing by one of a few codes, never in words of its own, which
// could be those of the document.

import { limits } from "../contract/limits.ts";
import { parseWritable } from "../contract/writable-json.ts";
import { type AnswerProblem, answerProblem } from "./problem.ts";

/** Maps the reason why an instruction cannot be carried out to the message for the caller. */
export const missing = {
  place: "The document has no place that fits the instruction. Name the place by its words, its heading or its number.",
  choice: "Several places in the document fit the instruction. Say which one you mean.",
  text: "The instruction does not say what the new text is. Give the words, or send them as `replacement_text`.",
  operation: "No edit type can do what the instruction asks. Ask for a change of text, formatting or structure.",
  change: "The instruction asks for no change, or the document already has it.",
} as const;

export type Missing = keyof typeof missing;

/** An edit as the model wrote it, with the words of the instruction that the model quotes for it. */
export interface BuiltEdit {
  readonly asked: string;
  /** Index of the answer's step, from 0. */
  readonly step: number;
  readonly edit: unknown;
}

export type ReadAnswer =
  | { readonly kind: "edits"; readonly built: readonly BuiltEdit[] }
  | { readonly kind: "missing"; readonly what: Missing }
  | { readonly kind: "wrong"; readonly problems: readonly AnswerProblem[] };

/** Levels of nesting around an edit: the object, the steps, the step, its edits. */
const depthAround = 4;

export function readAnswer(text: string): ReadAnswer {
  const value = parsed(text);
  if (value === undefined)
    return wrong("The answer must be one JSON object, without other words and without a code fence.");
  const { steps, missing: what, ...rest } = value;
  const [other] = Object.keys(rest);
  if (other !== undefined || (steps === undefined) === (what === undefined)) {
    return wrong('The answer must have either "steps" or "missing", and nothing else.');
  }
  if (what !== undefined) {
    return isMissing(what) ? { kind: "missing", what } : wrong('"missing" must be one of the listed codes.');
  }
  return readSteps(steps);
}

function readSteps(steps: unknown): ReadAnswer {
  if (!Array.isArray(steps) || !steps.every(isStep)) {
    return wrong('"steps" must be a list of {"asked": words of the instruction, "edits": [edits]}, and nothing else.');
  }
  const built = steps.flatMap(({ asked, edits }, step) => edits.map((edit): BuiltEdit => ({ asked, step, edit })));
  if (built.length === 0 || built.length > limits.edits) {
    return wrong(`There must be 1 to ${limits.edits} edits in all; there are ${built.length}.`);
  }
  return { kind: "edits", built };
}

interface WrittenStep {
  readonly asked: string;
  readonly edits: readonly unknown[];
}

function isStep(value: unknown): value is WrittenStep {
  if (!isObject(value)) return false;
  const { asked, edits, ...rest } = value;
  return typeof asked === "string" && Array.isArray(edits) && Object.keys(rest).length === 0;
}

function isMissing(value: unknown): value is Missing {
  return typeof value === "string" && Object.hasOwn(missing, value);
}

function wrong(message: string): ReadAnswer {
  return { kind: "wrong", problems: [answerProblem(message)] };
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  // Checked before any recursive function reads the value.
  if (depthOf(text) > limits.editDepth + depthAround) return undefined;
  try {
    const value = parseWritable(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the maximum nesting of brackets outside strings, in one pass over any text. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isString = !isString;
    else if (isString) at += character === "\\" ? 1 : 0;
    else if (character === "[" || character === "{") deepest = Math.max(deepest, ++depth);
    else if (character === "]" || character === "}") depth--;
  }
  return deepest;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
