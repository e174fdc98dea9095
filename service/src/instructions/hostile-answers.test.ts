// Tests that hostile answers of a model are refused in linear time.

import { expect, test } from "vitest";
import { ApiError } from "../contract/api-error.ts";
import { buildEdits } from "./build-edits.ts";
import { documentWith } from "./testing/documents.ts";

const document = documentWith(
  ...Array.from({ length: 500 }, (_, index) => `${index}. The ${index}th clause is short.`),
);
const content = Buffer.from(document.content);

/** Long enough to reveal an algorithm that is slower than linear. */
const long = 150_000;
const token = `{{replacement-${"07".repeat(8)}}}`;

function answerOf(asked: string, edit: object): string {
  return JSON.stringify({ steps: [{ asked, edits: [edit] }] });
}

function inserting(text: unknown): string {
  return answerOf("Add it.", { type: "insert", paragraphs: { index: 0 }, at: "end", content: text });
}

test.each([
  ["quotation marks that do not close", '\\"'.repeat(long)],
  ["a string that does not close", `{"steps":"${"\\\\".repeat(long)}`],
  ["brackets", `{"steps":${"[{".repeat(long)}`],
  ["words that are no words", answerOf(`${"...".repeat(long)}x`, { type: "refresh_fields" })],
  ["one word without end", inserting("a".repeat(long))],
  ["what could be an address", inserting(`${"a".repeat(long)}@`)],
  ["what could be many", inserting("a@a.".repeat(long / 4))],
  ["points", inserting(`${".".repeat(long)}x`)],
  ["many sentences", inserting("The 7th clause is. ".repeat(long / 20))],
  ["the token, again and again", inserting(token.repeat(long / 40))],
])("an answer of %s is looked at in no time", async (_, text) => {
  const began = performance.now();
  const outcome = await buildEdits(
    {
      organization: { instruction: true },
      instruction: "Add it.",
      allow: undefined,
      replacementText: text.includes(token) ? "x".repeat(1000) : undefined,
      content: { size: content.length, read: async () => content },
      check: async () => [],
      signal: new AbortController().signal,
    },
    {
      provider: { ask: async () => ({ kind: "text", text }) },
      mostContentBytes: content.length,
      seconds: 10,
      random: (size) => Buffer.alloc(size, 7),
      onFault: () => {},
    },
  ).catch((problem: unknown) => problem);
  if (!Array.isArray(outcome)) expect(outcome).toBeInstanceOf(ApiError);
  expect(performance.now() - began).toBeLessThan(2000);
});
