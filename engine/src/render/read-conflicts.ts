// The conflicts of a merge as the renderings tell them: around text, at marks, rows and cells, and as a list of who wants what.
//
// The versions of a text are read from its marks: a side is all revisions that take the same of the competing changes, and
// its text is that of the spots with those changes accepted and all others rejected. Where whole blocks compete the text of
// a side is what it inserts. The sides of a property conflict stand in the record of the merge.

import { type MergeRecord, revisionsByLabel } from "../document/merge-record.ts";
import { ParagraphReader } from "../document/text/inlines.ts";
import type { Story } from "../document/text/stories.ts";
import { W } from "../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import type { IdOf } from "../revisions/block-ids.ts";
import type { Conflict } from "../revisions/choose/conflicts.ts";
import { ancestor } from "../revisions/markup.ts";
import type { Revision } from "../revisions/revision.ts";
import { textOf } from "./changes/decision-words.ts";
import type { ConflictSide, RedlineConflict } from "./redline.ts";

/** The number of a conflict that text stands in: one object for each of its places. */
export interface ConflictPlace {
  readonly conflict: number;
}

/** Finds the conflict that a run stands in. */
export type FindConflict = (story: Story, run: NodeId) => ConflictPlace | undefined;

/** Where the conflicts of a document stand. */
export class ConflictPlaces {
  readonly #runs = new Map<Tree, Map<NodeId, ConflictPlace>>();
  readonly #changes = new Map<Tree, Map<NodeId, number>>();

  constructor(conflicts: readonly Conflict[]) {
    for (const { id, kind, spots, members } of conflicts) {
      // A property conflict is about text that all revisions have.
      if (kind === "property") continue;
      for (const { tree, inside } of spots) {
        const place = { conflict: id };
        for (const node of inside) entriesOf(this.#runs, tree).set(node, place);
      }
      for (const { tree, node } of members) entriesOf(this.#changes, tree).set(node, id);
    }
  }

  readonly at: FindConflict = ({ tree }, run) => this.#runs.get(tree)?.get(run);

  /** The conflict that the change of a mark, a row or a cell is part of. */
  of(tree: Tree, node: NodeId): number | undefined {
    return this.#changes.get(tree)?.get(node);
  }
}

function entriesOf<Value>(byTree: Map<Tree, Map<NodeId, Value>>, tree: Tree): Map<NodeId, Value> {
  const known = byTree.get(tree) ?? new Map<NodeId, Value>();
  byTree.set(tree, known);
  return known;
}

interface ConflictSources {
  readonly stories: readonly Story[];
  readonly idOf: IdOf;
  readonly record: MergeRecord | undefined;
}

/** Further things that reading the sides needs. */
interface SideSources extends ConflictSources {
  readonly makers: ReadonlyMap<string, readonly number[]>;
  readonly storyAt: FindStory;
}

export function readConflicts(conflicts: readonly Conflict[], given: ConflictSources): RedlineConflict[] {
  const makers = given.record === undefined ? new Map() : revisionsByLabel(given.record);
  const sources: SideSources = { ...given, makers, storyAt: storyFinder(given.stories) };
  return conflicts.map((conflict) => {
    const { id, kind, spots } = conflict;
    const blocks = spots.flatMap(({ tree, paragraph }) => {
      const story = sources.storyAt(tree, paragraph);
      return story === undefined ? [] : [sources.idOf(story, paragraph)];
    });
    return { id, kind, blocks: [...new Set(blocks)], sides: sidesOf(conflict, sources) };
  });
}

/** Finds the story that a node stands in: notes are many stories in one tree. */
type FindStory = (tree: Tree, node: NodeId) => Story | undefined;

function storyFinder(stories: readonly Story[]): FindStory {
  const byTree = new Map<Tree, Map<NodeId, Story>>();
  for (const story of stories) entriesOf(byTree, story.tree).set(story.root, story);
  return (tree, node) => {
    const roots = byTree.get(tree);
    let at = node;
    while (at !== NONE && roots?.get(at) === undefined) at = tree.parent(at);
    return roots?.get(at);
  };
}

function sidesOf(conflict: Conflict, sources: SideSources): ConflictSide[] {
  const { record, makers } = sources;
  const recorded = record?.conflicts.find(({ id }) => id === conflict.id);
  const nameOf = (index: number): string => record?.revisions[index]?.name ?? "";
  if (conflict.kind === "property")
    return (recorded?.sides ?? []).map(({ revisions, text }) => ({ revisions: revisions.map(nameOf), text }));
  if (record === undefined) return sidesByAuthor(conflict, sources);
  const takes = ({ author }: Revision, index: number): boolean => makers.get(author)?.includes(index) === true;
  const competing = record.revisions
    .map((_, index) => index)
    .filter((index) => recorded?.revisions?.includes(index) || conflict.members.some((one) => takes(one, index)));
  const groups = Map.groupBy(competing, (index) =>
    conflict.members.map((member) => (takes(member, index) ? "1" : "0")).join(""),
  );
  return [...groups.values()].map((revisions) => ({
    revisions: revisions.map(nameOf),
    text: sideText(conflict, (author) => makers.get(author)?.includes(revisions[0]!) === true, sources),
  }));
}

/** Without a record every author stands for himself. */
function sidesByAuthor(conflict: Conflict, sources: SideSources): ConflictSide[] {
  const authors = [...new Set(conflict.members.filter(({ kind }) => kind === "insertion").map(({ author }) => author))];
  return authors.map((author) => ({
    revisions: [author],
    text: sideText(conflict, (one) => one === author || one.split(", ").includes(author), sources),
  }));
}

type Accepts = (author: string) => boolean;

function sideText({ kind, spots, members }: Conflict, accepts: Accepts, sources: SideSources): string {
  if (kind !== "text") {
    const content = members.filter(({ place }) => place === "content");
    return insertedText(
      content.filter((one) => one.kind === "insertion" && accepts(one.author)),
      sources,
    );
  }
  const texts = spots.map(({ tree, paragraph, inside }) => {
    const story = sources.storyAt(tree, paragraph);
    if (story === undefined) return "";
    const { inlines } = new ParagraphReader(story, { accepts }).read(paragraph);
    return inlines.map(({ run, text }) => (inside.has(run) ? text : "")).join("");
  });
  return texts.filter((text) => text !== "").join("\n");
}

/** A line for each paragraph. */
function insertedText(inserted: readonly Revision[], { stories }: SideSources): string {
  const storyOf = new Map(stories.map((story) => [story.tree, story]));
  const paragraphs = Map.groupBy(inserted, ({ tree, node, part }) => `${part} ${ancestor(tree, node, W.p)}`);
  return [...paragraphs.values()].map((one) => textOf(one, storyOf)).join("\n");
}
