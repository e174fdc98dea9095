// The things that writing a script has at hand everywhere.

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
  /** The redline: at first a copy of the carrier, whose nodes have the same numbers. */
  readonly result: WordDocument;
  readonly carrier: Source;
  readonly maker: RevisionMaker;
  readonly importer: Importer;
  readonly comments: CommentWriter;
  /** Notes of the carrier whose references came or went: what they say did too. */
  readonly markedNotes: { readonly kind: NoteKind; readonly id: string; readonly mark: Mark }[];
  /** Notes of the carrier that the script itself speaks of, by part and root. */
  readonly writtenNotes: Set<string>;
  /** Copies of notes of other sources. */
  readonly copiedNotes: { readonly note: AdoptedNote; readonly source: Source; readonly mark: Mark }[];
  /** Parts of the carrier that are written elsewhere for a while, because two sections need them twice. */
  readonly standIns: Map<string, string>;
  /** The ends of move ranges that are open, by half and number of the move. */
  readonly openMoves: Map<string, NodeId>;
  /** The names of bookmarks that came from other sources, in lower case. */
  readonly broughtBookmarks: Set<string>;
  /** The ends of anchors that are open. */
  readonly openAnchors: Map<Anchor, readonly NodeId[]>;
}

/** How a mark is recorded: as its change, by its author. */
export function recorded<Change extends ContentChange>(
  { maker }: Writing,
  { change, label }: Mark<Change>,
): { readonly change: Change; readonly maker: RevisionMaker } {
  return { change, maker: maker.by(label) };
}

/** The part of the redline that stands for a part of the carrier. */
function partIn({ standIns }: Writing, part: string): string {
  return standIns.get(part) ?? part;
}

/** The tree of a part in the redline. */
export function treeOf(writing: Writing, part: string): Tree {
  return writing.result.package.tree(partIn(writing, part));
}

/** Where a copy comes from and goes to. */
export interface CopyPlace {
  readonly source: Source;
  readonly from: string;
  readonly into: string;
}

/** Makes a copy from a part of a source at home in a part of the redline. */
export function adopt(writing: Writing, node: NodeId, { source, from, into }: CopyPlace): void {
  writing.importer.from(source).adopt(node, { from, into: partIn(writing, into), tree: treeOf(writing, into) });
}

/** The same for content under a mark, which the notes that come along with it share. */
export function adoptMarked(writing: Writing, node: NodeId, place: CopyPlace & { readonly mark: Mark }): void {
  const { notes } = writing.importer.from(place.source);
  const known = notes.length;
  adopt(writing, node, place);
  for (const note of notes.slice(known)) {
    writing.copiedNotes.push({ note, source: place.source, mark: place.mark });
  }
}
