// Tests which texts are collected as messages, and how they are checked and compared.

import { expect, test } from "vitest";
import { changedMessages, checkMessages } from "./check-messages.ts";
import { collectMessages, messagesOf } from "./collect-messages.ts";

const source = `
import { x } from "no such words";
export const refusals = { NOT_FOUND: { meaning: "Unknown path." }, port: { meaning: "The port | of the API." } };
function refuse(name: string) {
  ensure(name !== "", "an invariant of ours");
  if (name === "some other words") throw new Error("a fault of ours");
  throw new ApiError("INVALID_REQUEST", \`Unknown field \${name.field}.\\n\\nUse another one.\`);
}
`;

const found = [
  { place: "a.ts", code: "NOT_FOUND", text: "Unknown path." },
  { place: "a.ts", code: "refusals.port.meaning", text: "The port | of the API." },
  { place: "a.ts", code: "INVALID_REQUEST", text: "Unknown field {field}." },
  { place: "a.ts", code: "INVALID_REQUEST", text: "Use another one." },
];

test("messages are collected with their codes, and invariants, faults and comparisons are not", () => {
  expect(messagesOf("a.ts", source)).toEqual(found);
});

test("errors of settings are messages", () => {
  expect(messagesOf("x/setting.ts", `throw new Error("must be a number");`)).toMatchObject([
    { text: "must be a number" },
  ]);
});

test("a message that breaks a rule is reported", () => {
  const message = { place: "a.ts", code: "x", text: "What is refused. The text stands here." };
  expect(checkMessages([message])).toEqual([
    "lead: a.ts x: What is refused. The text stands here.",
    "stand: a.ts x: What is refused. The text stands here.",
  ]);
  expect(checkMessages(found)).toEqual([]);
});

test("a changed message is listed with its old text, new and deleted ones alone", () => {
  const [first, second, third] = found;
  expect(changedMessages([first!, second!], [{ ...first!, text: "Unknown address." }, third!])).toEqual([
    { place: "a.ts", code: "NOT_FOUND", before: "Unknown path.", after: "Unknown address." },
    { place: "a.ts", code: "INVALID_REQUEST", before: undefined, after: third!.text },
    { place: "a.ts", code: "refusals.port.meaning", before: second!.text, after: undefined },
  ]);
});

/** Sentences that strangers to the product did not understand. */
const gone = [
  "There is no such field here",
  "There is no edit of this type",
  "This must be an object",
  "This is no value of the key",
  "The body has {",
  "times in the named paragraphs",
  "removes or rewrites what this names",
  "A filter says at least",
  "Too small: expected",
  "The file of {",
  "or its rights are managed",
  "A fault of ours",
  "deleted after its result was saved",
  "Here it is",
  "made up when absent",
  "Without it:",
  "Whether what went in one place",
  "What is refused is told together",
  "which of those that count apart",
  "What was changed that is no text",
  "is told by `/v1/reference/edits`",
  "The file has no zip directory",
  "It must be a list of edits",
  "of the parts cannot be used as they are",
  "is to be read from a file that cannot be read",
];

test("sentences that were not understood stay gone", () => {
  const messages = collectMessages(new URL("../..", import.meta.url).pathname.replace(/\/$/, ""));
  expect(messages.length).toBeGreaterThan(1000);
  for (const sentence of gone) expect(messages.filter(({ text }) => text.includes(sentence))).toEqual([]);
});
