// Lists and removes hidden text: runs that formatting hides, directly or by a style (SCR-5 to SCR-8).
//
// Both branches of alternate content are walked, so the fallback of a text box loses the same text as its choice. The
// marks and the code of a field are removed only if all of the field is hidden, because a hidden code still makes a
// visible result. An emptied paragraph with a hidden mark joins the next one by the rules of a deleted mark (JOIN-1 to
// 4).

import { isToggledOn, markFormatting, runFormatting } from "../document/formatting/formatting.ts";
import { ENCLOSED_STORIES } from "../document/grammar.ts";
import { type Numbering, numberingOf } from "../document/lists/numbering.ts";
import type { WordDocument } from "../document/open-document.ts";
import type { Story } from "../document/text/stories.ts";
import { understood, W } from "../document/word-names.ts";
import { readingOf } from "../ooxml/parts/compatibility.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { clearEmptied, clearLostNotes, referredNotes } from "../revisions/decide/clear-leftovers.ts";
import { decide } from "../revisions/decide/decide.ts";
import { isEmptyParagraph } from "../revisions/decide/decide-marks.ts";
import { clearLostComments, referredComments } from "../revisions/decide/lost-comments.ts";
import { listRevisions, trackedParts } from "../revisions/list-revisions.ts";
import { ancestor, isEmptyRun, markOf } from "../revisions/markup.ts";
import { markParagraph } from "../revisions/write/mark-structure.ts";
import { RevisionMaker } from "../revisions/write/revision-maker.ts";
import { textBelow } from "./text-below.ts";
import { glossariesOf } from "./word-parts.ts";

export interface HiddenText {
  readonly part: string;
  /** The hidden text of one paragraph; empty for a hidden picture. */
  readonly text: string;
}

/** Returns the hidden texts of a document, one per paragraph, in the order of its parts. */
export function listHidden(document: WordDocument): HiddenText[] {
  return scanParts(document).flatMap(({ story: { tree, part }, nodes }) => {
    const paragraphs = Map.groupBy(nodes, (node) => ancestor(tree, node, W.p));
    return [...paragraphs.values()].map((of) => ({ part, text: of.map((node) => textBelow(tree, node)).join("") }));
  });
}

export function removeHidden(document: WordDocument): void {
  const notes = referredNotes(document);
  const comments = referredComments(document);
  const emptied = scanParts(document).flatMap(({ story, numbering, nodes }) => {
    const paragraphs = new Set(nodes.map((node) => ancestor(story.tree, node, W.p)));
    for (const node of nodes) removeNode(story.tree, node);
    return [...paragraphs].map((paragraph) => ({ story, numbering, paragraph }));
  });
  joinEmptied(
    document,
    emptied.filter((one) => isHiddenParagraph(one)),
  );
  clearLostNotes(document, notes);
  clearLostComments(document, comments);
}

/** A part with its hidden nodes, which are children of runs. */
interface ScannedPart {
  readonly story: Story;
  readonly numbering: Numbering;
  readonly nodes: readonly NodeId[];
}

function scanParts(document: WordDocument): ScannedPart[] {
  const owners = [...glossariesOf(document), document];
  const seen = new Set<string>();
  return owners.flatMap((owner) => {
    const numbering = numberingOf(owner);
    const related = new Set(document.package.relationships(owner.main).map(({ part }) => part));
    const isOwn = (part: string): boolean => owner === document || part === owner.main || related.has(part);
    const parts = trackedParts(document).filter((part) => !seen.has(part) && isOwn(part));
    for (const part of parts) seen.add(part);
    return parts.map((part) => scanPart(document, part, numbering)).filter(({ nodes }) => nodes.length > 0);
  });
}

function scanPart(document: WordDocument, part: string, numbering: Numbering): ScannedPart {
  const tree = document.package.tree(part);
  const story: Story = { kind: "body", part, tree, reading: readingOf(tree, understood), root: tree.root };
  const nodes: NodeId[] = [];
  if (tree.mayHave(W.r)) new HiddenScan(story, numbering, nodes).visit(tree.root);
  return { story, numbering, nodes };
}

interface OpenField {
  readonly pieces: NodeId[];
  isHidden: boolean;
}

// policy: what a field is made of; its result is text
const FIELD_PIECES: ReadonlySet<NameId> = new Set([W.fldChar, W.instrText, W.delInstrText]);

/** Walks one story. Stories inside it have separate fields. */
class HiddenScan {
  readonly #story: Story;
  readonly #tree: Tree;
  readonly #numbering: Numbering;
  readonly #found: NodeId[];
  readonly #fields: OpenField[] = [];

  constructor(story: Story, numbering: Numbering, found: NodeId[]) {
    this.#story = story;
    this.#tree = story.tree;
    this.#numbering = numbering;
    this.#found = found;
  }

  visit(parent: NodeId): void {
    for (const node of this.#tree.children(parent)) {
      if (!this.#tree.isElement(node)) continue;
      const name = this.#tree.name(node);
      if (name === W.r) this.#meetRun(node);
      else if (ENCLOSED_STORIES.has(name)) new HiddenScan(this.#story, this.#numbering, this.#found).visit(node);
      else this.visit(node);
    }
  }

  #meetRun(run: NodeId): void {
    const tree = this.#tree;
    const isHidden = isToggledOn(runFormatting(this.#numbering, this.#story, run), W.vanish);
    for (const node of tree.children(run)) {
      const name = tree.isElement(node) ? tree.name(node) : W.rPr;
      if (name === W.rPr) continue;
      if (!isHidden) this.#showField();
      if (FIELD_PIECES.has(name)) this.#meetPiece(node, isHidden);
      else if (isHidden) this.#found.push(node);
    }
    // A text box is inside a run.
    if (!isHidden) this.visit(run);
  }

  #showField(): void {
    const field = this.#fields.at(-1);
    if (field !== undefined) field.isHidden = false;
  }

  #meetPiece(node: NodeId, isHidden: boolean): void {
    const type = this.#tree.name(node) === W.fldChar ? this.#tree.attribute(node, W.fldCharType) : undefined;
    if (type === "begin") this.#fields.push({ pieces: [], isHidden });
    const field = this.#fields.at(-1);
    field?.pieces.push(node);
    if (type !== "end" || field === undefined) return;
    this.#fields.pop();
    if (field.isHidden) this.#found.push(...field.pieces);
    else this.#showField();
  }
}

function removeNode(tree: Tree, node: NodeId): void {
  const run = tree.parent(node);
  tree.remove(node);
  if (!isEmptyRun(tree, run) || tree.parent(run) === NONE) return;
  const holder = tree.parent(run);
  tree.remove(run);
  clearEmptied(tree, holder);
}

interface ParagraphPlace {
  readonly story: Story;
  readonly numbering: Numbering;
  readonly paragraph: NodeId;
}

/**
 * True if nothing remains of the paragraph and its mark is hidden. A paragraph that ends a section is kept, because it
 * contains the section's properties.
 */
function isHiddenParagraph({ story, numbering, paragraph }: ParagraphPlace): boolean {
  const { tree } = story;
  if (paragraph === NONE || !isEmptyParagraph(tree, paragraph)) return false;
  const properties = tree.child(paragraph, W.pPr);
  const endsSection = properties !== NONE && tree.child(properties, W.sectPr) !== NONE;
  return !endsSection && isToggledOn(markFormatting(numbering, story, paragraph), W.vanish);
}

/** The author and date of the marks. They are never visible, because the marks are decided at once. */
const SIGNATURE = { author: "Versus", date: "2000-01-01T00:00:00Z" };

function joinEmptied(document: WordDocument, emptied: readonly ParagraphPlace[]): void {
  const trees = new Set(emptied.map(({ story }) => story.tree));
  const maker = new RevisionMaker(SIGNATURE, trees);
  const made = new Map([...trees].map((tree) => [tree, new Set<NodeId>()]));
  for (const { story, paragraph } of emptied) {
    markParagraph(story.tree, paragraph, { change: "deletion", maker });
    made.get(story.tree)!.add(story.tree.firstChild(markOf(story.tree, paragraph)));
  }
  const ours = listRevisions(document).filter(({ tree, node }) => made.get(tree)?.has(node));
  decide(
    document,
    ours.map((revision) => ({ revision, verdict: "accept" })),
  );
}
