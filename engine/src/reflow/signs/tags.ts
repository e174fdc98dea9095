// Reads the paragraphs that the file itself tags (RFL-80..82).
//
// Word and others tag each text with its paragraph. Nothing on the page is more reliable, even where an author broke a
// line. But some programs guess, and tag every line or a whole page as one paragraph. So tags count only in a file in
// which they agree with the unambiguous lines.

import { startsWithLabel } from "../labels.ts";
import { lineText, type TextLine } from "../lines.ts";
import { isSureWrap } from "./line-ends.ts";

/** Maximum share of unambiguous line pairs that contradict the tags. Authors do odd things too. */
const MOST_WRONG = 0.1;
/** Lines further apart than this multiple of the font size, after a sentence end, are clearly two paragraphs. */
const FAR = 2.5;

/** Returns the tagged paragraph of a line; undefined without a tag, or with several. */
function toldParagraph({ pieces }: TextLine): number | undefined {
  let told: number | undefined;
  for (const { paragraph } of pieces) {
    if (paragraph === undefined) continue;
    if (told !== undefined && told !== paragraph) return undefined;
    told = paragraph;
  }
  return told;
}

/** True if the tags assign two lines to one paragraph, false if to two; undefined without tags. */
export function areToldOne(last: TextLine, next: TextLine): boolean | undefined {
  const [one, other] = [toldParagraph(last), toldParagraph(next)];
  return one === undefined || other === undefined ? undefined : one === other;
}

/** True if the tags of a file agree with its lines (RFL-81). */
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
  return /[.!?:;]$/.test(lineText(last.pieces)) && (isFar || startsWithLabel(next));
}

/** Returns a line without its tags, for a file with unreliable tags. */
export function withoutTags(line: TextLine): TextLine {
  return { ...line, pieces: line.pieces.map(({ paragraph: _, ...piece }) => piece) };
}
