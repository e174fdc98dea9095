// Finds the text that a selector means in the paragraphs that an edit names (spec 2, Text selectors).
//
// All places where the text stands between its prefix and suffix are candidates; of candidates that overlap the first counts.
// Without an occurrence there must be one alone. A refusal tells how many there are and, when the text stands in other
// paragraphs, which.

import { W } from "../../document/word-names.ts";
import { type Found, refuse } from "../refusal.ts";
import { foldText } from "./fold-text.ts";
import { nameOf, type Place, type Uploaded } from "./uploaded.ts";

export interface Selector {
  readonly match: string | readonly { readonly type: "break"; readonly kind: "page" | "column" }[];
  readonly prefix?: string;
  readonly suffix?: string;
  readonly occurrence?: number | "all";
}

/** Characters of an uploaded paragraph; half-open. */
export interface TextRange {
  readonly place: Place;
  readonly from: number;
  readonly to: number;
}

/** Paragraphs that a refusal names at most. */
const MOST_NAMED = 20;

export function selectText(
  uploaded: Uploaded,
  places: readonly Place[],
  { selector, field }: { readonly selector: Selector; readonly field: string },
): Found<TextRange[]> {
  const matches = uploaded.inOrder(places).flatMap((place) => matchesIn(uploaded, place, selector));
  const { occurrence } = selector;
  const count = matches.length;
  if (count === 0) return notFound(uploaded, places, { selector, field });
  if (occurrence === "all") return { found: matches };
  if (occurrence === undefined) {
    if (count === 1) return { found: matches };
    const message = `The text was found ${count} times; give an occurrence, a prefix or a suffix.`;
    return refuse(field, "TEXT_NOT_UNIQUE", message, namesOf(matches));
  }
  const wanted = matches[occurrence - 1];
  if (wanted !== undefined) return { found: [wanted] };
  const message = `The text was found ${count} ${count === 1 ? "time" : "times"}.`;
  return refuse(`${field}.occurrence`, "OCCURRENCE_OUT_OF_RANGE", message, namesOf(matches));
}

function notFound(
  uploaded: Uploaded,
  places: readonly Place[],
  { selector, field }: { readonly selector: Selector; readonly field: string },
): Found<never> {
  const named = new Set(places);
  const elsewhere = uploaded.places
    .filter((place) => !named.has(place))
    .flatMap((place) => matchesIn(uploaded, place, selector));
  const alone = { match: selector.match };
  const isContext = selector.prefix !== undefined || selector.suffix !== undefined;
  const bare = isContext ? places.flatMap((place) => matchesIn(uploaded, place, alone)).length : 0;
  const hint = isContext ? ` Without prefix and suffix it was found ${bare} ${bare === 1 ? "time" : "times"}.` : "";
  const where =
    elsewhere.length === 0
      ? ""
      : ` It was found ${elsewhere.length} ${elsewhere.length === 1 ? "time" : "times"} elsewhere.`;
  const message = `The text was found 0 times in the named paragraphs.${hint}${where}`;
  return refuse(field, "TEXT_NOT_FOUND", message, namesOf(elsewhere));
}

function namesOf(ranges: readonly TextRange[]) {
  return [...new Set(ranges.map(({ place }) => place))].slice(0, MOST_NAMED).map(nameOf);
}

function matchesIn(uploaded: Uploaded, place: Place, selector: Selector): TextRange[] {
  if (typeof selector.match !== "string") return breaksIn(uploaded, place, selector.match);
  const folded = foldText(uploaded.textOf(place).text);
  const [match, prefix, suffix] = [selector.match, selector.prefix ?? "", selector.suffix ?? ""].map(
    (text) => foldText(lineEnds(text)).text,
  ) as [string, string, string];
  const ranges: TextRange[] = [];
  let free = 0;
  for (let at = folded.text.indexOf(match); at >= 0; at = folded.text.indexOf(match, at + 1)) {
    const end = at + match.length;
    const isInContext = folded.text.endsWith(prefix, at) && at >= prefix.length && folded.text.startsWith(suffix, end);
    if (at < free || !isInContext) continue;
    free = end;
    ranges.push({ place, from: folded.placeOf(at), to: folded.placeOf(end) });
  }
  return ranges;
}

/** A line end of any form is a line break. */
function lineEnds(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

/** Rows of breaks of the wanted kinds. */
function breaksIn(uploaded: Uploaded, place: Place, wanted: Exclude<Selector["match"], string>): TextRange[] {
  const { tree } = place.part.story;
  const { pieces } = uploaded.textOf(place);
  const shown = pieces.filter(({ from, to }) => from < to);
  const ranges: TextRange[] = [];
  for (let at = 0; at + wanted.length <= shown.length; ) {
    const row = shown.slice(at, at + wanted.length);
    const isRow = row.every(
      ({ kind, node }, index) => kind === "break" && tree.attribute(node, W.type) === wanted[index]!.kind,
    );
    if (isRow) ranges.push({ place, from: row[0]!.from, to: row.at(-1)!.to });
    at += isRow ? wanted.length : 1;
  }
  return ranges;
}
