// Lays out the document in pages.
//
// The blocks are in the page as text (stored-blocks.ts). Each chunk is parsed into one hidden column of the right
// width, measured with one layout, and placed. Blocks that fit go on the page; a paragraph is cut at a line, a table
// between rows. Pages have a fixed size and are rendered only near the window, so the scroll bar is exact and five
// hundred pages cost little.

import { OpenComments } from "./comment-marks.ts";
import { cutParagraph, cutRow, rowGroups, splitBlock, stripIds, tableShell } from "./cut-blocks.ts";
import { PageBox, type PageParts, pageLabel } from "./page-box.ts";
import { make, type PageData, type PageSetup, pixels } from "./page-data.ts";
import { Slices } from "./slices.ts";
import { namedBlock, parseStored, storedBlocks } from "./stored-blocks.ts";
import { setTabs } from "./tab-stops.ts";

/** A measured block, with the notes that its text refers to. */
interface Measured {
  readonly block: HTMLElement;
  readonly height: number;
  readonly notes: readonly string[];
}

interface MeasuredPart {
  readonly element: HTMLElement;
  readonly height: number;
}

/** Maximum number of blocks in a chain that must stay together. */
const LONGEST_CHAIN = 6;
/** Minimum height of the block after a chain that must fit: two lines. */
const SOME_LINES = 36;

export interface PaginatorCalls {
  readonly onPage: (page: HTMLElement, index: number) => void;
  readonly onRest: (share: number) => void;
}

export class Paginator {
  readonly pages: PageBox[] = [];
  readonly #data: PageData;
  readonly #host: HTMLElement;
  readonly #measure = make("div", "measure vs");
  readonly #notes = new Map<string, { element: HTMLElement; height: number }>();
  readonly #placedNotes = new Set<string>();
  readonly #measuredParts = new Map<string, MeasuredPart>();
  readonly #shownParts = new Set<number>();
  readonly #comments = new OpenComments();
  #section = 0;
  #isFirstOfSection = true;
  #nextNumber = 1;
  /** The margin below the last placed block, if that was the last of its chunk. */
  #marginBefore = 0;
  #pending: Measured[] = [];
  #batch = document.createDocumentFragment();
  /** The number of pages that are complete. */
  #closed = 0;
  /** Elements that show the number of pages, which is only known at the end. */
  readonly #totals: HTMLElement[] = [];
  isCancelled = false;

  constructor(data: PageData, host: HTMLElement) {
    this.#data = data;
    this.#host = host;
  }

  /** Calls `onPage` for each complete page, and `onRest` between slices of work. */
  async run({ onPage, onRest }: PaginatorCalls): Promise<void> {
    const chunks = storedBlocks("ck");
    document.body.append(this.#measure);
    const slices = new Slices();
    try {
      for (const [index, chunk] of chunks.entries()) {
        this.#layOutChunk(chunk, chunks[index + 1] === undefined);
        if (!slices.isSpent) continue;
        this.#flush();
        this.#close(this.pages.length - 1, onPage);
        onRest(index / chunks.length);
        await slices.rest();
        if (this.isCancelled) return;
      }
      this.#layOutEndnotes();
      if (this.pages.length === 0) this.#newPage();
      this.#flush();
      this.#close(this.pages.length, onPage);
      for (const field of this.#totals) field.textContent = String(this.pages.length);
    } finally {
      this.#measure.remove();
    }
  }

  #flush(): void {
    this.#host.append(this.#batch);
  }

  get #setup(): PageSetup {
    return this.#data.sections[this.#section]!;
  }

  get #page(): PageBox {
    return this.pages.at(-1) ?? this.#newPage();
  }

  #layOutChunk(chunk: HTMLScriptElement, isLast: boolean): void {
    const section = Number(chunk.dataset.sec ?? 0);
    if (section !== this.#section) this.#startSection(section);
    const blocks = this.#measureBlocks(parseStored(chunk, this.#comments));
    const waits = isLast ? blocks.length : lastFreeBlock(blocks);
    const last = waits === blocks.length ? blocks.at(-1) : undefined;
    const margin = last === undefined ? 0 : marginOf(last.block, "marginBottom");
    this.#place(blocks.slice(0, waits));
    this.#pending = blocks.slice(waits);
    this.#marginBefore = margin;
  }

  #startSection(section: number): void {
    const last = this.#pending.at(-1);
    const margin = last === undefined ? this.#marginBefore : marginOf(last.block, "marginBottom");
    this.#place(this.#pending);
    this.#pending = [];
    const before = this.#setup;
    this.#section = section;
    this.#isFirstOfSection = true;
    const setup = this.#setup;
    if (setup.start !== undefined) this.#nextNumber = setup.start;
    const isSamePaper = before.width === setup.width && before.height === setup.height;
    if (setup.type === "continuous" && isSamePaper && this.pages.length > 0) this.#page.startBand(setup, margin);
    else if (this.pages.length > 0) this.#newPage();
  }

  #columnWidth(): number {
    const { width, left, right, columns, gap } = this.#setup;
    return pixels((width - left - right - gap * (columns - 1)) / columns);
  }

  #measureBlocks(content: DocumentFragment): Measured[] {
    const measure = this.#measure;
    measure.style.width = `${this.#columnWidth()}px`;
    measure.replaceChildren(...this.#pending.map(({ block }) => block), content);
    splitAtBreaks(measure);
    closeGaps(measure);
    setTabs(measure, this.#data.tab);
    this.#copyNotes(measure);
    const blocks = [...measure.children].filter(
      (child): child is HTMLElement => child instanceof HTMLElement && !child.matches(".note"),
    );
    const tops = blocks.map((block) => block.getBoundingClientRect().top);
    const end = blocks.at(-1)?.getBoundingClientRect().bottom ?? 0;
    const between = this.#marginTo(blocks[0]);
    setBars(blocks);
    for (const note of this.#notes.values())
      if (note.height === 0) note.height = note.element.getBoundingClientRect().height;
    return blocks.map((block, index) => ({
      block,
      height: Math.max(0, (tops[index + 1] ?? end) - tops[index]!) + (index === 0 ? between : 0),
      notes: this.#notesIn(block),
    }));
  }

  /**
   * Returns the space before the first block of a chunk. No height contains it, because chunks are measured one by one.
   */
  #marginTo(first: HTMLElement | undefined): number {
    if (first === undefined || this.#pending.length > 0 || this.pages.length === 0 || this.#page.isColumnEmpty)
      return 0;
    return Math.max(this.#marginBefore, marginOf(first, "marginTop"));
  }

  #notesIn(block: Element): string[] {
    const names = [...block.querySelectorAll<HTMLElement>(".fn")].map(({ dataset }) => dataset.n ?? "");
    return names.filter((name) => this.#notes.has(name) && !this.#placedNotes.has(name));
  }

  /** Copies the footnotes that a chunk refers to, to measure them with it. */
  #copyNotes(measure: HTMLElement): void {
    const wanted = [...measure.querySelectorAll<HTMLElement>('.fn[data-n^="footnote"]')];
    const copies = wanted.flatMap(({ dataset }) => {
      const name = dataset.n ?? "";
      const stored = namedBlock("note", name);
      if (stored === undefined || this.#notes.has(name)) return [];
      const element = make("div", "note", parseStored(stored));
      this.#notes.set(name, { element, height: 0 });
      return [element];
    });
    measure.append(...copies);
  }

  #place(blocks: readonly Measured[]): void {
    for (const [index, measured] of blocks.entries()) {
      if (measured.block.dataset.f?.includes("b") && !this.#page.isEmpty) this.#nextPlace("page");
      if (this.#breaksBefore(blocks, index)) this.#nextPlace("column");
      this.#placeBlock(measured);
      if (measured.block.dataset.end !== undefined)
        this.#nextPlace(measured.block.dataset.end === "column" ? "column" : "page");
    }
  }

  /** True if a block and those it must stay with fit together on the next page, and not on this one. */
  #breaksBefore(blocks: readonly Measured[], index: number): boolean {
    if (!blocks[index]!.block.dataset.f?.includes("n") || this.#page.isColumnEmpty) return false;
    let height = 0;
    let at = index;
    for (; at < blocks.length && at < index + LONGEST_CHAIN && blocks[at]!.block.dataset.f?.includes("n"); at += 1)
      height += blocks[at]!.height;
    height += Math.min(blocks[at]?.height ?? 0, SOME_LINES);
    const page = pixels(this.#setup.height - this.#setup.top - this.#setup.bottom);
    return height > this.#page.room(0) && height < page;
  }

  #placeBlock({ block, height, notes }: Measured): void {
    const isForced = this.#page.isColumnEmpty;
    if (height <= this.#page.room(this.#heightOf(notes)) + 0.5) this.#add(block, height, notes);
    else if (block instanceof HTMLTableElement) this.#placeTable(block);
    else {
      const kept = this.#cut(block, isForced);
      if (kept !== undefined) this.#placeCut(block, { ...kept, rest: kept.rest + Math.max(0, height - kept.whole) });
      else if (isForced) {
        if (height > this.#page.room(0) + 1) this.#page.grow();
        this.#add(block, height, notes);
      } else {
        this.#nextPlace("column");
        this.#placeBlock({ block, height, notes });
      }
    }
  }

  #placeCut(block: HTMLElement, { first, height, rest }: NonNullable<ReturnType<typeof cutParagraph>>): void {
    this.#add(first, height, this.#notesIn(first));
    this.#nextPlace("column");
    this.#placeBlock({ block, height: rest, notes: this.#notesIn(block) });
  }

  /** Cuts a paragraph. The notes of the whole paragraph also take room, except in the second try of a forced cut. */
  #cut(block: HTMLElement, isForced: boolean): ReturnType<typeof cutParagraph> {
    if (!block.isConnected || block.parentElement !== this.#measure) this.#measure.append(block);
    const all = this.#notesIn(block);
    const room = this.#page.room(all.length === 0 ? 0 : this.#heightOf(all));
    return (
      cutParagraph(block, Math.max(0, room), isForced && room > 0) ??
      (isForced ? cutParagraph(block, this.#page.room(0), true) : undefined)
    );
  }

  #add(block: HTMLElement, height: number, notes: readonly string[]): void {
    this.#page.add(block, height);
    for (const name of notes) {
      const note = this.#notes.get(name)!;
      this.#placedNotes.add(name);
      this.#page.addNote(note.element, note.height);
    }
  }

  #heightOf(notes: readonly string[]): number {
    return notes.reduce((sum, name) => sum + (this.#notes.get(name)?.height ?? 0), 0);
  }

  #placeTable(table: HTMLTableElement): void {
    if (table.parentElement !== this.#measure) this.#measure.append(table);
    const groups = rowGroups(table);
    const headers = leadingHeaders(table);
    const headersHeight = headers.reduce((sum, row) => sum + row.getBoundingClientRect().height, 0);
    let shell = tableShell(table, []);
    shell.id = table.id;
    let height = 0;
    const close = (): void => {
      if (shell.rows.length > 0) this.#page.add(shell, height);
    };
    const next = (): void => {
      const isBegun = shell.rows.length > 0;
      close();
      this.#nextPlace("column");
      // A table that begins on the new page keeps its id and its own header rows.
      if (!isBegun) return;
      shell = tableShell(table, headers);
      height = headersHeight;
    };
    for (const group of groups) {
      const notes = group.rows.flatMap((row) => this.#notesIn(row));
      const needed = height + group.height;
      const isStart = shell.rows.length === 0 || (shell.rows.length === headers.length && height === headersHeight);
      if (needed > this.#page.room(this.#heightOf(notes)) && !(isStart && this.#page.isColumnEmpty)) next();
      let rows = group.rows;
      let left = group.height;
      while (height + left > this.#page.room(0) + 1 && rows.length === 1) {
        const rest = cutRow(rows[0]!, this.#page.room(0) - height);
        if (rest === undefined) break;
        table.tBodies[0]!.append(rest);
        const [kept] = rows;
        shell.tBodies[0]!.append(kept!);
        height = this.#page.room(0);
        next();
        rows = [rest];
        left = rest.getBoundingClientRect().height;
      }
      if (height + left > this.#page.room(0) + 1 && this.#page.isColumnEmpty) this.#page.grow();
      shell.tBodies[0]!.append(...rows);
      height += left;
      for (const name of notes) this.#addNote(name);
    }
    close();
    table.remove();
  }

  #addNote(name: string): void {
    const note = this.#notes.get(name)!;
    this.#placedNotes.add(name);
    this.#page.addNote(note.element, note.height);
  }

  #nextPlace(kind: "column" | "page"): void {
    if (kind === "page" || !this.#page.nextColumn()) this.#newPage();
  }

  #newPage(): PageBox {
    const setup = this.#setup;
    const number = this.#nextNumber;
    this.#nextNumber += 1;
    const parts: PageParts = { header: this.#part("header", number), footer: this.#part("footer", number) };
    const page = new PageBox(setup, parts, { number: this.pages.length + 1, label: pageLabel(number, setup.format) });
    this.#isFirstOfSection = false;
    this.pages.push(page);
    this.#batch.append(page.element);
    return page;
  }

  #part(kind: "header" | "footer", number: number): PageParts["header"] {
    const { parts, hasTitlePage, width, left, right } = this.#setup;
    const type =
      hasTitlePage && this.#isFirstOfSection
        ? "first"
        : this.#data.hasEvenPages && number % 2 === 0
          ? "even"
          : "default";
    const part = parts[`${kind} ${type}`];
    const stored = part === undefined ? undefined : namedBlock("part", String(part));
    if (part === undefined || stored === undefined) return undefined;
    const inside = width - left - right;
    const known = this.#measuredParts.get(`${part} ${inside}`) ?? this.#measurePart(stored, kind, inside);
    this.#measuredParts.set(`${part} ${inside}`, known);
    const element = known.element.cloneNode(true) as HTMLElement;
    if (this.#shownParts.has(part)) {
      element.setAttribute("aria-hidden", "true");
      stripIds(element);
    }
    this.#shownParts.add(part);
    return { element, height: known.height };
  }

  /** Measures a header or footer once: a layout for every page would cost more than the text of the page. */
  #measurePart(stored: HTMLScriptElement, kind: string, width: number): MeasuredPart {
    const element = make("div", `part ${kind} vs`, parseStored(stored));
    const holder = make("div", "", element);
    holder.style.width = `${pixels(width)}px`;
    this.#measure.append(holder);
    closeGaps(element);
    setTabs(element, this.#data.tab);
    const { height } = element.getBoundingClientRect();
    holder.remove();
    return { element, height };
  }

  #layOutEndnotes(): void {
    const notes = storedBlocks("note").filter(({ dataset }) => dataset.n?.startsWith("endnote"));
    if (notes.length === 0) return;
    const content = document.createDocumentFragment();
    content.append(make("hr", "endline"));
    for (const note of notes) content.append(parseStored(note));
    this.#pending = [];
    this.#place(this.#measureBlocks(content));
  }

  /** Finishes the pages before `end`, step by step, because all of them at the end would be one long task. */
  #close(end: number, onPage: PaginatorCalls["onPage"]): void {
    for (; this.#closed < end; this.#closed += 1) {
      const { element, label } = this.pages[this.#closed]!;
      for (const field of element.querySelectorAll<HTMLElement>("[data-p]")) {
        if (field.dataset.p === "page") field.textContent = label;
        else this.#totals.push(field);
      }
      onPage(element, this.#closed);
    }
  }
}

/** Sets the bar of a changed paragraph at the margin of the page, whatever the indent of the paragraph is. */
function setBars(blocks: readonly HTMLElement[]): void {
  const changed = blocks.filter((block) => block.matches(".p") && block.querySelector("ins,del") !== null);
  const indents = changed.map((block) => Number.parseFloat(getComputedStyle(block).marginLeft) || 0);
  for (const [index, block] of changed.entries()) block.style.setProperty("--bar-at", `${indents[index]! + 16}px`);
}

/**
 * Returns the end of the blocks that need not wait for the next chunk. Blocks that stay with the next one must wait.
 */
function lastFreeBlock(blocks: readonly Measured[]): number {
  let end = blocks.length;
  while (end > 0 && blocks.length - end < LONGEST_CHAIN && blocks[end - 1]!.block.dataset.f?.includes("n")) end -= 1;
  return end === 0 ? blocks.length : end;
}

function leadingHeaders(table: HTMLTableElement): HTMLTableRowElement[] {
  const rows = [...table.rows];
  const end = rows.findIndex((row) => row.dataset.h === undefined);
  return end < 0 ? [] : rows.slice(0, end);
}

/**
 * Cuts paragraphs at page and column breaks; the part before a break ends its page or column. Breaks in tables are left
 * alone.
 */
function splitAtBreaks(measure: HTMLElement): void {
  for (const mark of measure.querySelectorAll<HTMLElement>(".pb,.cb")) {
    const block = [...measure.children].find(
      (child): child is HTMLElement => child instanceof HTMLElement && child.contains(mark),
    );
    if (block === undefined || block instanceof HTMLTableElement) continue;
    const kind = mark.className === "cb" ? "column" : "page";
    const first = splitBlock(block, mark, 0);
    first.dataset.end = kind;
    mark.remove();
    block.before(first);
    if (block.textContent.trim() === "" && block.querySelector("img,.nopic,.box") === null) block.remove();
  }
}

/**
 * Returns a margin, which is automatic space. The larger of two adjoining margins counts; other space is inside the
 * block.
 */
function marginOf(block: HTMLElement, side: "marginTop" | "marginBottom"): number {
  return Number.parseFloat(getComputedStyle(block)[side]) || 0;
}

/** Removes the space between paragraphs of one style if the style asks for that. */
function closeGaps(measure: HTMLElement): void {
  for (const block of measure.querySelectorAll<HTMLElement>('[data-f*="c"]')) {
    const [before, after] = [block.previousElementSibling, block.nextElementSibling];
    if (before instanceof HTMLElement && before.dataset.s === block.dataset.s) block.classList.add("ct");
    if (after instanceof HTMLElement && after.dataset.s === block.dataset.s) block.classList.add("cbm");
  }
}
