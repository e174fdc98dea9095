// Limits the text and XML of one artifact. Pictures and fonts do not count.

import type { WordDocument } from "../document/open-document.ts";
import { OutputBudget } from "../failures/output-budget.ts";
import { saveWithin } from "../library/documents.ts";

const ALWAYS = 20 * 1024 * 1024;
/** Multiplied by the bytes of uncompressed XML of all source documents and added to `ALWAYS`. */
const OF_INPUT = 40;

/** Returns the budget of an artifact that is made of this many bytes of XML or JSON. */
export function outputBudget(inputBytes: number): OutputBudget {
  return new OutputBudget(ALWAYS + OF_INPUT * inputBytes);
}

/** Returns a function that makes a separate budget for each artifact. */
export function outputBudgets(documents: readonly WordDocument[]): () => OutputBudget {
  const input = documents.reduce((sum, document) => sum + document.package.xmlBytes, 0);
  return () => outputBudget(input);
}

/** Returns the file of a document that is made of others. Throws a Failure if it exceeds the limit. */
export function saveLimited(document: WordDocument, sources: readonly WordDocument[]): Uint8Array {
  return saveWithin(document, outputBudgets(sources)());
}

/**
 * Returns a value as JSON. Throws a Failure if it exceeds the limit. If names and texts alone are too large, it throws
 * before it writes the JSON.
 */
export function jsonLimited(value: unknown, newBudget: () => OutputBudget): Uint8Array {
  newBudget().spendJson(value);
  return encodeLimited(`${JSON.stringify(value)}\n`, newBudget());
}

/** Returns the bytes of a text. Throws a Failure if they exceed the limit. */
export function encodeLimited(text: string, budget: OutputBudget): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  budget.spend(bytes.length);
  return bytes;
}
