// The stories of a document: each a flow of paragraphs and tables that is read on its own.
//
// The body is one story, and so is every header, footer, footnote, endnote and comment. Text boxes
// stand inside the paragraphs of other stories and are found there. Which header a section shows is
// the matter of sections; here each part is one story, however many sections show it. A part that
// relationships name twice, or in two roles, is read once, in the first role.

import { type Reading, readChildren, readingOf } from "../../ooxml/parts/compatibility.ts";
import { foldName } from "../../ooxml/parts/part-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { WordDocument } from "../open-document.ts";
import { understood, W } from "../word-names.ts";

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
  const seen = new Set([foldName(document.main)]);
  const related = RELATED.flatMap(({ relationship, kind, name }) => {
    const parts = partsOf(document, relationship).filter((part) => !seen.has(foldName(part)));
    for (const part of parts) seen.add(foldName(part));
    return parts.flatMap((part) => partStories(document, { part, kind, name }));
  });
  const body = bodyOf(document);
  return body === undefined ? related : [body, ...related];
}

/** The body; a document may lack it. */
export function bodyOf(document: WordDocument): Story | undefined {
  return partStories(document, { part: document.main, kind: "body", name: W.body })[0];
}

interface StoryPart {
  readonly part: string;
  readonly kind: StoryKind;
  /** The name of the elements that hold one story each; undefined where the root does. */
  readonly name: NameId | undefined;
}

/** How each kind of story hangs on the main part. */
// policy: the parts that hold stories, and what holds one story in each
const RELATED: readonly (Omit<StoryPart, "part"> & { readonly relationship: string })[] = [
  { relationship: "header", kind: "header", name: undefined },
  { relationship: "footer", kind: "footer", name: undefined },
  { relationship: "footnotes", kind: "footnote", name: W.footnote },
  { relationship: "endnotes", kind: "endnote", name: W.endnote },
  { relationship: "comments", kind: "comment", name: W.comment },
];

/** The parts that the main part relates to in a way, each once. */
export function partsOf({ package: opened, main }: WordDocument, relationship: string): string[] {
  const related = opened.relationships(main).filter(({ kind, part }) => kind === relationship && part !== undefined);
  const byName = new Map(related.map(({ part }) => [foldName(part!), part!]));
  byName.delete(foldName(main));
  return [...byName.values()].filter((part) => opened.has(part));
}

function partStories(document: WordDocument, { part, kind, name }: StoryPart): Story[] {
  const tree = document.package.tree(part);
  const reading = readingOf(tree, understood);
  if (name === undefined) return [{ kind, part, tree, reading, root: tree.root }];
  const roots = [...readChildren(tree, tree.root, reading)].filter((child) => tree.name(child) === name);
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

/** The notes of a document by kind and id, separators left out; of two with one id the first. */
export function noteStories(document: WordDocument): Map<string, Story> {
  const byId = new Map<string, Story>();
  for (const story of storiesOf(document)) {
    const isNote = story.kind === "footnote" || story.kind === "endnote";
    if (!isNote || isSeparatorNote(story)) continue;
    const key = `${story.kind} ${story.tree.attribute(story.root, W.id) ?? ""}`;
    if (!byId.has(key)) byId.set(key, story);
  }
  return byId;
}
