// Shows the panel: counts, filters, Previous and Next, search, modes, cards, and the bar of decisions.

import { colorOf } from "./author-colors.ts";
import { CardList, type DecisionCalls } from "./card-list.ts";
import { isDecidable } from "./draft.ts";
import { type Item, isFormatting } from "./items.ts";
import { make, type PageData, type ViewOptions } from "./page-data.ts";
import type { Selection } from "./selection.ts";

/** The options that are reported to the host together. The panel has a filter for each, except `showChangeCards`. */
export type FilterName = "showInsertions" | "showDeletions" | "showComments" | "showMergeConflicts" | "showChangeCards";

/** The ways to show the document. */
export type Mode = "pages" | "reading" | "side";

/** The counts that the host page gets. They are those of the Redline JSON, and the number of comment threads. */
export interface ViewSummary {
  readonly changes?: number;
  readonly insertions: number;
  readonly deletions: number;
  readonly moves: number;
  readonly formats: number;
  readonly comments: number;
  readonly merge_conflicts: number;
}

export function viewSummary({ summary, changes: entries }: PageData): ViewSummary {
  const { changes, insertions, deletions, moves, formats, conflicts } = summary;
  const comments = entries.filter(({ type }) => type === "comment").length;
  return {
    ...(changes === undefined ? {} : { changes }),
    ...{ insertions, deletions, moves, formats, comments, merge_conflicts: conflicts },
  };
}

interface PanelCalls extends DecisionCalls {
  readonly onFilter: (name: FilterName, isOn: boolean) => void;
  /** Called after a filter of the panel alone has changed. */
  readonly onOwnFilter: () => void;
  readonly onMode: (mode: Mode) => void;
  /** Called when the reader applies or saves the decisions. Undefined if nothing can take them. */
  readonly onApply: (() => void) | undefined;
  readonly applyWords: string;
}

const MODES: readonly (readonly [Mode, string])[] = [
  ["pages", "Pages"],
  ["reading", "Reading"],
  ["side", "Side by side"],
];

export class Panel {
  readonly element = make("aside", "panel");
  readonly #data: PageData;
  readonly #selection: Selection;
  readonly #options: ViewOptions;
  readonly #calls: PanelCalls;
  readonly #cards: CardList;
  readonly #controls = make("div", "controls");
  readonly #position = make("span", "position");
  readonly #boxes = new Map<FilterName, HTMLInputElement>();
  readonly #modes = new Map<Mode, HTMLButtonElement>();
  readonly #keys = make("button", "keys", "Shortcut keys");
  readonly #search = make("input", "search");
  readonly #bar = make("footer", "p-bar");
  readonly #state = make("span", "p-state");

  constructor(data: PageData, selection: Selection, options: ViewOptions, calls: PanelCalls) {
    this.#data = data;
    this.#selection = selection;
    this.#options = options;
    this.#calls = calls;
    this.#cards = new CardList(data, selection, calls);
    this.element.setAttribute("aria-label", "Revisions");
    this.#fillControls();
    this.#fillBar();
    this.element.append(this.#head(), this.#controls, this.#cards.element, this.#notices(), this.#bar);
    selection.onSelect(() => this.#showPosition());
  }

  #head(): HTMLElement {
    const fold = make("button", "fold", "Show list");
    fold.type = "button";
    fold.addEventListener("click", () => {
      const isOpen = this.element.classList.toggle("open");
      fold.textContent = isOpen ? "Hide list" : "Show list";
      fold.setAttribute("aria-expanded", String(isOpen));
    });
    fold.setAttribute("aria-expanded", "false");
    const counts = make("span", "p-counts", countWords(this.#data));
    return make("div", "p-head", make("h1", "", "Changes"), counts, fold);
  }

  #notices(): HTMLElement {
    const { notices, summary, units } = this.#data;
    const formats =
      summary.formats === 0 || units !== undefined
        ? []
        : [`${summary.formats} formatting ${summary.formats === 1 ? "change is" : "changes are"} not listed.`];
    const words = [...formats, ...notices];
    const element = make("ul", "p-notes", ...words.map((text) => make("li", "", text)));
    element.hidden = words.length === 0;
    return element;
  }

  #fillControls(): void {
    const previous = this.#button("step", "Previous", () => this.#selection.step(-1));
    const next = this.#button("step", "Next", () => this.#selection.step(1));
    this.#search.type = "search";
    this.#search.placeholder = "Search changes";
    this.#search.setAttribute("aria-label", "Search changes");
    this.#search.addEventListener("input", () => this.#cards.update(this.#options, this.#search.value));
    this.#keys.type = "button";
    this.#keys.title = "n and p: next and previous; g: other half of a move; /: search; i, d, c: filters";
    this.#keys.setAttribute("aria-pressed", "true");
    this.#keys.addEventListener("click", () => this.#keys.setAttribute("aria-pressed", String(!this.hasKeys)));
    this.#controls.append(
      this.#modeButtons(),
      this.#filters(),
      ...this.#authors(),
      make("div", "steps", previous, this.#position, next),
      make("div", "tools", this.#search, this.#keys),
    );
  }

  #filters(): HTMLElement {
    const { units } = this.#selection;
    const summary = viewSummary(this.#data);
    const list = make("div", "filters");
    const add = (color: string, label: string, count: number, box: HTMLInputElement): void => {
      const words = [make("i", "swatch"), make("span", "", label), make("b", "", String(count))];
      list.append(make("label", `filter ${color}`, box, ...words));
    };
    const addOption = (name: FilterName, color: string, label: string, count: number): void => {
      const box = checkBox(() => this.#calls.onFilter(name, box.checked));
      this.#boxes.set(name, box);
      add(color, label, count, box);
    };
    addOption("showInsertions", "k-insert", "Insertions", summary.insertions);
    addOption("showDeletions", "k-delete", "Deletions", summary.deletions);
    addOption("showComments", "k-comment", "Comments", summary.comments);
    if (this.#data.kind === "merge")
      addOption("showMergeConflicts", "k-conflict", "Conflicts", summary.merge_conflicts);
    const formats = units.filter(isFormatting).length;
    if (formats > 0) {
      const box = checkBox(() => {
        this.#selection.own.showFormatting = box.checked;
        this.#calls.onOwnFilter();
      });
      box.checked = true;
      add("k-format", "Formatting", formats, box);
    }
    if (summary.moves > 0) {
      const words = [make("i", "swatch"), make("span", "", "Moves"), make("b", "", String(summary.moves))];
      list.append(make("span", "filter k-move still", ...words));
    }
    return list;
  }

  /** Returns a button for each author of a merge, which hides the author's changes in the list. */
  #authors(): HTMLElement[] {
    const { units, own } = this.#selection;
    const { authors = [] } = this.#data;
    if (authors.length < 2) return [];
    const group = make("div", "authors");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", "Authors");
    for (const { name: author } of authors) {
      const count = units.filter((unit) => unit.authors.includes(author)).length;
      const chip = this.#button(`chip ${colorOf(this.#data, author)}`, `${author} ${count}`, () => {
        const isShown = own.hiddenAuthors.delete(author);
        if (!isShown) own.hiddenAuthors.add(author);
        chip.setAttribute("aria-pressed", String(isShown));
        this.#calls.onOwnFilter();
      });
      chip.prepend(make("i", "dot"));
      chip.setAttribute("aria-pressed", "true");
      group.append(chip);
    }
    return [group];
  }

  #modeButtons(): HTMLElement {
    const group = make("div", "modes");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", "View");
    for (const [mode, label] of MODES) {
      if (mode === "side" && this.#data.rows === undefined) continue;
      const button = this.#button("mode", label, () => this.#calls.onMode(mode));
      this.#modes.set(mode, button);
      group.append(button);
    }
    return group;
  }

  #fillBar(): void {
    const { onApply, applyWords } = this.#calls;
    this.#state.setAttribute("role", "status");
    this.#bar.append(this.#state);
    if (onApply !== undefined) this.#bar.append(this.#button("p-apply", applyWords, onApply));
  }

  #button(name: string, text: string, onClick: () => void): HTMLButtonElement {
    const button = make("button", name, text);
    button.type = "button";
    button.addEventListener("click", onClick);
    return button;
  }

  /** True until the reader switches single keys off. */
  get hasKeys(): boolean {
    return this.#keys.getAttribute("aria-pressed") === "true";
  }

  focusSearch(): void {
    this.#search.focus();
  }

  showMode(mode: Mode): void {
    for (const [name, button] of this.#modes) button.setAttribute("aria-pressed", String(name === mode));
  }

  update(): void {
    for (const [name, box] of this.#boxes) box.checked = this.#options[name];
    this.#controls.hidden = !this.#options.showControls;
    this.#cards.element.hidden = !this.#options.showChangeCards && !this.#options.showCommentCards;
    const isShown = this.#options.showControls || this.#options.showChangeCards || this.#options.showCommentCards;
    document.body.classList.toggle("no-panel", !isShown);
    this.element.hidden = !isShown;
    this.#cards.update(this.#options, this.#search.value);
    this.#showPosition();
    this.showDraft();
  }

  /** Shows how many units are decided, or the result of applying them. */
  showDraft(result?: string): void {
    const { draft } = this.#calls;
    this.#bar.hidden = !this.#options.showDecisions || !this.#selection.units.some(isDecidable);
    this.#state.textContent = result ?? `${draft.count} decided, ${draft.open} open`;
    const apply = this.#bar.querySelector("button");
    if (apply !== null) apply.disabled = draft.count === 0;
  }

  /** Returns what decides an item, for a card outside the list. */
  deciders(item: Item): HTMLElement[] {
    return this.#cards.deciders(item);
  }

  /** Draws the cards again after a decision. */
  redrawCards(): void {
    this.#cards.update(this.#options, this.#search.value);
  }

  #showPosition(): void {
    const { index, stops } = this.#selection;
    this.#position.textContent = index < 0 ? `${stops.length} in all` : `${index + 1} of ${stops.length}`;
  }
}

function checkBox(onChange: () => void): HTMLInputElement {
  const box = make("input");
  box.type = "checkbox";
  box.addEventListener("change", onChange);
  return box;
}

/** Returns the counts of the head, such as `6 changes, 2 conflicts`. */
function countWords({ summary: { changes, conflicts } }: PageData): string {
  const words = (count: number, one: string): string[] => [`${count} ${count === 1 ? one : `${one}s`}`];
  return [
    ...(changes === undefined ? [] : words(changes, "change")),
    ...(conflicts === 0 ? [] : words(conflicts, "conflict")),
  ].join(", ");
}
