// Changes properties as tracked changes: what they were is kept inside them.
//
// A second change of the same properties by the request keeps what the first one kept. Properties have room for one undecided change: text that
// another changed and nobody decided is deleted as it is and inserted again with the new look, that change and all. What is no text then stays as it
// is.

import { TRACKED } from "../../../document/grammar.ts";
import { W } from "../../../document/word-names.ts";
import { NameSet } from "../../../ooxml/xml/name-set.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { wrapContent } from "../../../revisions/write/mark-content.ts";
import { keepProperties, oldCopy, recordOld } from "../../../revisions/write/mark-structure.ts";
import { recordIn } from "../own-revisions.ts";
import type { Workspace } from "../workspace.ts";
import { isInOwn } from "./remove-text.ts";

export interface PropertyChange {
  readonly tree: Tree;
  /** What the properties belong to: a run, a paragraph, the properties of a paragraph for those of its mark. */
  readonly owner: NodeId;
  /** What holds the properties. */
  readonly name: NameId;
  /** The properties themselves, where the owner may have others of the name. */
  readonly properties?: NodeId;
  /** Changes them. */
  readonly change: (properties: NodeId) => void;
}

export function changeProperties(
  work: Workspace,
  { tree, owner, name, change, properties: present = tree.child(owner, name) }: PropertyChange,
): void {
  const record = recordIn(tree, present);
  const isOthers = record !== NONE && !work.own.isOwn(tree, record) && !isNew(work, tree, owner);
  if (isOthers && !isReplaceable(tree, owner)) return;
  if (isOthers) replaceRun(work, tree, owner);
  if (record !== NONE || isNew(work, tree, owner)) {
    change(present === NONE ? firstChild(tree, owner, name) : present);
    return;
  }
  const old = oldCopy(tree, { name, old: present, tree });
  if (present === NONE) keepProperties(tree, owner, { name, old, maker: work.own });
  else recordOld(tree, present, { old, maker: work.own });
  change(present === NONE ? tree.child(owner, name) : present);
}

// policy: a tab that is placed by the page may not be replaced
const TEXT: ReadonlySet<NameId> = new Set([
  W.rPr,
  W.t,
  W.tab,
  W.br,
  W.cr,
  W.sym,
  W.noBreakHyphen,
  W.softHyphen,
  W.lastRenderedPageBreak,
]);
/** What another's text, or the text of a whole, is in. */
const WHOLES = new NameSet([...TRACKED, W.fldSimple, W.ruby]);

/** Whether something is a run of nothing but text, which may be deleted and inserted again. */
export function isReplaceable(tree: Tree, run: NodeId): boolean {
  if (tree.name(run) !== W.r || tree.children(run).some((child) => !TEXT.has(tree.name(child)))) return false;
  for (let at = tree.parent(run); at !== NONE && tree.name(at) !== W.p; at = tree.parent(at)) {
    if (WHOLES.has(tree.name(at))) return false;
  }
  return true;
}

/** Deletes a copy of a run, and has the run itself inserted, because later edits find their text in it. */
function replaceRun(work: Workspace, tree: Tree, run: NodeId): void {
  const copy = work.own.copy(tree, run);
  tree.insertBefore(tree.parent(run), copy, run);
  wrapContent(tree, [copy], { change: "deletion", maker: work.own });
  wrapContent(tree, [run], { change: "insertion", maker: work.own });
}

/** Whether something came with the request, so that nothing of it has to be kept. */
function isNew(work: Workspace, tree: Tree, owner: NodeId): boolean {
  if (tree.name(owner) === W.r) return isInOwn(work, tree, owner);
  return isNewParagraph(work, tree, tree.name(owner) === W.p ? owner : tree.parent(owner));
}

/** Whether the mark of a paragraph came with the request. */
export function isNewParagraph(work: Workspace, tree: Tree, paragraph: NodeId): boolean {
  return work.own.onMark(tree, paragraph, [W.ins, W.moveTo]) !== NONE;
}

function firstChild(tree: Tree, owner: NodeId, name: NameId): NodeId {
  const made = tree.element(name);
  tree.insertBefore(owner, made, tree.firstChild(owner));
  return made;
}
