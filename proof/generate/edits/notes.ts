// Inserts and deletes notes with their references. The part of the notes must already exist.

import { type NameId, NONE, type NodeId, type Tree, W } from "@versus/engine/inside";
import { holdsAnchor } from "../anchors.ts";
import type { Draft, DraftStory, EditFinder } from "../draft.ts";
import { copiesOf, cutRun, elementsIn, make, makeRun, makeValue, removeFromRun, walk } from "../markup.ts";
import { matchesIn, type Place, pointAt } from "../places.ts";
import { newSentence } from "../words.ts";

const KINDS = {
  footnote: { relationship: "footnotes", note: W.footnote, reference: W.footnoteReference, mark: W.footnoteRef },
  endnote: { relationship: "endnotes", note: W.endnote, reference: W.endnoteReference, mark: W.endnoteRef },
} as const;
type NoteKind = keyof typeof KINDS;
const NOTE_KINDS: readonly NoteKind[] = ["footnote", "endnote"];

/** Returns the part of a kind of notes, or undefined. */
function notesPart({ document: { package: opened, main } }: Draft, kind: NoteKind): string | undefined {
  const related = opened.relationships(main).find((each) => each.kind === KINDS[kind].relationship);
  return related?.part !== undefined && opened.has(related.part) ? related.part : undefined;
}

export const insertNote: EditFinder = (draft) => {
  const kind = draft.draw(NOTE_KINDS.filter((each) => notesPart(draft, each) !== undefined));
  const found = draft.pick(draft.body, (place) =>
    draft.draw(place.isOutsideFields ? matchesIn(place, "(?<=[\\p{L}\\p{M}\\p{N}])(?=[\\s.,;:)]|$)") : []),
  );
  if (kind === undefined || found === undefined) return undefined;
  const [place, { start }] = found;
  return () => {
    const part = notesPart(draft, kind)!;
    const text = ` ${newSentence(place.text, draft.random)}`;
    draft.touch(place);
    const id = addNote(draft, { kind, part, text });
    addReference(draft, place, { kind, start, id });
    const story = { part, kind, index: -1 };
    const texts = { before: [], after: [text], offset: 0, removed: "", inserted: text };
    return { story, paragraph: -1, ...texts, anchor: place.index };
  };
};

/** Adds a note, formatted like the first existing one, and returns its id. */
function addNote(draft: Draft, { kind, part, text }: { kind: NoteKind; part: string; text: string }): string {
  const { note, mark } = KINDS[kind];
  const tree = draft.document.package.tree(part);
  const notes = elementsIn(tree, tree.root).filter((node) => tree.name(node) === note);
  const id = String(Math.max(0, ...notes.map((node) => Number(tree.attribute(node, W.id)) || 0)) + 1);
  const like = draft.stories.find(({ story }) => story.part === part && story.kind === kind)?.places[0];
  const properties = like === undefined ? [] : copiesOf(tree, like.node, W.pPr);
  const markRun = make(tree, W.r, ...markProperties(tree, like?.node ?? NONE, mark), tree.element(mark));
  const added = tree.element(note, [[W.id, id]]);
  tree.append(added, make(tree, W.p, ...properties, markRun, makeRun(tree, NONE, text)));
  tree.append(tree.root, added);
  return id;
}

function addReference(draft: Draft, place: Place, added: { kind: NoteKind; start: number; id: string }): void {
  const { tree } = place.story;
  const { reference } = KINDS[added.kind];
  // Uses the run as it was read, because an edit that other copies do not make may have put it into another paragraph.
  const like = draft.body.flatMap(({ inlines }) => inlines).find(({ kind }) => kind === added.kind);
  const properties = propertiesLike(tree, like?.run ?? NONE);
  const run = make(tree, W.r, ...properties, tree.element(reference, [[W.id, added.id]]));
  const next = cutRun(tree, pointAt(place, added.start));
  tree.insertBefore(place.node, run, next);
}

/** Returns the properties of the run of a paragraph that contains a mark. */
function markProperties(tree: Tree, paragraph: NodeId, mark: NameId): NodeId[] {
  const runs = paragraph === NONE ? [] : elementsIn(tree, paragraph).filter((node) => tree.name(node) === W.r);
  return propertiesLike(tree, runs.find((node) => tree.child(node, mark) !== NONE) ?? NONE);
}

/** Returns the properties of a mark's run; superscript if no run can be imitated. */
function propertiesLike(tree: Tree, run: NodeId): NodeId[] {
  const copies = copiesOf(tree, run, W.rPr);
  return copies.length > 0 ? copies : [make(tree, W.rPr, makeValue(tree, W.vertAlign, "superscript"))];
}

export const deleteNote: EditFinder = (draft) => {
  const notes = draft.stories.filter(({ story, places }) => {
    const isNote = story.kind === "footnote" || story.kind === "endnote";
    return isNote && places.every((place) => draft.isFree(place)) && !holdsAnchor(story.tree, story.root);
  });
  const counts = referenceCounts(draft);
  const single = notes.filter(
    ({ story }) => counts.get(keyOf(story.kind, story.tree.attribute(story.root, W.id))) === 1,
  );
  const found = draft.draw(
    single.flatMap((note) => referencesTo(draft, note).map((reference) => ({ note, reference }))),
  );
  if (found === undefined) return undefined;
  return () => {
    const { note, reference } = found;
    const { tree } = reference.place.story;
    draft.touch(reference.place, ...note.places);
    removeFromRun(tree, reference.run, reference.node);
    note.story.tree.remove(note.story.root);
    const before = note.places.map(({ text }) => text);
    const texts = { before, after: [], offset: 0, removed: before.join("\n"), inserted: "" };
    return { story: note.reference, paragraph: 0, ...texts, anchor: reference.place.index };
  };
};

function keyOf(kind: string, id: string | undefined): string {
  return `${kind} ${id}`;
}

/** Counts the references to each note in all stories, because a note may refer to another. */
function referenceCounts({ stories }: Draft): Map<string, number> {
  const counts = new Map<string, number>();
  const trees = [...new Set(stories.map(({ story }) => story.tree))];
  for (const kind of NOTE_KINDS) {
    const { reference } = KINDS[kind];
    const nodes = trees.flatMap((tree) =>
      (tree.mayHave(reference) ? [...walk(tree, tree.root)] : []).map((node) => ({ tree, node })),
    );
    for (const { tree, node } of nodes) {
      if (tree.name(node) !== reference) continue;
      const key = keyOf(kind, tree.attribute(node, W.id));
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

/** Returns the only reference to a note, if it is a plain one in a free paragraph of the body. */
function referencesTo(draft: Draft, { story }: DraftStory): { place: Place; node: NodeId; run: NodeId }[] {
  const kind = story.kind as NoteKind;
  const id = story.tree.attribute(story.root, W.id);
  const references = draft.body.flatMap((place) =>
    place.inlines
      .filter((inline) => inline.kind === kind && place.story.tree.attribute(inline.node, W.id) === id)
      .map(({ node, run, field }) => ({ place, node, run, field })),
  );
  const [{ place, node, run, field } = { place: undefined, node: NONE, run: NONE, field: NONE }] = references;
  if (place === undefined || references.length !== 1 || field !== NONE || !draft.isFree(place)) return [];
  const { tree } = place.story;
  const isPlain = tree.parent(run) === place.node && tree.parent(node) === run;
  return isPlain && tree.attribute(node, W.customMarkFollows) === undefined ? [{ place, node, run }] : [];
}
