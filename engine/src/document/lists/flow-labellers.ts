// Assigns a labeller to each flow of a document (NUM-10).
//
// All footnotes are one flow, and so are all endnotes and the text boxes of a part. Every other story is a flow of its own.

import type { Story, StoryKind } from "../text/stories.ts";
import type { WholeView } from "../text/views.ts";
import type { Numbering } from "./numbering.ts";
import { Labeller } from "./numbering-labels.ts";

/** The labellers of a document. The caller must label the stories of a flow in their order, and each paragraph once. */
export class FlowLabellers {
  readonly #numbering: Numbering;
  readonly #labellers = new Map<string, Labeller>();

  constructor(numbering: Numbering) {
    this.#numbering = numbering;
  }

  /** Returns the labeller of a story's flow, which counts in the given view. */
  of({ kind, part }: Story, view: WholeView = "accepted"): Labeller {
    const key = `${view} ${kind} ${NOTES.has(kind) ? "" : part}`;
    const known = this.#labellers.get(key);
    if (known !== undefined) return known;
    const labeller = new Labeller(this.#numbering, view);
    this.#labellers.set(key, labeller);
    return labeller;
  }
}

const NOTES: ReadonlySet<StoryKind> = new Set<StoryKind>(["footnote", "endnote"]);
