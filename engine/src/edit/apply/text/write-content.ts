// Puts new text into a paragraph as a tracked insertion.

import { strangersIn } from "../../../document/grammar.ts";
import type { Story } from "../../../document/text/stories.ts";
import { understood, W } from "../../../document/word-names.ts";
import type { Content } from "../../../language/content-runs/content-run.ts";
import type { WrittenNote } from "../../../language/content-runs/write-runs.ts";
import { readingOf } from "../../../ooxml/parts/compatibility.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { wrapContent } from "../../../revisions/write/mark-content.ts";
import { locateParagraph, type ParagraphGiven } from "../../locate/paragraphs.ts";
import { partGroup } from "../../locate/refs.ts";
import type { Workspace } from "../workspace.ts";
import type { InsertPlace } from "./cut-markup.ts";

export interface NewText {
  readonly content: Content;
  /** Its JSON path. */
  readonly field: string;
}

/** Writes content at a place. Gives the last wrapper, or NONE when there was nothing to write. */
export function insertContent(
  work: Workspace,
  { content, field }: NewText,
  { tree, place, look }: { readonly tree: Tree; readonly place: InsertPlace; readonly look: NodeId },
): NodeId {
  const { nodes, notes, references } = work.writer.write(content, { tree, properties: look, field });
  for (const node of nodes) tree.insertBefore(place.parent, node, place.before);
  const wrappers = wrapContent(tree, nodes, { change: "insertion", maker: work.own });
  for (const note of notes) trackNote(work, note);
  for (const reference of references) {
    const target = locateParagraph(work, reference.run.to as ParagraphGiven, reference.field);
    if ("found" in target) work.references.push({ reference, target: target.found });
  }
  return wrappers.at(-1) ?? NONE;
}

/** What a new note says is inserted with its reference; its last mark goes with the note itself. */
function trackNote(work: Workspace, { kind, part, tree, root, ref }: WrittenNote): void {
  const paragraphs = tree.children(root).filter((node) => tree.name(node) === W.p);
  for (const paragraph of paragraphs) {
    const runs = tree.children(paragraph).filter((node) => tree.name(node) === W.r);
    wrapContent(tree, runs, { change: "insertion", maker: work.own });
  }
  if (ref !== undefined) {
    const story: Story = { kind, part, tree, reading: readingOf(tree, understood), root };
    work.made.set(
      partGroup(ref),
      paragraphs.map((node) => ({ story, node })),
    );
  }
}

const NOT_COPIED = strangersIn(W.rPr);

/** A copy of some run properties without what they say of tracked changes, not yet anywhere; NONE for none. */
export function plainLook(
  tree: Tree,
  properties: NodeId,
  { without = [], from = tree }: { readonly without?: readonly NameId[]; readonly from?: Tree } = {},
): NodeId {
  if (properties === NONE) return NONE;
  const copy = tree.graft(from, properties);
  for (const child of tree.children(copy)) {
    const name = tree.name(child);
    if (NOT_COPIED.has(name) || without.includes(name)) tree.remove(child);
  }
  return copy;
}
