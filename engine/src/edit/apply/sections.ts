// Section breaks that come and go, and changes of what sections say.
//
// A break is the properties of a section in those of a paragraph. It is tracked as its paragraph mark is: a break that comes is an
// inserted mark in front of the old one, which goes; a break that goes is a deleted mark behind a new one, which comes. Either way
// no paragraph comes or goes for a reader, and rejecting gives the old mark back with all it held. The section behind a new break
// keeps the properties that were there; the one before it gets a copy, headers and footers included.

import { blocksOf, unwrapped } from "../../document/text/blocks.ts";
import { shownRunsOf } from "../../document/text/runs.ts";
import { bodyOf, type Story } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import { ensure } from "../../failures/failure.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { markParagraph, paragraphProperties } from "../../revisions/write/mark-structure.ts";
import type { NamedSection } from "../locate/parts.ts";
import { deleteMark } from "./blocks/remove-blocks.ts";
import { headProperties } from "./blocks/split-paragraph.ts";
import { isMarkDeleted, isTakenAway } from "./settle-ends.ts";
import { changeProperties } from "./text/format-runs.ts";
import type { Workspace } from "./workspace.ts";

/** The body as it stands now. */
export function workingBody(work: Workspace): Story {
  const body = bodyOf(work.document);
  ensure(body !== undefined, "a document with sections has a body");
  return body;
}

/** The w:sectPr of a section now; made, empty and untracked, where the body ends without one. */
export function sectionProperties(work: Workspace, named: NamedSection): NodeId {
  const known = work.sections.get(named.kind === "made" ? named.made.name : named.section);
  if (known !== undefined) return known;
  ensure(named.kind === "uploaded", "a section is named after it was made");
  const { node } = named.section.section;
  return node === NONE ? lastSection(work, workingBody(work)) : node;
}

/** The w:sectPr of all sections that there are now, in order. */
export function sectionsNow(work: Workspace): NodeId[] {
  const body = workingBody(work);
  const breaks = blocksOf(body).map((block) => breakIn(work, body.tree, block));
  return [...breaks.filter((node) => node !== NONE), lastSection(work, body)];
}

/** Changes what a section says, with what it said. */
export function changeSection(work: Workspace, section: NodeId, change: (section: NodeId) => void): void {
  const { tree } = workingBody(work);
  changeProperties(work, { tree, owner: tree.parent(section), name: W.sectPr, properties: section, change });
}

/** Puts something into a part untracked. */
export function leaveUntracked(work: Workspace, part: string, node: NodeId): void {
  const known = work.untracked.get(part) ?? new Set<NodeId>();
  work.untracked.set(part, known.add(node));
}

function lastSection(work: Workspace, { tree, root, ...story }: Story): NodeId {
  const present = unwrapped({ tree, root, ...story }, root, new Set([W.sectPr])).at(-1);
  if (present !== undefined) return present;
  const made = tree.element(W.sectPr);
  tree.append(root, made);
  leaveUntracked(work, work.document.main, made);
  return made;
}

/** The section that a block ends, unless the request removes that break; NONE for none. */
function breakIn(work: Workspace, tree: Tree, block: NodeId): NodeId {
  const properties = tree.name(block) === W.p ? tree.child(block, W.pPr) : NONE;
  const section = tree.child(properties, W.sectPr);
  return section !== NONE && work.own.onMark(tree, block, [W.del]) !== NONE ? NONE : section;
}

export interface NewBreak {
  /** The paragraph that is to end the section. */
  readonly paragraph: NodeId;
  /** How the section behind the break begins, as w:type says it. */
  readonly type: string;
  /** What the request calls the section behind the break. */
  readonly ref: string | undefined;
}

export function insertBreak(work: Workspace, { paragraph, type, ref }: NewBreak): void {
  const body = workingBody(work);
  const { tree } = body;
  const holder = newMark(work, body, paragraph);
  const behind = sectionBehind(work, body, holder);
  const before = tree.graft(tree, behind);
  const record = tree.child(before, W.sectPrChange);
  if (record !== NONE) tree.remove(record);
  tree.append(paragraphProperties(tree, holder), before);
  renameSection(work, behind, before);
  if (ref !== undefined) work.sections.set(ref, behind);
  const present = tree.child(behind, W.type);
  const said = present === NONE ? "nextPage" : tree.attribute(present, W.val);
  if (said !== type) changeSection(work, behind, (section) => setType(tree, section, type));
}

/** A paragraph with an inserted mark and no section's end, which ends what a paragraph shows. */
function newMark(work: Workspace, body: Story, paragraph: NodeId): NodeId {
  const { tree } = body;
  if (work.own.onMark(tree, paragraph, [W.ins]) === NONE) {
    const tail = giveMark(work, tree, paragraph);
    const isNeeded = isLast(work, body, tail) || tree.child(paragraphProperties(tree, tail), W.sectPr) !== NONE;
    if (!isNeeded) deleteMark(work, tree, tail);
    return paragraph;
  }
  const isTaken = tree.child(tree.child(paragraph, W.pPr), W.sectPr) !== NONE;
  if (!isTaken && !isLast(work, body, paragraph)) return paragraph;
  // A break behind a break ends a section of one empty paragraph; at the end there must be a paragraph behind.
  const last = work.afterIn(tree).get(paragraph) ?? paragraph;
  const made = tree.element(W.p);
  tree.append(made, headProperties(tree, tree.child(paragraph, W.pPr)));
  tree.insertBefore(tree.parent(last), made, tree.nextSibling(last));
  markParagraph(tree, made, { change: "insertion", maker: work.own });
  return isTaken ? made : paragraph;
}

/** Gives a paragraph a new mark; the old one follows, in a paragraph of its own that shows nothing. */
function giveMark(work: Workspace, tree: Tree, paragraph: NodeId): NodeId {
  const tail = tree.element(W.p);
  const properties = tree.child(paragraph, W.pPr);
  if (properties !== NONE) {
    const copy = headProperties(tree, properties);
    tree.remove(properties);
    tree.append(tail, properties);
    tree.insertBefore(paragraph, copy, tree.firstChild(paragraph));
  }
  tree.insertBefore(tree.parent(paragraph), tail, tree.nextSibling(paragraph));
  markParagraph(tree, paragraph, { change: "insertion", maker: work.own });
  return tail;
}

/** True if nothing follows a block once all changes are accepted, those of others too: the last section has a paragraph then (EDT-67). */
function isLast(work: Workspace, body: Story, block: NodeId): boolean {
  const blocks = blocksOf(body);
  const isGoing = (next: NodeId): boolean =>
    isMarkDeleted(body.tree, next) && shownRunsOf(body, next, "accepted").length === 0;
  return blocks.slice(blocks.indexOf(block) + 1).every((next) => isTakenAway(work, body.tree, next) || isGoing(next));
}

/** The section that ends behind a paragraph. */
function sectionBehind(work: Workspace, body: Story, paragraph: NodeId): NodeId {
  const blocks = blocksOf(body);
  const ends = blocks.slice(blocks.indexOf(paragraph) + 1).map((block) => breakIn(work, body.tree, block));
  return ends.find((node) => node !== NONE) ?? lastSection(work, body);
}

/** What was the name of one section is that of another. */
function renameSection(work: Workspace, from: NodeId, to: NodeId): void {
  const uploaded = work.uploaded.addresses.sections.map((section) => ({ kind: "uploaded" as const, section }));
  const held = uploaded.filter((named) => sectionProperties(work, named) === from);
  const refs = [...work.sections].filter(([, node]) => node === from);
  for (const key of [...held.map(({ section }) => section), ...refs.map(([key]) => key)]) work.sections.set(key, to);
}

// policy: the order of section properties in the schema
const BEFORE_TYPE: ReadonlySet<NameId> = new Set([W.headerReference, W.footerReference, W.footnotePr, W.endnotePr]);

function setType(tree: Tree, section: NodeId, type: string): void {
  const present = tree.child(section, W.type);
  const node = present === NONE ? tree.element(W.type) : present;
  tree.setAttribute(node, W.val, type);
  const next = tree.children(section).find((child) => tree.isElement(child) && !BEFORE_TYPE.has(tree.name(child)));
  if (present === NONE) tree.insertBefore(section, node, next ?? NONE);
}

/** Removes the break that ends a section, which is not the last. */
export function removeBreak(work: Workspace, named: NamedSection): void {
  const body = workingBody(work);
  const { tree } = body;
  const section = sectionProperties(work, named);
  const paragraph = tree.parent(tree.parent(section));
  if (work.own.onMark(tree, paragraph, [W.ins]) !== NONE) {
    tree.remove(section);
    renameSection(work, section, sectionBehind(work, body, paragraph));
  } else deleteMark(work, tree, giveMark(work, tree, paragraph));
}
