import { expect, test } from "vitest";
import { caseSeed, Random } from "../random.ts";
import { Counts } from "../target.ts";
import { AsSent } from "./as-sent.ts";
import { editTarget } from "./edit-target.ts";
import { makeEdits } from "./make/make-edits.ts";
import { addressed, type NamedEdit } from "./names.ts";
import { Reading } from "./reading.ts";
import { sendInTurn } from "./turns/send-in-turn.ts";
import { writeDocument } from "./write/write-document.ts";
import { documentBytes } from "./write/written-document.ts";

const document = (seed: number, focus?: string) => documentBytes(writeDocument(new Random(caseSeed(1, seed)), focus));

test("the same seed makes the same case", () => {
  expect(editTarget.generate(new Random(3), undefined)).toEqual(editTarget.generate(new Random(3), undefined));
});

test("edits of a type are made when they are asked for", () => {
  const reading = new Reading(document(1, "table"));
  const edits = makeEdits(new Random(5), reading, { count: 1, first: "insert_table" });
  expect(edits.slice(0, 2).map(({ edit }) => edit.type)).toEqual(["insert_table", "insert_table"]);
});

test("text that moved within its paragraph is named again where it stands", () => {
  const bytes = document(2, "formatted text");
  const reading = new Reading(bytes);
  const [key, { paragraph }] = [...reading.starts].find(([, one]) => /w\d{4} w\d{4}/.test(one.paragraph.text))!;
  const from = paragraph.text.search(/w\d{4}/);
  const text = { key, from, to: from + 5 };
  const point = { key, offset: from, anchor: { side: "before", text } } as const;
  const edits: NamedEdit[] = [
    {
      edit: { type: "insert", paragraphs: { $: "home", of: point }, at: { $: "at", point, how: 0 }, content: "n0001" },
      makes: [],
      lastWord: "n0001",
    },
    { edit: { type: "delete", paragraphs: { $: "home", of: text }, text: { $: "text", text, how: 0 } }, makes: [] },
  ];
  const sent = edits.map(({ edit }) => addressed(edit, new AsSent(reading)));
  expect(sent[1]).toMatchObject({ text: { match: paragraph.text.slice(from, from + 5) } });
  const turns = sendInTurn(bytes, edits, "docx");
  expect(turns.kind).toBe("done");
});

test("a case counts what it met", () => {
  const counts = new Counts();
  const input = editTarget.generate(new Random(caseSeed(1, 40)), "insert");
  editTarget.check(input, counts);
  expect([...counts.byName.keys()]).toContain("insert");
  expect(editTarget.show(input)).toContain('"type":"insert"');
});
