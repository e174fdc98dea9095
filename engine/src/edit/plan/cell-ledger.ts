// Keeps what the edits of a request take out of cells and put into them, and tells when one would leave a cell without a paragraph
// (EDT-14 to EDT-20): alone, or together with those before it.

import type { AddressedPart } from "../../document/text/addresses.ts";
import { blocksOf } from "../../document/text/blocks.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { cellAround } from "../locate/blocks.ts";
import { emptyCell, type Problem } from "../refusal.ts";
import type { BlockTouch, Touch } from "./touch.ts";

/** What became of the cells of a part. */
interface PartCells {
  /** By uploaded block that no longer stands where it stood: the cell that it was moved into, or NONE. */
  readonly left: Map<NodeId, NodeId>;
  /** Cells with something in them that they did not have. */
  readonly filled: Set<NodeId>;
}

export class CellLedger {
  readonly #parts = new Map<AddressedPart, PartCells>();

  check(touches: readonly Touch[]): Problem[] {
    const leaving = touches.filter((touch) => touch.kind === "block").filter(({ effect }) => effect === "leaves");
    return [...Map.groupBy(leaving, ({ part }) => part)].flatMap(([part, blocks]): Problem[] => {
      const isEmptied = this.#empties(part, new Set(blocks.map(({ node }) => node)));
      return isEmptied ? [emptyCell(blocks[0]!.field)] : [];
    });
  }

  record(touches: readonly Touch[]): void {
    const blocks = touches.filter((touch) => touch.kind === "block");
    const beside = blocks.find(({ effect }) => effect === "beside");
    const cell = beside === undefined ? NONE : this.#cellOf(beside);
    if (cell !== NONE) this.#cellsOf(beside!.part).filled.add(cell);
    for (const { part, node, effect } of blocks) if (effect === "leaves") this.#cellsOf(part).left.set(node, cell);
  }

  /** Whether a cell would have nothing in it without some blocks. */
  #empties(part: AddressedPart, blocks: ReadonlySet<NodeId>): boolean {
    const { left, filled } = this.#cellsOf(part);
    const cells = new Set([...blocks].map((node) => cellAround(part, node)));
    return [...cells].some((cell) => {
      if (cell === NONE || filled.has(cell)) return false;
      return blocksOf(part.story, cell).every((block) => left.has(block) || blocks.has(block));
    });
  }

  /** The cell that an uploaded block stands in by now. */
  #cellOf({ part, node }: BlockTouch): NodeId {
    return this.#cellsOf(part).left.get(node) ?? cellAround(part, node);
  }

  #cellsOf(part: AddressedPart): PartCells {
    const known = this.#parts.get(part) ?? { left: new Map(), filled: new Set() };
    this.#parts.set(part, known);
    return known;
  }
}
