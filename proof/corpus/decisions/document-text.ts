// Reads what a document says: the paragraphs of every story, and the shapes of its tables.
//
// Two documents with the same text are equal here, whatever their markup. Notes are in the order of their references,
// because their ids and their order in their part have no meaning. Comments are left out, because they are about the
// text.

import {
  blocksOf,
  cellsOf,
  type NodeId,
  ParagraphReader,
  paragraphsOf,
  rowsOf,
  type Story,
  storiesOf,
  textBoxesOf,
  W,
  type WordDocument,
} from "@versus/engine/inside";

/** The texts of one kind of story, or the shapes of all tables. */
export interface TextOfKind {
  readonly kind: "body" | "header" | "footer" | "footnote" | "endnote" | "textbox" | "table";
  readonly items: readonly string[];
}

export function documentText(document: WordDocument): TextOfKind[] {
  const stories = storiesOf(document);
  const ofKind = (kind: Story["kind"]): Story[] => stories.filter((story) => story.kind === kind);
  const flowing = [...ofKind("body"), ...ofKind("header"), ...ofKind("footer")];
  const notes = (kind: "footnote" | "endnote"): Story[] => referredNotes(flowing, kind, ofKind(kind));
  const all = [...flowing, ...notes("footnote"), ...notes("endnote")];
  return [
    { kind: "body", items: ofKind("body").flatMap(storyText) },
    { kind: "header", items: ofKind("header").flatMap(storyText) },
    { kind: "footer", items: ofKind("footer").flatMap(storyText) },
    { kind: "footnote", items: notes("footnote").flatMap(storyText) },
    { kind: "endnote", items: notes("endnote").flatMap(storyText) },
    { kind: "textbox", items: all.flatMap((story) => textBoxesOf(story)).flatMap((box) => storyText(box.story)) },
    { kind: "table", items: all.flatMap((story) => tableShapes(story)) },
  ];
}

export function storyText(story: Story): string[] {
  const reader = new ParagraphReader(story);
  return paragraphsOf(story).map((paragraph) => reader.read(paragraph).text);
}

/** Returns the notes that stories refer to, in the order of the references. */
function referredNotes(stories: readonly Story[], kind: "footnote" | "endnote", notes: readonly Story[]): Story[] {
  if (notes.length === 0) return [];
  const byId = new Map(notes.map((note) => [note.tree.attribute(note.root, W.id), note]));
  return stories.flatMap((story) => {
    const reader = new ParagraphReader(story);
    const inlines = paragraphsOf(story).flatMap((paragraph) => reader.read(paragraph).inlines);
    const references = inlines.filter((inline) => inline.kind === kind);
    return references.flatMap(({ node }) => byId.get(story.tree.attribute(node, W.id)) ?? []);
  });
}

/**
 * Returns the number of cells of each row, for every table including nested ones. A table without rows shows nothing
 * and is left out.
 */
function tableShapes(story: Story, container: NodeId = story.root): string[] {
  const tables = blocksOf(story, container).filter((block) => story.tree.name(block) === W.tbl);
  return tables.flatMap((table) => {
    const rows = rowsOf(story, table).map((row) => cellsOf(story, row));
    const inner = rows.flat().flatMap((cell) => tableShapes(story, cell));
    const shape = rows.map((cells) => cells.length).join(" ");
    return rows.length === 0 ? inner : [shape, ...inner];
  });
}

/**
 * Returns the kinds of story in which two documents differ, each with the first difference. Empty if they have the
 * same text.
 */
export function textDifferences(one: readonly TextOfKind[], other: readonly TextOfKind[]): string[] {
  return one.flatMap(({ kind, items }, index) => {
    const others = other[index]!.items;
    const length = Math.max(items.length, others.length);
    const first = Array.from({ length }, (_, at) => at).find((at) => items[at] !== others[at]);
    return first === undefined ? [] : [`${kind} ${first} (${items.length} and ${others.length})`];
  });
}
