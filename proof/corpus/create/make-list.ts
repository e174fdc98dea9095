// Makes a random list of paragraphs with every kind of run, and the text that a reader must find.
//
// The expected text is derived from the description of the interface alone, without the engine.

import { drawIndex, type RandomNumbers } from "../../runner/random.ts";

/** The ids of the styles that paragraphs and text may name. */
export interface StyleNames {
  readonly paragraph: readonly string[];
  readonly character: readonly string[];
}

export interface ExpectedParagraph {
  readonly style: string;
  readonly text: string;
  /** A pattern for the text that LibreOffice shows. LibreOffice computes fields and shows the marks of notes. */
  readonly shown: string;
}

export interface MadeList {
  readonly paragraphs: readonly object[];
  readonly body: readonly ExpectedParagraph[];
  /** The paragraphs of all notes of one kind, in order. */
  readonly footnotes: readonly string[];
  readonly endnotes: readonly string[];
}

/** The date of all created documents. */
export const DATE = "2026-03-04T05:06:07Z";

export function makeList(random: RandomNumbers, styles: StyleNames): MadeList {
  return new ListMaker(random, styles).make();
}

/** A run, the text that a reader finds, and the pattern for LibreOffice. */
interface MadeRun {
  readonly run: object;
  readonly text: string;
  readonly shown: string;
}

const WORDS =
  "The parties agree that notice § 12 “shall” be given— within 30 days – naïve 日本語 Вера שלום & <tag> \u{1f600}".split(
    " ",
  );
const ANYTHING = "[^]*";

/** Field codes, the text that each shows, and true if another program shows the same. */
const FIELDS: readonly (readonly [code: string, text: string, isFixed: boolean])[] = [
  ["PAGE", "1", false],
  ["NUMPAGES \\* roman", "i", false],
  ["SECTIONPAGES", "1", false],
  ["DATE", "3/4/2026", false],
  ['DATE \\@ "d MMMM yyyy"', "4 March 2026", false],
  ['CREATEDATE \\@ "yyyy-MM-dd"', "2026-03-04", false],
  ["SAVEDATE", "3/4/2026 5:06:07 AM", false],
  ["TITLE", "", false],
  ["AUTHOR", "", false],
  ["DOCPROPERTY Company", "", false],
  ["FILENAME", "", false],
];

const FORMATS: readonly object[] = [
  { bold: true, italic: false },
  { underline: "wavy", color: "#C00000", size: 13.5 },
  { font: "Georgia", highlight: "light_gray", character_spacing: 1.5 },
  { small_caps: true, vertical_align: "superscript", language: "de-DE" },
  { strikethrough: true, shading: "#D9D9D9", bold: null },
];

class ListMaker {
  readonly #random: RandomNumbers;
  readonly #styles: StyleNames;
  readonly #notes: Record<"footnote" | "endnote", string[]> = { footnote: [], endnote: [] };
  readonly #length: number;

  constructor(random: RandomNumbers, styles: StyleNames) {
    this.#random = random;
    this.#styles = styles;
    this.#length = 3 + drawIndex(random, 30);
  }

  make(): MadeList {
    // References show the text of plain paragraphs. Every third paragraph is plain and never blank.
    const plain = Array.from({ length: this.#length }, (_, index) => (index % 3 === 0 ? this.#words(8) : ""));
    const made = plain.map((text, index) => this.#paragraph(text, { index, plain }));
    return {
      paragraphs: made.map(({ paragraph }) => paragraph),
      body: made.map(({ expected }) => expected),
      footnotes: this.#notes.footnote,
      endnotes: this.#notes.endnote,
    };
  }

  #paragraph(text: string, place: Place): { paragraph: object; expected: ExpectedParagraph } {
    const style = this.#pick(this.#styles.paragraph);
    if (text !== "" || drawIndex(this.#random, 8) === 0) {
      return { paragraph: { style_id: style, text }, expected: { style, text, shown: literally(text) } };
    }
    const runs = Array.from({ length: 1 + drawIndex(this.#random, 6) }, () => this.#run(place));
    const join = (part: "text" | "shown"): string => runs.map((made) => made[part]).join("");
    return {
      paragraph: { style_id: style, runs: runs.map(({ run }) => run) },
      expected: { style, text: join("text"), shown: join("shown") },
    };
  }

  #run(place: Place): MadeRun {
    const makers = [
      () => this.#text(),
      () => this.#text(),
      () => this.#format({ run: { type: "tab" }, text: "\t", shown: "\\t" }),
      () => this.#break(),
      () => this.#field(),
      () => this.#reference(place),
      () => this.#link(),
      () => this.#note(place),
    ];
    return this.#pick(makers)();
  }

  #text(): MadeRun {
    const ends = this.#pick(["", "\t", "\n", "\r\n", " "]);
    const text = `${this.#words(5)}${ends}${this.#words(2)} `;
    const read = text.replaceAll("\r\n", "\n");
    return this.#format({ run: { text }, text: read, shown: literally(read) });
  }

  #format({ run, text, shown }: MadeRun): MadeRun {
    const choice = drawIndex(this.#random, FORMATS.length + 3);
    const style = choice === FORMATS.length && this.#styles.character.length > 0;
    const format = style ? { character_style: this.#pick(this.#styles.character) } : FORMATS[choice];
    return { run: format === undefined ? run : { ...run, format }, text, shown };
  }

  /** LibreOffice ends the paragraph at a page or column break. */
  #break(): MadeRun {
    const kind = this.#pick(["line", "line", "page", "column"]);
    const text = kind === "line" ? "\n" : "\f";
    return { run: { type: "break", kind }, text, shown: kind === "line" ? "\\n" : PAGE_BREAK };
  }

  #field(): MadeRun {
    const [code, text, isFixed] = this.#pick(FIELDS);
    return this.#format({ run: { type: "field", code }, text, shown: isFixed ? literally(text) : ANYTHING });
  }

  #reference({ index, plain }: Place): MadeRun {
    const target = 3 * drawIndex(this.#random, Math.ceil(plain.length / 3));
    const show = this.#pick(["text", "page", "above_below"]);
    const text = show === "text" ? plain[target]! : show === "page" ? "1" : target <= index ? "above" : "below";
    const run = { type: "cross_reference", to: { index: target }, show };
    return this.#format({ run, text, shown: show === "text" ? literally(text) : ANYTHING });
  }

  #link(): MadeRun {
    const text = this.#words(3);
    const content = drawIndex(this.#random, 2) === 0 ? text : [{ text, format: { bold: true } }];
    const run = {
      type: "hyperlink",
      url: this.#pick(["https://example.com/a?b=c&d#e", "mailto:a@example.com"]),
      content,
    };
    return this.#format({ run, text, shown: literally(text) });
  }

  #note(place: Place): MadeRun {
    const type = this.#pick(["footnote", "endnote"] as const);
    const parts = Array.from({ length: 1 + drawIndex(this.#random, 2) }, () => [
      this.#text(),
      this.#link(),
      this.#reference(place),
    ]);
    const texts = parts.map((runs) => runs.map(({ text }) => text).join(""));
    this.#notes[type].push(...texts.map((text, index) => (index === 0 ? ` ${text}` : text)));
    const contents = parts.map((runs) => ({ content: runs.map(({ run }) => run) }));
    const content = contents.length === 1 ? contents[0]! : { new_paragraphs: contents };
    return { run: { type, ...content }, text: "", shown: NOTE_MARK };
  }

  #words(most: number): string {
    return Array.from({ length: 1 + drawIndex(this.#random, most) }, () => this.#pick(WORDS)).join(" ");
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[drawIndex(this.#random, items.length)]!;
  }
}

/** The index of a paragraph, and the texts of the paragraphs that references may lead to. */
interface Place {
  readonly index: number;
  readonly plain: readonly string[];
}

/** The pattern for a page or column break. */
const PAGE_BREAK = "\\f?\\n?";

/**
 * The pattern for the mark of a note. If a break is directly before the mark, LibreOffice leaves the mark on the
 * previous page.
 */
const NOTE_MARK = "[0-9ivxlc*]*\\n?";

/** Returns the source of a regular expression that matches exactly this text. */
function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
