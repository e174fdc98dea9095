// Draws the map beside the scroll bar: the positions of changes and of the window.

import { entryColor } from "./cards.ts";
import { isEntryShown } from "./items.ts";
import { make, type PageData, type ViewOptions } from "./page-data.ts";

const LANES = ["k-insert", "k-delete", "k-move", "k-comment", "k-conflict"];

export class ChangeMap {
  readonly element = make("canvas", "map");
  readonly #data: PageData;
  readonly #scroller: HTMLElement;
  #shown: HTMLElement;
  /**
   * For each element that shows the document: maps an entry to the index of its part plus its relative position in that
   * part, from 0 to 1.
   */
  readonly #places = new WeakMap<HTMLElement, Map<number, number>>();
  #options: ViewOptions;

  constructor(
    data: PageData,
    options: ViewOptions,
    { scroller, pages }: { scroller: HTMLElement; pages: HTMLElement },
  ) {
    this.#data = data;
    this.#options = options;
    this.#scroller = scroller;
    this.#shown = pages;
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

  /** Draws the positions of entries among the children of an element. */
  show(element: HTMLElement): void {
    this.#shown = element;
    this.draw();
  }

  /** Forgets the positions in an element. */
  clear(shown: HTMLElement): void {
    this.#places.delete(shown);
  }

  /** Records the positions of entries in a part, such as a page, by their order and without laying out the part. */
  locate(shown: HTMLElement, part: HTMLElement, index: number): void {
    const places = this.#places.get(shown) ?? new Map<number, number>();
    this.#places.set(shown, places);
    const marks = part.querySelectorAll<HTMLElement>("[data-c]");
    for (const [at, mark] of marks.entries()) {
      const number = Number(mark.dataset.c);
      if (!places.has(number)) places.set(number, index + (at + 0.5) / marks.length);
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
    const scale = height / Math.max(1, this.#shown.childElementCount);
    for (const [number, place] of this.#places.get(this.#shown) ?? []) {
      const entry = this.#data.changes[number];
      if (entry === undefined || !isEntryShown(entry, this.#options)) continue;
      const lane = LANES.indexOf(entryColor(entry));
      if (lane < 0) continue;
      context.fillStyle = style.getPropertyValue(`--${LANES[lane]}`);
      context.fillRect(2 + (Math.min(lane, 2) * (width - 4)) / 3, place * scale, (width - 4) / 3 - 1, 2);
    }
  }
}
