// Computes the text of a script if the changes of some authors are accepted and the others rejected.

import type { Marks, ParagraphItem, Piece, Script } from "@versus/engine/inside";
import { authorsOf } from "./random-script.ts";

export function projectScript({ body }: Script, accepted: ReadonlySet<string>): string[] {
  const isThere = ({ move, text }: Marks): boolean => [move, text].every((mark) => mark === undefined || holds(mark));
  const holds = ({ change, label }: NonNullable<Marks["move" | "text"]>): boolean => {
    const isAccepted = authorsOf(label.author).some((author) => accepted.has(author));
    return change === "insertion" || change === "movedTo" ? isAccepted : !isAccepted;
  };
  const lines: string[] = [];
  let open = "";
  for (const step of body.steps) {
    if (step.kind === "keep") lines.push(textOf(step.item));
    else if (step.kind === "whole" && step.item.kind === "paragraph") {
      if (holds(step.mark as NonNullable<Marks["text"]>)) lines.push(textOf(step.item));
    } else if (step.kind === "flow") {
      for (const one of step.steps) {
        if (one.kind !== "paragraph") continue;
        for (const piece of one.pieces) if (piece.kind === "piece" && isThere(piece.marks)) open += textIn(piece);
        if (!isThere(one.end.marks)) continue;
        lines.push(open);
        open = "";
      }
    }
  }
  return lines;
}

function textOf({ units }: ParagraphItem): string {
  return units.map(({ text }) => text).join("");
}

/** Each paragraph has one unit. */
function textIn({ item, from, to }: Piece): string {
  const text = textOf(item);
  return text.slice(from.unit === 0 ? from.offset : text.length, to.unit === 0 ? to.offset : text.length);
}
