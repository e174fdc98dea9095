// Tests that the `redline` topic describes the Markdown rendering correctly.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openDocument, renderMarkdown, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { mergeTask } from "@versus/engine/tasks";
import { expect, test } from "vitest";
import { documentWithBody } from "../jobs/testing/documents.ts";

const text = readFileSync(join(import.meta.dirname, "redline.md"), "utf8");
const ids = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"';
const by = 'w:author="Ann" w:date="2026-03-04T05:06:07Z"';

function tracked(name: string, id: number, content = ""): string {
  return `<w:${name} w:id="${id}" ${by}>${content}</w:${name}>`;
}

function run(words: string): string {
  return `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`;
}

function ins(id: number, words: string): string {
  return tracked("ins", id, run(words));
}

function del(id: number, words: string): string {
  return tracked("del", id, `<w:r><w:delText xml:space="preserve">${words}</w:delText></w:r>`);
}

function para(id: string, content: readonly string[], mark = ""): string {
  const runs = content.map((piece) => (piece.startsWith("<") ? piece : run(piece))).join("");
  return `<w:p ${ids} w14:paraId="${id}"><w:pPr>${mark === "" ? "" : `<w:rPr>${mark}</w:rPr>`}</w:pPr>${runs}</w:p>`;
}

function range(name: string, id: number, content: string): string {
  const start = `<w:${name}RangeStart w:id="${id}" w:name="m" ${by}/>`;
  return `${start}${content}<w:${name}RangeEnd w:id="${id}"/>`;
}

function row(mark: string, ...cells: readonly string[]): string {
  return `<w:tr><w:trPr>${mark}</w:trPr>${cells.map((cell) => `<w:tc>${cell}</w:tc>`).join("")}</w:tr>`;
}

function table(...rows: readonly string[]): string {
  return `<w:tbl>${rows.join("")}</w:tbl>`;
}

/** Returns the lines except the first, which is a separate example. */
function markdownOf(body: string): string {
  const [, ...others] = linesOf(body);
  return others.join("\n\n");
}

function linesOf(body: string): string[] {
  const document = openDocument(documentWithBody(body), { codec: nodeZlib, names: wordNames() });
  return renderMarkdown(document, { kind: "comparison", revision: "b.docx", documents: [] }).trimEnd().split("\n\n");
}

/** Maps an example of the topic to its document, and the two texts that it represents, with bars between paragraphs. */
const examples = {
  "words that were deleted and inserted": {
    body: para("00000001", ["The fee is ", del(1, "10"), ins(2, "20"), " euros."]),
    base: "The fee is 10 euros.",
    revised: "The fee is 20 euros.",
  },
  "a paragraph that was inserted": {
    body:
      para("00000001", ["First."]) +
      para("00000002", [ins(3, "New.")], tracked("ins", 4)) +
      para("00000003", ["Last."]),
    base: "First.|Last.",
    revised: "First.|New.|Last.",
  },
  "a paragraph that was split": {
    body: para("00000001", ["One sentence."], tracked("ins", 5)) + para("00000002", ["Another."]),
    base: "One sentence.Another.",
    revised: "One sentence.|Another.",
  },
  "two paragraphs that were joined": {
    body: para("00000001", ["One sentence."], tracked("del", 6)) + para("00000002", ["Another."]),
    base: "One sentence.|Another.",
    revised: "One sentence.Another.",
  },
  "a paragraph that was moved": {
    body: [
      range("moveFrom", 20, para("00000001", [tracked("moveFrom", 7, run("Notices."))], tracked("moveFrom", 8))),
      para("00000002", ["Terms."]),
      range("moveTo", 21, para("00000003", [tracked("moveTo", 9, run("Notices."))], tracked("moveTo", 10))),
      para("00000004", ["End."]),
    ].join(""),
    base: "Notices.|Terms.|End.",
    revised: "Terms.|Notices.|End.",
  },
  "a change inside another": {
    body: para("00000001", ["Pay ", ins(11, "within "), tracked("ins", 12, del(13, "ten ")), ins(11, "days"), "."]),
    base: "Pay .",
    revised: "Pay within days.",
  },
  "rows of a table": {
    body: table(
      row("", para("00000001", ["Item"]), para("00000002", ["Price"])),
      row(tracked("del", 14), para("00000003", [del(15, "Setup")]), para("00000004", [del(16, "5")])),
      row(tracked("ins", 17), para("00000005", [ins(18, "Support")]), para("00000006", [ins(19, "7")])),
    ),
    base: "Item|Price|Setup|5",
    revised: "Item|Price|Support|7",
  },
  "signs that would be markup": {
    body: para("00000001", ["Fees [*] &lt;net&gt; A|B &amp; C_D"]),
    base: "Fees [*] <net> A|B & C_D",
    revised: "Fees [*] <net> A|B & C_D",
  },
} as const;

const names = Object.keys(examples) as (keyof typeof examples)[];
const blocks = [...text.matchAll(/^```html\n(.*?)\n```$/gms)].map(([, block]) => block!);
const conflict = blocks.find((block) => block.includes("<conflict"));
const firstLine = blocks.find((block) => /^<redline [^\n]*$/.test(block));

test("the first line is what the rendering writes", () => {
  expect(linesOf(examples["words that were deleted and inserted"].body)[0]).toBe(firstLine);
});

test.each(names)("the example of %s is what the rendering writes", (name) => {
  expect(blocks).toContain(markdownOf(examples[name].body));
});

test("the example of a conflict is what the rendering of a merge writes", () => {
  const copy = (days: string) => documentWithBody(para("00000001", [`Payment within ${days} days.`]));
  const { artifacts } = mergeTask({
    base: { bytes: copy("ten"), name: "a.docx" },
    revisions: [
      { bytes: copy("twelve"), name: "b.docx", author: "Ann" },
      { bytes: copy("fifteen"), name: "c.docx", author: "Bob" },
    ],
    date: "2026-03-04T05:06:07Z",
    codec: nodeZlib,
    formats: ["md"],
  });
  expect(new TextDecoder().decode(artifacts.get("md")).trimEnd()).toBe(conflict);
});

test("every example of the topic is proved here", () => {
  expect(blocks.filter((block) => block !== conflict && block !== firstLine)).toHaveLength(names.length);
});

test.each(names)("rebuilding as the topic tells gives both texts of %s", (name) => {
  const markdown = markdownOf(examples[name].body);
  expect(rebuild(markdown, ["ins", "moved-to"])).toBe(examples[name].base);
  expect(rebuild(markdown, ["del", "moved-from"])).toBe(examples[name].revised);
});

/** Rebuilds a text as the topic describes it. `dropped` are the tags whose text, rows and marks are omitted. */
function rebuild(markdown: string, dropped: readonly string[]): string {
  const tags = dropped.join("|");
  const lines = markdown.split(/\n+/).filter((line) => !/^\| --- /.test(line));
  const kept = lines.filter((line) => !new RegExp(`^\\| <(?:${tags})\\b[^>]*/>`).test(line));
  const cells = kept.flatMap((line) => (line.startsWith("| ") ? line.slice(2, -2).split(" | ") : [line]));
  const paragraphs: string[] = [];
  let isJoined = false;
  for (const cell of cells) {
    const words = plain(without(cell, tags));
    if (isJoined) paragraphs[paragraphs.length - 1] += words;
    else paragraphs.push(words);
    isJoined = new RegExp(`<(?:${tags})\\b[^>]*/>$`).test(cell);
  }
  return paragraphs.join("|");
}

/** Removes the innermost tags first, so that a dropped tag inside a kept tag is removed too. */
function without(line: string, tags: string): string {
  const inner = new RegExp(`<(${tags})\\b[^>]*[^/]>(?:(?!<\\1\\b)[^])*?</\\1>`);
  let rest = line;
  while (inner.test(rest)) rest = rest.replace(inner, "");
  return rest;
}

function plain(line: string): string {
  return line.replace(/\\(.)|<[^>]*>/g, (_, escaped = "") => escaped);
}
