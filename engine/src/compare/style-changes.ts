// Finds the styles whose own look changed (FMT-13).
//
// The look of a style is that of a paragraph, a run or a table with this style and nothing else. So a change of document
// defaults, of the theme or of a parent style shows in every style that takes its values from them.

import { readStyles, type Style } from "../document/formatting/styles.ts";
import type { ThemeLook } from "../document/looks/colours.ts";
import { DocumentLooks } from "../document/looks/document-looks.ts";
import type { Look } from "../document/looks/look.ts";
import { differenceWords, type FieldWords } from "../document/looks/look-words.ts";
import type { WordDocument } from "../document/open-document.ts";
import { foldName } from "../ooxml/parts/part-names.ts";
import { areSameParts } from "./carried.ts";

/** A style that looks different in the two documents, with the values that differ. */
export interface StyleChange {
  readonly style: string;
  readonly before: string;
  readonly after: string;
}

/** Returns the theme and the styles of both documents whose looks differ, in the order of the first one. */
export function changedStyleLooks(before: WordDocument, after: WordDocument): StyleChange[] {
  // The looks of all styles are slow to read, and most versions of a document share their styles.
  const isSame = LOOKED_AT.every((kind) => areSameParts({ document: before }, { document: after }, kind));
  if (isSame) return [];
  const [looks, otherLooks] = [new DocumentLooks(before), new DocumentLooks(after)];
  return [...changedTheme(looks.theme, otherLooks.theme), ...changedStyles([before, looks], [after, otherLooks])];
}

/** The kinds of parts that decide the look of a style. */
const LOOKED_AT = ["styles", "numbering", "theme"];

/** The name of the entry for a theme. Text that names a colour or font of the theme has no other style. */
const THEME = "Theme";

function changedTheme(before: ThemeLook, after: ThemeLook): StyleChange[] {
  const told = (["colours", "fonts"] as const).flatMap((values) =>
    [...before[values]].flatMap(([name, was]) => {
      const is = after[values].get(name);
      return is === undefined || is === was ? [] : [{ was: `${name} ${was}`, is: `${name} ${is}` }];
    }),
  );
  return told.length === 0 ? [] : [changeOf(THEME, told)];
}

type LookedAt = readonly [document: WordDocument, looks: DocumentLooks];

function changedStyles([before, looks]: LookedAt, [after, otherLooks]: LookedAt): StyleChange[] {
  const partners = new Map(
    stylesOf(after)
      .reverse()
      .map((style) => [`${style.kind} ${foldName(style.name)}`, style]),
  );
  return stylesOf(before).flatMap((style): StyleChange[] => {
    const partner = partners.get(`${style.kind} ${foldName(style.name)}`);
    if (partner === undefined) return [];
    const pairs = pairsOf(looks.ofStyle(style), otherLooks.ofStyle(partner));
    // Parts of a table style often change alike, so equal words are listed once.
    const words = pairs.flatMap(([one, other]) => differenceWords(one, other));
    const distinct = new Map(words.map((change) => [`${change.was}\0${change.is}`, change]));
    return distinct.size === 0 ? [] : [changeOf(style.name, [...distinct.values()])];
  });
}

function changeOf(style: string, differences: readonly FieldWords[]): StyleChange {
  const words = (value: keyof FieldWords): string => differences.map((change) => change[value]).join(", ");
  return { style, before: words("was"), after: words("is") };
}

function pairsOf(ones: readonly Look[], others: readonly Look[]): (readonly [Look, Look])[] {
  return ones.map((one, at) => [one, others[at]!]);
}

function stylesOf(document: WordDocument): Style[] {
  return [...readStyles(document).byId.values()].filter(({ kind, name }) => kind !== "numbering" && name !== "");
}
