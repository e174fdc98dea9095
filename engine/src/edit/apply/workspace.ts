// The document that edits are written into: a fork of the uploaded one, whose nodes have the same numbers.

import { CHARACTERS } from "../../document/grammar.ts";
import { type CommentMarks, CommentWriter } from "../../document/marks/write-comments.ts";
import { forkDocument, type WordDocument } from "../../document/open-document.ts";
import type { AddressedPart, AddressedSection } from "../../document/text/addresses.ts";
import { runContent, shownRunsOf } from "../../document/text/runs.ts";
import type { Story } from "../../document/text/stories.ts";
import { wholeNumber } from "../../document/values.ts";
import { W, WP } from "../../document/word-names.ts";
import type { PasswordHash } from "../../document/write-settings.ts";
import { ensure } from "../../failures/failure.ts";
import { RunWriter, type WrittenReference } from "../../language/content-runs/write-runs.ts";
import { NameSet } from "../../ooxml/xml/name-set.ts";
import { elementsNamed } from "../../ooxml/xml/named-spans.ts";
import { NO_NAMESPACE } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { trackedParts } from "../../revisions/list-revisions.ts";
import type { Revision, Verdict } from "../../revisions/revision.ts";
import type { Signature } from "../../revisions/write/revision-maker.ts";
import type { Link } from "../locate/links.ts";
import type { NamedParagraph } from "../locate/paragraphs.ts";
import type { Refs } from "../locate/refs.ts";
import type { Uploaded, UploadedPlace } from "../locate/uploaded.ts";
import type { DraftCell, DraftColumn, DraftRow } from "../plan/table-drafts.ts";
import type { Problem, Refusal } from "../refusal.ts";
import { OwnRevisions } from "./own-revisions.ts";
import { WorkingText } from "./text/working-text.ts";

/** A paragraph, or a table, in the result. */
export interface StandingBlock {
  readonly story: Story;
  readonly node: NodeId;
}

/** A cross-reference that was written, and the edit's paragraph that it leads to. */
export interface OpenReference {
  readonly reference: WrittenReference;
  readonly target: NamedParagraph;
}

/** The runs that make a link. */
export interface OpenLink {
  readonly tree: Tree;
  readonly begin: NodeId;
  readonly codes: readonly NodeId[];
  readonly separate: NodeId;
  readonly end: NodeId;
  /** The run of the code that the request gave it, or NONE. */
  newCode: NodeId;
}

/** Who edits, and when. */
export interface EditSignature extends Signature {
  /** The hash of the password that set_document_settings gives: the password itself is not needed. */
  readonly passwordHash?: PasswordHash;
}

export class Workspace {
  readonly uploaded: Uploaded;
  readonly refs: Refs;
  readonly document: WordDocument;
  readonly own: OwnRevisions;
  /** Writes new text. It counts the notes that there are when it makes its first one. */
  writer: RunWriter;
  readonly comments: CommentWriter;
  readonly signature: Signature;
  readonly references: OpenReference[] = [];
  /** By group: the paragraphs that edits made. */
  readonly made = new Map<string, StandingBlock[]>();
  /** By ref: the tables that edits made. */
  readonly tables = new Map<string, StandingBlock>();
  /** The rows, columns and cells that edits made, each in its tree. */
  readonly lines: { readonly tree: Tree; readonly line: DraftRow | DraftColumn | DraftCell }[] = [];
  /** By uploaded paragraph that was split: the paragraph that its first part stands in. */
  readonly heads = new Map<UploadedPlace, NodeId>();
  /** By tree, because trees number their nodes each from the start. */
  readonly #starts = new Map<Tree, Map<NodeId, NodeId>>();
  readonly #after = new Map<Tree, Map<NodeId, NodeId>>();
  /** Runs of which nothing is left: the request moved them and deleted what they held. */
  readonly emptied: { readonly tree: Tree; readonly run: NodeId }[] = [];
  /** Headers and footers that edits emptied for a new section: those before it show a copy. */
  readonly cleared: AddressedPart[] = [];
  /** By part: what edits put there without tracking it, and what the gate therefore does not look for. */
  readonly untracked = new Map<string, Set<NodeId>>();
  /** By uploaded section, or by ref: its w:sectPr, where edits gave it another or made it. */
  readonly sections = new Map<AddressedSection | string, NodeId>();
  /** Paragraphs that an edit just made and that ask to be in a list, with the JSON path of what they ask. */
  readonly unnumbered: { readonly block: StandingBlock; readonly numbering: unknown; readonly field: string }[] = [];
  /** Problems that show while an edit is written: nothing of the request is done then. */
  readonly problems: Problem[] = [];
  /** By tracked change of others: what becomes of it. */
  readonly verdicts = new Map<Revision, Verdict>();
  /** By tracked change that cannot be rejected: the edit that rejects it, unless a later one accepts it. */
  readonly unrejectable = new Map<Revision, Refusal>();
  /** By ref: the comments that edits made, each the first of its thread. */
  readonly threads = new Map<string, { readonly comment: NodeId; readonly marks: CommentMarks }>();
  /** The links whose code edits change or delete. */
  readonly links = new Map<Link, OpenLink>();
  /** By part: the elements that were links and are fields now, with the codes that say the same. */
  readonly unfolded = new Map<string, Map<NodeId, string>>();
  /** The hash of the password that the request sets. */
  readonly passwordHash: PasswordHash | undefined;
  readonly #texts = new Map<UploadedPlace, WorkingText>();
  #lastDrawing: number | undefined;

  constructor({ uploaded, refs }: { readonly uploaded: Uploaded; readonly refs: Refs }, signature: EditSignature) {
    this.uploaded = uploaded;
    this.refs = refs;
    this.signature = signature;
    this.passwordHash = signature.passwordHash;
    this.document = forkDocument(uploaded.document);
    this.own = new OwnRevisions(this.document, signature);
    this.writer = new RunWriter(this.document, signature);
    this.comments = new CommentWriter(this.document);
  }

  storyOf({ story }: AddressedPart): Story {
    return { ...story, tree: this.document.package.tree(story.part) };
  }

  textOf(place: UploadedPlace): WorkingText {
    const known = this.#texts.get(place);
    if (known !== undefined) return known;
    const text = new WorkingText(this.storyOf(place.part).tree, this.uploaded.textOf(place), this.own);
    this.#texts.set(place, text);
    return text;
  }

  /** The paragraph whose properties are those of what an edit names; of one that was split the first part. */
  paragraphOf(named: NamedParagraph): StandingBlock {
    if (named.kind === "uploaded") {
      const { part, paragraph } = named.place;
      return { story: this.storyOf(part), node: this.heads.get(named.place) ?? paragraph.node };
    }
    const { story, node } = this.headOf(named);
    return { story, node: this.joinedWith(story.tree, node).at(-1)! };
  }

  /** The paragraph that what an edit names begins with: the second part of one that was split may be joined with the next. */
  headOf(named: NamedParagraph): StandingBlock {
    if (named.kind === "uploaded") return this.paragraphOf(named);
    const made = this.made.get(named.group)?.[named.item];
    ensure(made !== undefined, "a paragraph is named after it was made");
    return made;
  }

  /** The paragraph that the text of what an edit names begins in: of one that others were joined to, the first with text in it. */
  frontOf(named: NamedParagraph): StandingBlock {
    const { story, node } = this.headOf(named);
    const joined = this.#joinedTo(story.tree, node);
    return { story, node: joined.find((paragraph) => textRunsIn(story, paragraph).length > 0) ?? node };
  }

  /** The runs that show the text of a paragraph now, with what edits put into it and what they joined to it. */
  runsOf(named: NamedParagraph): NodeId[] {
    const { story, node } = this.paragraphOf(named);
    const { tree } = story;
    return this.#joinedTo(tree, node).flatMap((paragraph) => textRunsIn(story, paragraph));
  }

  /** A paragraph, behind those whose text stands before its own because the request deletes the marks between. */
  #joinedTo(tree: Tree, paragraph: NodeId): NodeId[] {
    const before = tree.previousSibling(paragraph);
    const isJoined = before !== NONE && tree.name(before) === W.p && this.#isJoined(tree, before);
    return isJoined ? [...this.#joinedTo(tree, before), paragraph] : [paragraph];
  }

  /** The paragraphs that read as one with another, because the request deletes the marks between. */
  joinedWith(tree: Tree, paragraph: NodeId): NodeId[] {
    const next = tree.nextSibling(paragraph);
    const isJoined = next !== NONE && tree.name(next) === W.p && this.#isJoined(tree, paragraph);
    return isJoined ? this.joinedWith(tree, next) : this.#joinedTo(tree, paragraph);
  }

  /** True if the request deletes the mark of a paragraph. */
  #isJoined(tree: Tree, paragraph: NodeId): boolean {
    return this.own.onMark(tree, paragraph, [W.del]) !== NONE;
  }

  /** By block of a tree: the last one that was put after it. */
  afterIn(tree: Tree): Map<NodeId, NodeId> {
    return nodesIn(this.#after, tree);
  }

  /** By new paragraph of a tree: the last that was put at its start. */
  startsIn(tree: Tree): Map<NodeId, NodeId> {
    return nodesIn(this.#starts, tree);
  }

  /** An id that no drawing has. */
  nextDrawing(): string {
    this.#lastDrawing ??= highestDrawing(this.document);
    this.#lastDrawing += 1;
    return String(this.#lastDrawing);
  }
}

function nodesIn(all: Map<Tree, Map<NodeId, NodeId>>, tree: Tree): Map<NodeId, NodeId> {
  const known = all.get(tree) ?? new Map<NodeId, NodeId>();
  all.set(tree, known);
  return known;
}

/** What characters are made of. */
export const TEXT = new NameSet([W.t, ...CHARACTERS]);

/** The runs that show the text of a paragraph as it stands. */
export function textRunsIn(story: Story, paragraph: NodeId): NodeId[] {
  const runs = shownRunsOf(story, paragraph, "accepted");
  // Text with a reading aid is in runs of its own.
  const items = runs.flatMap((run) => (run.kind === "run" ? runContent(story, run.node, "accepted") : []));
  return [...new Set(items.filter((item) => TEXT.has(story.tree.name(item.node))).map((item) => item.run))];
}

function highestDrawing(document: WordDocument): number {
  const trees = trackedParts(document).map((part) => document.package.tree(part));
  const ids = trees.flatMap((tree) => {
    const drawings = elementsNamed(tree, new Set([WP.docPr]));
    return drawings.map((node) => wholeNumber(tree.attribute(node, tree.names.nameId(NO_NAMESPACE, "id"))) ?? 0);
  });
  return ids.reduce((most, id) => Math.max(most, id), 0);
}
