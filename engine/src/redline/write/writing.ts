// Defines the state that all functions of the writer share.

import type { NoteKind } from "../../document/marks/notes.ts";
import type { CommentWriter } from "../../document/marks/write-comments.ts";
import type { WordDocument } from "../../document/open-document.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import type { ContentChange } from "../../revisions/write/mark-content.ts";
import type { RevisionMaker } from "../../revisions/write/revision-maker.ts";
import type { Source } from "../content/source.ts";
import type { AdoptedNote } from "../import/adoption.ts";
import type { Importer } from "../import/importer.ts";
import type { Anchor, Mark } from "../script/script.ts";

export interface Writing {
  /** The redline. It starts as a copy of the carrier with the same node ids. */
  readonly result: WordDocument;
  readonly carrier: Source;
  readonly maker: RevisionMaker;
  readonly importer: Importer;
  readonly comments: CommentWriter;
  /** Notes of the carrier whose references were inserted or deleted. Their text gets the same mark. */
  readonly markedNotes: { readonly kind: NoteKind; readonly id: string; readonly mark: Mark }[];
  /** Keys of carrier notes that the script has steps for, from `noteName`. */
  readonly writtenNotes: Set<string>;
  /** Copies of notes of other sources. */
  readonly copiedNotes: { readonly note: AdoptedNote; readonly source: Source; readonly mark: Mark }[];
  /** Maps a part of the carrier to the copy that is being written instead, if sections show two versions of it. */
  readonly standIns: Map<string, string>;
  /** Maps half and number of each move range whose start marker was made to its end marker. */
  readonly openMoves: Map<string, NodeId>;
  /** The names of bookmarks added from other sources, in lower case. */
  readonly broughtBookmarks: Set<string>;
  /** Maps each anchor whose start markers were made to its end markers. */
  readonly openAnchors: Map<Anchor, readonly NodeId[]>;
}

/** Returns the change of a mark with the revision maker of its author. */
export function recorded<Change extends ContentChange>(
  { maker }: Writing,
  { change, label }: Mark<Change>,
): { readonly change: Change; readonly maker: RevisionMaker } {
  return { change, maker: maker.by(label) };
}

/** Returns the part of the redline that replaces a part of the carrier. */
function partIn({ standIns }: Writing, part: string): string {
  return standIns.get(part) ?? part;
}

/** Returns the tree of a part in the redline. */
export function treeOf(writing: Writing, part: string): Tree {
  return writing.result.package.tree(partIn(writing, part));
}

/** The source and part that a copy comes from, and the part that it goes into. */
export interface CopyPlace {
  readonly source: Source;
  readonly from: string;
  readonly into: string;
}

/** Imports what a copied node refers to: styles, lists, notes, relationships. */
export function adopt(writing: Writing, node: NodeId, { source, from, into }: CopyPlace): void {
  writing.importer.from(source).adopt(node, { from, into: partIn(writing, into), tree: treeOf(writing, into) });
}

/** Like `adopt`, for marked content. Notes that are imported with it get the same mark. */
export function adoptMarked(writing: Writing, node: NodeId, place: CopyPlace & { readonly mark: Mark }): void {
  const { notes } = writing.importer.from(place.source);
  const known = notes.length;
  adopt(writing, node, place);
  for (const note of notes.slice(known)) {
    writing.copiedNotes.push({ note, source: place.source, mark: place.mark });
  }
}
