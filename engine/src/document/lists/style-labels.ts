// Describes the labels that paragraph styles give, so that those of two documents can be compared.
//
// A style such as Heading 1 may name a list. Its paragraphs show the label of that list without a word about it in their
// own properties. Two descriptions are equal if the labels have the same form and are counted in the same way. Ids of
// lists, indents and fonts are not part of a description.

import { readStyles } from "../formatting/styles.ts";
import type { WordDocument } from "../open-document.ts";
import { type ListLevel, type ListPlace, listPlaceBy, type Numbering, numberingOf } from "./numbering.ts";

/** The properties of a paragraph that its label depends on. */
export interface LabelSource {
  /** The id in w:pStyle; undefined or empty for the default style. */
  readonly style: string | undefined;
  /** The level in a w:numPr that names no list. */
  readonly level?: number | undefined;
}

export class StyleLabels {
  readonly #numbering: Numbering;
  readonly #texts = new Map<string, string>();

  constructor(document: WordDocument) {
    this.#numbering = numberingOf(document);
  }

  /** Returns the list and level that a style gives; undefined if it gives none. */
  placeOf({ style, level }: LabelSource): ListPlace | undefined {
    const named = style === "" ? undefined : style;
    return listPlaceBy(this.#numbering, { numId: undefined, level, style: named });
  }

  /** Describes the label that a style gives. Empty without a label. */
  of(style: string | undefined): string {
    const key = style ?? "";
    const known = this.#texts.get(key) ?? labelText(this.placeOf({ style }));
    this.#texts.set(key, known);
    return known;
  }

  /** Describes the label of a level of a list. Empty if the list does not exist. */
  inList(numId: string, level: number): string {
    return labelText(listPlaceBy(this.#numbering, { numId, level, style: undefined }));
  }
}

/** Describes a label by its text, its numbers and the rules that count them. */
function labelText(place: ListPlace | undefined): string {
  const shown = place?.list.levels.get(place.level);
  if (place === undefined || shown === undefined || shown.isHidden || shown.text === "") return "";
  const { list, level } = place;
  const numbers = Array.from({ length: level + 1 }, (_, at) => at).filter((at) => shown.text.includes(`%${at + 1}`));
  const counted = numbers.map((at) => numberText(list.levels.get(at), list.startOverrides.get(at)));
  return [level, JSON.stringify(shown.text), shown.isLegal, ...counted].join(" ");
}

function numberText(level: ListLevel | undefined, start: number | undefined): string {
  if (level === undefined) return "none";
  const { format, restart } = level;
  return JSON.stringify([start ?? level.start, format.name, format.custom, restart]);
}

/** True if every style of a document gives the label that the style with its id gives in another document. */
export function areStyleLabelsSame(one: WordDocument, other: WordDocument): boolean {
  const [labels, otherLabels] = [new StyleLabels(one), new StyleLabels(other)];
  return [undefined, ...readStyles(other).byId.keys()].every((style) => labels.of(style) === otherLabels.of(style));
}
