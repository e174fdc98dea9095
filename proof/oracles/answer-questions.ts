// The child's side of proof/office/kept-process.ts: one JSON question a line, one JSON answer a line.
//
// Libraries print what they like on standard output; here it belongs to the answers alone, so what others print goes to
// standard error, which nobody reads. The program ends with its input, and so with the process that started it.

import { createInterface } from "node:readline";

/** What a session is asked: something to do with a document. */
export interface Question {
  readonly do: string;
  /** The document, in base64. */
  readonly bytes: string;
  /** The document it is to be compared with, in base64. */
  readonly after?: string;
  /** The copies that are to be merged with it, in base64, and who made each. */
  readonly copies?: readonly { readonly bytes: string; readonly author: string }[];
}

/** Answers questions until there are no more, then ends the process. What an answer throws is an answer too. */
export async function answerQuestions(answer: (question: Question) => Promise<unknown>): Promise<never> {
  for await (const line of createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(await reply(answer, line))}\n`);
  }
  return process.exit(0);
}

/** Sends to standard error what libraries print. To be called before they are loaded. */
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
