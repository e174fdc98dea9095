// Tests that a kept process answers questions in order and is started again after it dies or hangs.

import { afterEach, expect, test } from "vitest";
import { KeptProcess } from "./kept-process.ts";

/** A program that answers { n } with its double, prints other lines in between, and dies or hangs on request. */
const PROGRAM = `
process.stdout.write("starting\\n");
process.stdin.on("data", (line) => {
  const { n, how } = JSON.parse(line);
  if (how === "die") process.exit(1);
  if (how === "hang") return;
  const answer = JSON.stringify({ ok: { n: 2 * n, text: "a\\u2028b" } }) + "\\n";
  process.stdout.write("noise\\n" + answer.slice(0, 5));
  setTimeout(() => process.stdout.write(answer.slice(5)), 10);
});`;

const kept = new KeptProcess({ command: process.execPath, words: ["-e", PROGRAM] });
const PATIENCE = 10_000;
const ask = (question: object, patience = PATIENCE): Promise<unknown> => kept.ask(question, patience);

afterEach(() => kept.stop());

test("questions are answered one after the other, whatever else the program says", async () => {
  expect(await ask({ n: 1 })).toEqual({ ok: { n: 2, text: "a\u2028b" } });
  expect(await ask({ n: 2 })).toEqual({ ok: { n: 4, text: "a\u2028b" } });
});

test("a program that dies is started again for the next question", async () => {
  expect(await ask({ how: "die" })).toEqual({ error: "the program ended" });
  expect(await ask({ n: 3 })).toMatchObject({ ok: { n: 6 } });
});

test("a program that takes too long is ended and started again", async () => {
  expect(await ask({ how: "hang" }, 300)).toEqual({ error: "it took too long" });
  expect(await ask({ n: 4 })).toMatchObject({ ok: { n: 8 } });
});

test("a program that is not there is an error", async () => {
  const missing = new KeptProcess({ command: "versus-no-such-program", words: [] });
  expect(await missing.ask({}, PATIENCE)).toEqual({ error: "the program ended" });
});
