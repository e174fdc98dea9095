// Tests how strictly the answer of a model is parsed.

import { expect, test } from "vitest";
import { readAnswer } from "./read-answer.ts";

test("[INS-10] edits are read in the order of their steps, each with its words", () => {
  const answer = {
    steps: [
      { asked: "one", edits: [{ a: 1 }, { b: 2 }] },
      { asked: "two", edits: [{ c: 3 }] },
    ],
  };
  expect(readAnswer(JSON.stringify(answer))).toEqual({
    kind: "edits",
    built: [
      { asked: "one", step: 0, edit: { a: 1 } },
      { asked: "one", step: 0, edit: { b: 2 } },
      { asked: "two", step: 1, edit: { c: 3 } },
    ],
  });
});

test("[INS-10] what is missing is one of the codes", () => {
  expect(readAnswer('{"missing":"choice"}')).toEqual({ kind: "missing", what: "choice" });
});

const edits = (count: number) => JSON.stringify({ steps: [{ asked: "x", edits: Array(count).fill({}) }] });

test.each([
  ["words around it", 'Here you are: {"steps":[]}'],
  ["a code fence", '```json\n{"missing":"place"}\n```'],
  ["two objects", '{"missing":"place"}{"missing":"place"}'],
  ["a list", "[]"],
  ["nothing", ""],
  ["bare edits", '{"edits":[{"type":"refresh_fields"}]}'],
  ["another key", '{"steps":[{"asked":"a","edits":[{}]}],"note":"done"}'],
  ["both", '{"steps":[{"asked":"a","edits":[{}]}],"missing":"place"}'],
  ["words in place of a code", '{"missing":"the fee of 100 euros"}'],
  ["the name of something that every object has", '{"missing":"toString"}'],
  ["a step without words", '{"steps":[{"edits":[{}]}]}'],
  ["a step with more", '{"steps":[{"asked":"a","edits":[{}],"why":"b"}]}'],
  ["no edit", '{"steps":[]}'],
  ["no edit in its steps", '{"steps":[{"asked":"a","edits":[]}]}'],
  ["too many edits", edits(201)],
  ["values without bottom", `{"steps":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
])("[INS-10] %s is no answer", (_, text) => {
  expect(readAnswer(text).kind).toBe("wrong");
});

test("two hundred edits are as many as there may be", () => {
  expect(readAnswer(edits(200)).kind).toBe("edits");
});
