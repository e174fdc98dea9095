// Holds the selected item, and the items that Previous and Next stop at.

import { type Item, isItemShown, type OwnFilters, readItems, readUnits } from "./items.ts";
import type { PageData, Unit, ViewOptions } from "./page-data.ts";

export type OnSelect = (selected: { anchorId: string; index: number; total: number }) => void;

/** Where the document is shown: on pages, as text, or side by side. */
export interface Stage {
  readonly element: HTMLElement;
  /** Shows the text with this element id, if the stage shows only a part of the document. */
  readonly prepare?: (anchor: string) => void;
}

export class Selection {
  readonly units: readonly Unit[];
  readonly own: OwnFilters = { showFormatting: true, hiddenAuthors: new Set() };
  readonly #data: PageData;
  readonly #listeners: OnSelect[] = [];
  #stage: Stage;
  #items: readonly Item[] = [];
  #hasConflicts: boolean | undefined;
  #stops: readonly Item[] = [];
  /** The selected item; undefined if a paragraph or nothing is selected. */
  item: Item | undefined;
  anchor = "";
  /** The outlined elements. */
  #marked: readonly HTMLElement[] = [];
  /** True if the selected element must be scrolled to as soon as it exists. */
  #isWaiting = false;

  constructor(data: PageData, options: ViewOptions, stage: Stage) {
    this.#data = data;
    this.units = readUnits(data);
    this.#stage = stage;
    this.update(options);
  }

  get items(): readonly Item[] {
    return this.#items;
  }

  get stops(): readonly Item[] {
    return this.#stops;
  }

  /** The index of the selected item among the stops, or -1. */
  get index(): number {
    return this.item === undefined ? -1 : this.#stops.indexOf(this.item);
  }

  /** Updates the stops for the options. A style is nowhere in the text, so it is no stop. */
  update(options: ViewOptions): void {
    if (this.#hasConflicts !== options.showMergeConflicts) {
      this.#hasConflicts = options.showMergeConflicts;
      this.#items = readItems(this.#data, this.units, options.showMergeConflicts);
      if (this.item !== undefined) this.item = this.#itemAt(this.anchor);
    }
    this.#stops = this.#items.filter(
      (item) => item.anchor !== "" && isItemShown(item, this.#data.changes, options, this.own),
    );
  }

  onSelect(listener: OnSelect): void {
    this.#listeners.push(listener);
  }

  /** Moves the document to another stage, and outlines the selection there. */
  enter(stage: Stage): void {
    this.#stage = stage;
    this.#marked = [];
    this.mark();
  }

  step(by: 1 | -1): void {
    const { length } = this.#stops;
    if (length === 0) return;
    const at = this.index;
    if (at >= 0 || this.item === undefined) {
      this.select(this.#stops[at < 0 && by < 0 ? length - 1 : (at + by + length) % length]!);
      return;
    }
    // A filter hides the selected item: the nearest shown one follows.
    const own = this.#items.indexOf(this.item);
    const next = this.#stops.findIndex((stop) => this.#items.indexOf(stop) > own);
    const from = next < 0 ? length : next;
    this.select(this.#stops[(by > 0 ? from : from - 1 + length) % length]!);
  }

  select(item: Item, anchor: string = item.anchor): void {
    this.item = item;
    this.anchor = anchor;
    this.#show();
  }

  /** Selects the item of an entry. */
  selectEntry(number: number): void {
    const entry = this.#data.changes[number];
    if (entry !== undefined) this.selectAnchor(entry.anchor);
  }

  /** Selects the element with this id: that of an item, or a paragraph. An unknown id changes nothing. */
  selectAnchor(anchor: string): void {
    const item = this.#itemAt(anchor);
    if (item !== undefined) {
      this.select(item, anchor);
      return;
    }
    this.#stage.prepare?.(anchor);
    if (this.#elementAt(anchor) === null) return;
    this.item = undefined;
    this.anchor = anchor;
    this.#show();
  }

  /** Returns the item that contains an entry with this anchor. Formatting shares the anchor of its paragraph. */
  #itemAt(anchor: string): Item | undefined {
    const number = this.#data.changes.findIndex((entry) => entry.anchor === anchor);
    return number < 0 ? undefined : this.#items.find(({ entries }) => entries.includes(number));
  }

  #elementAt(anchor: string): HTMLElement | null {
    return anchor === "" ? null : this.#stage.element.querySelector<HTMLElement>(`#${CSS.escape(anchor)}`);
  }

  #show(): void {
    this.#isWaiting = true;
    this.mark();
    for (const listener of this.#listeners) {
      listener({ anchorId: this.anchor, index: this.index, total: this.#stops.length });
    }
  }

  /** Outlines the selected elements, and scrolls to them once. Called again after text was laid out. */
  mark(): void {
    if (this.anchor === "") return;
    this.#stage.prepare?.(this.anchor);
    for (const old of this.#marked) old.classList.remove("sel");
    this.#marked = this.elements();
    for (const element of this.#marked) element.classList.add("sel");
    const first = this.first();
    if (!this.#isWaiting || first === undefined) return;
    this.#isWaiting = false;
    first.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  }

  /** Returns the element to scroll to: the one that was asked for, or else the first that a filter does not hide. */
  first(): HTMLElement | undefined {
    const asked = this.#elementAt(this.anchor);
    const shown = asked === null ? this.#marked : [asked, ...this.#marked];
    return shown.find((element) => element.getClientRects().length > 0) ?? this.#nearest();
  }

  elements(): HTMLElement[] {
    const entries = this.item?.entries ?? [];
    if (entries.length === 0) return [this.#elementAt(this.anchor) ?? []].flat();
    const selector = entries.slice(0, MOST_SELECTORS).map((entry) => `[data-c="${entry}"]`);
    return [...this.#stage.element.querySelectorAll<HTMLElement>(selector.join(","))];
  }

  /** Returns the block around an item that a filter hides. */
  #nearest(): HTMLElement | undefined {
    const [first = -1] = this.item?.entries ?? [];
    const block = this.item?.unit?.block ?? this.#data.changes[first]?.block ?? "";
    return this.#elementAt(block) ?? undefined;
  }
}

/** Maximum number of changes of one unit that are outlined. */
const MOST_SELECTORS = 400;
