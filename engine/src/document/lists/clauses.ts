// Names clauses by number and first words: "3.2 Invoicing" (HTM-31, MRG-51).

import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { paragraphsOf } from "../text/blocks.ts";
import { elementsBelow } from "../text/elements.ts";
import { ParagraphReader } from "../text/inlines.ts";
import { readParagraph } from "../text/paragraphs.ts";
import type { Story } from "../text/stories.ts";
import type { View } from "../text/views.ts";
import { HeadingLevels } from "./headings.ts";
import type { Numbering } from "./numbering.ts";
import { Labeller } from "./numbering-labels.ts";

/** Maximum number of characters of the words in the name of a clause. */
const LONGEST_TITLE = 60;

/** Returns the name of a clause. `number` is empty if the clause has none. */
export function clauseName(number: string, text: string): string {
  return [number, firstWords(text)].filter((part) => part !== "").join(" ");
}

/** Returns the text. A longer text is cut after a word to at most `LONGEST_TITLE` characters, with an ellipsis. */
export function firstWords(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  if (line.length <= LONGEST_TITLE) return line;
  return `${/^.{1,60}(?= )/u.exec(line)?.[0] ?? [...line].slice(0, LONGEST_TITLE).join("")}…`;
}

/** The content before the destination of a move: its clause, and its text if it is a paragraph. */
interface DestinationPlace {
  readonly clause: string;
  readonly text: string | undefined;
}

/** Returns for example `after 11.2 Notices`, or `to the start` if nothing is before the destination. */
export function destinationWords(before: DestinationPlace | undefined): string {
  if (before === undefined) return "to the start";
  if (before.clause !== "") return `after ${before.clause}`;
  return before.text === undefined ? "after a table" : `after “${firstWords(before.text)}”`;
}

/** The clauses of a story in one view. A clause begins with a numbered paragraph or a heading that the view shows. */
export class Clauses {
  readonly #story: Story;
  /** Maps a paragraph to the name of the clause that contains it. */
  readonly #names = new Map<NodeId, string>();

  constructor(story: Story, numbering: Numbering, view: View = "accepted") {
    this.#story = story;
    const labeller = new Labeller(numbering, view);
    const headings = new HeadingLevels(numbering);
    const reader = new ParagraphReader(story, view);
    let name = "";
    for (const node of paragraphsOf(story)) {
      const { text } = reader.read(node);
      const label = labeller.label(story, node);
      const isNumbered = label !== undefined && !label.isBullet;
      const isHeading = headings.of(story, readParagraph(story, node)) !== undefined;
      if ((isNumbered || isHeading) && text.trim() !== "") name = clauseName(isNumbered ? label.text : "", text);
      this.#names.set(node, name);
    }
  }

  /** Returns the clause that contains a node of the story. Empty before the first clause, and for other nodes. */
  at(node: NodeId): string {
    const { tree } = this.#story;
    for (let at = node; at !== NONE; at = tree.parent(at)) {
      const name = this.#names.get(at);
      if (name !== undefined) return name;
    }
    for (const below of elementsBelow(this.#story, node)) {
      const name = this.#names.get(below);
      if (name !== undefined) return name;
    }
    return "";
  }
}
