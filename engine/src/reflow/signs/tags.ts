// The paragraphs that a file itself tells (RFL-80..82).
//
// Word and others write beside each text which paragraph it belongs to. Nothing on the page tells it better, not even where an
// author broke a line. Some programs guess, though, and tell every line, or a whole page, to be one paragraph. So tags count
// only in a file in which they agree with the lines that leave no doubt.

import { startsWithLabel } from "../labels.ts";
import { type TextLine, textOf } from "../lines.ts";
import { isSureWrap } from "./line-ends.ts";

/** Of the pairs of lines that leave no doubt, tags may contradict at most this share: authors do odd things, too. */
const MOST_WRONG = 0.1;
/** Lines further apart than this many sizes, and behind a full stop, are two paragraphs beyond doubt. */
const FAR = 2.5;

/** The paragraph of a line; undefined if the file tells none, or several. */
function toldParagraph({ pieces }: TextLine): number | undefined {
  let told: number | undefined;
  for (const { paragraph } of pieces) {
    if (paragraph === undefined) continue;
    if (told !== undefined && told !== paragraph) return undefined;
    told = paragraph;
  }
  return told;
}

/** True if two lines are told to be of one paragraph, false if of two; undefined if nothing is told. */
export function areToldOne(last: TextLine, next: TextLine): boolean | undefined {
  const [one, other] = [toldParagraph(last), toldParagraph(next)];
  return one === undefined || other === undefined ? undefined : one === other;
}

/** True if the tags of a file agree with what its lines show (RFL-81). */
export function areTagsTrue(pages: readonly (readonly TextLine[])[]): boolean {
  const count = { right: 0, wrong: 0 };
  for (const lines of pages) {
    for (const [at, next] of lines.slice(1).entries()) {
      const last = lines[at]!;
      const isOne = areToldOne(last, next);
      if (isOne === undefined) continue;
      if (isSureWrap(last, next)) count[isOne ? "right" : "wrong"] += 1;
      else if (isSureEnd(last, next)) count[isOne ? "wrong" : "right"] += 1;
    }
  }
  return count.wrong <= MOST_WRONG * (count.right + count.wrong);
}

function isSureEnd(last: TextLine, next: TextLine): boolean {
  const isFar = next.y - last.y > FAR * Math.max(last.size, next.size);
  return /[.!?:;]$/.test(textOf(last.pieces)) && (isFar || startsWithLabel(next));
}

/** A line of a file whose tags are not to be believed. */
export function withoutTags(line: TextLine): TextLine {
  return { ...line, pieces: line.pieces.map(({ paragraph: _, ...piece }) => piece) };
}
