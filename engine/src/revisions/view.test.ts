// Tests that the view of some authors equals deciding: their changes accepted, all others rejected.

import { describe, expect, test } from "vitest";
import { open, p, r } from "../../testing/documents.ts";
import { bodyOf } from "../document/text/stories.ts";
import { decideAuthors } from "./decide/decide.ts";
import { readView } from "./view.ts";

const by = (author: string): string => `w:id="1" w:author="${author}" w:date="2026-01-02T03:04:05Z"`;
const ins = (author: string, content: string): string => `<w:ins ${by(author)}>${content}</w:ins>`;
const del = (author: string, text: string): string => `<w:del ${by(author)}>${deleted(text)}</w:del>`;
const deleted = (text: string): string => `<w:r><w:delText xml:space="preserve">${text}</w:delText></w:r>`;
const from = (author: string, content: string): string => `<w:moveFrom ${by(author)}>${content}</w:moveFrom>`;
const to = (author: string, content: string): string => `<w:moveTo ${by(author)}>${content}</w:moveTo>`;
const mark = (name: string, author: string): string => `<w:pPr><w:rPr><w:${name} ${by(author)}/></w:rPr></w:pPr>`;

const CASES: readonly (readonly [name: string, body: string, shown: Readonly<Record<string, string>>])[] = [
  [
    "words of two authors",
    p(r("in "), del("Ann", "30"), ins("Ann", r("60")), r(" calendar "), del("Bea", "days"), ins("Bea", r("weeks"))),
    {
      "": "in 30 calendar days",
      Ann: "in 60 calendar days",
      Bea: "in 30 calendar weeks",
      "Ann Bea": "in 60 calendar weeks",
    },
  ],
  [
    "a deletion inside another's insertion",
    p(ins("Ann", r("one ") + del("Bea", "two ") + r("three"))),
    { "": "", Ann: "one two three", Bea: "", "Ann Bea": "one three" },
  ],
  [
    "a mark of one and text of another",
    p(mark("ins", "Ann"), r("First."), ins("Bea", r(" New."))) + p(r("Second.")),
    { "": "First.Second.", Ann: "First.|Second.", Bea: "First. New.Second.", "Ann Bea": "First. New.|Second." },
  ],
  [
    "an edit inside a move, in both halves",
    p(mark("moveFrom", "Ann"), from("Ann", r("P ")), `<w:del ${by("Bea")}>${from("Ann", deleted("old"))}</w:del>`) +
      p(r("Q")) +
      p(mark("moveTo", "Ann"), to("Ann", r("P ")), to("Ann", del("Bea", "old"))) +
      p(r("R")),
    { "": "P old|Q|R", Ann: "Q|P old|R", Bea: "P |Q|R", "Ann Bea": "Q|P |R" },
  ],
];

describe("views by author", () => {
  test.each(CASES)("%s", (_, body, shown) => {
    for (const [names, text] of Object.entries(shown)) {
      const view = { accepts: (author: string) => names.split(" ").includes(author) };
      const document = open(body);
      const texts = (): string =>
        readView(bodyOf(document)!, view)
          .map((one) => one.text)
          .join("|");
      expect(texts()).toBe(text);
      decideAuthors(document, view);
      expect(
        readView(bodyOf(document)!, "rejected")
          .map((one) => one.text)
          .join("|"),
      ).toBe(text);
    }
  });
});
