// Collects the pieces of paragraphs in reading order.

import { pieceOf } from "../../compare/script/moved-pieces.ts";
import type { End, LookChange, MarkedTable, Marks, ParagraphStep } from "../../redline/script/script.ts";
import type { StructureChange } from "../../revisions/write/mark-structure.ts";
import type { Slice } from "../patches.ts";

type AnyPiece = ParagraphStep["pieces"][number];

export class FlowBuilder {
  readonly steps: (ParagraphStep | MarkedTable)[] = [];
  /** Changes in text that stays inside other links, and in text that moved here. */
  readonly formatChanges: LookChange[] = [];
  #pieces: AnyPiece[] = [];

  add(...pieces: readonly AnyPiece[]): void {
    this.#pieces.push(...pieces);
  }

  /** Adds content of a revised copy. A table takes only the text mark. */
  addSlices(slices: readonly Slice[], marks: Marks): void {
    for (const slice of slices) {
      if (slice.kind === "tokens") this.add(pieceOf(slice, marks));
      else if (slice.kind === "end") this.end({ item: slice.item, marks });
      else {
        const mark = marks.text ?? { change: "insertion" as StructureChange, label: marks.move!.label };
        this.addTable({ kind: "table", item: slice.item, mark });
      }
    }
  }

  addTable(table: MarkedTable): void {
    this.steps.push(table);
  }

  end(end: End): void {
    this.steps.push({ kind: "paragraph", pieces: this.#pieces, end });
    this.#pieces = [];
  }
}
