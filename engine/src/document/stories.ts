// The stories of a document: each a flow of paragraphs and tables that is read on its own.
//
// The body is one story, and so is every header, footer, footnote, endnote and comment. Text boxes
// stand inside the paragraphs of other stories and are found there. Which header a section shows is
// the matter of sections; here each part is one story, however many sections show it.

import { type Reading, readChildren, readingOf } from "../ooxml/parts/compatibility.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import type { WordDocument } from "./open-document.ts";
import { understood, W } from "./word-names.ts";

export type StoryKind = "body" | "header" | "footer" | "footnote" | "endnote" | "comment" | "textbox";

export interface Story {
  readonly kind: StoryKind;
  readonly part: string;
  readonly tree: Tree;
  /** How the part's markup compatibility is read. */
  readonly reading: Reading;
  /** The element whose children are the story's blocks. */
  readonly root: NodeId;
}

/** All stories but text boxes: body, headers, footers, footnotes, endnotes, comments, each kind in document order. */
export function storiesOf(document: WordDocument): Story[] {
  const body = partStories(document, { part: document.main, kind: "body", names: [W.body] });
  const related = RELATED.flatMap(({ relationship, kind, names }) =>
    partsOf(document, relationship).flatMap((part) => partStories(document, { part, kind, names })),
  );
  return [...body, ...related];
}

/** How each kind of story hangs on the main part, and the elements that hold one: none for the root itself. */
const RELATED: readonly { relationship: string; kind: StoryKind; names: readonly NameId[] }[] = [
  { relationship: "header", kind: "header", names: [] },
  { relationship: "footer", kind: "footer", names: [] },
  { relationship: "footnotes", kind: "footnote", names: [W.footnote] },
  { relationship: "endnotes", kind: "endnote", names: [W.endnote] },
  { relationship: "comments", kind: "comment", names: [W.comment] },
];

/** The parts that the main part relates to in a way, each once. */
export function partsOf({ package: opened, main }: WordDocument, relationship: string): string[] {
  const related = opened.relationships(main).filter(({ kind, part }) => kind === relationship && part !== undefined);
  return [...new Set(related.map(({ part }) => part!))].filter((part) => opened.has(part) && part !== main);
}

function partStories(
  document: WordDocument,
  { part, kind, names }: { part: string; kind: StoryKind; names: readonly NameId[] },
): Story[] {
  const tree = document.package.tree(part);
  const reading = readingOf(tree, understood);
  if (names.length === 0) return [{ kind, part, tree, reading, root: tree.root }];
  const roots = [...readChildren(tree, tree.root, reading)].filter((child) => names.includes(tree.name(child)));
  return roots.map((root) => ({ kind, part, tree, reading, root }));
}

/** A separator between text and notes is kept among the notes but is none: it has a type. */
export function isSeparatorNote({ tree, root, kind }: Story): boolean {
  const type = kind === "footnote" || kind === "endnote" ? tree.attribute(root, W.type) : undefined;
  return type !== undefined && type !== "normal";
}

/** The parent of a node, or NONE where the story ends. */
export function parentInStory({ tree, root }: Story, node: NodeId): NodeId {
  return node === root ? NONE : tree.parent(node);
}
