// Compares references by the position of their bookmark, in mode `visible` (FMT-41).
//
// The gate reads the positions in the view of the redline and in the document, apart from the planner. A position is
// the text of the paragraph, its number among paragraphs with that text, and the offset.

import { forkDocument } from "../../document/open-document.ts";
import { bodyOf } from "../../document/text/stories.ts";
import type { View } from "../../document/text/views.ts";
import { W } from "../../document/word-names.ts";
import { acceptAll, rejectAll } from "../../revisions/decide/decide.ts";
import { readView } from "../../revisions/view.ts";
import type { Source } from "../content/source.ts";
import { textPlacesOf } from "../write/brought/text-places.ts";

/** A document in a view. */
interface ShownDocument {
  readonly source: Source;
  readonly view: View;
}

/** The references of two documents that should show the same. */
export class SameReferences {
  readonly #sides: readonly [ShownDocument, ShownDocument];
  #places: readonly ReadonlyMap<string, string>[] | undefined;

  constructor(redline: ShownDocument, document: ShownDocument) {
    this.#sides = [redline, document];
  }

  /** True if two lines differ only in names of bookmarks, and these have the same positions. */
  areSame(found: string | undefined, expected: string | undefined): boolean {
    const [{ source, view }] = this.#sides;
    if (found === undefined || expected === undefined || !source.formats.areVisible) return false;
    if (typeof view !== "string" || !hasReference(found) || !hasReference(expected)) return false;
    if (blank(found) !== blank(expected)) return false;
    this.#places ??= this.#sides.map((side) => placesIn(side));
    const [one, other] = this.#places;
    return resolved(found, one!) === resolved(expected, other!);
  }
}

/** Matches the target of a link in a paragraph up to the name of its bookmark, and the name. */
const LINKED = /(\u0001link [^\u0002]*?#)([^\u0002 ]+)/g;
/** Matches a code in the line of the codes of a story up to the name of a bookmark, and the name. */
const CODED = /((?:^|\n)(?:REF|PAGEREF|NOTEREF) "?)([^\s"\\]+)/gi;
const CODES = "fields ";

function hasReference(line: string): boolean {
  return withNames(line, () => "\u0004") !== withNames(line, () => "\u0005");
}

function blank(line: string): string {
  return withNames(line, () => "");
}

function resolved(line: string, places: ReadonlyMap<string, string>): string {
  return withNames(line, (name) => places.get(name.toLowerCase()) ?? name);
}

/** Returns a line with other names. The codes of fields are sorted again, because their order followed the names. */
function withNames(line: string, nameOf: (name: string) => string): string {
  if (!line.startsWith(CODES)) return line.replace(LINKED, (_, start, name) => start + nameOf(name));
  const codes = line.slice(CODES.length).replace(CODED, (_, start, name) => start + nameOf(name));
  return codes.split("\n").sort().join("\n");
}

/** Maps the names of bookmarks, in lower case, to their positions. */
function placesIn({ source, view }: ShownDocument): ReadonlyMap<string, string> {
  const document = forkDocument(source.document);
  (view === "rejected" ? rejectAll : acceptAll)(document);
  const body = bodyOf(document);
  const places = new Map<string, string>();
  if (body === undefined) return places;
  const seen = new Map<string, number>();
  const paragraphs = readView(body, "accepted").map(({ text }) => {
    const number = seen.get(text) ?? 0;
    seen.set(text, number + 1);
    return `${number} ${text}`;
  });
  for (const [node, { paragraph, offset }] of textPlacesOf(body, new Set([W.bookmarkStart]))) {
    const name = (body.tree.attribute(node, W.name) ?? "").toLowerCase();
    if (!places.has(name))
      places.set(name, JSON.stringify([paragraphs[paragraph], offset]).replaceAll(/[\s\u0001-\u0004]/g, "_"));
  }
  return places;
}
