// Counts the replacements of a document, so that a repeated one is known (CMP-101).

import { type Gap, gapsBetween, type Match } from "../../align/match.ts";
import type { TokenText } from "./token-text.ts";

type Texts = Readonly<Record<"before" | "after", TokenText>>;

/** Maximum number of characters of a replacement that is counted, on either side. */
const LONGEST = 200;

export class Replacements {
  readonly #counts = new Map<string, number>();

  /** Counts the replacements between the matches of two texts. */
  add(texts: Texts, matches: readonly Match[]): void {
    const sizes = { before: texts.before.keys.length, after: texts.after.keys.length };
    for (const edit of gapsBetween(matches, sizes)) {
      const replacement = replacementIn(edit, texts);
      if (replacement !== undefined) this.#counts.set(replacement, (this.#counts.get(replacement) ?? 0) + 1);
    }
  }

  isRepeated(replacement: string | undefined): boolean {
    return replacement !== undefined && (this.#counts.get(replacement) ?? 0) > 1;
  }
}

/** Returns the deleted and the inserted text of an edit as one string; undefined if it is no replacement, or is long. */
export function replacementIn({ before, after }: Gap, texts: Texts): string | undefined {
  const sides = [
    [texts.before, before],
    [texts.after, after],
  ] as const;
  const cut = sides.map(([{ text, starts }, { from, to }]) => {
    return starts[to]! - starts[from]! > LONGEST ? "" : text.slice(starts[from], starts[to]).trim();
  });
  return cut.includes("") ? undefined : cut.join("\u0000");
}
