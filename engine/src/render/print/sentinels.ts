// Gives the colours of a print copy, which identify the kind of change and the story (PRN-2, PRN-3).
//
// A reader sees blue, red and green, and in a merge one colour for each author (PRN-23). A program sees more: the
// colours are odd values that documents do not use, and each part, and the text boxes of the body, have their own shade.
// So the changed pages of a PDF are found without
// reading the document again. A change of a header, which every page repeats, can be distinguished from a change of the
// text.

import type { TrackedChange } from "../../document/grammar.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { partsOf, type StoryKind } from "../../document/text/stories.ts";
import { foldName } from "../../ooxml/parts/part-names.ts";

export type PrintedMark = "insertion" | "deletion" | "move" | "format";

/** A tracked change that a print copy shows. */
export interface PrintedChange {
  readonly kind: TrackedChange;
  readonly author: string;
}

/** A colour that marks changes of one kind in one story. */
export interface Sentinel {
  /** RRGGBB. */
  readonly colour: string;
  readonly mark: PrintedMark;
  readonly story: StoryKind;
  /** The part that contains the story. */
  readonly part: string;
}

/** A part, and the stories in it that share their colours. */
export interface PrintedPart {
  readonly part: string;
  readonly story: StoryKind;
  /** The shade of its colours, from 0. */
  readonly shade: number;
}

/** Maximum shade; later headers and footers share it. A colour that differs more would be visible. */
const MOST_SHADES = 60;

/**
 * Returns the parts of a document that are printed, each with its own shade. Shade 1 is kept for text boxes of the
 * body.
 */
export function printedParts(document: WordDocument): PrintedPart[] {
  const taken = new Set([foldName(document.main)]);
  const related = RELATED.flatMap(({ relationship, story }) =>
    partsOf(document, relationship)
      .filter((part) => !taken.has(foldName(part)) && taken.add(foldName(part)))
      .map((part) => ({ part, story })),
  );
  return [{ part: document.main, story: "body" as const }, ...related].map(({ part, story }, index) => ({
    part,
    story,
    shade: Math.min(index === 0 ? 0 : index + 1, MOST_SHADES),
  }));
}

/**
 * Returns the place for the text boxes of a part. Text boxes of the body have shade 1; all others share that of their
 * part.
 */
export function boxesOf({ part, story, shade }: PrintedPart): PrintedPart {
  return story === "body" ? { part, story: "textbox", shade: 1 } : { part, story, shade };
}

const RELATED: readonly { readonly relationship: string; readonly story: StoryKind }[] = [
  { relationship: "footnotes", story: "footnote" },
  { relationship: "endnotes", story: "endnote" },
  { relationship: "header", story: "header" },
  { relationship: "footer", story: "footer" },
];

const MARKS: Readonly<Record<TrackedChange, PrintedMark>> = {
  insertion: "insertion",
  deletion: "deletion",
  moveFrom: "move",
  moveTo: "move",
};

/** Gives the colours of a print copy and remembers them. */
export class Sentinels {
  readonly #given = new Map<string, Sentinel>();
  readonly #colourOf: ((author: string) => string) | undefined;

  /** `colourOf` returns the colour of an author's changes in a merge, with zeros in the bits of `CODED`. */
  constructor(colourOf?: (author: string) => string) {
    this.#colourOf = colourOf;
  }

  /** The colours given so far. */
  get given(): Sentinel[] {
    return [...this.#given.values()];
  }

  /** Returns the colour of changed text. */
  ofText(place: PrintedPart, { kind, author }: PrintedChange): string {
    const mark = MARKS[kind];
    const base = this.#colourOf?.(author);
    return this.#give(place, mark, base === undefined ? TEXT[mark](place.shade) : coded(base, place.shade, mark));
  }

  /** Returns the colour behind an inserted or deleted row or cell. */
  ofCell(place: PrintedPart, { kind, author }: PrintedChange): string {
    const mark = kind === "deletion" || kind === "moveFrom" ? "deletion" : "insertion";
    const base = this.#colourOf?.(author);
    return this.#give(place, mark, base === undefined ? CELL[mark](place.shade) : coded(pale(base), place.shade, mark));
  }

  /** Returns a colour for reformatted text that looks like `near`, its present colour. */
  ofFormat(place: PrintedPart, near: string): string {
    return this.#give(place, "format", near === BLACK ? `0000${hex(place.shade + 1)}` : beside(near, place.shade));
  }

  #give({ part, story }: PrintedPart, mark: PrintedMark, colour: string): string {
    this.#given.set(`${colour} ${story} ${part}`, { colour, mark, story, part });
    return colour;
  }
}

/** The colour of text without one of its own. */
export const BLACK = "000000";
/** The colour of paper. */
export const WHITE = "FFFFFF";

const TEXT: Readonly<Record<PrintedMark, (shade: number) => string>> = {
  insertion: (shade) => `00${hex(shade)}FE`,
  deletion: (shade) => `FE${hex(shade)}00`,
  move: (shade) => `0080${hex(shade + 1)}`,
  format: (shade) => `0000${hex(shade + 1)}`,
};

const CELL = {
  insertion: (shade: number) => `E1${hex(0xf2 - shade)}FB`,
  deletion: (shade: number) => `FC${hex(0xe6 - shade)}F5`,
} as const;

/** The low bits of red, green and blue that encode story and kind: 3, 2 and 3 bits. They change no visible colour. */
const CODED = [0x07, 0x03, 0x07] as const;
const CODES: readonly PrintedMark[] = ["insertion", "deletion", "move"];

/** Returns the colour with the shade and the kind of change in its low bits. The code is never 0. */
function coded(colour: string, shade: number, mark: PrintedMark): string {
  const code = shade * CODES.length + CODES.indexOf(mark) + 1;
  const bits = [code >> 5, (code >> 3) & 3, code & 7];
  return bits.map((own, at) => hex((channel(colour, at) & ~CODED[at]!) | own)).join("");
}

/** Returns the colour of rows and cells: an eighth of the given one on white. */
function pale(colour: string): string {
  return [0, 1, 2].map((at) => hex(0xff - ((0xff - channel(colour, at)) >> 3))).join("");
}

/** Returns red (0), green (1) or blue (2). */
function channel(colour: string, at: number): number {
  return Number.parseInt(colour.slice(at * 2, at * 2 + 2), 16);
}

function hex(value: number): string {
  return value.toString(16).toUpperCase().padStart(2, "0");
}

/** Returns a colour that differs in the last two bits of red, green and blue, which encode the shade. */
function beside(colour: string, shade: number): string {
  const bits = [(shade + 1) >> 4, ((shade + 1) >> 2) & 3, (shade + 1) & 3];
  return bits.map((own, at) => hex(channel(colour, at) ^ own)).join("");
}
