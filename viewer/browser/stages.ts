// Shows the document in one of three ways: on pages, as flowing text, or both versions side by side.

import { colorAuthors } from "./author-colors.ts";
import type { ChangeMap } from "./change-map.ts";
import { ChunkList } from "./chunk-list.ts";
import { type Draft, markDecided, type Verdicts, verdictsOf } from "./draft.ts";
import { make, type PageData } from "./page-data.ts";
import { Paginator } from "./paginate.ts";
import type { Mode } from "./panel.ts";
import type { Selection, Stage } from "./selection.ts";
import { SideRows } from "./side-by-side.ts";
import { storedBlocks } from "./stored-blocks.ts";

/** A document with more chunks is shown as text while its pages are made. */
const MOST_AT_ONCE = 6;

export interface StageParts {
  readonly data: PageData;
  readonly scroller: HTMLElement;
  readonly progress: HTMLElement;
  readonly map: ChangeMap;
  readonly selection: Selection;
  readonly draft: Draft;
}

export class Stages {
  readonly pages: HTMLElement;
  readonly #parts: StageParts;
  #paginator: Paginator | undefined;
  /** True if the pages show the document under the present filters. */
  #arePagesCurrent = false;
  #list: ChunkList | undefined;
  #rows: SideRows | undefined;
  #verdicts: Verdicts = new Map();
  mode: Mode = "pages";

  constructor(pages: HTMLElement, parts: StageParts) {
    this.pages = pages;
    this.#parts = parts;
  }

  /** Shows the document in a mode, at the same place. */
  async show(mode: Mode): Promise<void> {
    this.mode = mode;
    this.#parts.progress.hidden = mode !== "pages" || this.#arePagesCurrent;
    if (mode !== "pages") {
      this.#showList(mode);
      await this.#list?.fillRest();
      this.#parts.map.draw();
      return;
    }
    if (this.#arePagesCurrent) this.#showPages();
    else await this.#layOutPages();
  }

  /** Shows a long document as text, until its pages are laid out. */
  showFirstText(): void {
    if (this.#isLong() && this.#list === undefined) this.#showList("reading");
  }

  /** Lays the pages out again, for example under other filters. */
  async layOutAgain(): Promise<void> {
    if (this.#paginator !== undefined) this.#paginator.isCancelled = true;
    this.#arePagesCurrent = false;
    if (this.mode === "pages") await this.#layOutPages();
  }

  /** True if pages were laid out, or are being laid out. */
  get hasPages(): boolean {
    return this.#paginator !== undefined;
  }

  /** Shows the decisions of the draft in the text. */
  markDecisions(): void {
    const { data, selection, draft, scroller } = this.#parts;
    const before = this.#verdicts;
    this.#verdicts = verdictsOf(selection.units, draft);
    const isOther = (entry: number): boolean => before.get(entry) !== this.#verdicts.get(entry);
    const changed = new Set([...before.keys(), ...this.#verdicts.keys()].filter(isOther));
    const elements = [...scroller.querySelectorAll<HTMLElement>("[data-c]")];
    markDecided(
      elements.filter(({ dataset }) => changed.has(Number(dataset.c))),
      data.changes,
      this.#verdicts,
    );
  }

  #isLong(): boolean {
    return storedBlocks("ck").length > MOST_AT_ONCE;
  }

  async #layOutPages(): Promise<void> {
    const { data, progress, map, selection } = this.#parts;
    if (this.#paginator !== undefined) this.#paginator.isCancelled = true;
    const isLong = this.#isLong();
    if (isLong && this.#list === undefined) this.#showList("reading");
    this.pages.replaceChildren();
    if (!isLong) this.#showPages();
    const paginator = new Paginator(data, this.pages);
    this.#paginator = paginator;
    progress.hidden = false;
    map.clear(this.pages);
    await paginator.run({
      onPage: (page, index) => {
        this.#finish(page);
        map.locate(this.pages, page, index);
      },
      onRest: (share) => {
        progress.style.setProperty("--share", String(share));
        progress.setAttribute("aria-valuenow", String(Math.round(share * 100)));
        if (!isLong) selection.mark();
      },
    });
    if (paginator.isCancelled) return;
    progress.hidden = true;
    this.#arePagesCurrent = true;
    if (this.mode === "pages" && isLong) this.#showPages();
    map.draw();
  }

  #showPages(): void {
    const { selection, map } = this.#parts;
    this.#keepPlace(() => {
      this.#closeList();
      this.pages.classList.remove("wait");
      selection.enter({ element: this.pages });
    });
    map.show(this.pages);
  }

  #showList(mode: "reading" | "side"): void {
    const { data, scroller, selection, map } = this.#parts;
    const element = make("article", mode === "side" ? "vs side" : "vs line");
    this.#keepPlace(() => {
      this.#closeList();
      const rows =
        mode === "side" ? new SideRows(data, selection.units, (from, to) => this.#list?.rewrite(from, to)) : undefined;
      this.#rows = rows;
      if (rows !== undefined) element.append(rows.heads(data));
      scroller.append(element);
      map.show(element);
      const list = new ChunkList(element, scroller, {
        write: (content, first) => rows?.write(content, first) ?? [content],
        isEmpty: (first, next) => rows?.isEmpty(first, next) === true,
        onShown: (holder, index) => {
          this.#finish(holder);
          map.locate(element, holder, index);
        },
      });
      this.#list = list;
      this.pages.classList.add("wait");
      selection.enter({ element, prepare: (anchor) => this.#prepare(list, anchor) });
    });
  }

  #prepare(list: ChunkList, anchor: string): void {
    const row = this.#rows === undefined ? undefined : list.rowOf(anchor);
    if (row !== undefined) this.#rows!.reveal(row);
    list.prepare(anchor);
  }

  #closeList(): void {
    this.#list?.close();
    this.#list?.element.remove();
    this.#list = undefined;
    this.#rows = undefined;
  }

  /** Colours the authors of new content, and shows what is decided in it. */
  #finish(content: HTMLElement): void {
    const { data, selection } = this.#parts;
    colorAuthors(content, data, selection.units);
    if (this.#verdicts.size > 0)
      markDecided(content.querySelectorAll<HTMLElement>("[data-c]"), data.changes, this.#verdicts);
  }

  /** Changes the stage, and keeps the selected text, or else the first visible block, at its height in the window. */
  #keepPlace(change: () => void): void {
    const { scroller, selection } = this.#parts;
    const element = selection.first() ?? firstVisible(scroller);
    const id = element?.closest<HTMLElement>("[id]")?.id ?? "";
    const top = element?.getBoundingClientRect().top;
    change();
    if (id === "" || top === undefined) return;
    const stage: Stage["element"] = this.#list?.element ?? this.pages;
    this.#list?.prepare(id);
    const now = stage.querySelector<HTMLElement>(`#${CSS.escape(id)}`);
    if (now !== null) scroller.scrollTop += now.getBoundingClientRect().top - top;
  }
}

/** Returns the first block at the top of the window. */
function firstVisible(scroller: HTMLElement): HTMLElement | undefined {
  if (scroller.scrollTop === 0) return undefined;
  const { left, top, width } = scroller.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + 60);
  return found?.closest<HTMLElement>(".p[id],table[id]") ?? undefined;
}
