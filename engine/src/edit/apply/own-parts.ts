// Gives a section that the request made a header or footer of its own, where it shows one with the section that it was split from.
//
// References are not tracked, and yet rejecting must give the old part back. Where the properties of the section came with the request
// the reference in them is simply another one. Otherwise they are those of the uploaded section, and the sections before got copies: so the
// part itself gets the new text, tracked, and those before refer to a copy of what it was.

import type { HeaderFooterKind } from "../../document/made-parts.ts";
import type { AddressedPart } from "../../document/text/addresses.ts";
import type { Story } from "../../document/text/stories.ts";
import { R, W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { revisionsIn } from "../../revisions/list-revisions.ts";
import { ancestor, descendants } from "../../revisions/markup.ts";
import { locateBlocks, type NamedBlock } from "../locate/blocks.ts";
import type { UploadedPlace } from "../locate/uploaded.ts";
import { removeBlock } from "./blocks/remove-blocks.ts";
import { forgetNames } from "./forget-names.ts";
import { workingBody } from "./sections.ts";
import type { Workspace } from "./workspace.ts";

/** Whether the properties of a section came with the request. */
export function isNewSection(work: Workspace, section: NodeId): boolean {
  const { tree } = workingBody(work);
  const paragraph = ancestor(tree, section, W.p);
  return paragraph !== NONE && work.own.onMark(tree, paragraph, [W.ins]) !== NONE;
}

/**
 * Empties the part that a section refers to, and has the sections before refer to a copy. Gives the part; "shared" where other
 * uploaded sections refer to it too, or where the request changed it; "undecided" where it holds changes of others, which would
 * then be there twice, and once for ever when the edits are rejected.
 */
export function clearPart(work: Workspace, reference: NodeId, kind: HeaderFooterKind): Story | "shared" | "undecided" {
  const { document, uploaded } = work;
  const { tree } = workingBody(work);
  const id = tree.attribute(reference, R.id) ?? "";
  const part = document.package.relationships(document.main).find((one) => one.id === id)?.part;
  const own = uploaded.addresses.parts.find(({ story }) => story.part === part);
  if (part === undefined || own === undefined || isShared(work, part)) return "shared";
  const held = document.package.tree(part);
  if (held.isChanged) return "shared";
  if (revisionsIn(held, part).length > 0) return "undecided";
  referToCopy(work, part, { reference, kind });
  for (const block of blocksIn(own, uploaded.placesOf(own))) removeBlock(work, block);
  work.cleared.push(own);
  return work.storyOf(own);
}

/** Whether more than one uploaded section refers to a part itself, or one in two ways. */
function isShared({ uploaded }: Workspace, part: string): boolean {
  const shown = uploaded.addresses.sections.flatMap(({ section }) => section.shown);
  return shown.filter((one) => one.part === part && !one.isLinked).length > 1;
}

function blocksIn(part: AddressedPart, places: readonly UploadedPlace[]): readonly NamedBlock[] {
  const blocks = locateBlocks([{ part, places, isRange: true, field: "" }]);
  return "found" in blocks ? blocks.found : [];
}

/** All other references to a part are in properties that the request made. */
function referToCopy(
  work: Workspace,
  part: string,
  { reference, kind }: { readonly reference: NodeId; readonly kind: HeaderFooterKind },
): void {
  const { document, uploaded } = work;
  const { tree } = workingBody(work);
  const pattern = `${part.slice(0, part.lastIndexOf("/") + 1)}${kind}*.xml`;
  const copy = document.package.addCopy(uploaded.document.package, part, pattern);
  const copied = document.package.tree(copy);
  for (const node of descendants(copied, copied.root)) {
    if (ONCE.has(copied.name(node))) copied.remove(node);
    else forgetNames(work, copied, node);
  }
  const id = document.package.relate(document.main, kind, copy);
  const old = tree.attribute(reference, R.id);
  for (const node of descendants(tree, tree.root)) {
    const isOther = node !== reference && tree.name(node) === tree.name(reference);
    if (isOther && tree.attribute(node, R.id) === old) tree.setAttribute(node, R.id, id);
  }
}

const ONCE: ReadonlySet<NameId> = new Set([W.bookmarkStart, W.bookmarkEnd]);
