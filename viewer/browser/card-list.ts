// Shows the cards of the panel, grouped by clause. Only visible cards and those near them are in the page.
//
// The height of a card follows from its kind and the length of its text, so four thousand cards cost no more than fifteen.

import { authorColor } from "./author-colors.ts";
import {
  cardContent,
  cardLines,
  isCut,
  itemColor,
  letterOf,
  moveWords,
  otherHalf,
  searchText,
  sideText,
} from "./cards.ts";
import { type Decided, type Draft, isDecidable } from "./draft.ts";
import { type Item, isItemShown } from "./items.ts";
import { type ConflictSide, make, type PageData, type ViewOptions } from "./page-data.ts";
import type { Selection } from "./selection.ts";

const GROUP_HEIGHT = 34;
/** A card without its text: padding, border, head line, and the space to the next card. */
const CARD_HEIGHT = 48;
const LINE_HEIGHT = 20;
const COMMENT_HEIGHT = 116;
const REPLY_HEIGHT = 44;
const BUTTON_HEIGHT = 34;
/** A version of a conflict with one line of text: the text, its authors, and the space between versions. */
const SIDE_HEIGHT = 46;
/** A second line of a version, for longer texts. */
const SIDE_LINE = 26;
const MARGIN = 400;

interface Row {
  readonly top: number;
  readonly height: number;
  /** Undefined for the heading of a clause. */
  readonly item: Item | undefined;
  readonly title: string;
}

interface Focused {
  readonly item: Item;
  /** The index of the button among those of the card; -1 for the card itself. */
  readonly button: number;
}

export interface DecisionCalls {
  readonly draft: Draft;
  readonly onDecide: (item: Item, decided: Decided | undefined) => void;
}

export class CardList {
  readonly element = make("div", "cards");
  readonly #space = make("ul", "c-space");
  readonly #data: PageData;
  readonly #selection: Selection;
  readonly #decisions: DecisionCalls;
  #rows: Row[] = [];
  #items: readonly Item[] = [];
  #canDecide = false;
  readonly #expanded = new Set<string>();
  readonly #shown = new Map<number, HTMLElement>();

  constructor(data: PageData, selection: Selection, decisions: DecisionCalls) {
    this.#data = data;
    this.#selection = selection;
    this.#decisions = decisions;
    this.#space.setAttribute("aria-label", "Changes and comments");
    this.element.append(this.#space);
    this.element.addEventListener("scroll", () => this.#draw(), { passive: true });
    new ResizeObserver(() => this.#draw()).observe(this.element);
    selection.onSelect(() => this.reveal());
  }

  update(options: ViewOptions, search: string): void {
    const wanted = search.trim().toLowerCase();
    const { items, own } = this.#selection;
    this.#canDecide = options.showDecisions;
    this.#items = items.filter((item) => {
      if (item.kind === "note" || !isItemShown(item, this.#data.changes, options, own)) return false;
      if (item.kind === "comment" ? !options.showCommentCards : !options.showChangeCards) return false;
      return wanted === "" || searchText(this.#data, item).includes(wanted);
    });
    this.#redraw();
  }

  #redraw(): void {
    this.#rows = this.#layOut();
    const focused = this.#focused();
    for (const card of this.#shown.values()) card.remove();
    this.#shown.clear();
    const end = this.#rows.at(-1);
    this.#space.style.height = `${end === undefined ? 0 : end.top + end.height}px`;
    this.element.classList.toggle("c-none", this.#items.length === 0);
    this.#draw();
    if (focused !== undefined) this.#focus(focused);
  }

  #layOut(): Row[] {
    const rows: Row[] = [];
    let top = 0;
    let clause: string | undefined;
    const add = (row: Omit<Row, "top">): void => {
      rows.push({ ...row, top });
      top += row.height;
    };
    for (const item of this.#items) {
      if (item.clause !== clause)
        add({
          height: GROUP_HEIGHT,
          item: undefined,
          title: item.clause || (item.anchor === "" ? "Styles" : "Beginning"),
        });
      clause = item.clause;
      add({ height: this.#heightOf(item), item, title: "" });
    }
    return rows;
  }

  #heightOf(item: Item): number {
    const { kind, unit, entries } = item;
    if (kind === "comment") {
      const replies = this.#data.changes[entries[0]!]?.comment?.replies.length ?? 0;
      return COMMENT_HEIGHT + Math.min(3, replies) * REPLY_HEIGHT;
    }
    const lines = cardLines(this.#data, item, this.#expanded.has(keyOf(item)));
    const sides = (unit?.sides ?? []).reduce((sum, side) => sum + sideHeight(sideText(side)), 0);
    const original = this.#canDecide && kind === "conflict" ? SIDE_HEIGHT : 0;
    const where = moveWords(this.#data, item) === "" ? 0 : LINE_HEIGHT;
    const buttons = this.#buttonsOf(item).length > 0 ? BUTTON_HEIGHT : 0;
    return CARD_HEIGHT + lines * LINE_HEIGHT + sides + original + where + buttons;
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
    const element = row.item === undefined ? make("li", "c-clause", make("span", "", row.title)) : this.#card(row.item);
    element.style.top = `${row.top}px`;
    element.style.height = `${row.height}px`;
    this.#shown.set(index, element);
    const after = [...this.#shown.keys()].filter((other) => other > index).sort((one, other) => one - other)[0];
    this.#space.insertBefore(element, after === undefined ? null : this.#shown.get(after)!);
  }

  #card(item: Item): HTMLElement {
    const { unit } = item;
    const decided = unit === undefined ? undefined : this.#decisions.draft.get(unit);
    const color = authorColor(this.#data, unit);
    const names = ["card", itemColor(item), color, decided === undefined ? "" : "c-done"];
    const card = make("div", names.filter((name) => name !== "").join(" "));
    card.append(...cardContent(this.#data, item, this.#expanded.has(keyOf(item))));
    const where = moveWords(this.#data, item);
    if (where !== "") card.append(make("span", "c-where", where));
    if (item.kind === "conflict" && !this.#canDecide)
      card.append(...(unit?.sides ?? []).map((side, at) => sideLine(side, at)));
    if (item.anchor !== "") this.#makeSelectable(card, item);
    const buttons = this.#buttonsOf(item);
    const below = [...this.#choices(item), ...(buttons.length === 0 ? [] : [make("div", "c-act", ...buttons)])];
    // A button cannot contain another, so the buttons are beside the part of the card that is one.
    const element = make("li", `c-item ${names.slice(1).join(" ")}`, card);
    if (below.length > 0) element.append(make("div", "c-below", ...below));
    element.setAttribute("aria-setsize", String(this.#items.length));
    element.setAttribute("aria-posinset", String(this.#items.indexOf(item) + 1));
    return element;
  }

  #makeSelectable(card: HTMLElement, item: Item): void {
    card.tabIndex = 0;
    card.setAttribute("role", "button");
    if (item === this.#selection.item) card.setAttribute("aria-current", "true");
    card.addEventListener("click", () => this.#selection.select(item));
    card.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.#selection.select(item);
    });
  }

  #buttonsOf(item: Item): HTMLElement[] {
    const buttons: HTMLElement[] = [];
    if (isCut(this.#data, item)) {
      const isExpanded = this.#expanded.has(keyOf(item));
      buttons.push(smallButton(isExpanded ? "Show less" : "Show all", () => this.#expand(item)));
    }
    if (otherHalf(this.#data, item, this.#selection.anchor) >= 0)
      buttons.push(
        smallButton("Other position", () =>
          this.#selection.selectEntry(otherHalf(this.#data, item, this.#selection.anchor)),
        ),
      );
    return [...buttons, ...this.#verdictButtons(item)];
  }

  /** Returns what decides an item outside the list: the versions of a conflict, or Accept and Reject. */
  deciders(item: Item): HTMLElement[] {
    const verdicts = this.#verdictButtons(item);
    return [...this.#choices(item), ...(verdicts.length === 0 ? [] : [make("div", "c-act", ...verdicts)])];
  }

  #verdictButtons(item: Item): HTMLElement[] {
    const { unit } = item;
    if (!this.#canDecide || unit === undefined || item.kind === "conflict" || !isDecidable(unit)) return [];
    const { draft, onDecide } = this.#decisions;
    const decided = draft.get(unit);
    if (decided !== undefined)
      return [
        make("span", "c-state", decided === "accept" ? "✓ Accepted" : "✗ Rejected"),
        smallButton("Undo", () => onDecide(item, undefined)),
      ];
    return [
      smallButton("Accept", () => onDecide(item, "accept")),
      smallButton("Reject", () => onDecide(item, "reject")),
    ];
  }

  /** Returns a row for the original and for each version, with a button that chooses it. */
  #choices(item: Item): HTMLElement[] {
    const { kind, unit } = item;
    if (!this.#canDecide || unit === undefined || kind !== "conflict") return [];
    const { draft, onDecide } = this.#decisions;
    const decided = draft.get(unit);
    const chosen = typeof decided === "object" ? decided.choose : undefined;
    const row = (words: HTMLElement, choose: string, label: string): HTMLElement => {
      const isChosen = chosen === choose;
      const button = isChosen
        ? smallButton("Undo", () => onDecide(item, undefined))
        : smallButton(label, () => onDecide(item, { choose }));
      return make("div", `c-choice${isChosen ? " c-chosen" : ""}`, words, button);
    };
    const original = sideLine({ letter: "0", revisions: [], authors: ["Original"], text: unit.before }, 0);
    return [
      row(original, "original", "Keep"),
      ...(unit.sides ?? []).map((side, at) => row(sideLine(side, at), side.revisions[0] ?? "", "Choose")),
    ];
  }

  #expand(item: Item): void {
    const key = keyOf(item);
    if (!this.#expanded.delete(key)) this.#expanded.add(key);
    this.#redraw();
  }

  /** Returns the item whose card has the focus, and the index of its focused button: -1 for the card itself. */
  #focused(): Focused | undefined {
    const { activeElement } = document;
    for (const [index, card] of this.#shown) {
      const item = this.#rows[index]?.item;
      if (item !== undefined && card.contains(activeElement)) return { item, button: focusedButton(card) };
    }
    return undefined;
  }

  /** Focuses the button at the same index, so that Undo follows Accept. */
  #focus({ item, button }: Focused): void {
    const card = this.#shown.get(this.#rows.findIndex((row) => row.item === item));
    if (card === undefined) return;
    const target = buttonAt(card, button) ?? card.querySelector<HTMLElement>(".card");
    target?.focus({ preventScroll: true });
  }

  /** Scrolls the card of the selected item into view. */
  reveal(): void {
    for (const card of this.#space.querySelectorAll("[aria-current]")) card.removeAttribute("aria-current");
    const { item } = this.#selection;
    const index = item === undefined ? -1 : this.#rows.findIndex((row) => row.item === item);
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

/** Returns the index of the focused button among those of a card, or -1. */
export function focusedButton(card: HTMLElement): number {
  return [...card.querySelectorAll<Element>("button")].indexOf(document.activeElement!);
}

/** Returns the button at an index, or the last one of fewer. */
export function buttonAt(card: HTMLElement, index: number): HTMLElement | undefined {
  const buttons = index < 0 ? [] : [...card.querySelectorAll("button")];
  return buttons[Math.min(index, buttons.length - 1)];
}

/** A unit of an earlier fragment has no id of its own. */
function keyOf({ unit, anchor }: Item): string {
  return `${unit?.id ?? ""} ${anchor}`;
}

/** Characters in one line of a version, beside its letter and its button. */
const SIDE_CHARACTERS = 28;

function sideHeight(text: string): number {
  return text.length > SIDE_CHARACTERS ? SIDE_HEIGHT + SIDE_LINE : SIDE_HEIGHT;
}

/** Returns a version of a conflict: its letter, its text and its authors. */
function sideLine(side: ConflictSide, index: number): HTMLElement {
  const authors = (side.authors ?? side.revisions).join(", ");
  const words = make("span", "c-words", make("span", "c-two", sideText(side)), make("small", "", authors));
  return make("span", "c-side", make("i", "c-letter", letterOf(side, index)), words);
}

function smallButton(text: string, onClick: () => void): HTMLButtonElement {
  const button = make("button", "c-button", text);
  button.type = "button";
  button.addEventListener("click", onClick);
  return button;
}
