// Collects the pieces of paragraphs in the order in which a reader meets them.

import { pieceOf } from "../../compare/script/moved-pieces.ts";
import type { End, LookChange, MarkedTable, Marks, ParagraphStep } from "../../redline/script/script.ts";
import type { StructureChange } from "../../revisions/write/mark-structure.ts";
import type { Slice } from "../patches.ts";

type AnyPiece = ParagraphStep["pieces"][number];

export class FlowBuilder {
  readonly steps: (ParagraphStep | MarkedTable)[] = [];
  /** Of text that stays in other links, and of what moved here. */
  readonly looks: LookChange[] = [];
  #pieces: AnyPiece[] = [];

  add(...pieces: readonly AnyPiece[]): void {
    this.#pieces.push(...pieces);
  }

  /** Adds something of a revision. A table takes the text mark alone. */
  addSlices(slices: readonly Slice[], marks: Marks): void {
    for (const slice of slices) {
      if (slice.kind === "tokens") this.add(pieceOf(slice, marks));
      else if (slice.kind === "end") this.end({ item: slice.item, marks });
      else {
        const mark = marks.text ?? { change: "insertion" as StructureChange, label: marks.move!.label };
        this.steps.push({ kind: "table", item: slice.item, mark });
      }
    }
  }

  end(end: End): void {
    this.steps.push({ kind: "paragraph", pieces: this.#pieces, end });
    this.#pieces = [];
  }
}
