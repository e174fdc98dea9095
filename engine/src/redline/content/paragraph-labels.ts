// Reads the label that each paragraph of a document shows, such as 4.2 or (a).

import { FlowLabellers } from "../../document/lists/flow-labellers.ts";
import { numberingOf } from "../../document/lists/numbering.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { paragraphsOf } from "../../document/text/blocks.ts";
import { storiesOf } from "../../document/text/stories.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";

/** The labels of a document. Paragraphs in text boxes are not among them. */
export class ParagraphLabels {
  readonly #labels = new Map<Tree, Map<NodeId, string>>();

  constructor(document: WordDocument) {
    const numbering = numberingOf(document);
    const labellers = new FlowLabellers(numbering);
    for (const story of numbering.lists.size === 0 ? [] : storiesOf(document)) {
      const labels = this.#labels.get(story.tree) ?? new Map<NodeId, string>();
      this.#labels.set(story.tree, labels);
      const labeller = labellers.of(story);
      for (const node of paragraphsOf(story)) {
        const label = labeller.label(story, node);
        if (label !== undefined) labels.set(node, label.text);
      }
    }
  }

  /** Returns the label of a paragraph; empty without one. */
  of(tree: Tree, paragraph: NodeId): string {
    return this.#labels.get(tree)?.get(paragraph) ?? "";
  }
}
