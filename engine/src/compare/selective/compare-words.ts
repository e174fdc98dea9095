// Compares two texts word by word, as a person would mark them.
//
// The difference is the smallest one, without small leftovers, and edits begin where a sentence or clause begins.

import type { Budget } from "../../align/budget.ts";
import { NONE } from "../../ooxml/xml/tree.ts";
import type { Lexicon } from "../../redline/content/lexicon.ts";
import { type Tokens, tokensOf } from "../../redline/content/tokens.ts";
import { matchTexts } from "../text/match-texts.ts";
import type { TokenText } from "../text/token-text.ts";

export interface WordSegment {
  readonly kind: "equal" | "insertion" | "deletion";
  readonly text: string;
}

interface Texts {
  readonly before: string;
  readonly after: string;
}

/**
 * Returns segments in reading order. No segment is empty, no two neighbours have the same kind, and a deletion comes before
 * its insertion.
 */
export function compareWords(
  texts: Texts,
  { lexicon, budget }: { readonly lexicon: Lexicon; readonly budget: Budget },
): WordSegment[] {
  if (texts.before === texts.after) return texts.after === "" ? [] : [{ kind: "equal", text: texts.after }];
  const tokens = { before: tokensOfText(texts.before, lexicon), after: tokensOfText(texts.after, lexicon) };
  const matches = matchTexts(
    { before: tokenText(tokens.before, texts.before), after: tokenText(tokens.after, texts.after) },
    { lexicon, budget },
  );
  const cut = (side: keyof Texts, from: number, to: number): string =>
    texts[side].slice(offsetOf(tokens[side], from, texts[side]), offsetOf(tokens[side], to, texts[side]));
  const segments: WordSegment[] = [];
  const add = (kind: WordSegment["kind"], text: string): void => {
    if (text !== "") segments.push({ kind, text });
  };
  let before = 0;
  let after = 0;
  const end = { before: tokens.before.keys.length, after: tokens.after.keys.length, length: 0 };
  for (const match of [...matches, end]) {
    add("deletion", cut("before", before, match.before));
    add("insertion", cut("after", after, match.after));
    add("equal", cut("after", match.after, match.after + match.length));
    before = match.before + match.length;
    after = match.after + match.length;
  }
  return segments;
}

/** Returns the tokens of a text, cut like a paragraph with a single run of text. */
export function tokensOfText(text: string, lexicon: Lexicon): Tokens {
  return tokensOf([{ kind: "text", node: NONE, run: NONE, text, identity: text, link: "" }], lexicon);
}

function tokenText({ keys, offsets }: Tokens, text: string): TokenText {
  const starts = offsets.slice();
  starts[keys.length] = text.length;
  return { keys, text, starts };
}

function offsetOf({ keys, offsets }: Tokens, token: number, text: string): number {
  return token >= keys.length ? text.length : offsets[token]!;
}
