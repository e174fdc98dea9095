// Keeps the labels that copied paragraphs have from their styles (CMP-76b).
//
// A style of the result counts as the style of the source with the same id or name, whatever it says. So a paragraph could
// lose its label, or gain one. If the two styles give different labels, the copy names its list itself.

import { StyleLabels } from "../../document/lists/style-labels.ts";
import { writeNumbering } from "../../document/lists/write-numbering.ts";
import { childValue, wholeNumber } from "../../document/values.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { AdoptedLists } from "./adopted-lists.ts";
import type { AdoptedStyles } from "./adopted-styles.ts";
import type { AdoptionSources } from "./sources.ts";

/** The numId of a paragraph that has no label although its style gives one. */
const NO_LIST = "0";

interface Labels {
  readonly before: StyleLabels;
  readonly result: StyleLabels;
}

/** A paragraph style: its id in the source, and its id in the result. Undefined for the default style. */
export interface AdoptedStyle {
  readonly before: string | undefined;
  readonly result: string | undefined;
}

export class AdoptedLabels {
  readonly #sources: AdoptionSources;
  readonly #styles: AdoptedStyles;
  readonly #lists: AdoptedLists;
  #labels: Labels | undefined;

  constructor(sources: AdoptionSources, { styles, lists }: { styles: AdoptedStyles; lists: AdoptedLists }) {
    this.#sources = sources;
    this.#styles = styles;
    this.#lists = lists;
  }

  /** Names the list in the properties of a copied paragraph if its style gives another label in the result. */
  settle(tree: Tree, properties: NodeId, style: AdoptedStyle): void {
    // An imported style gives the label that it gave in the source.
    if (tree.name(properties) !== W.pPr || this.#styles.isImported(style.result)) return;
    const numbering = tree.child(properties, W.numPr);
    if (numbering !== NONE && childValue(tree, numbering, W.numId) !== undefined) return;
    const { before, result } = this.#open();
    if (before.of(style.before) === result.of(style.result)) return;
    const level = numbering === NONE ? undefined : wholeNumber(childValue(tree, numbering, W.ilvl));
    const place = before.placeOf({ style: style.before, level });
    const numId = place === undefined ? NO_LIST : this.#lists.idFor(place.list.numId);
    writeNumbering(tree, properties, { numId, level: place?.level ?? 0 });
  }

  #open(): Labels {
    const { before, result } = this.#sources;
    this.#labels ??= { before: new StyleLabels(before), result: new StyleLabels(result) };
    return this.#labels;
  }
}
