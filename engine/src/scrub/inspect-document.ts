// Lists the data of a document besides its text.
//
// This covers comments, tracked changes, names, hidden text, properties and ids of editing sessions.

import type { WordDocument } from "../document/open-document.ts";
import { W } from "../document/word-names.ts";
import { reachableParts } from "../ooxml/parts/reachable-parts.ts";
import { elementsNamed } from "../ooxml/xml/named-spans.ts";
import { type DecisionKind, listDecisions } from "../revisions/decisions.ts";
import { type AuthorName, listAuthors } from "./author-names.ts";
import { type FileProperty, listProperties } from "./file-properties.ts";
import { type HiddenText, listHidden } from "./hidden-text.ts";
import { countSessionIds } from "./session-ids.ts";
import { textBelow } from "./text-below.ts";
import { wordTrees } from "./word-parts.ts";

export interface Inspection {
  readonly comments: readonly InspectedComment[];
  readonly changes: readonly InspectedChange[];
  readonly authors: readonly AuthorName[];
  readonly hidden: readonly HiddenText[];
  readonly properties: readonly FileProperty[];
  /** Number of elements with the id of an editing session, including the list of sessions and its entries. */
  readonly rsids: number;
  /** Maps each kind of part that is not searched to its number of parts. Kinds without a part are left out. */
  readonly not_searched: Readonly<Partial<Record<UnsearchedKind, number>>>;
}

interface InspectedComment {
  readonly author: string;
  readonly date: string;
  readonly text: string;
}

interface InspectedChange extends InspectedComment {
  readonly kind: DecisionKind;
}

export function inspectDocument(document: WordDocument): Inspection {
  return {
    comments: listComments(document),
    changes: listDecisions(document).map(({ kind, author, date, revisions }) => {
      const shown = revisions.filter(({ place }) => place === "content");
      return { kind, author, date, text: shown.map(({ tree, node }) => textBelow(tree, node)).join("") };
    }),
    authors: listAuthors(document),
    hidden: listHidden(document),
    properties: listProperties(document),
    rsids: countSessionIds(document),
    not_searched: countUnsearched(document),
  };
}

function listComments(document: WordDocument): InspectedComment[] {
  return wordTrees(document).flatMap((tree) =>
    elementsNamed(tree, new Set([W.comment])).map((node) => ({
      author: tree.attribute(node, W.author) ?? "",
      date: tree.attribute(node, W.date) ?? "",
      text: textBelow(tree, node),
    })),
  );
}

type UnsearchedKind = "pictures" | "embedded_files" | "custom_xml" | "macros";

/**
 * Each kind with the pattern of its part names. A picture may contain the camera's position and time, an embedded file
 * anything.
 */
const UNSEARCHED: readonly (readonly [UnsearchedKind, RegExp])[] = [
  ["pictures", /\/media\/[^/]+$/i],
  ["embedded_files", /\/embeddings\/[^/]+$|\/afchunk[^/]*$/i],
  ["custom_xml", /(?:^|\/)customXml\/item\d*\.xml$/i],
  ["macros", /\/vbaProject\.bin$/i],
];

function countUnsearched({ package: opened }: WordDocument): Inspection["not_searched"] {
  const { parts } = reachableParts(opened);
  const counts = UNSEARCHED.map(([kind, names]) => [kind, parts.filter((part) => names.test(part)).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
