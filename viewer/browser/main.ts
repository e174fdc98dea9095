// Runs the embedded view: connects fonts, pages, panel, keys and messages.

import { setAuthorColors } from "./author-colors.ts";
import { buttonAt, focusedButton } from "./card-list.ts";
import { cardContent, itemColor, itemWords, otherHalf } from "./cards.ts";
import { ChangeMap } from "./change-map.ts";
import { type Decided, Draft } from "./draft.ts";
import type { Item } from "./items.ts";
import { Host } from "./messages.ts";
import { make, readPageData, type ViewOptions, type ViewSettings } from "./page-data.ts";
import { type FilterName, type Mode, Panel } from "./panel.ts";
import { Selection } from "./selection.ts";
import { Stages } from "./stages.ts";

/** Milliseconds. Fonts change line breaks, so pages wait for them, but not for a provider that does not answer. */
const FONT_WAIT = 1200;

/**
 * Milliseconds. Without boxes nothing can be measured, but a host may wait for `vs:ready` before it shows the frame.
 */
const BOX_WAIT = 3000;
const BOX_LOOK = 20;

const STEPPING: ReadonlySet<string> = new Set(["n", "p", "j", "k", "g"]);

/** A narrower window opens in the reading mode. */
const NARROW = "(max-width: 760px)";

class View {
  readonly #read = readPageData();
  readonly #options: ViewOptions = { ...this.#read.settings.options };
  readonly #scroller = make("main", "scroller");
  readonly #pages = make("div", "pages");
  readonly #live = make("div", "live");
  readonly #progress = make("div", "progress");
  readonly #inline = make("aside", "inline");
  readonly #selection = new Selection(this.#read.data, this.#options, { element: this.#pages });
  readonly #draft = new Draft(this.#selection.units);
  readonly #map = new ChangeMap(this.#read.data, this.#options, { scroller: this.#scroller, pages: this.#pages });
  readonly #stages = new Stages(this.#pages, {
    data: this.#read.data,
    scroller: this.#scroller,
    progress: this.#progress,
    map: this.#map,
    selection: this.#selection,
    draft: this.#draft,
  });
  readonly #host = new Host(this.#read.settings.origin, {
    scrollTo: (anchor) => this.#scrollTo(anchor),
    step: (by) => this.#selection.step(by),
    setOptions: (options) => this.#setOptions(options),
    setDecisions: (decisions) => this.#restore(decisions),
    applied: (isOk, message) => this.#applied(isOk, message),
  });
  readonly #panel: Panel = new Panel(this.#read.data, this.#selection, this.#options, {
    draft: this.#draft,
    onDecide: (item, decided) => this.#decide(item, decided),
    onFilter: (name, isOn) => this.#filter(name, isOn),
    onOwnFilter: () => this.#applyOwnFilters(),
    onMode: (mode) => void this.#changeMode(mode),
    onApply: this.#host.isConnected ? () => this.#apply() : parent === self ? () => this.#save() : undefined,
    applyWords: this.#host.isConnected ? "Apply decisions" : "Save decisions",
  });
  #isReady = false;
  /** True from Apply to the answer of the host, or to the next decision. Apply does nothing meanwhile. */
  #isApplying = false;
  /** True if the pages were laid out in a frame without boxes, so that every height was 0. */
  #isBlind = false;
  /** The last anchor that the host requested before the pages existed. */
  #held: string | undefined;

  async start(): Promise<void> {
    this.#build();
    this.#host.sendChanges(this.#read.data);
    this.#stages.showFirstText();
    await loadFonts(this.#read.data.fonts, this.#read.settings.fonts);
    await untilBoxes();
    this.#isBlind = !hasBoxes();
    this.#fit();
    await this.#changeMode(!this.#isBlind && matchMedia(NARROW).matches ? "reading" : "pages");
    this.#isReady = true;
    this.#host.sendReady();
    if (this.#held !== undefined) this.#selection.selectAnchor(this.#held);
  }

  #build(): void {
    this.#scroller.tabIndex = 0;
    this.#scroller.setAttribute("aria-label", "Document");
    this.#live.setAttribute("aria-live", "polite");
    this.#progress.setAttribute("role", "progressbar");
    this.#progress.setAttribute("aria-label", "Laying out pages");
    this.#inline.hidden = true;
    this.#inline.setAttribute("aria-label", "Selected change");
    this.#scroller.append(this.#pages);
    document.body.append(
      this.#progress,
      this.#scroller,
      this.#map.element,
      this.#panel.element,
      this.#inline,
      this.#live,
    );
    setAuthorColors(this.#read.data);
    this.#panel.update();
    this.#applyOptions();
    this.#selection.onSelect((selected) => this.#announce(selected));
    this.#scroller.addEventListener("click", (event) => this.#click(event));
    // A link in a frame without an address of its own would replace the view with the host page.
    document.addEventListener(
      "click",
      (event) => (event.target as Element).closest?.("a:not([download])") && event.preventDefault(),
      true,
    );
    document.addEventListener("keydown", (event) => this.#key(event));
    const fit = (): void => {
      if (this.#isBlind && hasBoxes()) this.#layOutSeen();
      this.#fit();
    };
    new ResizeObserver(fit).observe(this.#scroller);
  }

  /** Lays the pages out again that were laid out without boxes. */
  #layOutSeen(): void {
    this.#isBlind = false;
    void this.#stages.layOutAgain();
  }

  /** Scales pages to a narrow window. */
  #fit(): void {
    const widest = Math.max(...this.#read.data.sections.map(({ width }) => (width * 4) / 3), 1);
    const zoom = Math.min(1, (this.#scroller.clientWidth - 16) / widest);
    this.#pages.style.setProperty("--zoom", String(Math.max(0.2, zoom)));
    this.#map.draw();
  }

  async #changeMode(mode: Mode): Promise<void> {
    this.#panel.showMode(mode);
    await this.#stages.show(mode);
  }

  #scrollTo(anchor: string): void {
    if (this.#isReady) this.#selection.selectAnchor(anchor);
    else this.#held = anchor;
  }

  #filter(name: FilterName, isOn: boolean): void {
    this.#setOptions({ [name]: isOn });
    this.#host.sendOptions(this.#options);
  }

  #setOptions(given: Partial<ViewOptions>): void {
    const { showInsertions, showDeletions } = this.#options;
    Object.assign(this.#options, given);
    this.#applyOptions();
    this.#selection.update(this.#options);
    this.#panel.update();
    this.#map.draw();
    const isOther = showInsertions !== this.#options.showInsertions || showDeletions !== this.#options.showDeletions;
    if (isOther && this.#stages.hasPages) void this.#stages.layOutAgain();
  }

  #applyOptions(): void {
    const { classList, dataset } = document.documentElement;
    dataset.theme = this.#options.theme;
    classList.toggle("hide-ins", !this.#options.showInsertions);
    classList.toggle("hide-del", !this.#options.showDeletions);
    classList.toggle("hide-com", !this.#options.showComments);
    if (this.#options.showChangeCards || !this.#options.showInlineChangeCards) this.#inline.hidden = true;
  }

  #applyOwnFilters(): void {
    this.#selection.update(this.#options);
    this.#panel.update();
  }

  /** Puts a decision into the draft, or removes it, and reports the draft. */
  #decide({ unit }: Item, decided: Decided | undefined): void {
    if (unit === undefined) return;
    this.#draft.set(unit, decided);
    this.#showDraft();
    this.#host.sendDecisions(this.#draft.decisions);
  }

  #restore(decisions: unknown): void {
    this.#draft.restore(decisions);
    this.#showDraft();
  }

  #apply(): void {
    if (this.#isApplying) return;
    this.#isApplying = true;
    this.#panel.showDraft("Applying…");
    this.#host.sendApply(this.#draft.decisions);
  }

  #applied(isOk: boolean, message: string): void {
    this.#isApplying = false;
    const words = isOk ? "Applied." : "Not applied.";
    this.#panel.showDraft(message === "" ? words : message);
  }

  #showDraft(): void {
    this.#isApplying = false;
    this.#stages.markDecisions();
    this.#panel.redrawCards();
    this.#panel.showDraft();
    this.#redrawInline();
  }

  /** Downloads the draft as a file for `versus accept --decisions`. */
  #save(): void {
    const name = this.#read.data.documents.at(-1)?.name ?? "redline";
    const json = `${JSON.stringify(this.#draft.decisions, null, 2)}\n`;
    const link = make("a");
    link.download = `${name.replace(/\.[^.]*$/, "")}-decisions.json`;
    link.href = URL.createObjectURL(new Blob([json], { type: "application/json" }));
    link.click();
    URL.revokeObjectURL(link.href);
    this.#panel.showDraft(`Saved as ${link.download}`);
  }

  #announce(selected: { anchorId: string; index: number; total: number }): void {
    const { item } = this.#selection;
    this.#live.textContent =
      item === undefined ? "Paragraph selected" : itemWords(this.#read.data, item, selected.index, selected.total);
    this.#host.sendHighlighted(selected);
    this.#showInline();
  }

  /** Shows the card over the document if the panel shows no cards of changes. */
  #showInline(): void {
    const { item } = this.#selection;
    const isWanted =
      !this.#options.showChangeCards &&
      this.#options.showInlineChangeCards &&
      item !== undefined &&
      item.kind !== "note";
    this.#inline.hidden = !isWanted;
    if (!isWanted) return;
    const close = make("button", "c-close", "Close");
    close.type = "button";
    close.addEventListener("click", () => {
      this.#inline.hidden = true;
    });
    this.#inline.className = `inline card ${itemColor(item)}`;
    const deciders = this.#panel.deciders(item);
    this.#inline.replaceChildren(...cardContent(this.#read.data, item, true), ...deciders, close);
    const place = this.#selection.first()?.getBoundingClientRect();
    const top = place === undefined ? 60 : Math.min(innerHeight - this.#inline.offsetHeight - 8, place.bottom + 8);
    const left =
      place === undefined ? 20 : Math.min(innerWidth - this.#inline.offsetWidth - 8, Math.max(8, place.left));
    Object.assign(this.#inline.style, { top: `${Math.max(8, top)}px`, left: `${left}px` });
  }

  /** Shows a decision in the card over the document. The focus remains on the button at the same position. */
  #redrawInline(): void {
    if (this.#inline.hidden) return;
    const index = focusedButton(this.#inline);
    this.#showInline();
    buttonAt(this.#inline, index)?.focus({ preventScroll: true });
  }

  #click(event: MouseEvent): void {
    const mark = (event.target as Element).closest<HTMLElement>("[data-c]");
    if (mark === null || String(getSelection()) !== "") return;
    const number = Number(mark.dataset.c);
    const entry = this.#read.data.changes[number];
    const conflict = this.#options.showMergeConflicts && entry?.conflict !== undefined ? entry.conflict : undefined;
    const whole = this.#read.data.changes.findIndex(({ anchor }) => anchor === `conflict-${conflict}`);
    this.#selection.selectEntry(conflict === undefined || whole < 0 ? number : whole);
  }

  #key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input")) {
      if (event.key === "Escape") this.#scroller.focus();
      return;
    }
    const act = this.#keys.get(event.key);
    if (act === undefined || (event.key.length === 1 && !this.#hasKey(event.key))) return;
    event.preventDefault();
    act();
  }

  /**
   * True if a single key works. Without the button that switches single keys off, stepping keys work only in the
   * document (WCAG 2.1.4).
   */
  #hasKey(key: string): boolean {
    if (this.#options.showControls) return this.#panel.hasKeys;
    return STEPPING.has(key) && this.#scroller.contains(document.activeElement);
  }

  readonly #keys: ReadonlyMap<string, () => void> = new Map([
    ["n", () => this.#selection.step(1)],
    ["j", () => this.#selection.step(1)],
    ["p", () => this.#selection.step(-1)],
    ["k", () => this.#selection.step(-1)],
    [
      "g",
      () => {
        const other = otherHalf(this.#read.data, this.#selection.item, this.#selection.anchor);
        if (other >= 0) this.#selection.selectEntry(other);
      },
    ],
    ["/", () => this.#panel.focusSearch()],
    ["i", () => this.#filter("showInsertions", !this.#options.showInsertions)],
    ["d", () => this.#filter("showDeletions", !this.#options.showDeletions)],
    ["c", () => this.#filter("showComments", !this.#options.showComments)],
    ["Escape", () => this.#scroller.focus()],
  ]);
}

/**
 * True if the page has layout boxes. It has no boxes in a frame that its host hides, or whose process does not know its
 * size yet.
 */
function hasBoxes(): boolean {
  return document.body.getClientRects().length > 0;
}

/** Waits with timers, because a frame without boxes has no animation frames. */
async function untilBoxes(): Promise<void> {
  const end = performance.now() + BOX_WAIT;
  while (!hasBoxes() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, BOX_LOOK));
}

/**
 * Loads the fonts of the document and waits for them, for a provider at most `FONT_WAIT`. The view also starts without
 * them.
 */
async function loadFonts(families: readonly string[], source: ViewSettings["fonts"]): Promise<void> {
  const wanted = families.filter((family) => /^[A-Za-z]+$/.test(family));
  if (wanted.length === 0 || source === "none") return;
  if (source === "embedded") return loadCarried();
  const limit = new Promise<void>((resolve) => setTimeout(resolve, FONT_WAIT));
  await Promise.race([askProvider(wanted), limit]);
}

function askProvider(wanted: readonly string[]): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  const query = wanted.map((family) => `family=${family}:ital,wght@0,400;0,700;1,400;1,700`).join("&");
  link.href = `https://fonts.googleapis.com/css2?${query}&display=block`;
  const loaded = new Promise<void>((resolve) => {
    link.onload = () => resolve(loadFaces(wanted));
    link.onerror = () => resolve();
  });
  document.head.append(link);
  return loaded;
}

/**
 * Loads each face separately: `document.fonts.load` stops waiting at the first that fails, such as one the machine
 * lacks.
 */
async function loadCarried(): Promise<void> {
  await Promise.allSettled([...document.fonts].map((face) => face.load()));
}

async function loadFaces(families: readonly string[]): Promise<void> {
  const faces = families.flatMap((family) => ["400", "700", "italic 400"].map((style) => `${style} 12px ${family}`));
  await Promise.allSettled(faces.map((face) => document.fonts.load(face)));
}

// The parser is still working here, so the view begins in a separate task.
setTimeout(() => void new View().start());
