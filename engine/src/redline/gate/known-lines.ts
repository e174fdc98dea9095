// Keeps lines that many views of one redline share.
//
// The redline of a merge is read once for every copy. If none of the changes in a paragraph is accepted, it reads as
// with all changes rejected, and most copies touch few paragraphs. That line is read once and reused.

import type { Inline } from "../../document/text/inlines.ts";
import type { AuthorsView } from "../../document/text/views.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { descendants } from "../../revisions/markup.ts";
import type { Line } from "./line.ts";

/** A line with all changes rejected, and the authors of changes in its paragraph. */
interface KnownLine {
  readonly line: Line;
  readonly authors: ReadonlySet<string>;
}

export class KnownLines {
  readonly #known = new Map<Tree, Map<NodeId, KnownLine>>();

  /**
   * Keeps the line of a paragraph, unless it contains a field, a note, an image or an object, whose lines depend on
   * more than the paragraph. A paragraph with the end mark of a field is read in every view, so that the field ends. The
   * caller passes only paragraphs that are not joined with another one and end no section.
   */
  remember(tree: Tree, line: Line, inlines: readonly Inline[]): void {
    if (!inlines.every(({ kind, field }) => kind !== "field" && field === NONE && !HANGING.has(kind))) return;
    const authors = authorsIn(tree, line.node);
    if (authors === undefined) return;
    const known = this.#known.get(tree) ?? new Map<NodeId, KnownLine>();
    this.#known.set(tree, known.set(line.node, { line, authors }));
  }

  /** Returns the line of a paragraph if the view accepts no change in it and the line is known. */
  find(tree: Tree, node: NodeId, { accepts }: AuthorsView): Line | undefined {
    const known = this.#known.get(tree)?.get(node);
    if (known === undefined) return undefined;
    for (const author of known.authors) if (accepts(author)) return undefined;
    return known.line;
  }
}

const HANGING: ReadonlySet<Inline["kind"]> = new Set(["footnote", "endnote", "image", "object"]);

/** Returns the authors of the changes in a paragraph; undefined if it contains a mark of a field. */
function authorsIn(tree: Tree, paragraph: NodeId): ReadonlySet<string> | undefined {
  const authors = new Set<string>();
  for (const node of descendants(tree, paragraph)) {
    if (!tree.isElement(node)) continue;
    if (tree.name(node) === W.fldChar) return undefined;
    const author = tree.attribute(node, W.author);
    if (author !== undefined) authors.add(author);
  }
  return authors;
}
