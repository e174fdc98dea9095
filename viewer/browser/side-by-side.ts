// Shows both versions side by side: the original on the left, the revised version on the right (VEW-34).
//
// Each block of the body is one row, and the fragment names the kind of each row. Longer runs of unchanged rows are
// folded, except the row next to a change.

import { clauseOfEntry } from "./cards.ts";
import { type Entry, make, type PageData, type Unit } from "./page-data.ts";

/** Unchanged rows that stay visible beside a change. */
const AROUND = 1;
/** Minimum number of rows that are folded together. */
const LEAST_FOLDED = 3;

interface Fold {
  readonly from: number;
  /** The index after the last folded row. */
  readonly to: number;
  isOpen: boolean;
}

export class SideRows {
  readonly #data: PageData;
  readonly #units: readonly Unit[];
  readonly #rows: string;
  readonly #folds: readonly Fold[];
  readonly #numbers: ReadonlyMap<number, number>;
  readonly #byBlock: ReadonlyMap<string, number>;
  readonly #onOpen: (from: number, to: number) => void;

  constructor(data: PageData, units: readonly Unit[], onOpen: (from: number, to: number) => void) {
    const { rows = "" } = data;
    this.#data = data;
    this.#units = units;
    this.#rows = rows;
    this.#onOpen = onOpen;
    this.#folds = [...rows.matchAll(/=+/g)].flatMap(({ 0: run, index }) => {
      const from = index === 0 ? 0 : index + AROUND;
      const to = index + run.length === rows.length ? rows.length : index + run.length - AROUND;
      return to - from < LEAST_FOLDED ? [] : [{ from, to, isOpen: false }];
    });
    this.#numbers = new Map(units.flatMap(({ entries }, at) => entries.map((entry) => [entry, at + 1] as const)));
    this.#byBlock = new Map(
      units.flatMap(({ entries, block }, at) => (entries.length === 0 && block !== "" ? [[block, at + 1]] : [])),
    );
  }

  /** Returns the heads of the two columns. */
  heads({ documents, kind }: PageData): HTMLElement {
    const nameOf = (role: string): string => documents.find((one) => one.role === role)?.name ?? "";
    const words = (label: string, name: string): HTMLElement =>
      make("div", "", name === "" ? label : `${label}: ${name}`);
    return make(
      "div",
      "s-heads",
      words("Original", nameOf("original")),
      make("div"),
      words(kind === "merge" ? "Merged draft" : "Modified", nameOf("modified")),
    );
  }

  /** True if all rows from `first` to `next` are folded and none of them shows the fold. */
  isEmpty(first: number, next: number): boolean {
    return this.#folds.some(({ from, to, isOpen }) => !isOpen && from < first && next <= to);
  }

  /** Opens the fold around a row that is the target of a jump. */
  reveal(row: number): void {
    const fold = this.#folds.find(({ from, to, isOpen }) => !isOpen && from <= row && row < to);
    if (fold !== undefined) this.#open(fold);
  }

  /** Returns the rows of a chunk. */
  write(content: DocumentFragment, first: number): HTMLElement[] {
    const blocks = [...content.children] as HTMLElement[];
    return blocks.flatMap((block, at) => {
      const row = first + at;
      const fold = this.#folds.find(({ from, to, isOpen }) => !isOpen && from <= row && row < to);
      if (fold === undefined) return [this.#row(block, this.#rows[row] ?? "=")];
      return fold.from === row ? [this.#foldButton(fold)] : [];
    });
  }

  #foldButton(fold: Fold): HTMLElement {
    const button = make("button", "s-fold", `${fold.to - fold.from} unchanged paragraphs. Show`);
    button.type = "button";
    button.addEventListener("click", () => this.#open(fold));
    return button;
  }

  #open(fold: Fold): void {
    fold.isOpen = true;
    this.#onOpen(fold.from, fold.to);
  }

  #row(block: HTMLElement, kind: string): HTMLElement {
    const isMove = block.querySelector(".mv") !== null;
    const numbers = this.#numbersOf(block);
    const before = kind === "+" ? undefined : block;
    const after = kind === "-" ? undefined : kind === "+" ? block : copyOf(block);
    if (before !== undefined) showFormerNumbers(before);
    const row = make("div", `s-row${kind === "=" ? "" : isMove && kind !== "~" ? " s-moved" : " s-changed"}`);
    const other = isMove ? this.#otherPlace(numbers, kind) : "";
    row.append(
      cell("s-before", before, other),
      make("div", "s-number", numbersText(numbers)),
      cell("s-after", after, other),
    );
    return row;
  }

  /** Returns where the block of a move is in the other version: `Now at 6.4 Notices`. Empty if that is unknown. */
  #otherPlace(numbers: readonly number[], kind: string): string {
    const move = numbers.map((number) => this.#units[number - 1]!).find((unit) => unit.kind === "move");
    const type: Entry["type"] = kind === "-" ? "moveTo" : "moveFrom";
    const clause = move && clauseOfEntry(this.#data, move.entries, type);
    return clause === undefined ? "" : `${kind === "-" ? "Now" : "Was"} at ${clause}`;
  }

  #numbersOf(block: HTMLElement): number[] {
    const found = new Set<number>();
    for (const element of block.querySelectorAll<HTMLElement>("[data-c]")) {
      const number = this.#numbers.get(Number(element.dataset.c));
      if (number !== undefined) found.add(number);
    }
    for (const inner of [block, ...block.querySelectorAll<HTMLElement>("[id]")]) {
      const number = this.#byBlock.get(inner.id);
      if (number !== undefined) found.add(number);
    }
    return [...found].sort((one, other) => one - other);
  }
}

/** Returns a cell. A cell without content has a note or is shaded. */
function cell(name: string, content: HTMLElement | undefined, note: string): HTMLElement {
  if (content !== undefined) return make("div", name, content);
  return note === "" ? make("div", `${name} s-none`) : make("div", `${name} s-note`, note);
}

/** Shows the numbers of the original, which differ if paragraphs before them were inserted, deleted or moved. */
function showFormerNumbers(block: HTMLElement): void {
  for (const number of block.querySelectorAll<HTMLElement>(".n[data-was]")) {
    const gap = number.textContent.endsWith("\u00a0") ? "\u00a0" : "";
    number.textContent = `${number.dataset.was}${gap}`;
  }
}

/** Returns a copy without ids, which stay with the first column. */
function copyOf(block: HTMLElement): HTMLElement {
  const copy = block.cloneNode(true) as HTMLElement;
  copy.removeAttribute("id");
  for (const inner of copy.querySelectorAll("[id]")) inner.removeAttribute("id");
  return copy;
}

/** Returns `3`, `1–4`, or nothing. */
function numbersText(numbers: readonly number[]): string {
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined) return "";
  return first === last ? String(first) : `${first}–${last}`;
}
