// Words notices: one sentence per kind, part and document, never with text of a document.

import type { Notice, NoticeCode } from "./failure.ts";

/** All notices of one kind about one part of one document. */
export interface WordedNotice {
  readonly code: NoticeCode;
  readonly message: string;
  readonly count: number;
  /** `original`, `modified` or, in a merge, the name of the revision. */
  readonly source?: string;
  readonly insertions?: number;
  readonly deletions?: number;
}

/** Maps a notice code to the sentence for a number of items. */
const WORDS: Readonly<Record<NoticeCode, (count: number, notice: Notice) => string>> = {
  PART_CHECKSUM_WRONG: (count) => `${some(count, "part")} ${are(count)} damaged (wrong checksum)`,
  PART_MISSING: (count) => `A document names ${some(count, "part")} that it does not contain`,
  PACKAGE_RELATIONSHIPS_RESTORED: () => "A document had lost the list of its parts; Versus rebuilt it",
  DATA_BINDING_REMOVED: (count) =>
    `${some(count, "content control")} lost the link to data that would have overwritten the changes`,
  FOREIGN_CONTENT_CARRIED: (count) => carried(count, "embedded document"),
  STYLES_CARRIED: (count) => carried(count, "style definition"),
  NUMBERING_CARRIED: (count) => carried(count, "unused list definition"),
  BOOKMARKS_CARRIED: (count) =>
    `${some(count, "bookmark")} moved; the redline keeps the new positions (Word cannot track bookmarks)`,
  GRID_CARRIED: (count) => `${some(count, "table")} changed column widths; the redline keeps the new widths`,
  THEME_CARRIED: (count) => carried(count, "theme"),
  SETTINGS_CARRIED: (count) => carried(count, "settings part"),
  FONTS_CARRIED: (count) => carried(count, "font table"),
  FORMATTING_CARRIED: (count) =>
    `${some(count, "place")} ${are(count)} written differently in the two files but ${count === 1 ? "looks" : "look"} the same; the redline keeps the modified document's markup`,
  STYLE_LOOKS_CHANGED: (count) =>
    `${some(count, "style")} ${count === 1 ? "looks" : "look"} different in the modified document; text with ${count === 1 ? "this style" : "these styles"} is not marked for it`,
  CUSTOM_XML_CARRIED: (count) => carried(count, "custom data part"),
  TRACKED_CHANGES_ACCEPTED: (count, { source, insertions = 0, deletions = 0 }) =>
    `${SIDES[source ?? ""] ?? "A revision"} contains ${some(count, "tracked change")} (${some(insertions, "insertion")}, ${some(deletions, "deletion")}); they were accepted before the comparison`,
  COMMENTS_LEFT_OUT: (count, { source }) =>
    `${some(count, "comment")} of ${isRevision(source) ? "a revision" : "the original document"} ${are(count)} not in the redline`,
  PROPERTY_CONFLICTS_KEPT: (count) =>
    `The revisions disagree on the properties of ${some(count, "passage")}; the properties of the original document are kept`,
  BLOCK_FALLBACK: (count) =>
    `${some(count, "passage")} ${are(count)} marked as replaced completely, because finer marks would not be exact`,
};

const SIDES: Readonly<Record<string, string>> = {
  before: "The original document",
  after: "The modified document",
  original: "The original document",
};
/** Maps the side of a comparison to its public name. A merge already uses names that readers know. */
const ROLES: Readonly<Record<string, string>> = { before: "original", after: "modified" };

function isRevision(source: string | undefined): boolean {
  return source !== undefined && !Object.hasOwn(SIDES, source);
}

function some(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

function are(count: number): string {
  return count === 1 ? "is" : "are";
}

function carried(count: number, thing: string): string {
  return `${some(count, thing)} changed; the redline keeps the new version (Word cannot track this)`;
}

/**
 * Maximum characters of a part name in a message. Other characters than visible ASCII become `?`, because the author of the
 * file chose the name.
 */
const MOST_OF_A_NAME = 80;

/** Returns one worded notice per code, part and source, with the sum of their counts. */
export function noticesInWords(notices: readonly Notice[]): WordedNotice[] {
  const groups = Map.groupBy(notices, ({ code, part, source }) => `${code}\n${part ?? ""}\n${source ?? ""}`);
  return [...groups.values()].map((same) => {
    const notice = same[0]!;
    const { code, part, source, insertions, deletions } = notice;
    const count = same.reduce((sum, { count: own = 1 }) => sum + own, 0);
    const name = part?.replace(/[^\x21-\x7e]/g, "?").slice(0, MOST_OF_A_NAME);
    const side = source === undefined ? undefined : (ROLES[source] ?? source);
    return {
      code,
      message: `${WORDS[code](count, notice)}${name === undefined ? "" : ` (${name})`}.`,
      count,
      ...(side === undefined ? {} : { source: side }),
      ...(insertions === undefined ? {} : { insertions }),
      ...(deletions === undefined ? {} : { deletions }),
    };
  });
}
