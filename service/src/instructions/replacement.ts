// Puts the caller's replacement_text into the edits, character by character.
//
// The model sees the text but never writes it. It writes a token in its place, which is new for each request, so that
// no document can contain it. The text replaces the token afterwards. Text of one line may be anywhere in new text.
// Lines are paragraphs: a new paragraph that consists of the token becomes one paragraph for each line. A line end at
// the very end closes the last line and begins no other.

import { checkEdits } from "@versus/engine/tasks";
import { type ApiError, refusalFor } from "../contract/api-error.ts";
import type { RandomBytes } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import { type AnswerProblem, answerProblem } from "./problem.ts";
import { isObject } from "./read-answer.ts";

export interface Replacement {
  readonly token: string;
  /** Without the line end that closes its last line. */
  readonly text: string;
  readonly lines: readonly string[];
}

/** Maximum number of lines, because one edit may have that many new paragraphs. */
const mostLines = 200;

/** Throws INVALID_REQUEST for a text that no edit can contain. */
export function makeReplacement(text: string, random: RandomBytes): Replacement {
  const closed = text.replace(/(?:\r\n|\r|\n)$/, "");
  const lines = closed.split(/\r\n|\r|\n/);
  if (closed === "") throw invalid("`replacement_text` must not be empty.");
  if (lines.length > mostLines) throw invalid(`\`replacement_text\` must have at most ${mostLines} lines.`);
  const probe = { type: "insert", paragraphs: { index: 0 }, at: "end", content: text };
  if (checkEdits([probe]).length > 0)
    throw invalid("`replacement_text` must not contain control characters other than tab and newline.");
  return { token: `{{replacement-${Buffer.from(random(8)).toString("hex")}}}`, text: closed, lines };
}

function invalid(message: string): ApiError {
  return refusalFor("INVALID_REQUEST", [{ field: "replacement_text", reason: "INVALID_VALUE", message }]);
}

export interface Filled {
  readonly edits: readonly unknown[];
  readonly problems: readonly AnswerProblem[];
}

/** Returns the edits with the text in place of its token. Without a text, or with problems, the edits are unchanged. */
export function fillIn(edits: readonly unknown[], replacement: Replacement | undefined): Filled {
  if (replacement === undefined) return { edits, problems: [] };
  const uses = JSON.stringify(edits).split(replacement.token).length - 1;
  if (uses * replacement.text.length > limits.editBytes) return { edits, problems: [tooOften(replacement)] };
  const fillings = edits.map((edit) => {
    const filling = new Filling(replacement, isComment(edit));
    return { edit: filling.fill(edit, ""), filling };
  });
  const problems = fillings.flatMap(({ filling }, edit) => filling.faults.map((fault) => misplaced(edit, fault)));
  if (problems.length > 0) return { edits, problems };
  if (!fillings.some(({ filling }) => filling.isUsed)) return { edits, problems: [unused(replacement)] };
  return { edits: fillings.map(({ edit }) => edit), problems: [] };
}

function misplaced(edit: number, message: string): AnswerProblem {
  return { edit, reason: "INVALID_VALUE", message };
}

function tooOften({ token }: Replacement): AnswerProblem {
  return answerProblem(`Replacing every ${token} makes the edits too long.`);
}

function unused({ token }: Replacement): AnswerProblem {
  return {
    reason: "REPLACEMENT_MISSING",
    message: `No edit has ${token} in its new text. Put it where the text belongs.`,
  };
}

/** True for edits that write a comment. The text of a comment is one paragraph, so lines become line breaks. */
function isComment(edit: unknown): boolean {
  return isObject(edit) && (edit.type === "add_comment" || edit.type === "reply_comment");
}

/** Fields that contain new text, as a string or in lists. A selector under `text` is an object. */
const textKeys: ReadonlySet<string> = new Set(["content", "text", "cells", "rows"]);

class Filling {
  readonly faults: string[] = [];
  isUsed = false;
  readonly #replacement: Replacement;
  readonly #takesLines: boolean;

  constructor(replacement: Replacement, takesLines: boolean) {
    this.#replacement = replacement;
    this.#takesLines = takesLines;
  }

  /** `key` is the field that contains the value, directly or through lists. */
  fill(value: unknown, key: string): unknown {
    if (typeof value === "string") return value.includes(this.#replacement.token) ? this.#fillText(value, key) : value;
    if (Array.isArray(value)) {
      const items = key === "new_paragraphs" ? value.flatMap((item) => this.#linesOf(item)) : value;
      return items.map((item: unknown) => this.fill(item, key));
    }
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.fill(member, name)]));
  }

  #fillText(value: string, key: string): string {
    const { token, text, lines } = this.#replacement;
    this.isUsed = true;
    if (!textKeys.has(key)) this.faults.push(`${token} must be inside new text.`);
    else if (lines.length > 1 && !this.#takesLines) {
      this.faults.push(`${token} has ${lines.length} lines: make it the whole content of an item of new_paragraphs.`);
    }
    return value.replaceAll(token, () => text);
  }

  /** Returns an item that consists of the token as one item for each line. Only the first keeps its `ref`. */
  #linesOf(item: unknown): readonly unknown[] {
    const { token, lines } = this.#replacement;
    if (!isObject(item)) return [item];
    const run = Array.isArray(item.content) && item.content.length === 1 ? item.content[0] : undefined;
    const isAlone = item.content === token || (isObject(run) && run.text === token);
    if (!isAlone || lines.length === 1) return [item];
    this.isUsed = true;
    const { ref, ...unnamed } = item;
    return lines.map((line, index) => ({
      ...(index === 0 ? item : unnamed),
      content: isObject(run) ? [{ ...run, text: line }] : line,
    }));
  }
}
