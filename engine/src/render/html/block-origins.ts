// Records which document node each block of a redline comes from.
//
// The JSON contains the text, and the page reads the formatting from the document (HTM-1).

import type { Story } from "../../document/text/stories.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import type { BlockWatcher, ParagraphOrigin } from "../read-blocks.ts";
import type { Block, CellBlock, ParagraphBlock, RowBlock, TableBlock } from "../redline.ts";

export class BlockOrigins implements BlockWatcher {
  readonly #paragraphs = new Map<ParagraphBlock, ParagraphOrigin>();
  readonly #parts = new Map<TableBlock | RowBlock | CellBlock, NodeId>();
  readonly #stories = new Map<Tree, Map<NodeId, readonly Block[]>>();

  onParagraph(block: ParagraphBlock, origin: ParagraphOrigin): void {
    this.#paragraphs.set(block, origin);
  }

  onTablePart(block: TableBlock | RowBlock | CellBlock, node: NodeId): void {
    this.#parts.set(block, node);
  }

  onStory({ tree, root }: Story, blocks: readonly Block[]): void {
    const ofTree = this.#stories.get(tree) ?? new Map<NodeId, readonly Block[]>();
    this.#stories.set(tree, ofTree.set(root, blocks));
  }

  ofParagraph(block: ParagraphBlock): ParagraphOrigin {
    return this.#paragraphs.get(block)!;
  }

  nodeOf(block: TableBlock | RowBlock | CellBlock): NodeId {
    return this.#parts.get(block)!;
  }

  /** Returns the blocks of a story; an empty array for a story that was not read. */
  blocksOf({ tree, root }: Story): readonly Block[] {
    return this.#stories.get(tree)?.get(root) ?? [];
  }
}
