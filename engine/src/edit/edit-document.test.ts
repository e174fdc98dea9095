// Tests requests of several edits against a model without markup.
//
// The model is a list of characters, each with its position in the upload (EDT-98 to EDT-100).

import { expect, test } from "vitest";
import { p } from "../../testing/documents.ts";
import { acceptedText, refused } from "../../testing/edits.ts";

type Given = Readonly<Record<string, unknown>> & { readonly type: string };

/** A character of the upload, deleted or not, or text that an edit inserted at a position. */
interface Token {
  readonly paragraph: number;
  readonly offset: number;
  text: string;
  readonly isInserted: boolean;
}

interface Line {
  tokens: Token[];
}

/** The text that the request has made of the upload so far. */
class Model {
  lines: Line[];
  readonly #heads: Line[];
  readonly #tails: Line[];
  readonly #after = new Map<Line, Line>();
  readonly #texts: readonly string[];

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    this.lines = texts.map((text, paragraph) => ({
      tokens: [...text].map((character, offset) => ({ paragraph, offset, text: character, isInserted: false })),
    }));
    this.#heads = [...this.lines];
    this.#tails = [...this.lines];
  }

  get text(): string {
    const lines = this.lines.map(({ tokens }) => tokens.map(({ text }) => text).join(""));
    return (lines.length === 0 ? [""] : lines).join("\n");
  }

  apply(edit: Given): void {
    const at = (edit.paragraphs as { index: number } | undefined)?.index ?? 0;
    if (edit.type === "insert") this.#insert(at, edit.at, edit.content as string);
    else if (edit.type === "delete" || edit.type === "replace")
      this.#replace(at, edit.text, String(edit.content ?? ""));
    else if (edit.type === "split_paragraph") this.#split(at, edit.at);
    else if (edit.type === "join_paragraphs") this.#join(edit.paragraphs, edit.separator as string);
    else if (edit.type === "delete_paragraphs") this.lines = this.lines.filter((line) => line !== this.#tails[at]);
    else if (edit.type === "insert_paragraphs") {
      this.#put(edit.destination, [
        { tokens: [this.#made((edit.new_paragraphs as { content: string }[])[0]!.content)] },
      ]);
    } else if (edit.type === "move_paragraphs") this.#move(at, edit.destination);
  }

  #made(text: string): Token {
    return { paragraph: -1, offset: -1, text, isInserted: true };
  }

  #rangeOf(paragraph: number, selector: unknown): { from: number; to: number } {
    const { match } = selector as { match: string };
    const from = this.#texts[paragraph]!.indexOf(match);
    return { from, to: from + match.length };
  }

  /** Returns a position, and whether it belongs to the character before it. */
  #pointOf(paragraph: number, at: unknown): { offset: number; isBehind: boolean } {
    if (at === "start") return { offset: 0, isBehind: false };
    if (at === "end") return { offset: this.#texts[paragraph]!.length, isBehind: true };
    const { after, before } = at as { after?: unknown; before?: unknown };
    if (after !== undefined) return { offset: this.#rangeOf(paragraph, after).to, isBehind: true };
    return { offset: this.#rangeOf(paragraph, before).from, isBehind: false };
  }

  #insert(paragraph: number, at: unknown, text: string): void {
    const { offset, isBehind } = this.#pointOf(paragraph, at);
    const { line, index } = this.#find(paragraph, offset, isBehind);
    line.tokens.splice(index, 0, { paragraph, offset, text, isInserted: true });
  }

  /** Returns the position after earlier insertions at the same position; without any, the position next to its character. */
  #find(paragraph: number, offset: number, isBehind: boolean): { line: Line; index: number } {
    for (const line of this.lines.toReversed()) {
      const last = line.tokens.findLastIndex(
        (token) => token.isInserted && token.paragraph === paragraph && token.offset === offset,
      );
      if (last >= 0) return { line, index: last + 1 };
    }
    const wanted = isBehind ? offset - 1 : offset;
    for (const line of this.lines) {
      const index = line.tokens.findIndex(
        (token) => !token.isInserted && token.paragraph === paragraph && token.offset === wanted,
      );
      if (index >= 0) return { line, index: isBehind ? index + 1 : index };
    }
    throw new Error("no place");
  }

  #replace(paragraph: number, selector: unknown, content: string): void {
    const { from, to } = this.#rangeOf(paragraph, selector);
    for (const token of this.lines.flatMap(({ tokens }) => tokens)) {
      const isMeant = !token.isInserted && token.paragraph === paragraph;
      if (isMeant && token.offset >= from && token.offset < to) token.text = "";
    }
    if (content === "") return;
    for (const line of this.lines) {
      const last = line.tokens.findIndex(
        (token) => !token.isInserted && token.paragraph === paragraph && token.offset === to - 1,
      );
      if (last >= 0) line.tokens.splice(last + 1, 0, { paragraph, offset: to, text: content, isInserted: true });
    }
  }

  #split(paragraph: number, at: unknown): void {
    const { offset, isBehind } = this.#pointOf(paragraph, at);
    const { line, index } = this.#find(paragraph, offset, isBehind);
    const head: Line = { tokens: line.tokens.slice(0, index) };
    line.tokens = line.tokens.slice(index);
    this.lines.splice(this.lines.indexOf(line), 0, head);
    // All joined paragraphs begin where the first of them does.
    for (const [index, own] of this.#heads.entries()) if (own === line) this.#heads[index] = head;
  }

  #join(paragraphs: unknown, separator: string): void {
    const { from, through } = paragraphs as { from: { index: number }; through: { index: number } };
    const joined = this.#tails.slice(from.index, through.index + 1);
    for (const [index] of joined.slice(0, -1).entries()) this.#insert(from.index + index, "end", separator);
    const last = joined.at(-1)!;
    last.tokens = joined.flatMap(({ tokens }) => tokens);
    this.lines = this.lines.filter((line) => line === last || !joined.includes(line));
    for (let at = from.index; at <= through.index; at += 1) this.#heads[at] = last;
  }

  #put(destination: unknown, lines: readonly Line[]): void {
    const { paragraph, position } = destination as { paragraph: { index: number }; position: "before" | "after" };
    const tail = this.#tails[paragraph.index]!;
    const last = this.#after.get(tail) ?? tail;
    const index =
      position === "before" ? this.lines.indexOf(this.#heads[paragraph.index]!) : this.lines.indexOf(last) + 1;
    this.lines.splice(index, 0, ...lines);
    if (position === "after") this.#after.set(tail, lines.at(-1)!);
  }

  #move(paragraph: number, destination: unknown): void {
    const line = this.#tails[paragraph]!;
    this.lines = this.lines.filter((other) => other !== line);
    this.#after.delete(line);
    this.#put(destination, [line]);
  }
}

/** Returns a generator of numbers that are the same on every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const TEXTS = ["abcdef", "ghijkl", "mnopqr", "stuvwx"];

function someEdit(next: (below: number) => number, number: number): Given {
  const index = next(TEXTS.length);
  const text = TEXTS[index]!;
  const from = next(text.length);
  const match = text.slice(from, from + 1 + next(3));
  const paragraphs = { index };
  const at = [{ after: { match } }, { before: { match } }, "start", "end"][next(4)];
  const destination = { paragraph: { index: next(TEXTS.length) }, position: next(2) === 0 ? "before" : "after" };
  const all: readonly Given[] = [
    { type: "insert", paragraphs, at, content: `${number}` },
    { type: "insert", paragraphs, at, content: `${number}` },
    { type: "replace", paragraphs, text: { match }, content: `${number}` },
    { type: "delete", paragraphs, text: { match } },
    { type: "split_paragraph", paragraphs, at: { before: { match } } },
    { type: "join_paragraphs", paragraphs: { from: { index: 0 }, through: { index: 1 + next(2) } }, separator: "+" },
    { type: "insert_paragraphs", destination, new_paragraphs: [{ content: `${number}` }] },
    { type: "delete_paragraphs", paragraphs },
    { type: "move_paragraphs", paragraphs, destination },
  ];
  return all[next(all.length)]!;
}

/** Returns the edits without those that are refused. */
function acceptable(edits: readonly Given[]): readonly Given[] {
  const bad = new Set(refused(BODY, ...edits).map(({ edit }) => edit));
  return bad.size === 0 ? edits : acceptable(edits.filter((_, index) => !bad.has(index)));
}

const BODY = TEXTS.map((text) => p(text)).join("");

test("[EDT-98] [EDT-100] edits of one request give what each alone in turn would, with the addresses of the upload", () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const next = numbers(seed * 7919);
    const edits = acceptable(Array.from({ length: 2 + next(6) }, (_, number) => someEdit(next, number)));
    if (edits.length === 0) continue;
    const model = new Model(TEXTS);
    for (const edit of edits) model.apply(edit);
    expect(acceptedText(BODY, ...edits), JSON.stringify(edits)).toBe(model.text);
  }
}, 30_000);

test("[EDT-99] repeating an edit repeats its effect", () => {
  const insert = { type: "insert", paragraphs: { index: 0 }, at: "end", content: "x" };
  expect(acceptedText(p("a"), insert, insert)).toBe("axx");
});
