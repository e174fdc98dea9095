// Makes new text for edits, and the properties that they set.

import type { Making, Name } from "../names.ts";
import { keyOf, type Maker } from "./maker.ts";

export interface NewContent {
  readonly content: unknown;
  /** The word at its end; empty if it ends with something else. */
  readonly lastWord: string;
  readonly makes: readonly Making[];
}

/** The kind of story for new text: only the body can have notes and page breaks. */
export type ContentPlace = "body" | "page" | "note";

export function makeContent(maker: Maker, place: ContentPlace = "body"): NewContent {
  const { random } = maker;
  const lastWord = maker.word();
  const lead = random.pick(["", " ", `${maker.word()} `, `${maker.word()}\t`, `${maker.word()}\n`]);
  if (random.chance(0.6)) return { content: `${lead}${lastWord}`, lastWord, makes: [] };
  const makes: Making[] = [];
  const runs = random.list(random.between({ least: 1, most: 2 }), () => makeRun(maker, place, makes));
  if (random.chance(0.1)) return { content: runs, lastWord: "", makes };
  return { content: [...runs, { text: lastWord, ...someFormat(maker) }], lastWord, makes };
}

function someFormat(maker: Maker): object {
  return maker.random.chance(0.3) ? { format: runFormat(maker) } : {};
}

function makeRun(maker: Maker, place: ContentPlace, makes: Making[]): unknown {
  const { random } = maker;
  const kinds = ["text", "tab", "line", "field", "reference", "link", ...(place === "body" ? ["page", "note"] : [])];
  switch (random.pick(kinds)) {
    case "tab":
      return { type: "tab", ...someFormat(maker) };
    case "line":
      return { type: "break", kind: "line" };
    case "page":
      return { type: "break", kind: random.pick(["page", "column"]) };
    case "field":
      return { type: "field", code: random.pick(["PAGE", "DATE", "NUMPAGES", 'DATE \\@ "d MMMM yyyy"', "FILENAME"]) };
    case "link":
      return { type: "hyperlink", url: "https://example.net/new", content: maker.word() };
    case "reference":
      return makeReference(maker);
    case "note":
      return makeNote(maker, makes);
    default:
      return { text: `${maker.word()} `, ...someFormat(maker) };
  }
}

/** Returns a cross-reference. Showing a paragraph's text or number may be refused; showing its page never is. */
function makeReference(maker: Maker): unknown {
  const target = maker.bodyParagraph()!;
  const to: Name = { $: "paragraph", key: keyOf(target) };
  return { type: "cross_reference", to, show: maker.random.pick(["page", "page", "above_below", "text", "number"]) };
}

function makeNote(maker: Maker, makes: Making[]): unknown {
  const word = maker.word();
  const made = maker.names("note", word, 0.3);
  makes.push(...made);
  const named = made[0] === undefined ? {} : { ref: made[0].ref };
  const type = maker.random.pick(["footnote", "endnote"]);
  if (maker.random.chance(0.8)) return { type, content: word, ...named };
  return { type, new_paragraphs: [{ content: word }, { content: maker.word() }], ...named };
}

export function runFormat({ random }: Maker): object {
  return random.pick([
    { bold: true },
    { italic: true, bold: false },
    { underline: "double" },
    { size: 13.5, color: "#FF0000" },
    { bold: null },
    { highlight: "yellow" },
    { vertical_align: "superscript" },
    { character_style: "Strong" },
    { font: "Arial" },
    { strikethrough: true, underline: false },
  ]);
}

export function paragraphFormat({ random }: Maker): object {
  return random.pick([
    { alignment: "justify" },
    { alignment: "center", keep_with_next: true },
    { indent_left: 36, indent_first_line: -18 },
    { space_before: 6, space_after: 12 },
    { line_spacing: { rule: "multiple", value: 1.5 } },
    { keep_with_next: null },
    { page_break_before: true },
    { outline_level: 3 },
    { tab_stops: [{ position: 144, alignment: "right", leader: "dots" }] },
    { shading: "#EEEEEE" },
    { borders: { top: { style: "single", width: 1, color: "#000000" } } },
    { alignment: null },
  ]);
}
