// Reads the paragraphs of a redline with the judge's own reader: kept text and edits in turn.

import type { Piece, RedlineStory } from "../truth/pieces.ts";

/** Kept text, or an edit: the text deleted and inserted at one position. */
export interface Stretch {
  readonly kind: "kept" | "edit" | "moved";
  deleted: string;
  inserted: string;
}

export interface MarkedParagraph {
  readonly stretches: readonly Stretch[];
  /** The change of the paragraph mark, or `kept`. */
  readonly mark: Piece["mark"];
}

/** The character that represents an object in the text. */
export const OBJECT = "\ufffc";

export function readParagraphs(story: RedlineStory): MarkedParagraph[] {
  const paragraphs: MarkedParagraph[] = [];
  let stretches: Stretch[] = [];
  for (const piece of story.pieces) {
    if (piece.kind === "paragraph") {
      paragraphs.push({ stretches, mark: piece.mark });
      stretches = [];
    } else if (piece.kind === "text") add(stretches, piece.mark, piece.text);
    else if (piece.kind === "object") add(stretches, piece.mark, OBJECT);
  }
  return paragraphs;
}

function add(stretches: Stretch[], mark: Piece["mark"], text: string): void {
  const kind = mark === "kept" ? "kept" : mark === "inserted" || mark === "deleted" ? "edit" : "moved";
  let last = stretches.at(-1);
  if (last?.kind !== kind) {
    last = { kind, deleted: "", inserted: "" };
    stretches.push(last);
  }
  if (mark !== "inserted" && mark !== "moved-to") last.deleted += text;
  if (mark !== "deleted" && mark !== "moved-from") last.inserted += text;
}

/** Returns a paragraph in one line: `[-deleted-]{+inserted+}`. */
export function markedText({ stretches }: MarkedParagraph): string {
  return stretches
    .map(({ kind, deleted, inserted }) => {
      if (kind === "kept") return inserted;
      return `${deleted === "" ? "" : `[-${deleted}-]`}${inserted === "" ? "" : `{+${inserted}+}`}`;
    })
    .join("");
}
