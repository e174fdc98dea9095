// Lines that many views of one redline share.
//
// A merge is read once for every copy. A paragraph in which none of the changes is accepted reads as it does with all of them
// rejected, and most copies touch few paragraphs: such a line is read once and taken again.

import type { Inline } from "../../document/text/inlines.ts";
import type { AuthorsView } from "../../document/text/views.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { descendants } from "../../revisions/markup.ts";
import type { Line } from "./line.ts";

/** A line with all changes rejected, and who changed something in its paragraph. */
interface KnownLine {
  readonly line: Line;
  readonly authors: ReadonlySet<string>;
}

export class KnownLines {
  readonly #known = new Map<Tree, Map<NodeId, KnownLine>>();

  /** Remembers the line of a paragraph that joins no other and ends no section, unless something in it leads out of it: a field, a note, a box. */
  remember(tree: Tree, line: Line, inlines: readonly Inline[]): void {
    if (!inlines.every(({ kind, field }) => kind !== "field" && field === NONE && !HANGING.has(kind))) return;
    const known = this.#known.get(tree) ?? new Map<NodeId, KnownLine>();
    this.#known.set(tree, known.set(line.node, { line, authors: authorsIn(tree, line.node) }));
  }

  /** The line of a paragraph in a view that accepts nothing in it. */
  find(tree: Tree, node: NodeId, { accepts }: AuthorsView): Line | undefined {
    const known = this.#known.get(tree)?.get(node);
    if (known === undefined) return undefined;
    for (const author of known.authors) if (accepts(author)) return undefined;
    return known.line;
  }
}

const HANGING: ReadonlySet<Inline["kind"]> = new Set(["footnote", "endnote", "image", "object"]);

function authorsIn(tree: Tree, paragraph: NodeId): ReadonlySet<string> {
  const authors = new Set<string>();
  for (const node of descendants(tree, paragraph)) {
    const author = tree.isElement(node) ? tree.attribute(node, W.author) : undefined;
    if (author !== undefined) authors.add(author);
  }
  return authors;
}
