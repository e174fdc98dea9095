// Shows the Revisions panel: counts, filters, Prev and Next, search, and the cards.

import { CardList } from "./card-list.ts";
import { make, type PageData, type ViewOptions } from "./page-data.ts";
import type { Selection } from "./selection.ts";

/** The options that are reported to the host together. The panel has a filter for each, except `showChangeCards`. */
export type FilterName = "showInsertions" | "showDeletions" | "showComments" | "showMergeConflicts" | "showChangeCards";

export interface ViewSummary {
  readonly insertions: number;
  readonly deletions: number;
  readonly moves: number;
  readonly comments: number;
  readonly merge_conflicts: number;
}

export function summarizeEntries({ changes }: PageData): ViewSummary {
  const count = (type: string): number => changes.filter((entry) => entry.type === type).length;
  return {
    insertions: count("insert"),
    deletions: count("delete"),
    moves: new Set(changes.flatMap(({ move }) => move ?? [])).size,
    comments: count("comment"),
    merge_conflicts: changes.filter(({ kind }) => kind === "merge_conflict").length,
  };
}

interface PanelCalls {
  readonly onFilter: (name: FilterName, isOn: boolean) => void;
  readonly onMode: () => void;
}

export class Panel {
  readonly element = make("aside", "panel");
  readonly #data: PageData;
  readonly #selection: Selection;
  readonly #options: ViewOptions;
  readonly #cards: CardList;
  readonly #controls = make("div", "controls");
  readonly #position = make("span", "position");
  readonly #boxes = new Map<FilterName, HTMLInputElement>();
  readonly #mode = make("button", "mode", "Reading view");
  readonly #keys = make("button", "keys", "Shortcut keys");
  readonly #search = make("input", "search");

  constructor(data: PageData, selection: Selection, options: ViewOptions, calls: PanelCalls) {
    this.#data = data;
    this.#selection = selection;
    this.#options = options;
    this.#cards = new CardList(data, selection);
    this.element.setAttribute("aria-label", "Revisions");
    this.element.append(this.#head(), this.#controls, this.#cards.element, this.#notices());
    this.#fillControls(calls);
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
    return make("div", "p-head", make("h1", "", "Revisions"), fold);
  }

  #notices(): HTMLElement {
    const { notices, summary } = this.#data;
    const formats =
      summary.formats === 0
        ? []
        : [`${summary.formats} formatting ${summary.formats === 1 ? "change is" : "changes are"} not listed.`];
    const words = [...formats, ...notices];
    const element = make("ul", "p-notes", ...words.map((text) => make("li", "", text)));
    element.hidden = words.length === 0;
    return element;
  }

  #fillControls({ onFilter, onMode }: PanelCalls): void {
    const summary = summarizeEntries(this.#data);
    const filters: [FilterName, string, number, string][] = [
      ["showInsertions", "Insertions", summary.insertions, "k-insert"],
      ["showDeletions", "Deletions", summary.deletions, "k-delete"],
      ["showComments", "Comments", summary.comments, "k-comment"],
      ...(this.#data.kind === "merge"
        ? [
            ["showMergeConflicts", "Conflicts", summary.merge_conflicts, "k-conflict"] satisfies [
              FilterName,
              string,
              number,
              string,
            ],
          ]
        : []),
    ];
    const list = make("div", "filters");
    for (const [name, label, count, color] of filters) {
      const box = make("input");
      box.type = "checkbox";
      box.addEventListener("change", () => onFilter(name, box.checked));
      this.#boxes.set(name, box);
      list.append(
        make(
          "label",
          `filter ${color}`,
          box,
          make("i", "swatch"),
          make("span", "", label),
          make("b", "", String(count)),
        ),
      );
    }
    if (summary.moves > 0)
      list.append(
        make(
          "span",
          "filter k-move still",
          make("i", "swatch"),
          make("span", "", "Moves"),
          make("b", "", String(summary.moves)),
        ),
      );
    const previous = this.#button("Previous", () => this.#selection.step(-1));
    const next = this.#button("Next", () => this.#selection.step(1));
    this.#search.type = "search";
    this.#search.placeholder = "Search changes";
    this.#search.setAttribute("aria-label", "Search changes");
    this.#search.addEventListener("input", () => this.#cards.update(this.#options, this.#search.value));
    this.#mode.type = "button";
    this.#mode.addEventListener("click", onMode);
    this.#keys.type = "button";
    this.#keys.title = "n and p: next and previous; g: other half of a move; /: search; i, d, c: filters";
    this.#keys.setAttribute("aria-pressed", "true");
    this.#keys.addEventListener("click", () => this.#keys.setAttribute("aria-pressed", String(!this.hasKeys)));
    this.#controls.append(
      list,
      make("div", "steps", previous, this.#position, next),
      make("div", "tools", this.#search, this.#mode, this.#keys),
    );
  }

  #button(text: string, onClick: () => void): HTMLButtonElement {
    const button = make("button", "step", text);
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

  showMode(isLinear: boolean): void {
    this.#mode.textContent = isLinear ? "Page view" : "Reading view";
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
  }

  #showPosition(): void {
    const { index, stops } = this.#selection;
    this.#position.textContent = index < 0 ? `${stops.length} in all` : `${index + 1} of ${stops.length}`;
  }
}
