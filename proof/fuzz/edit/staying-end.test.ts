// Tests when a redline keeps a deleted last paragraph.

import { expect, test } from "vitest";
import { Counts } from "../target.ts";
import { editTarget } from "./edit-target.ts";
import type { NamedEdit } from "./names.ts";
import { Reading } from "./reading.ts";
import { endsBehindDeleted, hasStayingEnd } from "./staying-end.ts";
import { deleting, inserting, named, written } from "./testing/named-paragraphs.ts";
import { sendInTurn } from "./turns/send-in-turn.ts";

test("a last mark stays, in a redline, where there is no room before it and another deleted something in its paragraph", () => {
  const deleted = '<w:del w:id="90" w:author="Ann"><w:r><w:delText>w0009</w:delText></w:r></w:del></w:p>';
  const setting: NamedEdit = {
    edit: {
      type: "set_paragraph_format",
      paragraphs: { $: "paragraphs", items: [{ key: "0001" }] },
      paragraph_format: { alignment: "center" },
    },
    makes: [],
  };
  const stays = (last: (text: string) => string, ...edits: NamedEdit[]): boolean | string => {
    const turns = sendInTurn(
      named((p) => p("0001", "w0001") + last(p("0002", "w0002"))),
      edits,
      "redline",
    );
    return turns.kind === "done" ? hasStayingEnd(new Reading(turns.document)) : turns.kind;
  };
  const withDeleted = (text: string): string => text.replace("</w:p>", deleted);
  expect(stays(withDeleted, setting, deleting("0002"))).toBe(true);
  expect(stays(withDeleted, deleting("0002"))).toBe(false);
  expect(stays((text) => text, setting, deleting("0002"))).toBe(false);
  const withNext = (text: string): string => withDeleted(text) + text.replaceAll("0002", "0003");
  expect(stays(withNext, deleting("0002"), deleting("0003"))).toBe(true);
  expect(stays(withNext, deleting("0003"))).toBe(false);
});

test("where nothing is left behind a break whose removal is undecided, a redline keeps a paragraph there", () => {
  const bytes = named((p) => p("0001", "w0001", "<w:pPr><w:sectPr/></w:pPr>") + p("0002", "w0002"));
  const unbreak: NamedEdit = {
    edit: { type: "remove_section_break", section: { $: "section", number: 1 } },
    makes: [],
  };
  const moving: NamedEdit = {
    edit: {
      type: "move_paragraphs",
      paragraphs: { $: "paragraphs", items: [{ key: "0002" }], isBlocks: true },
      destination: { $: "destination", beside: { paragraph: "0001" }, position: "before" },
    },
    makes: [],
  };
  const staying = (...edits: readonly NamedEdit[]): boolean => {
    const turns = sendInTurn(bytes, edits, "redline");
    if (turns.kind !== "done") throw new Error(turns.kind);
    return hasStayingEnd(new Reading(turns.document));
  };
  expect(staying(unbreak, moving)).toBe(true);
  expect(staying(unbreak)).toBe(false);
  expect(staying(moving)).toBe(false);
});

test("a last mark that stays when it is deleted alone, because there is no room before it, may go in a batch", () => {
  const changed =
    '<w:pPr><w:pPrChange w:id="90" w:author="Cy"><w:pPr><w:jc w:val="right"/></w:pPr></w:pPrChange></w:pPr>';
  const deleted = '<w:del w:id="91" w:author="Ann"><w:r><w:delText>w0009</w:delText></w:r></w:del></w:p>';
  const unjudged = (properties: string): number | undefined => {
    const document = written((p) => p("0001", "w0001", properties) + p("0002", "w0002").replace("</w:p>", deleted));
    const edits = [deleting("0002"), inserting("n0001", "after", "0001")];
    const counts = new Counts();
    const rest = { output: "docx", decisions: [], faults: { seed: 1, focus: undefined } } as const;
    editTarget.check({ document, edits, ...rest }, counts);
    return counts.byName.get("no room beside an undecided change");
  };
  expect([unjudged(changed), unjudged("")]).toEqual([1, undefined]);
});

test("behind a break the last paragraph stays where another deleted the marks of all before it", () => {
  const gone = '<w:pPr><w:rPr><w:del w:id="90" w:author="Ann"/></w:rPr></w:pPr>';
  const ends = (before: string, last: string): boolean =>
    endsBehindDeleted(
      new Reading(
        named((p) => p("0001", "w0001", "<w:pPr><w:sectPr/></w:pPr>") + p("0002", "w0002", before) + p("0003", last)),
      ),
    );
  expect([ends(gone, ""), ends(gone, "w0003"), ends("", "")]).toEqual([true, false, false]);
});
