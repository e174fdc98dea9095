// Carries out the plan of a document on a copy of the after document.

import type { WordDocument } from "../../document/open-document.ts";
import { storiesOf } from "../../document/stories.ts";
import { W } from "../../document/word-names.ts";
import type { Notice } from "../../failures/failure.ts";
import { elementsNamed } from "../../ooxml/xml/named-spans.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { ancestor } from "../../revisions/markup.ts";
import { RevisionMaker, type Signature } from "../../revisions/write/revision-maker.ts";
import { Adoption } from "../adopt/adoption.ts";
import { readContainer } from "../content/items.ts";
import type { Side } from "../content/side.ts";
import { type DocumentPlan, noteStories } from "../plan/plan-document.ts";
import { listPairs } from "./list-pairs.ts";
import { markDeletedContent, markInsertedContent } from "./mark-items.ts";
import { writeContainer } from "./write-container.ts";
import { writeSections } from "./write-sections.ts";
import type { Writing } from "./writing.ts";

export interface Written {
  readonly document: WordDocument;
  readonly notices: readonly Notice[];
}

export function writeDocument(plan: DocumentPlan, sides: { before: Side; after: Side }, signature: Signature): Written {
  const { before, after } = sides;
  const result: WordDocument = { ...after.document, package: after.document.package.fork() };
  const trees = new Set(storiesOf(result).map(({ tree }) => tree));
  const adoption = new Adoption({ before: before.document, result });
  adoption.preferLists(listPairs(plan.body));
  const writing: Writing = {
    result,
    before,
    after,
    maker: new RevisionMaker(signature, trees),
    adoption,
    insertedNotes: [],
    standIns: new Map(),
    movedNotes: new Set(),
    openMoves: new Map(),
  };
  writeContainer(plan.body, writing);
  writeSections(plan.sections, plan.planning, writing);
  markNotes(writing);
  return { document: result, notices: [...adoption.notices, ...releaseBindings(writing)] };
}

/** What the notes of inserted and deleted references say came and went with them. */
function markNotes(writing: Writing): void {
  const inserted = noteStories(writing.after);
  for (const { kind, id } of writing.insertedNotes) {
    const story = inserted.get(`${kind} ${id}`);
    if (story !== undefined) markInsertedContent(writing, readContainer(writing.after, story, story.root).items);
  }
  const deleted = noteStories(writing.before);
  for (const { kind, id, root, part, beforeId } of [...writing.adoption.notes]) {
    const story = deleted.get(`${kind} ${beforeId}`);
    const isMoved = writing.movedNotes.has(`${kind} ${id}`);
    if (story !== undefined && !isMoved) markDeletedContent(writing, { story, node: root, part });
  }
}

/** Word fills a bound control from its data when it opens the document: marks in it would be lost. */
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
