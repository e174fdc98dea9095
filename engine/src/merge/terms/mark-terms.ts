// Marks new text that uses a phrase which another copy renamed everywhere (MRG-62).
//
// A check is not a conflict: it blocks nothing and owns no change. The comment is inside the inserted text, so it
// disappears if the text is rejected.

import { CommentWriter } from "../../document/marks/write-comments.ts";
import { CHECK_AUTHOR } from "../../document/merge-record.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { W } from "../../document/word-names.ts";
import type { Notice } from "../../failures/failure.ts";
import { makeRun, textNodes } from "../../language/content-runs/run-nodes.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { type Conflict, listConflicts } from "../../revisions/choose/conflicts.ts";
import { ancestor, descendants } from "../../revisions/markup.ts";
import type { Labels } from "../labels.ts";
import { RunLine } from "../run-line.ts";
import {
  type ChangedLine,
  changedLines,
  type LinePiece,
  type Replacement,
  replacementsOf,
  textOf,
} from "./changed-lines.ts";
import { offsetsOf, type RenamedPhrase, renamedPhrases } from "./phrases.ts";

/** A phrase that some copies renamed and others use in new text. */
export interface TermCheck {
  readonly old: string;
  readonly new: string;
  /** The copies that renamed it, and those that use it, in their order. */
  readonly renamedBy: readonly number[];
  readonly usedBy: readonly number[];
  /** The paragraphs of the merge that use it, in document order. */
  readonly places: readonly TermPlace[];
}

export interface TermPlace {
  readonly part: string;
  readonly paragraph: NodeId;
}

interface MergedCopies {
  /** The documents of the copies, without tracked changes. */
  readonly copies: readonly WordDocument[];
  readonly labels: Labels;
  /** The people who made the copies, as a reader knows them. */
  readonly people: readonly string[];
  readonly date: string;
}

/** A new text that uses a renamed phrase. */
interface Use {
  readonly line: ChangedLine;
  /** The w:ins that contains the phrase, or in which it begins. */
  readonly change: NodeId;
  readonly author: string;
}

/** Writes a comment at each use of a renamed phrase in a merge that has its record. Returns the checks. */
export function markTerms(document: WordDocument, merged: MergedCopies): TermCheck[] {
  const { copies, labels } = merged;
  const lines = changedLines(document);
  const replacements = copies.map((_, copy) => lines.flatMap((line) => replacementsOf(line, copy, labels)));
  const phrases = renamedPhrases(replacements, copies);
  if (phrases.length === 0) return [];
  const versions = new ConflictVersions(listConflicts(document), { lines, labels });
  const order = new Map(lines.map((line, at) => [line, at]));
  const comments = new CommentWriter(document);
  return phrases.flatMap((phrase): TermCheck[] => {
    const users = copies.map((_, copy) => copy).filter((copy) => !phrase.by.includes(copy));
    const uses = users.map((copy) => [copy, usesBy(copy, phrase.old, { own: replacements[copy]!, versions })] as const);
    const all = new Map(uses.flatMap(([, own]) => own.map((use) => [`${use.line.part} ${use.change}`, use])));
    const used = [...all.values()].toSorted((one, other) => order.get(one.line)! - order.get(other.line)!);
    for (const use of used) writeComment(use, phrase, { ...merged, comments });
    const usedBy = uses.filter(([, own]) => own.length > 0).map(([copy]) => copy);
    const places = [...new Set(used.map(({ line }) => line))].map(({ part, paragraph }) => ({ part, paragraph }));
    return used.length === 0 ? [] : [{ old: phrase.old, new: phrase.new, renamedBy: phrase.by, usedBy, places }];
  });
}

export function termNotices(checks: readonly TermCheck[]): Notice[] {
  return checks.length === 0 ? [] : [{ code: "TERMS_MIXED", count: checks.length }];
}

interface CopyText {
  /** The replacements of the copy. */
  readonly own: readonly Replacement[];
  readonly versions: ConflictVersions;
}

/** Returns the text of one copy that has a phrase more often than the text it replaces: one use for each change. */
function usesBy(copy: number, phrase: string, { own, versions }: CopyText): Use[] {
  return own.flatMap(({ line, deleted, inserted }): Use[] => {
    const shown = inserted.filter(({ isOldPosition }) => !isOldPosition);
    const text = textOf(shown);
    const [offset] = offsetsOf(text, phrase);
    if (offset === undefined) return [];
    const { node, author } = pieceAt(shown, offset).change!;
    const conflict = versions.of(line, node);
    const isNew =
      conflict === undefined
        ? offsetsOf(text, phrase).length > offsetsOf(textOf(deleted), phrase).length
        : versions.addsTo(conflict, phrase, copy);
    return isNew ? [{ line, change: node, author }] : [];
  });
}

function pieceAt(pieces: readonly LinePiece[], offset: number): LinePiece {
  let end = 0;
  return pieces.find(({ text }) => {
    end += text.length;
    return offset < end;
  })!;
}

/**
 * The versions of the copies in conflicts. There a copy often repeats text of the base, which is not new: a conflict about
 * a paragraph has each version of it whole.
 */
class ConflictVersions {
  readonly #byChange = new Map<string, Conflict>();
  readonly #texts = new Map<string, string>();
  readonly #labels: Labels;

  constructor(
    conflicts: readonly Conflict[],
    { lines, labels }: { readonly lines: readonly ChangedLine[]; readonly labels: Labels },
  ) {
    this.#labels = labels;
    for (const conflict of conflicts) {
      for (const { part, node } of conflict.members) this.#byChange.set(`${part} ${node}`, conflict);
    }
    for (const { part, pieces } of lines) {
      for (const { change, text } of pieces) {
        if (change === undefined) continue;
        const key = `${part} ${change.node}`;
        this.#texts.set(key, (this.#texts.get(key) ?? "") + text);
      }
    }
  }

  of({ part }: ChangedLine, change: NodeId): Conflict | undefined {
    return this.#byChange.get(`${part} ${change}`);
  }

  /** True if the version of a copy has a phrase more often than the base. */
  addsTo({ members }: Conflict, phrase: string, copy: number): boolean {
    const count = (kind: "insertion" | "deletion"): number =>
      members
        .filter((one) => one.kind === kind && this.#labels.includes(one.author, copy))
        .map(({ part, node }) => offsetsOf(this.#texts.get(`${part} ${node}`) ?? "", phrase).length)
        .reduce((sum, own) => sum + own, 0);
    return count("insertion") > count("deletion");
  }
}

interface Commenting extends MergedCopies {
  readonly comments: CommentWriter;
}

function writeComment(
  { line: { tree, paragraph }, change, author }: Use,
  { old, new: present, by }: RenamedPhrase,
  { comments, copies, labels, people, date }: Commenting,
): void {
  // Word has no comments in headers, footers, notes and text boxes.
  if (ancestor(tree, paragraph, W.body) === NONE || ancestor(tree, paragraph, W.txbxContent) !== NONE) return;
  const makers = copies.map((_, copy) => copy).filter((copy) => labels.includes(author, copy));
  const [renamers, users] = [by, makers].map((some) => some.map((copy) => people[copy]!).join(" and "));
  const text = `${renamers} renamed “${old}” to “${present}”. This new text by ${users} says “${old}”.`;
  const runs = (inTree: Tree): NodeId[] => [
    makeRun({ tree: inTree, properties: NONE, format: {} }, textNodes(inTree, text)),
  ];
  const id = comments.idOf(comments.add({ author: CHECK_AUTHOR, date, parent: NONE, runs }));
  const around = runsOf(tree, change, old);
  const [first, last] = [around[0]!, around.at(-1)!];
  tree.insertBefore(tree.parent(first), tree.element(W.commentRangeStart, [[W.id, id]]), first);
  const [holder, next] = [tree.parent(last), tree.nextSibling(last)];
  tree.insertBefore(holder, tree.element(W.commentRangeEnd, [[W.id, id]]), next);
  tree.insertBefore(holder, comments.makeReference(tree, id), next);
}

/** Returns the runs of a phrase in an insertion, cut at its ends. Returns all runs if they cannot be cut. */
function runsOf(tree: Tree, insertion: NodeId, phrase: string): NodeId[] {
  const line = RunLine.of(tree, insertion);
  const [offset] = offsetsOf(line.text, phrase);
  // A copy of a recorded property change would need an id of its own.
  const isFixed = descendants(tree, insertion).some((node) => tree.name(node) === W.rPrChange);
  if (offset === undefined || isFixed) return line.take(0, line.words.length);
  return line.take(line.wordAt(offset), line.wordAt(offset + phrase.length));
}
