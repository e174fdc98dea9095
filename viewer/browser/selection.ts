// Holds the selected entry, and the entries that Prev and Next stop at.

import type { Entry, PageData, ViewOptions } from "./page-data.ts";

/** True if the options show an entry. Hidden kinds are skipped and have no card. */
export function isEntryShown(entry: Entry, options: ViewOptions): boolean {
  if (entry.kind === "comment") return options.showComments;
  if (entry.kind === "merge_conflict") return options.showMergeConflicts;
  if (entry.kind === "note") return true;
  if (entry.conflict !== undefined && options.showMergeConflicts) return false;
  return isTypeShown(entry, options);
}

function isTypeShown({ type }: Entry, options: ViewOptions): boolean {
  return type === "insert" || type === "moveTo" ? options.showInsertions : options.showDeletions;
}

export type OnSelect = (selected: { anchorId: string; index: number; total: number }) => void;

export class Selection {
  readonly #data: PageData;
  readonly #pages: HTMLElement;
  readonly #listeners: OnSelect[] = [];
  #stops: number[] = [];
  /** Index of the selected entry; -1 if a paragraph or nothing is selected. */
  entry = -1;
  anchor = "";
  /** The outlined elements. */
  #marked: readonly HTMLElement[] = [];
  /** True if the selected element must be scrolled to as soon as its page exists. */
  #isWaiting = false;

  constructor(data: PageData, pages: HTMLElement, options: ViewOptions) {
    this.#data = data;
    this.#pages = pages;
    this.update(options);
  }

  /**
   * Updates the stops for the options. Every shown entry is one stop, including notes that only repeat another
   * reference.
   */
  update(options: ViewOptions): void {
    this.#stops = this.#data.changes.flatMap((entry, number) => (isEntryShown(entry, options) ? [number] : []));
  }

  onSelect(listener: OnSelect): void {
    this.#listeners.push(listener);
  }

  get stops(): readonly number[] {
    return this.#stops;
  }

  /** The index of the selected entry among the stops, or -1. */
  get index(): number {
    return this.entry < 0 ? -1 : this.#stops.indexOf(this.entry);
  }

  step(by: 1 | -1): void {
    if (this.#stops.length === 0) return;
    const { length } = this.#stops;
    const at = this.index >= 0 ? this.index : this.#stops.findIndex((number) => number > this.entry) - (by > 0 ? 1 : 0);
    const from = this.index < 0 && this.entry < 0 ? (by > 0 ? -1 : length) : at;
    this.select(this.#stops[(from + by + length) % length]!);
  }

  select(number: number): void {
    const entry = this.#data.changes[number];
    if (entry === undefined) return;
    this.entry = number;
    this.anchor = entry.anchor;
    this.#show();
  }

  /** Selects the element with this id: an entry, or a paragraph. An unknown id changes nothing. */
  selectAnchor(anchor: string): void {
    const number = this.#data.changes.findIndex((entry) => entry.anchor === anchor);
    if (number >= 0) {
      this.select(number);
      return;
    }
    const element = document.getElementById(anchor);
    if (element === null || !this.#pages.contains(element)) return;
    this.entry = -1;
    this.anchor = anchor;
    this.#show();
  }

  #show(): void {
    this.#isWaiting = true;
    this.mark();
    for (const listener of this.#listeners) {
      listener({ anchorId: this.anchor, index: this.index, total: this.#stops.length });
    }
  }

  /** Outlines the selected elements, and scrolls to them once. Called again after pages were laid out. */
  mark(): void {
    if (this.anchor === "") return;
    for (const old of this.#marked) old.classList.remove("sel");
    this.#marked = this.elements();
    for (const element of this.#marked) element.classList.add("sel");
    const first = this.#marked.find((element) => element.getClientRects().length > 0) ?? this.#nearest();
    if (!this.#isWaiting || first === undefined) return;
    this.#isWaiting = false;
    first.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  }

  elements(): HTMLElement[] {
    if (this.entry >= 0) return [...this.#pages.querySelectorAll<HTMLElement>(`[data-c="${this.entry}"]`)];
    const element = this.anchor === "" ? null : document.getElementById(this.anchor);
    return element === null ? [] : [element];
  }

  /** Returns the block around an entry that a filter hides. */
  #nearest(): HTMLElement | undefined {
    const block = this.#data.changes[this.entry]?.block ?? "";
    return (block === "" ? null : document.getElementById(block)) ?? undefined;
  }
}
