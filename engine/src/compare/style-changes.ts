// Finds the styles whose own look changed (FMT-13).
//
// The look of a style is that of a paragraph, or of a run, with this style and nothing else. So a change of document
// defaults, of the theme or of a parent style shows in every style that takes its values from them.

import { readStyles, type Style } from "../document/formatting/styles.ts";
import { DocumentLooks } from "../document/looks/document-looks.ts";
import { differentFields, type Look } from "../document/looks/look.ts";
import { fieldWords } from "../document/looks/look-words.ts";
import type { WordDocument } from "../document/open-document.ts";
import { foldName } from "../ooxml/parts/part-names.ts";

/** A style that looks different in the two documents, with the values that differ. */
export interface StyleChange {
  readonly style: string;
  readonly before: string;
  readonly after: string;
}

/** Returns the paragraph and character styles of both documents whose looks differ, in the order of the first one. */
export function changedStyleLooks(before: WordDocument, after: WordDocument): StyleChange[] {
  const [looks, otherLooks] = [new DocumentLooks(before), new DocumentLooks(after)];
  const partners = new Map(
    stylesOf(after)
      .reverse()
      .map((style) => [`${style.kind} ${foldName(style.name)}`, style]),
  );
  return stylesOf(before).flatMap((style): StyleChange[] => {
    const partner = partners.get(`${style.kind} ${foldName(style.name)}`);
    if (partner === undefined) return [];
    const pairs = pairsOf(looks.ofStyle(style), otherLooks.ofStyle(partner));
    const words = pairs.flatMap(([one, other]) =>
      differentFields(one, other).map((field) => [field, one, other] as const),
    );
    if (words.length === 0) return [];
    return [
      {
        style: style.name,
        before: words.map(([field, one]) => fieldWords(field, one.fields.get(field))).join(", "),
        after: words.map(([field, , other]) => fieldWords(field, other.fields.get(field))).join(", "),
      },
    ];
  });
}

function pairsOf(ones: readonly Look[], others: readonly Look[]): (readonly [Look, Look])[] {
  return ones.map((one, at) => [one, others[at]!]);
}

function stylesOf(document: WordDocument): Style[] {
  return [...readStyles(document).byId.values()].filter(
    ({ kind, name }) => (kind === "paragraph" || kind === "character") && name !== "",
  );
}
