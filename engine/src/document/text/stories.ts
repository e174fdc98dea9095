// Lists the stories of a document: flows of paragraphs and tables that are read separately.
//
// The body is a story, and so is each header, footer, footnote, endnote and comment. Text boxes are inside the paragraphs of
// other stories (`text-boxes.ts`). Each header or footer part is one story, even if several sections show it (`sections.ts`). A
// part that has two relationships, or two roles, is read once, in its first role.

import { type NamespaceRules, readChildren, readingOf } from "../../ooxml/parts/compatibility.ts";
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
  /** The namespaces that a reader of the part understands, and those that it ignores. */
  readonly reading: NamespaceRules;
  /** Element whose children are the story's blocks. */
  readonly root: NodeId;
}

/**
 * Returns all stories except text boxes: body, headers, footers, footnotes, endnotes, comments. Within a kind, the
 * order is that of the relationships of the main part, then that inside the part.
 */
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

/** Returns the body; undefined if the document has none. */
export function bodyOf(document: WordDocument): Story | undefined {
  return partStories(document, { part: document.main, kind: "body", name: W.body })[0];
}

interface StoryPart {
  readonly part: string;
  readonly kind: StoryKind;
  /** Name of the elements that contain one story each; undefined if the root contains the story. */
  readonly name: NameId | undefined;
}

/** Kinds of stories with their relationship to the main part. */
// policy: the parts that hold stories, and what holds one story in each
const RELATED: readonly (Omit<StoryPart, "part"> & { readonly relationship: string })[] = [
  { relationship: "header", kind: "header", name: undefined },
  { relationship: "footer", kind: "footer", name: undefined },
  { relationship: "footnotes", kind: "footnote", name: W.footnote },
  { relationship: "endnotes", kind: "endnote", name: W.endnote },
  { relationship: "comments", kind: "comment", name: W.comment },
];

/** Returns the existing parts with a relationship of the kind from the main part, each once. */
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

/** True if a note is a separator between text and notes. Word stores separators among the notes, with a type. */
export function isSeparatorNote({ tree, root, kind }: Story): boolean {
  const type = kind === "footnote" || kind === "endnote" ? tree.attribute(root, W.type) : undefined;
  return type !== undefined && type !== "normal";
}

/** Returns the parent of a node, or NONE for the root of the story. */
export function parentInStory({ tree, root }: Story, node: NodeId): NodeId {
  return node === root ? NONE : tree.parent(node);
}

/** Maps kind and id to the notes of a document, without separators. The first of two notes with the same id counts. */
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
