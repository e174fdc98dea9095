// Answers questions in a child process of `proof/office/kept-process.ts`.
//
// Each question is one JSON line, and so is each answer. Libraries may print on standard output, which is reserved for
// the answers. So their output goes to standard error, which nobody reads. The program ends with its input, and so with
// its parent process.

import { createInterface } from "node:readline";

/** A question about a document. */
export interface Question {
  readonly do: string;
  /** The document, in base64. */
  readonly bytes: string;
  /** The document to compare it with, in base64. */
  readonly after?: string;
  /** The copies to merge with it, in base64, and the author of each. */
  readonly copies?: readonly { readonly bytes: string; readonly author: string }[];
}

/** Answers questions until the input ends, then ends the process. An error of `answer` is sent as an answer too. */
export async function answerQuestions(answer: (question: Question) => Promise<unknown>): Promise<never> {
  for await (const line of createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(await reply(answer, line))}\n`);
  }
  return process.exit(0);
}

/** Redirects the console to standard error. Must be called before libraries are loaded. */
export function quietConsole(): void {
  for (const method of ["log", "info", "debug"] as const) console[method] = console.error;
}

async function reply(answer: (question: Question) => Promise<unknown>, line: string): Promise<object> {
  try {
    return { ok: await answer(JSON.parse(line) as Question) };
  } catch (problem) {
    return { error: String(problem).split("\n")[0] };
  }
}
