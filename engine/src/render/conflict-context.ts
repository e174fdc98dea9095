// Describes where a conflict is: the text of the original around it, and the destinations of competing moves (RND-18e).

import { type Clauses, destinationWords } from "../document/lists/clauses.ts";
import { paragraphsOf } from "../document/text/blocks.ts";
import { ParagraphReader } from "../document/text/inlines.ts";
import type { Story } from "../document/text/stories.ts";
import { W } from "../document/word-names.ts";
import { NONE, type NodeId } from "../ooxml/xml/tree.ts";
import type { ConflictSpot } from "../revisions/choose/conflicts.ts";
import { ancestor } from "../revisions/markup.ts";
import { CONTEXT, endOf, startOf } from "./changes/context-words.ts";
import type { TextContext } from "./redline.ts";

/** A run of the original: its index among the elements of its paragraph, and its text. */
interface RunText {
  readonly index: number;
  readonly text: string;
}

/** Reads the original around conflicts. Each paragraph is read once. */
export class ConflictContexts {
  readonly #runs = new Map<Story, Map<NodeId, readonly RunText[]>>();

  /** Returns the text of the original before and after a spot in its paragraph. */
  around(story: Story, { paragraph, start, inside, around }: ConflictSpot): TextContext {
    const runs = this.#runsOf(story, paragraph, around);
    const from = around.indexOf(start);
    const to = from + inside.size;
    const first = runs.findIndex(({ index }) => index > from);
    let before = "";
    for (let at = (first < 0 ? runs.length : first) - 1; at >= 0 && before.length <= CONTEXT; at--) {
      before = runs[at]!.text + before;
    }
    let after = "";
    for (let at = Math.max(0, first); first >= 0 && at < runs.length && after.length <= CONTEXT; at++) {
      if (runs[at]!.index > to) after += runs[at]!.text;
    }
    return { before: endOf(before), after: startOf(after) };
  }

  #runsOf(story: Story, paragraph: NodeId, around: ConflictSpot["around"]): readonly RunText[] {
    const known = this.#runs.get(story) ?? new Map<NodeId, readonly RunText[]>();
    this.#runs.set(story, known);
    const read =
      known.get(paragraph) ??
      new ParagraphReader(story, "rejected").read(paragraph).inlines.map(({ run, text }) => {
        return { index: around.indexOf(run), text };
      });
    known.set(paragraph, read);
    return read;
  }
}

/** Names the destinations of moves by the content of the original before them. */
export class Destinations {
  readonly #story: Story;
  readonly #clauses: Clauses;
  /** Maps a paragraph to the last paragraph before it that the original shows. */
  readonly #previous = new Map<NodeId, { readonly node: NodeId; readonly text: string }>();

  constructor(story: Story, clauses: Clauses) {
    this.#story = story;
    this.#clauses = clauses;
    const reader = new ParagraphReader(story, "rejected");
    let previous = { node: NONE, text: "" };
    for (const node of paragraphsOf(story)) {
      this.#previous.set(node, previous);
      const { text } = reader.read(node);
      if (text.trim() !== "") previous = { node, text };
    }
  }

  /** Returns for example `after 11.2 Notices`. */
  before(paragraph: NodeId): string {
    const { node, text } = this.#previous.get(paragraph) ?? { node: NONE, text: "" };
    if (node === NONE) return destinationWords(undefined);
    const { tree } = this.#story;
    const isTable = ancestor(tree, node, W.tbl) !== ancestor(tree, paragraph, W.tbl);
    return destinationWords({ clause: this.#clauses.at(node), text: isTable ? undefined : text });
  }
}
