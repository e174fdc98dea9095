// Records the version that first had each word, paragraph mark, row and cell of a document.
//
// A version is its index among all versions; its parents come before it, and the root is 0. Words are the tokens of a
// comparison.

import type { NodeId, Tree } from "../ooxml/xml/tree.ts";
import type { CellItem, ParagraphItem, RowItem } from "../redline/content/items.ts";

export interface ParagraphBirths {
  /** Indexed by token. */
  readonly tokens: readonly number[];
  readonly mark: number;
}

export class Births {
  /** The version of all content without a record. */
  readonly version: number;
  readonly #paragraphs = new Places<ParagraphBirths>();
  readonly #structures = new Places<number>();

  constructor(version: number) {
    this.version = version;
  }

  ofParagraph(item: ParagraphItem): ParagraphBirths {
    const known = this.#paragraphs.get(item.story.tree, item.node);
    return known ?? { tokens: item.tokens.keys.length === 0 ? [] : this.#allOf(item), mark: this.version };
  }

  #allOf({ tokens }: ParagraphItem): number[] {
    return Array.from(tokens.keys, () => this.version);
  }

  /**
   * A paragraph may be recorded twice: two sections show one header, or two branches bring the same text to a merge.
   * For each token and for the mark, the earlier version is kept.
   */
  tellParagraph({ story: { tree }, node }: ParagraphItem, births: ParagraphBirths): void {
    const known = this.#paragraphs.get(tree, node);
    this.#paragraphs.set(tree, node, known === undefined ? births : earlier(known, births));
  }

  ofRow({ story, row }: RowItem): number {
    return this.#structures.get(story.tree, row.node) ?? this.version;
  }

  tellRow(item: RowItem, version: number): void {
    this.#structures.set(item.story.tree, item.row.node, Math.min(version, this.ofRow(item)));
  }

  ofCell({ container, cell }: CellItem): number {
    return this.#structures.get(container.story.tree, cell.node) ?? this.version;
  }

  tellCell(item: CellItem, version: number): void {
    this.#structures.set(item.container.story.tree, item.cell.node, Math.min(version, this.ofCell(item)));
  }
}

function earlier(one: ParagraphBirths, other: ParagraphBirths): ParagraphBirths {
  const tokens = one.tokens.map((version, token) => Math.min(version, other.tokens[token]!));
  return { tokens, mark: Math.min(one.mark, other.mark) };
}

/** Maps nodes to values. Node ids are unique within a tree only. */
class Places<Value> {
  readonly #trees = new Map<Tree, Map<NodeId, Value>>();

  get(tree: Tree, node: NodeId): Value | undefined {
    return this.#trees.get(tree)?.get(node);
  }

  set(tree: Tree, node: NodeId, value: Value): void {
    const known = this.#trees.get(tree);
    if (known === undefined) this.#trees.set(tree, new Map([[node, value]]));
    else known.set(node, value);
  }
}
