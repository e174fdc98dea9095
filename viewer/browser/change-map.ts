// Draws the map beside the scroll bar: the positions of changes and of the window.

import { entryColor } from "./cards.ts";
import { make, type PageData, type ViewOptions } from "./page-data.ts";
import { isEntryShown } from "./selection.ts";

const LANES = ["k-insert", "k-delete", "k-move", "k-comment", "k-conflict"];

export class ChangeMap {
  readonly element = make("canvas", "map");
  readonly #data: PageData;
  readonly #scroller: HTMLElement;
  readonly #pages: HTMLElement;
  /** Maps an entry on a page to the page's index plus its relative position on that page, from 0 to 1. */
  readonly #places = new Map<number, number>();
  #options: ViewOptions;

  constructor(
    data: PageData,
    options: ViewOptions,
    { scroller, pages }: { scroller: HTMLElement; pages: HTMLElement },
  ) {
    this.#data = data;
    this.#options = options;
    this.#scroller = scroller;
    this.#pages = pages;
    this.element.setAttribute("aria-hidden", "true");
    const go = (event: PointerEvent): void => {
      const share = event.offsetY / this.element.clientHeight;
      scroller.scrollTop = share * scroller.scrollHeight - scroller.clientHeight / 2;
    };
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      go(event);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) go(event);
    });
    scroller.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  clear(): void {
    this.#places.clear();
  }

  /** Records the positions of a page's entries by their order, without laying out the page. */
  locate(page: HTMLElement, index: number): void {
    const marks = page.querySelectorAll<HTMLElement>("[data-c]");
    for (const [at, mark] of marks.entries()) {
      const number = Number(mark.dataset.c);
      if (!this.#places.has(number)) this.#places.set(number, index + (at + 0.5) / marks.length);
    }
  }

  draw(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    this.element.width = width * devicePixelRatio;
    this.element.height = height * devicePixelRatio;
    const context = this.element.getContext("2d");
    if (context === null || height === 0) return;
    context.scale(devicePixelRatio, devicePixelRatio);
    const style = getComputedStyle(this.element);
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    context.fillStyle = style.getPropertyValue("--map-window");
    context.fillRect(
      0,
      (scrollTop / scrollHeight) * height,
      width,
      Math.max(6, (clientHeight / scrollHeight) * height),
    );
    const scale = height / Math.max(1, this.#pages.childElementCount);
    for (const [number, place] of this.#places) {
      const entry = this.#data.changes[number];
      if (entry === undefined || !isEntryShown(entry, this.#options)) continue;
      const lane = LANES.indexOf(entryColor(entry));
      if (lane < 0) continue;
      context.fillStyle = style.getPropertyValue(`--${LANES[lane]}`);
      context.fillRect(2 + (Math.min(lane, 2) * (width - 4)) / 3, place * scale, (width - 4) / 3 - 1, 2);
    }
  }
}
