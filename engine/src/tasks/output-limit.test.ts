import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { docx, open, p } from "../../testing/documents.ts";
import { OutputBudget } from "../failures/output-budget.ts";
import { compare } from "../library/compare.ts";
import { saveBoth } from "../library/documents.ts";
import { edit } from "../library/edit.ts";
import { renderHtml } from "../render/html/render-html.ts";
import { compareTask } from "./compare-task.ts";
import { createTask } from "./create-task.ts";
import { editTask } from "./edit-task.ts";
import { jsonLimited, outputBudgets, saveLimited } from "./output-limit.ts";
import { renderRedline } from "./render-redline.ts";

const TOO_COMPLEX = expect.objectContaining({ code: "DOCUMENT_TOO_COMPLEX" });
const words = (count: number): string => p("word ".repeat(count));

test("the limit is 20 MB and 40 times the XML of all documents", () => {
  const documents = [open(words(10)), open(words(1000))];
  const xml = documents.reduce((sum, document) => sum + document.package.xmlBytes, 0);
  expect(xml).toBeGreaterThan(5000);
  const budget = outputBudgets(documents)();
  budget.spend(20 * 1024 * 1024 + 40 * xml);
  expect(() => budget.spend(1)).toThrow(TOO_COMPLEX);
});

test("JSON is counted before it is written", () => {
  const value = { text: ["one", "two"], number: 1, none: null, left: undefined };
  const { length } = JSON.stringify(value);
  expect(() => new OutputBudget(length).spendJson(value)).not.toThrow();
  expect(() => new OutputBudget(length - 10).spendJson(value)).toThrow(TOO_COMPLEX);
});

test("a fragment is counted while it is written, and fails before it is whole", () => {
  const documents = [{ role: "modified", name: "a.docx" }] as const;
  const about = { kind: "comparison", revision: "a.docx", documents } as const;
  const { fragment } = renderHtml(open(words(1000)), about);
  const size = JSON.stringify(fragment.data).length + fragment.css.length + fragment.html.length;
  expect(() => renderHtml(open(words(1000)), about, new OutputBudget(size))).not.toThrow();
  expect(() => renderHtml(open(words(1000)), about, new OutputBudget(4000))).toThrow(TOO_COMPLEX);
});

test("a document's parts of XML are counted", () => {
  const date = "2026-01-02T03:04:05Z";
  const redline = compare(open(words(1000)), open(`${words(1000)}${p("more")}`), {
    ...{ author: "A", date, names: { before: "a.docx", after: "b.docx" } },
  });
  const document = redline.document;
  expect(() => document.package.save(6, new OutputBudget(4000))).toThrow(TOO_COMPLEX);
  expect(() => document.package.save(6, new OutputBudget(40_000))).not.toThrow();
  const newBudget = outputBudgets([open(words(1000))]);
  expect([
    ...renderRedline(redline, {
      formats: ["docx", "json", "md", "fragment"],
      newBudget,
      codec: nodeZlib,
    }).artifacts.keys(),
  ]).toHaveLength(4);
});

test("an ordinary comparison is far below the limit", () => {
  const request = { names: { before: "a.docx", after: "b.docx" }, author: "A", date: "2026-01-02T03:04:05Z" };
  const formats = ["docx", "json", "md", "fragment"] as const;
  const { artifacts } = compareTask({
    ...request,
    ...{ before: docx(words(10)), after: docx(words(11)), codec: nodeZlib, formats },
  });
  expect(artifacts.size).toBe(4);
});

describe("a document that is larger than 20 MB and 40 times the XML of its inputs", () => {
  const date = "2026-01-02T03:04:05Z";
  const long = "word ".repeat(4_500_000);

  test("is not edited", () => {
    const edits = [{ type: "replace", paragraphs: { index: 0 }, text: { match: "old" }, content: long }];
    const request = { document: docx(p("old")), author: "A", date, codec: nodeZlib };
    expect(() => editTask({ ...request, edits })).toThrow(TOO_COMPLEX);
  });

  test("is not created", () => {
    const request = { paragraphs: [{ style_id: "Normal", text: long }], date, codec: nodeZlib };
    expect(() => createTask(request)).toThrow(TOO_COMPLEX);
    expect(() => createTask({ ...request, template: docx(words(1000)) })).toThrow(TOO_COMPLEX);
  });
});

test("each file of an edit has a budget of its own", () => {
  const edits = [{ type: "replace", paragraphs: { index: 0 }, text: { match: "word word" }, content: "new" }];
  const outcome = edit(open(p("word word")), edits, { author: "A", date: "2026-01-02T03:04:05Z" });
  if (outcome.kind !== "edited") throw new Error(JSON.stringify(outcome));
  const within = (most: number) => () => saveBoth(outcome.redline, outcome.clean, () => new OutputBudget(most));
  const sizes = [outcome.redline, outcome.clean].map((one) => one.package.bytes(one.main).length);
  expect(within(Math.min(...sizes))).toThrow(TOO_COMPLEX);
  expect(within(Math.max(...sizes) + 50)).not.toThrow();
});

test("the file and the JSON of a task are counted", () => {
  const source = open(words(10));
  expect(saveLimited(source, [source])).toEqual(source.package.save(6));
  expect(new TextDecoder().decode(jsonLimited({ a: 1 }, () => new OutputBudget(8)))).toBe('{"a":1}\n');
  expect(() => jsonLimited({ a: 1 }, () => new OutputBudget(7))).toThrow(TOO_COMPLEX);
});

// A decision, a scrub, a print copy and a history are not much larger than their inputs, but they have a limit too.
test("no task saves a document without a limit", () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /^[\w-]+\.ts$/.test(name));
  const saving = files.filter((name) =>
    /\b(save|package\.save\w*)\(/.test(readFileSync(join(import.meta.dirname, name), "utf8")),
  );
  // The input of this task is pages, not a document.
  expect(saving).toEqual(["reflow-task.ts"]);
});
