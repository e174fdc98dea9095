// Makes the problem of a style that a document lacks.
//
// Callers often give its name (`Heading 1`) instead of its id.

import type { StyleKind, StyleTable } from "../document/formatting/styles.ts";
import type { Hints } from "../failures/nearest-name.ts";
import { nearestName } from "../failures/nearest-name.ts";
import { hintsOf } from "./value-problems.ts";

/** A problem lists the style ids of the document only if they are at most this many. */
const MOST_ALLOWED = 40;
/** Maximum number of styles that are searched for a similar one. */
const MOST_SEARCHED = 500;

export interface MissingStyle extends Hints {
  readonly reason: "STYLE_NOT_FOUND";
  readonly message: string;
}

export function missingStyle({ byId }: Pick<StyleTable, "byId">, kind: StyleKind, id: string): MissingStyle {
  const message =
    byId.get(id) === undefined
      ? `There is no ${kind} style with this id. Use the id of a style, not its name.`
      : `The style with this id is not a ${kind} style.`;
  const styles = [...byId.values()].filter((style) => style.kind === kind).slice(0, MOST_SEARCHED);
  const ids = styles.map((style) => style.id);
  const fold = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, "");
  const own = fold(id);
  const same = styles.filter((style) => fold(style.id) === own || fold(style.name) === own);
  const meant = same.length > 0 ? same[0]?.id : nearestName(id, ids);
  const allowed = ids.length <= MOST_ALLOWED ? ids : undefined;
  return { reason: "STYLE_NOT_FOUND", message, ...hintsOf(allowed, meant) };
}
