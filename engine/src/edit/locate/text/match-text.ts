// Finds the positions of a selector's text in one paragraph (EDT-29 to EDT-39).

import { W } from "../../../document/word-names.ts";
import type { ValueOf } from "../../../language/value-shapes.ts";
import type { selectorOfBreaks } from "../../shape/selectors.ts";
import type { Uploaded, UploadedPlace } from "../uploaded.ts";
import { foldText } from "./fold-text.ts";

export type Selector = ValueOf<typeof selectorOfBreaks>;

/** A half-open range of characters in an uploaded paragraph. */
export interface TextRange {
  readonly place: UploadedPlace;
  readonly from: number;
  readonly to: number;
}

/** Returns all positions of the text between its prefix and suffix. The first of overlapping matches counts. */
export function matchesIn(uploaded: Uploaded, place: UploadedPlace, selector: Selector): TextRange[] {
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

/** Returns sequences of breaks of the wanted kinds. */
function breaksIn(uploaded: Uploaded, place: UploadedPlace, wanted: Exclude<Selector["match"], string>): TextRange[] {
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
