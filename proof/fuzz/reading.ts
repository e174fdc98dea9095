// What a reader makes of a document, as a flat list of lines, so that two readers can be compared however deep the
// document is: an element opens with its expanded name, its attributes follow in order of their names, then what is
// in it, then its end. Text that adjoins is one line, whatever it was written as; no text at all is no line.

import { firstDifference } from "../runner/first-difference.ts";

/** What can be told of a document, in its order. */
export interface NodeVisitor {
  element(name: string, attributes: readonly (readonly [name: string, value: string])[]): void;
  /** The last element that was opened ends. */
  end(): void;
  text(characters: string): void;
  comment(content: string): void;
  instruction(content: string): void;
}

/** Collects the lines of one document. */
export class Reading implements NodeVisitor {
  readonly lines: string[] = [];
  #text = "";

  element(name: string, attributes: readonly (readonly [name: string, value: string])[]): void {
    this.#flush();
    this.lines.push(`<${name}`);
    const lines = attributes.map(([attribute, value]) => `@${attribute}=${value}`);
    if (lines.length > 1) lines.sort();
    this.lines.push(...lines);
  }

  end(): void {
    this.#flush();
    this.lines.push(">");
  }

  text(characters: string): void {
    this.#text += characters;
  }

  comment(content: string): void {
    this.#flush();
    this.lines.push(`!${content}`);
  }

  instruction(content: string): void {
    this.#flush();
    this.lines.push(`?${content}`);
  }

  #flush(): void {
    if (this.#text !== "") this.lines.push(`"${this.#text}`);
    this.#text = "";
  }
}

/** An expanded name in one word. */
export function expandedName(uri: string, local: string): string {
  return uri === "" ? local : `{${uri}}${local}`;
}

/** Where two readings part, in words; undefined when they are the same. */
export function readingDifference(
  one: { readonly by: string; readonly lines: readonly string[] },
  other: { readonly by: string; readonly lines: readonly string[] },
): string | undefined {
  const at = firstDifference(one.lines, other.lines);
  if (at === undefined) return undefined;
  const line = (lines: readonly string[]) => JSON.stringify(lines[at] ?? "(the end)");
  return `line ${at}: ${one.by} reads ${line(one.lines)}, ${other.by} ${line(other.lines)}`;
}
