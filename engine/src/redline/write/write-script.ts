// Writes a script into a copy of its carrier.

import { CommentWriter } from "../../document/marks/write-comments.ts";
import { forkDocument, type WordDocument } from "../../document/open-document.ts";
import { storiesOf } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import type { Notice } from "../../failures/failure.ts";
import { elementsNamed } from "../../ooxml/xml/named-spans.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { ancestor } from "../../revisions/markup.ts";
import { RevisionMaker } from "../../revisions/write/revision-maker.ts";
import { readContainer } from "../content/items.ts";
import { Importer } from "../import/importer.ts";
import type { Script } from "../script/script.ts";
import { anchorBlock } from "./anchors.ts";
import { bringBookmarks } from "./brought/bring-bookmarks.ts";
import { bringComments } from "./brought/bring-comments.ts";
import { markCopiedContent, markStandingContent, structural } from "./whole-blocks.ts";
import { noteName, writeContainer } from "./write-container.ts";
import { writeSections } from "./write-sections.ts";
import { treeOf, type Writing } from "./writing.ts";

export interface WrittenRedline {
  readonly document: WordDocument;
  readonly notices: readonly Notice[];
}

export function writeScript({
  carrier,
  body,
  sections,
  lists,
  anchors = [],
  copies = new Map(),
}: Script): WrittenRedline {
  const result: WordDocument = forkDocument(carrier.document);
  const trees = new Set(storiesOf(result).map(({ tree }) => tree));
  const writing: Writing = {
    result,
    carrier,
    maker: new RevisionMaker({ author: "", date: "" }, trees),
    importer: new Importer(result, lists),
    comments: new CommentWriter(result),
    markedNotes: [],
    writtenNotes: new Set(),
    copiedNotes: [],
    standIns: new Map(),
    openMoves: new Map(),
    openAnchors: new Map(),
    broughtBookmarks: new Set(),
  };
  writeContainer(body, writing);
  writeSections(sections, writing);
  markNotes(writing);
  for (const { part, node, anchor } of anchors) anchorBlock(writing, anchor, { tree: treeOf(writing, part), node });
  for (const source of lists.keys()) {
    const view = copies.get(source)?.view ?? (source.number === 0 ? "rejected" : "accepted");
    if (source !== carrier) bringBookmarks(source, view, writing);
  }
  const leftOut = bringComments(copies, writing);
  return { document: result, notices: [...writing.importer.notices, ...leftOut, ...releaseBindings(writing)] };
}

/** Marks the notes of inserted and deleted references, unless the script has steps for the note (RDL-16). */
function markNotes(writing: Writing): void {
  for (const { kind, id, mark } of writing.markedNotes) {
    const story = writing.carrier.note(kind, id);
    if (story === undefined || writing.writtenNotes.has(noteName(story.part, story.root))) continue;
    markStandingContent(writing, readContainer(writing.carrier, story, story.root).items, mark);
  }
  for (const { note, source, mark } of [...writing.copiedNotes]) {
    if (mark.change === "movedFrom" || mark.change === "movedTo") continue;
    const story = source.note(note.kind, note.beforeId);
    if (story === undefined) continue;
    const copy = { source, story, node: note.root, part: note.part, mark: structural(mark) };
    markCopiedContent(writing, copy);
  }
}

/**
 * Removes the data binding of changed content controls. Word fills a bound control from its data on opening, which
 * would lose the tracked changes in it.
 */
function releaseBindings({ result, maker }: Writing): Notice[] {
  if (maker.count === 0) return [];
  return storiesOf(result).flatMap(({ tree, part }) => {
    const bound = changedBindings(tree);
    for (const node of bound) tree.remove(node);
    return bound.map((): Notice => ({ code: "DATA_BINDING_REMOVED", part }));
  });
}

function changedBindings(tree: Tree): NodeId[] {
  return elementsNamed(tree, new Set([W.dataBinding])).filter((node) => {
    const control = ancestor(tree, node, W.sdt);
    return control !== NONE && !tree.isClosed(control);
  });
}
