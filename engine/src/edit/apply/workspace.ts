// The document that edits are written into: a fork of the uploaded one, whose nodes have the same numbers.

import type { AddressedPart } from "../../document/addresses.ts";
import { RunWriter, type WrittenReference } from "../../document/content-runs/write-runs.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { shownRunsOf } from "../../document/runs.ts";
import type { Story } from "../../document/stories.ts";
import { W } from "../../document/word-names.ts";
import { ensure } from "../../failures/failure.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { ancestor } from "../../revisions/markup.ts";
import type { Signature } from "../../revisions/write/revision-maker.ts";
import type { NamedParagraph } from "../locate/paragraphs.ts";
import type { Refs } from "../locate/refs.ts";
import type { Place, Uploaded } from "../locate/uploaded.ts";
import { OwnRevisions } from "./own-revisions.ts";
import { WorkingText } from "./working-text.ts";

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

export class Workspace {
  readonly uploaded: Uploaded;
  readonly refs: Refs;
  readonly document: WordDocument;
  readonly own: OwnRevisions;
  /** Writes new text. It counts the notes that there are when it makes its first one. */
  writer: RunWriter;
  readonly signature: Signature;
  readonly references: OpenReference[] = [];
  /** By group: the paragraphs that edits made. */
  readonly made = new Map<string, StandingBlock[]>();
  /** By ref: the tables that edits made. */
  readonly tables = new Map<string, StandingBlock>();
  /** By uploaded paragraph that was split: the paragraph that its first part stands in. */
  readonly heads = new Map<Place, NodeId>();
  /** By block: the last one that was put after it. */
  readonly after = new Map<NodeId, NodeId>();
  /** By part: what edits put there without tracking it, and what the gate therefore does not look for. */
  readonly untracked = new Map<string, Set<NodeId>>();
  readonly #texts = new Map<Place, WorkingText>();

  constructor({ uploaded, refs }: { readonly uploaded: Uploaded; readonly refs: Refs }, signature: Signature) {
    this.uploaded = uploaded;
    this.refs = refs;
    this.signature = signature;
    this.document = { ...uploaded.document, package: uploaded.document.package.fork() };
    this.own = new OwnRevisions(this.document, signature);
    this.writer = new RunWriter(this.document, signature);
  }

  storyOf({ story }: AddressedPart): Story {
    return { ...story, tree: this.document.package.tree(story.part) };
  }

  textOf(place: Place): WorkingText {
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
    const made = this.made.get(named.group)?.[named.item];
    ensure(made !== undefined, "a paragraph is named after it was made");
    return made;
  }

  /** The runs that show the text of a paragraph now; of an uploaded one, those that hold its characters, wherever they are. */
  runsOf(named: NamedParagraph): NodeId[] {
    if (named.kind === "uploaded") {
      const { tree, pieces } = this.textOf(named.place);
      const shown = pieces.filter(({ from, to, run }) => from < to && ancestor(tree, run, W.del) === NONE);
      return [...new Set(shown.map(({ run }) => run))];
    }
    const { story, node } = this.paragraphOf(named);
    return shownRunsOf(story, node, "accepted").flatMap((run) => (run.kind === "run" ? [run.node] : []));
  }
}
