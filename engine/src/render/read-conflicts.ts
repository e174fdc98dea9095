// Reads the conflicts of a merge: around text, at marks, rows and cells, and as a list of sides.
//
// A side consists of all revisions that accept the same of the competing changes. The text of a side is that of the
// conflict's spots with these changes accepted and all others rejected. If whole blocks compete, the text of a side is
// the text that it inserts. The sides of a property conflict are in the record of the merge.

import { Clauses } from "../document/lists/clauses.ts";
import type { Numbering } from "../document/lists/numbering.ts";
import { type MergeRecord, revisionsByLabel, sideLetter } from "../document/merge-record.ts";
import { ParagraphReader } from "../document/text/inlines.ts";
import type { Story } from "../document/text/stories.ts";
import { wordDifference } from "../document/text/word-difference.ts";
import { W } from "../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import type { IdOf } from "../revisions/block-ids.ts";
import type { Conflict, ConflictSpot } from "../revisions/choose/conflicts.ts";
import { ancestor } from "../revisions/markup.ts";
import type { Revision } from "../revisions/revision.ts";
import { changedText } from "./changes/decision-words.ts";
import { ConflictContexts, Destinations } from "./conflict-context.ts";
import type { ConflictAction, ConflictSide, DifferenceSegment, RedlineConflict } from "./redline.ts";

/** The number of a conflict. Each position of the conflict has one object. */
export interface ConflictPlace {
  readonly conflict: number;
}

/** Finds the conflict that contains a run. */
export type FindConflict = (story: Story, run: NodeId) => ConflictPlace | undefined;

/** Finds the conflicts of a document by position. */
export class ConflictPlaces {
  readonly #runs = new Map<Tree, Map<NodeId, ConflictPlace>>();
  readonly #changes = new Map<Tree, Map<NodeId, number>>();

  constructor(conflicts: readonly Conflict[]) {
    for (const { id, kind, spots, members } of conflicts) {
      // A property conflict concerns text that all revisions have.
      if (kind === "property") continue;
      for (const { tree, inside } of spots) {
        const place = { conflict: id };
        for (const node of inside) entriesOf(this.#runs, tree).set(node, place);
      }
      for (const { tree, node } of members) entriesOf(this.#changes, tree).set(node, id);
    }
  }

  readonly at: FindConflict = ({ tree }, run) => this.#runs.get(tree)?.get(run);

  /** Returns the conflict that the change of a mark, a row or a cell is part of. */
  of(tree: Tree, node: NodeId): number | undefined {
    return this.#changes.get(tree)?.get(node);
  }
}

function entriesOf<Value>(byTree: Map<Tree, Map<NodeId, Value>>, tree: Tree): Map<NodeId, Value> {
  return entryOf(byTree, tree, () => new Map<NodeId, Value>());
}

function entryOf<Key, Value>(entries: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = entries.get(key) ?? make();
  entries.set(key, known);
  return known;
}

interface ConflictSources {
  readonly numbering: Numbering;
  readonly stories: readonly Story[];
  readonly idOf: IdOf;
  readonly record: MergeRecord | undefined;
}

/** The sources that reading the sides needs in addition. */
interface SideSources extends ConflictSources {
  readonly makers: ReadonlyMap<string, readonly number[]>;
  readonly recorded: ReadonlyMap<number, MergeRecord["conflicts"][number]>;
  readonly storyAt: FindStory;
  readonly sides: SideTexts;
  /** Returns the destinations of moves in the body; undefined for the tree of another part. */
  readonly destinations: (tree: Tree) => Destinations | undefined;
}

export function readConflicts(conflicts: readonly Conflict[], given: ConflictSources): RedlineConflict[] {
  const makers = given.record === undefined ? new Map() : revisionsByLabel(given.record);
  const storyAt = storyFinder(given.stories);
  const recorded = new Map(given.record?.conflicts.map((one) => [one.id, one]));
  const body = given.stories.find((story) => story.kind === "body");
  const clauses =
    conflicts.length === 0 || body === undefined ? undefined : new Clauses(body, given.numbering, "rejected");
  let known: Destinations | undefined;
  const destinations = (tree: Tree): Destinations | undefined => {
    if (body === undefined || clauses === undefined || tree !== body.tree) return undefined;
    known ??= new Destinations(body, clauses);
    return known;
  };
  const sources: SideSources = { ...given, makers, recorded, storyAt, sides: new SideTexts(storyAt), destinations };
  const contexts = new ConflictContexts();
  return conflicts.map((conflict): RedlineConflict => {
    const { id, kind, spots } = conflict;
    const scope = recorded.get(id)?.scope;
    const first = placeOf(conflict);
    const clause = first === undefined || first.tree !== body?.tree ? "" : (clauses?.at(first.paragraph) ?? "");
    const story = first && sources.storyAt(first.tree, first.paragraph);
    const context = story === undefined ? { before: "", after: "" } : contexts.around(story, first!);
    const blocks = spots.flatMap(({ tree, paragraph }) => {
      const story = sources.storyAt(tree, paragraph);
      return story === undefined ? [] : [sources.idOf(story, paragraph)];
    });
    const sides = sidesOf(conflict, sources).map((side, at) => ({ letter: sideLetter(at), ...side }));
    const original = kind === "property" ? {} : { original: originalText(conflict, sources) };
    const named = { id, kind, ...(scope === undefined ? {} : { scope }), clause, context, ...original };
    return { ...named, blocks: [...new Set(blocks)], sides };
  });
}

/** Returns the spot that represents a conflict: for a move, the old position of the text. */
function placeOf({ kind, spots, members }: Conflict): ConflictSpot | undefined {
  const isOld = (spot: ConflictSpot): boolean =>
    members.some((one) => one.kind === "deletion" && one.tree === spot.tree && spot.inside.has(one.node));
  return (kind === "move" ? spots.find(isOld) : undefined) ?? spots[0];
}

/** Finds the story that contains a node: notes are many stories in one tree. */
type FindStory = (tree: Tree, node: NodeId) => Story | undefined;

export function storyFinder(stories: readonly Story[]): FindStory {
  const byTree = new Map<Tree, Map<NodeId, Story>>();
  for (const story of stories) entriesOf(byTree, story.tree).set(story.root, story);
  return (tree, node) => {
    const roots = byTree.get(tree);
    let at = node;
    while (at !== NONE && roots?.get(at) === undefined) at = tree.parent(at);
    return roots?.get(at);
  };
}

type NamedSide = Omit<ConflictSide, "letter">;

function sidesOf(conflict: Conflict, sources: SideSources): NamedSide[] {
  const { record, makers } = sources;
  const recorded = sources.recorded.get(conflict.id);
  const named = (indexes: readonly number[]): Pick<NamedSide, "revisions" | "authors"> => ({
    revisions: indexes.map((index) => record?.revisions[index]?.name ?? ""),
    authors: [...new Set(indexes.map((index) => record?.revisions[index]?.author ?? ""))],
  });
  if (conflict.kind === "property")
    return (recorded?.sides ?? []).map(({ revisions, text }) => ({ ...named(revisions), action: "formats", text }));
  if (record === undefined) return sidesByAuthor(conflict, sources);
  const takes = ({ author }: Revision, index: number): boolean => makers.get(author)?.includes(index) === true;
  const competing = record.revisions
    .map((_, index) => index)
    .filter((index) => recorded?.revisions?.includes(index) || conflict.members.some((one) => takes(one, index)));
  const groups = Map.groupBy(competing, (index) =>
    conflict.members.map((member) => (takes(member, index) ? "1" : "0")).join(""),
  );
  return [...groups.values()].map((revisions) => {
    const key = revisions[0]!;
    const side = { key, accepts: (author: string) => makers.get(author)?.includes(key) === true };
    return { ...named(revisions), ...proposed(conflict, side, sources) };
  });
}

/** Returns what a side proposes. */
function proposed(
  conflict: Conflict,
  side: AcceptedSide,
  sources: SideSources,
): Pick<NamedSide, "action" | "destination" | "text" | "content"> {
  const action = actionOf(conflict, side);
  const text = sideText(conflict, side, sources);
  if (action !== "moves") return { action, text, content: differenceOf(originalText(conflict, sources), text) };
  const destination = destinationOf(conflict, side, sources);
  return { action, ...(destination === undefined ? {} : { destination }), text };
}

function differenceOf(original: string, text: string): DifferenceSegment[] {
  const { start, old, present, end } = wordDifference(original, text);
  const segments: DifferenceSegment[] = [
    { text: start },
    { type: "deletion", text: old },
    { type: "insertion", text: present },
    { text: end },
  ];
  return segments.filter((segment) => segment.text !== "");
}

/** Returns the position to which a side moves the text; undefined outside of the body. */
function destinationOf({ spots, members }: Conflict, { accepts }: AcceptedSide, sources: SideSources) {
  const spot = spots.find(({ tree, inside }) =>
    members.some((one) => one.kind === "insertion" && accepts(one.author) && one.tree === tree && inside.has(one.node)),
  );
  return spot === undefined ? undefined : sources.destinations(spot.tree)?.before(spot.paragraph);
}

function actionOf({ kind, members, spots }: Conflict, { accepts }: AcceptedSide): ConflictAction {
  const isIn = (spot: ConflictSpot, { tree, node }: Revision): boolean => spot.tree === tree && spot.inside.has(node);
  const came = members.filter((one) => one.kind === "insertion" && accepts(one.author));
  if (came.length === 0) return "deletes";
  const gone = members.filter((one) => one.kind === "deletion");
  const old = spots.find((spot) => gone.some((one) => isIn(spot, one)));
  if (kind === "move" && old !== undefined && !came.some((one) => isIn(old, one))) return "moves";
  return gone.length > 0 ? "edits" : "inserts";
}

/** Returns the sides of a document without a merge record. Each author is one side. */
function sidesByAuthor(conflict: Conflict, sources: SideSources): NamedSide[] {
  const authors = [...new Set(conflict.members.filter(({ kind }) => kind === "insertion").map(({ author }) => author))];
  return authors.map((author) => {
    const side = { key: author, accepts: (one: string) => one === author || one.split(", ").includes(author) };
    return { revisions: [author], authors: [author], ...proposed(conflict, side, sources) };
  });
}

/** A side of conflicts, as a test for the authors whose changes it accepts. */
interface AcceptedSide {
  /** The number of a revision or the name of an author: equal for the same side in every conflict. */
  readonly key: number | string;
  readonly accepts: (author: string) => boolean;
}

/** The side that keeps the original. */
const ORIGINAL: AcceptedSide = { key: -1, accepts: () => false };

function originalText(conflict: Conflict, sources: SideSources): string {
  if (conflict.kind === "text") return sideText(conflict, ORIGINAL, sources);
  const gone = conflict.members.filter(({ kind, place }) => kind === "deletion" && place === "content");
  return textsOf(gone, sources);
}

function sideText({ kind, spots, members }: Conflict, side: AcceptedSide, sources: SideSources): string {
  if (kind !== "text") {
    const content = members.filter(({ place }) => place === "content");
    return textsOf(
      content.filter((one) => one.kind === "insertion" && side.accepts(one.author)),
      sources,
    );
  }
  const texts = spots.map((spot) => sources.sides.textIn(spot, side));
  return texts.filter((text) => text !== "").join("\n");
}

/**
 * Remembers the texts of paragraphs by side. A paragraph with many conflicts is read once per side, not once per
 * conflict.
 */
class SideTexts {
  readonly #storyAt: FindStory;
  readonly #read = new Map<Tree, Map<NodeId, Map<number | string, ReadonlyMap<NodeId, string>>>>();

  constructor(storyAt: FindStory) {
    this.#storyAt = storyAt;
  }

  textIn({ tree, paragraph, inside }: ConflictSpot, side: AcceptedSide): string {
    const bySide = entryOf(entriesOf(this.#read, tree), paragraph, () => new Map());
    const byRun = entryOf(bySide, side.key, () => this.#textsOf(tree, paragraph, side));
    let text = "";
    for (const node of inside) text += byRun.get(node) ?? "";
    return text;
  }

  /** Maps runs to their texts. */
  #textsOf(tree: Tree, paragraph: NodeId, { accepts }: AcceptedSide): ReadonlyMap<NodeId, string> {
    const texts = new Map<NodeId, string>();
    const story = this.#storyAt(tree, paragraph);
    const inlines = story === undefined ? [] : new ParagraphReader(story, { accepts }).read(paragraph).inlines;
    for (const { run, text } of inlines) texts.set(run, (texts.get(run) ?? "") + text);
    return texts;
  }
}

/** Returns the text of changes with one line per paragraph. */
function textsOf(changes: readonly Revision[], { stories }: SideSources): string {
  const storyOf = new Map(stories.map((story) => [story.tree, story]));
  const paragraphs = Map.groupBy(changes, ({ tree, node, part }) => `${part} ${ancestor(tree, node, W.p)}`);
  return [...paragraphs.values()].map((one) => changedText(one, storyOf)).join("\n");
}
