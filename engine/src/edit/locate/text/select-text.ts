// Finds the text that a selector means in the paragraphs that an edit names (EDT-29 to EDT-39).
//
// Without an occurrence there must be exactly one match. Text copied from our Markdown has backslashes before some
// characters. A selector that matches nothing is tried once more without them.

import { type Lookup, refuse } from "../../refusal.ts";
import type { Uploaded, UploadedPlace } from "../uploaded.ts";
import { dropBackslashes } from "./fold-text.ts";
import { matchesIn, type Selector, type TextRange } from "./match-text.ts";
import { contextOf, explainMissing, inParagraphs, paragraphNamesOf, times } from "./missing-text.ts";

export interface SelectorGiven {
  readonly selector: Selector;
  readonly field: string;
}

export function selectText(
  uploaded: Uploaded,
  places: readonly UploadedPlace[],
  { selector, field }: SelectorGiven,
): Lookup<TextRange[]> {
  const ordered = uploaded.inOrder(places);
  const exact = ordered.flatMap((place) => matchesIn(uploaded, place, selector));
  const bare = exact.length > 0 ? undefined : withoutBackslashes(selector);
  const matches = bare === undefined ? exact : ordered.flatMap((place) => matchesIn(uploaded, place, bare));
  const { occurrence } = selector;
  const count = matches.length;
  if (count === 0) return explainMissing(uploaded, ordered, { selector: bare ?? selector, field });
  if (occurrence === "all") return { found: matches };
  if (occurrence === undefined) {
    if (count === 1) return { found: matches };
    const message = `The text was found ${times(count)} in ${inParagraphs(matches)}. Give \`occurrence\`, \`prefix\` or \`suffix\`.`;
    const [first] = matches;
    return refuse(field, "TEXT_NOT_UNIQUE", message, {
      paragraphs: paragraphNamesOf(matches),
      context: contextOf(uploaded, first!.place, first!),
    });
  }
  const wanted = matches[occurrence - 1];
  if (wanted !== undefined) return { found: [wanted] };
  const message = `\`occurrence\` must be at most ${count}: the text was found ${times(count)} in ${inParagraphs(matches)}.`;
  return refuse(`${field}.occurrence`, "OCCURRENCE_OUT_OF_RANGE", message, { paragraphs: paragraphNamesOf(matches) });
}

/** Returns the selector without backslashes; undefined if it has none. */
function withoutBackslashes(selector: Selector): Selector | undefined {
  const { match, prefix, suffix, ...rest } = selector;
  if (typeof match !== "string") return undefined;
  if (![match, prefix, suffix].some((text) => text !== undefined && dropBackslashes(text) !== text)) return undefined;
  return {
    ...rest,
    match: dropBackslashes(match),
    ...(prefix === undefined ? {} : { prefix: dropBackslashes(prefix) }),
    ...(suffix === undefined ? {} : { suffix: dropBackslashes(suffix) }),
  };
}
