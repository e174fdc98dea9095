// What carrying out a plan has at hand everywhere.

import type { NoteKind } from "../../document/notes.ts";
import type { WordDocument } from "../../document/open-document.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import type { RevisionMaker } from "../../revisions/write/revision-maker.ts";
import type { Adoption } from "../adopt/adoption.ts";
import type { Side } from "../content/side.ts";

export interface Writing {
  /** The redline: at first a copy of the after document, whose nodes have the same numbers. */
  readonly result: WordDocument;
  readonly before: Side;
  readonly after: Side;
  readonly maker: RevisionMaker;
  readonly adoption: Adoption;
  /** References to notes that came with inserted text: what they say is inserted too. */
  readonly insertedNotes: { readonly kind: NoteKind; readonly id: string }[];
  /** Parts of the after document that are written elsewhere for a while, because two sections need them twice. */
  readonly standIns: Map<string, string>;
  /** Copies of notes whose text moved: it was not deleted. */
  readonly movedNotes: Set<string>;
  /** The ends of move ranges that are open, by half and number of the move. */
  readonly openMoves: Map<string, NodeId>;
}

/** The part of the redline that stands for a part of the after document. */
function partIn({ standIns }: Writing, part: string): string {
  return standIns.get(part) ?? part;
}

/** The tree of a part in the redline. */
export function treeOf(writing: Writing, part: string): Tree {
  return writing.result.package.tree(partIn(writing, part));
}

/** Makes a copy from a part of the before document at home in a part of the redline. */
export function adopt(
  writing: Writing,
  node: NodeId,
  { from, into }: { readonly from: string; readonly into: string },
): void {
  writing.adoption.adopt(node, { from, into: partIn(writing, into), tree: treeOf(writing, into) });
}
