// Makes edits of sections, headers and footers.

import type { Name } from "../names.ts";
import { makeContent } from "./make-content.ts";
import { keyOf, type Maker } from "./maker.ts";
import type { MakeEdit } from "./text-edits.ts";

export const insertSectionBreak: MakeEdit = (maker) => {
  const { random } = maker;
  const made = maker.ref("paragraph");
  const standing = maker.bodyParagraph(({ paragraph }) => paragraph.table === undefined);
  if (standing === undefined) return undefined;
  const isMade = made !== undefined && random.chance(maker.isBeside ? 0.9 : 0.2);
  const paragraphs: Name = isMade ? { $: "ref", name: made } : { $: "paragraph", key: keyOf(standing), isEnd: true };
  const makes = maker.names("section", "", 0.6);
  const type = random.pick(["next_page", "continuous", "even_page", "odd_page"]);
  const edit = { type: "insert_section_break", paragraphs, section_type: type, ...(makes[0] && { ref: makes[0].ref }) };
  return { edit, makes };
};

function someSection(maker: Maker): Name {
  const made = maker.ref("section");
  if (made !== undefined && maker.random.chance(0.3)) return { $: "ref", name: made };
  return { $: "section", number: maker.random.between({ least: 1, most: maker.reading.content.sections.length }) };
}

export const removeSectionBreak: MakeEdit = (maker) => {
  const count = maker.reading.content.sections.length;
  if (count < 2) return undefined;
  const number = maker.random.between({ least: 1, most: count - 1 });
  return { edit: { type: "remove_section_break", section: { $: "section", number } }, makes: [] };
};

export const setPageSetup: MakeEdit = (maker) => {
  const { random } = maker;
  const setup = random.pick([
    { orientation: "landscape" },
    { paper: "a4" },
    { margins: { left: 54, right: 54 } },
    { different_first_page: true },
    { page_numbering: { start: 3, number_format: "lower_roman" } },
    { page_numbering: { start: null } },
    { paper: { width: 500, height: 700 }, margins: { gutter: 9 } },
  ]);
  const section = random.chance(0.1)
    ? "all"
    : random.chance(0.15)
      ? [someSection(maker), someSection(maker)]
      : someSection(maker);
  return { edit: { type: "set_page_setup", section, page_setup: setup }, makes: [] };
};

export const addHeaderFooter: MakeEdit = (maker) => {
  const { random } = maker;
  const { content, lastWord, makes } = makeContent(maker, "page");
  const part = {
    kind: random.pick(["header", "footer"]),
    ...(random.chance(0.5) ? { type: random.pick(["default", "first"]) } : {}),
  };
  const named = lastWord === "" ? [] : maker.names("header", lastWord, 0.5);
  const text = random.chance(0.8) ? { content } : { new_paragraphs: [{ content }, { content: maker.word() }] };
  const edit = {
    type: "add_header_footer",
    section: someSection(maker),
    part,
    ...text,
    ...(named[0] && { ref: named[0].ref }),
  };
  return { edit, makes: [...makes, ...named] };
};
