// Shows the cards of the panel, grouped by clause. Only visible cards and those near them are in the page.
//
// Heights are fixed by kind, so that four thousand cards cost no more than fifteen.

import { cardContent, entryColor, moveButton } from "./cards.ts";
import { make, type PageData, type ViewOptions } from "./page-data.ts";
import { isEntryShown, type Selection } from "./selection.ts";

const GROUP_HEIGHT = 34;
const CARD_HEIGHT = 92;
const COMMENT_HEIGHT = 116;
const REPLY_HEIGHT = 44;
const MARGIN = 400;

interface Row {
  readonly top: number;
  readonly height: number;
  /** Index of an entry, or -1 for the heading of a clause. */
  readonly number: number;
  readonly title: string;
}

export class CardList {
  readonly element = make("div", "cards");
  readonly #space = make("ul", "c-space");
  readonly #data: PageData;
  readonly #selection: Selection;
  #rows: Row[] = [];
  #numbers: number[] = [];
  readonly #shown = new Map<number, HTMLElement>();

  constructor(data: PageData, selection: Selection) {
    this.#data = data;
    this.#selection = selection;
    this.#space.setAttribute("aria-label", "Changes and comments");
    this.element.append(this.#space);
    this.element.addEventListener("scroll", () => this.#draw(), { passive: true });
    new ResizeObserver(() => this.#draw()).observe(this.element);
    selection.onSelect(() => this.reveal());
  }

  update(options: ViewOptions, search: string): void {
    const wanted = search.trim().toLowerCase();
    this.#numbers = this.#data.changes.flatMap((entry, number) => {
      if (entry.kind === "note" || !isEntryShown(entry, options)) return [];
      if (entry.kind === "comment" ? !options.showCommentCards : !options.showChangeCards) return [];
      const words = `${entry.text} ${entry.author} ${entry.clause} ${entry.comment?.text ?? ""}`;
      return wanted === "" || words.toLowerCase().includes(wanted) ? [number] : [];
    });
    this.#rows = this.#layOut();
    for (const card of this.#shown.values()) card.remove();
    this.#shown.clear();
    const end = this.#rows.at(-1);
    this.#space.style.height = `${end === undefined ? 0 : end.top + end.height}px`;
    this.element.classList.toggle("c-none", this.#numbers.length === 0);
    this.#draw();
  }

  #layOut(): Row[] {
    const rows: Row[] = [];
    let top = 0;
    let clause: string | undefined;
    const add = (row: Omit<Row, "top">): void => {
      rows.push({ ...row, top });
      top += row.height;
    };
    for (const number of this.#numbers) {
      const entry = this.#data.changes[number]!;
      if (entry.clause !== clause) add({ height: GROUP_HEIGHT, number: -1, title: entry.clause || "Beginning" });
      clause = entry.clause;
      const replies = Math.min(3, entry.comment?.replies.length ?? 0) * REPLY_HEIGHT;
      const sides = Math.min(4, entry.sides?.length ?? 0) * 24;
      add({ height: entry.kind === "comment" ? COMMENT_HEIGHT + replies : CARD_HEIGHT + sides, number, title: "" });
    }
    return rows;
  }

  #draw(): void {
    const { scrollTop, clientHeight } = this.element;
    const [from, to] = [scrollTop - MARGIN, scrollTop + clientHeight + MARGIN];
    const wanted = new Set<number>();
    for (const [index, row] of this.#rows.entries()) {
      if (row.top + row.height < from) continue;
      if (row.top > to) break;
      wanted.add(index);
      if (!this.#shown.has(index)) this.#show(index, row);
    }
    for (const [index, card] of this.#shown) {
      if (wanted.has(index)) continue;
      card.remove();
      this.#shown.delete(index);
    }
  }

  #show(index: number, row: Row): void {
    const item = row.number < 0 ? this.#heading(row) : this.#card(row);
    item.style.top = `${row.top}px`;
    item.style.height = `${row.height}px`;
    this.#shown.set(index, item);
    const after = [...this.#shown.keys()].filter((other) => other > index).sort((one, other) => one - other)[0];
    this.#space.insertBefore(item, after === undefined ? null : this.#shown.get(after)!);
  }

  #heading({ title }: Row): HTMLElement {
    return make("li", "c-clause", make("span", "", title));
  }

  #card({ number }: Row): HTMLElement {
    const entry = this.#data.changes[number]!;
    const card = make("div", `card ${entryColor(entry)}`, ...cardContent(this.#data, number));
    card.tabIndex = 0;
    card.setAttribute("role", "button");
    if (number === this.#selection.entry) card.setAttribute("aria-current", "true");
    card.addEventListener("click", () => this.#selection.select(number));
    card.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.#selection.select(number);
    });
    const go = moveButton(this.#data, number, (other) => this.#selection.select(other));
    const item = make("li", "c-item", card, ...go);
    item.setAttribute("aria-setsize", String(this.#numbers.length));
    item.setAttribute("aria-posinset", String(this.#numbers.indexOf(number) + 1));
    return item;
  }

  /** Scrolls the card of the selected entry into view. */
  reveal(): void {
    for (const card of this.#space.querySelectorAll("[aria-current]")) card.removeAttribute("aria-current");
    const index = this.#rows.findIndex(({ number }) => number >= 0 && number === this.#selection.entry);
    const row = this.#rows[index];
    if (row === undefined) return;
    const { scrollTop, clientHeight } = this.element;
    if (row.top < scrollTop + GROUP_HEIGHT || row.top + row.height > scrollTop + clientHeight) {
      this.element.scrollTop = Math.max(0, row.top - (clientHeight - row.height) / 2);
    }
    this.#draw();
    this.#shown.get(index)?.querySelector(".card")?.setAttribute("aria-current", "true");
  }
}
