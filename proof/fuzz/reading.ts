// Writes what a reader finds in a document as a flat list of lines, to compare two readers.
//
// An element starts with its expanded name. Its attributes follow, ordered by name, then its content, then its end. The
// list is flat, so documents of any depth can be compared. Adjoining text is one line, however it was written; empty
// text is no line.

import { firstDifference } from "../runner/first-difference.ts";

/** A receiver of the nodes of a document, in document order. */
export interface NodeVisitor {
  element(name: string, attributes: readonly (readonly [name: string, value: string])[]): void;
  /** Ends the element that was opened last and is still open. */
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

/** Returns an expanded name as one word. */
export function expandedName(uri: string, local: string): string {
  return uri === "" ? local : `{${uri}}${local}`;
}

/** Describes the first difference between two readings; undefined if they are equal. */
export function readingDifference(
  one: { readonly by: string; readonly lines: readonly string[] },
  other: { readonly by: string; readonly lines: readonly string[] },
): string | undefined {
  const at = firstDifference(one.lines, other.lines);
  if (at === undefined) return undefined;
  const line = (lines: readonly string[]) => JSON.stringify(lines[at] ?? "(the end)");
  return `line ${at}: ${one.by} reads ${line(one.lines)}, ${other.by} ${line(other.lines)}`;
}
