// Judges the looks of a redline of visible formatting with a resolver of its own (FMT-21, FMT-22).
//
// - Accepted it looks like the document after.
// - Rejected it looks like the document before. Exceptions are fields in which a listed style looks different, and
//   widths of cells if a notice says that the grid was carried (CMP-77).
//   Text that names a colour or font of the theme may have the one of either document, if the theme is listed.

import { acceptAll, rejectAll, type Verdict } from "@versus/engine/inside";
import {
  type Explains,
  explainedByStyles,
  lookDifference,
  nothingExplained,
  pairedLooks,
} from "../../reading/looks/compare-looks.ts";
import { type DocumentLooks, readDocumentLooks } from "../../reading/looks/read-looks.ts";
import { openCorpusDocument, SAVE_LEVEL } from "../read-document.ts";
import type { ContentDifference } from "./compare-contents.ts";
import type { Redline } from "./comparer.ts";

/** The name under which a changed theme is listed. */
const THEME = "Theme";

/** The documents of a redline with their tracked changes accepted. */
interface Sides {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

export interface LookDifferences {
  readonly accept: ContentDifference | undefined;
  readonly reject: ContentDifference | undefined;
}

/**
 * Returns the first difference of each view. Undefined for a redline without a list of changed styles: its formatting
 * was compared by markup as a whole (FMT-24).
 */
export function lookDifferences(
  { docx, json, notices }: Redline,
  { before, after }: Sides,
): LookDifferences | undefined {
  const listed = json === undefined ? undefined : listedStyles(json);
  if (listed === undefined) return undefined;
  const carrier = readDocumentLooks(after);
  return {
    accept: firstOfPaired([decidedLooks(docx, "accept"), carrier], nothingExplained),
    reject: lookDifferenceUnder(decidedLooks(docx, "reject"), before, {
      carrier,
      listed: listed.get("") ?? NO_STYLES,
      notices,
    }),
  };
}

/** Looks that a view takes from the carrier. */
interface Carried {
  readonly carrier: DocumentLooks;
  /** The names of the styles that look different in the document of the view. */
  readonly listed: ReadonlySet<string>;
  /** The codes of the notices. */
  readonly notices: readonly string[];
}

/** Returns the first difference of a view from its document that no listed style explains (FMT-22). */
export function lookDifferenceUnder(
  view: DocumentLooks,
  document: Uint8Array,
  { carrier, listed, notices }: Carried,
): ContentDifference | undefined {
  const original = readDocumentLooks(document);
  const byStyles = explainedByStyles({ original, modified: carrier }, listed);
  const isGridCarried = notices.includes("GRID_CARRIED");
  const explains: Explains = (field, styles) => (isGridCarried && field === "cell width") || byStyles(field, styles);
  const wanted = listed.has(THEME) ? [original, readDocumentLooks(document, carrier.sheet.theme)] : [original];
  const lost = wanted.map((one) => firstOfPaired([view, one], explains));
  return lost.every((difference) => difference !== undefined) ? lost[0] : undefined;
}

export const NO_STYLES: ReadonlySet<string> = new Set();

/**
 * Returns the names of the styles that a JSON lists as changed, by the revised copy of a merge; by an empty name in a
 * comparison. Undefined for a JSON without the list.
 */
export function listedStyles(json: Uint8Array): ReadonlyMap<string, ReadonlySet<string>> | undefined {
  const { style_changes: changes } = JSON.parse(new TextDecoder().decode(json)) as {
    readonly style_changes?: readonly { readonly revision?: string; readonly style: string }[];
  };
  if (changes === undefined) return undefined;
  const byCopy = Map.groupBy(changes, ({ revision = "" }) => revision);
  return new Map([...byCopy].map(([revision, some]) => [revision, new Set(some.map(({ style }) => style))]));
}

function decidedLooks(redline: Uint8Array, verdict: Verdict): DocumentLooks {
  const document = openCorpusDocument(redline);
  (verdict === "accept" ? acceptAll : rejectAll)(document);
  return readDocumentLooks(document.package.save(SAVE_LEVEL));
}

/** The place names the fields, without text of the document. */
function firstOfPaired(
  [found, wanted]: readonly [DocumentLooks, DocumentLooks],
  explains: Explains,
): ContentDifference | undefined {
  for (const [at, [one, other]] of pairedLooks([found.looks, wanted.looks]).entries()) {
    const difference = lookDifference(one, other, explains);
    if (difference === undefined) continue;
    const fields = difference.replace(/^letter \d+ of .*": /s, "").split("; ");
    const place = `${one.kind} ${at}: ${fields.map((field) => field.split(":")[0]).join(", ")}`;
    return { place, lines: ["the same look", difference] };
  }
  return undefined;
}
