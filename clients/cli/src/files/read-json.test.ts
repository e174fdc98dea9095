import { expect, test } from "vitest";
import { Refusal } from "../command.ts";
import { readJson } from "./read-json.ts";

const read = (text: string | Uint8Array) =>
  readJson("list.json", typeof text === "string" ? new TextEncoder().encode(text) : text, "a list of edits");

test("JSON is read", () => {
  expect(read('[{"type": "replace"}]')).toEqual([{ type: "replace" }]);
});

test.each([
  ["[x]", "line 1, column 2"],
  ["[1,]", "line 1, column 4"],
  ['[\n  {"type" "replace"}\n]', "line 2, column 11"],
  ['[\n  {"type": "replace"},\n  nonsense that goes on for a while, longer than any excerpt\n]', "line 3, column 4"],
  ['["a\nb"]', "line 1, column 4"],
  ["[1] [2]", "line 1, column 5"],
  ["[tru", "it ends too early"],
  ["", "it ends too early"],
])("%j is refused at %s", (text, place) => {
  expect(() => read(text)).toThrow(Refusal);
  expect(() => read(text)).toThrow(place);
});

test("text in another encoding is refused", () => {
  expect(() => read(Uint8Array.of(0xff, 0xfe, 0x5b))).toThrow("UTF-8");
});
