// Shows the document as a list of chunks, for the modes without pages.
//
// A chunk is parsed when it comes near the window, when it is the target of a jump, or when there is nothing else to do.
// So the first text is there at once, however long the document is (VEW-35).

import { OpenComments } from "./comment-marks.ts";
import { make } from "./page-data.ts";
import { Slices } from "./slices.ts";
import { parseStored, storedBlocks } from "./stored-blocks.ts";

/** Height of a chunk that is not parsed yet, in CSS pixels. */
const GUESS = 640;
/** Distance from the window at which a chunk is parsed. */
const AHEAD = "1200px";

interface Chunk {
  readonly stored: HTMLScriptElement;
  readonly holder: HTMLElement;
  isFilled: boolean;
}

export interface ChunkCalls {
  /** Returns what is shown of a chunk. `first` is the index of its first block in the body. */
  readonly write: (content: DocumentFragment, first: number) => Node[];
  /** True if a chunk shows nothing, so that no room is kept for it. */
  readonly isEmpty: (first: number, next: number) => boolean;
  /** Called with each chunk after it is shown, and its index. */
  readonly onShown: (holder: HTMLElement, index: number) => void;
}

export class ChunkList {
  readonly element: HTMLElement;
  readonly #chunks: readonly Chunk[];
  readonly #calls: ChunkCalls;
  readonly #observer: IntersectionObserver;
  #openAt: readonly (readonly string[])[] | undefined;
  isCancelled = false;

  constructor(element: HTMLElement, scroller: HTMLElement, calls: ChunkCalls) {
    this.element = element;
    this.#calls = calls;
    const stored = storedBlocks("ck");
    this.#chunks = stored.map((chunk) => ({ stored: chunk, holder: make("div", "chunk"), isFilled: false }));
    const byHolder = new Map<Element, Chunk>(this.#chunks.map((chunk) => [chunk.holder, chunk]));
    this.#observer = new IntersectionObserver(
      (seen) => {
        for (const { isIntersecting, target } of seen) if (isIntersecting) this.#fill(byHolder.get(target)!);
      },
      { root: scroller, rootMargin: AHEAD },
    );
    for (const [index, chunk] of this.#chunks.entries()) {
      this.#reserve(chunk, index);
      this.#observer.observe(chunk.holder);
    }
    element.append(...this.#chunks.map(({ holder }) => holder));
    for (const note of storedBlocks("note")) element.append(make("div", "note", parseStored(note)));
  }

  /** Parses the rest of the document in slices. */
  async fillRest(): Promise<void> {
    const slices = new Slices();
    for (const chunk of this.#chunks) {
      if (this.isCancelled) return;
      this.#fill(chunk);
      if (slices.isSpent) await slices.rest();
    }
  }

  /** Parses the chunk with an element id. */
  prepare(anchor: string): void {
    const wanted = `id="${anchor}"`;
    const chunk = this.#chunks.find(({ isFilled, stored }) => !isFilled && stored.text.includes(wanted));
    if (chunk !== undefined) this.#fill(chunk);
  }

  /** Returns the index of the block of the body that contains an element id; undefined if no chunk has it. */
  rowOf(anchor: string): number | undefined {
    const wanted = `id="${anchor}"`;
    const chunk = this.#chunks.find(({ stored }) => stored.text.includes(wanted));
    if (chunk === undefined) return undefined;
    const selector = `#${CSS.escape(anchor)}`;
    const blocks = [...parseStored(chunk.stored).children];
    const at = blocks.findIndex((block) => block.matches(selector) || block.querySelector(selector) !== null);
    return at < 0 ? undefined : Number(chunk.stored.dataset.b ?? 0) + at;
  }

  /** Writes the chunks again that begin in a range of blocks, or contain its start. */
  rewrite(from: number, to: number): void {
    for (const [index, chunk] of this.#chunks.entries()) {
      if (this.#firstOf(index) > to || this.#firstOf(index + 1) <= from) continue;
      chunk.isFilled = false;
      this.#reserve(chunk, index);
      this.#fill(chunk);
    }
  }

  close(): void {
    this.isCancelled = true;
    this.#observer.disconnect();
  }

  #firstOf(index: number): number {
    return index < this.#chunks.length ? Number(this.#chunks[index]!.stored.dataset.b ?? 0) : Number.POSITIVE_INFINITY;
  }

  #reserve({ holder }: Chunk, index: number): void {
    const isEmpty = this.#calls.isEmpty(this.#firstOf(index), this.#firstOf(index + 1));
    holder.style.minHeight = isEmpty ? "" : `${GUESS}px`;
  }

  #fill(chunk: Chunk): void {
    if (chunk.isFilled) return;
    chunk.isFilled = true;
    const { stored, holder } = chunk;
    const index = this.#chunks.indexOf(chunk);
    const content = parseStored(stored, this.#commentsAt(index));
    holder.style.minHeight = "";
    holder.replaceChildren(...this.#calls.write(content, Number(stored.dataset.b ?? 0)));
    this.#calls.onShown(holder, index);
  }

  /** Returns the comments that are open at the start of a chunk. Chunks may be parsed in any order. */
  #commentsAt(index: number): OpenComments {
    this.#openAt ??= openComments(this.#chunks.map(({ stored }) => stored.text));
    const open = new OpenComments();
    for (const number of this.#openAt[index] ?? []) open.start(number, make("i", "cs"));
    return open;
  }
}

/** Returns, for each text, the numbers of the comments that began before it and have not ended. */
function openComments(texts: readonly string[]): string[][] {
  const open = new Set<string>();
  return texts.map((text) => {
    const before = [...open];
    for (const [, kind, number] of text.matchAll(/<i class="c([se])"[^>]* data-c="(\d+)"/g)) {
      if (kind === "s") open.add(number!);
      else open.delete(number!);
    }
    return before;
  });
}
