// Reads the facts of a legend from the JSON of the redline (PRN-24).
//
// The JSON is stored with the redline, so the legend has the figures and notices that every caller reads.

import { type ColouredAuthor, noticeLines, type RedlineJson } from "@versus/engine/tasks";
import type { LegendFacts } from "./own-pages.ts";

/** The sources of a legend. */
export interface LegendSources {
  /** The redline as JSON, in UTF-8. */
  readonly json: Uint8Array;
  readonly authors: readonly ColouredAuthor[];
}

export function readLegend({ json, authors }: LegendSources): LegendFacts {
  const redline = JSON.parse(new TextDecoder().decode(json)) as RedlineJson;
  const { summary, style_changes: styleChanges = [], notices } = redline;
  return { summary, styleChanges, notices: noticeLines(notices), authors };
}
