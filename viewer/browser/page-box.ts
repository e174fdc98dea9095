// Builds one page: paper of a section's size with header, columns, notes and footer.

import { make, type PageSetup, pixels } from "./page-data.ts";

/** Height of the line above the notes of a page, with the space around it. */
const SEPARATOR = 14;

export interface PageParts {
  readonly header: { readonly element: HTMLElement; readonly height: number } | undefined;
  readonly footer: { readonly element: HTMLElement; readonly height: number } | undefined;
}

/** A group of columns on a page: a section that begins within a page has its own. */
interface Band {
  readonly columns: HTMLElement[];
  at: number;
  used: number;
  most: number;
}

export class PageBox {
  readonly element: HTMLElement;
  readonly number: number;
  readonly label: string;
  readonly #body: HTMLElement;
  readonly #notes: HTMLElement;
  readonly #height: number;
  #band: Band = { columns: [], at: 0, used: 0, most: 0 };
  #above = 0;
  #notesHeight = 0;
  isEmpty = true;

  constructor(setup: PageSetup, parts: PageParts, { number, label }: { number: number; label: string }) {
    this.number = number;
    this.label = label;
    this.element = make("section", "page");
    this.element.setAttribute("aria-label", `Page ${number}`);
    const top = Math.max(pixels(setup.top), pixels(setup.header) + (parts.header?.height ?? 0));
    const bottom = Math.max(pixels(setup.bottom), pixels(setup.footer) + (parts.footer?.height ?? 0));
    const [width, height] = [pixels(setup.width), pixels(setup.height)];
    this.#height = Math.max(60, height - top - bottom);
    this.#body = make("div", "body");
    this.#notes = make("div", "notes vs");
    Object.assign(this.element.style, {
      width: `${width}px`,
      height: `${height}px`,
      containIntrinsicSize: `${width}px ${height}px`,
    });
    this.element.style.setProperty("--width", `${width}px`);
    this.element.style.setProperty("--height", `${height}px`);
    this.element.style.setProperty("--ml", `${pixels(setup.left)}px`);
    const sides = { left: `${pixels(setup.left)}px`, right: `${pixels(setup.right)}px` };
    Object.assign(this.#body.style, { ...sides, top: `${top}px`, height: `${this.#height}px` });
    Object.assign(this.#notes.style, { ...sides, bottom: `${bottom}px` });
    for (const [part, edge, distance] of [
      [parts.header, "top", setup.header],
      [parts.footer, "bottom", setup.footer],
    ] as const) {
      if (part === undefined) continue;
      Object.assign(part.element.style, { ...sides, [edge]: `${pixels(distance)}px` });
      const above = edge === "top" ? pixels(distance) : height - pixels(distance) - part.height;
      part.element.style.setProperty("--mt", `${above}px`);
      this.element.append(part.element);
    }
    this.element.append(this.#body);
    this.startBand(setup, 0);
  }

  /** Starts a band; `margin` is the space below the previous band. */
  startBand(setup: PageSetup, margin: number): void {
    this.#above += this.#band.most + margin;
    const columns = Array.from({ length: setup.columns }, () => make("div", "col vs"));
    const band = make("div", "band", ...columns);
    band.style.gap = `${pixels(setup.gap)}px`;
    this.#band = { columns, at: 0, used: 0, most: 0 };
    this.#body.append(band);
  }

  /** Returns how much higher the current column may become if notes of this height are added. */
  room(notes: number): number {
    const separator = this.#notesHeight === 0 && notes > 0 ? SEPARATOR : 0;
    return this.#height - this.#above - this.#band.used - this.#notesHeight - notes - separator;
  }

  add(block: HTMLElement, height: number): void {
    this.#band.columns[this.#band.at]!.append(block);
    this.#band.used += height;
    this.#band.most = Math.max(this.#band.most, this.#band.used);
    this.isEmpty = false;
  }

  addNote(note: HTMLElement, height: number): void {
    if (this.#notesHeight === 0) {
      this.#notesHeight = SEPARATOR;
      this.element.append(this.#notes);
    }
    this.#notes.append(note);
    this.#notesHeight += height;
  }

  /** Continues in the next column. Returns false if the page is full. */
  nextColumn(): boolean {
    if (this.#band.at + 1 >= this.#band.columns.length) return false;
    this.#band.at += 1;
    this.#band.used = 0;
    return true;
  }

  /**
   * True if the current column is empty and in the first band of the page: a block that does not fit there fits
   * nowhere.
   */
  get isColumnEmpty(): boolean {
    return this.#band.used === 0 && this.#above === 0;
  }

  /** Lets the page grow around a block that is higher than any paper. */
  grow(): void {
    this.element.classList.add("tall");
  }
}

const ROMAN = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
] as const;

/** Returns the page number as its section writes it. */
export function pageLabel(number: number, format = "decimal"): string {
  if (/roman/i.test(format)) {
    let left = number;
    let text = "";
    for (const [value, sign] of ROMAN) for (; left >= value; left -= value) text += sign;
    return format.startsWith("upper") ? text.toUpperCase() : text;
  }
  if (!/letter/i.test(format)) return String(number);
  const letter = String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26));
  return format.startsWith("upper") ? letter.toUpperCase() : letter;
}
