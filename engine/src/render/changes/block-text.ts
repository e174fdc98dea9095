// Reads the text of blocks in one version, and the clause that a paragraph begins.

import { firstWords } from "../../document/lists/clauses.ts";
import type { Label } from "../../document/lists/numbering-labels.ts";
import type { ChangeUnit, ParagraphBlock, Segment } from "../redline.ts";
import { isLeftOut } from "./changes.ts";

/** Returns the text of segments with all changes accepted, or rejected. */
function textIn(segments: readonly Segment[], view: "accepted" | "rejected"): string {
  return segments
    .map((segment) => {
      if ("type" in segment && segment.type !== "conflict" && isLeftOut(segment.type, view)) return "";
      return "content" in segment ? textIn(segment.content, view) : segment.text;
    })
    .join("");
}

/**
 * Returns the clause that a paragraph begins: its number and first words. Undefined for a paragraph that is neither
 * numbered nor a heading. A deleted paragraph begins the clause that it was.
 */
export function clauseOf(block: ParagraphBlock, label: Label | undefined): ChangeUnit["clause"] | undefined {
  const isNumbered = label !== undefined && !label.isBullet;
  if (!isNumbered && block.type !== "heading") return undefined;
  const [text, former] = [textIn(block.content, "accepted"), textIn(block.content, "rejected")];
  return { number: isNumbered ? (block.number ?? "") : "", title: firstWords(text.trim() === "" ? former : text) };
}
