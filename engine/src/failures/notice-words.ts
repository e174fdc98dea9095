// Words notices: one sentence per kind, part and document, never with text of a document.
//
// A reader can act on a notice, or it only counts differences that no tracked change can show. Surfaces show each notice of
// the first kind, and all of the second kind in one line. `NOTICES` decides which kind a notice is.

import type { Notice, NoticeCode } from "./failure.ts";

/** All notices of one kind about one part. In a comparison, each of the two documents has its own. */
export interface WordedNotice {
  readonly code: NoticeCode;
  readonly message: string;
  readonly count: number;
  /** False if the notice only counts what no tracked change can show. All such notices belong in one line. */
  readonly actionable: boolean;
  /** `original`, `modified` or the name of the revision. Undefined if the notice concerns several documents. */
  readonly source?: string;
  /** Set only in a merge or a history: the names of the documents that the notice concerns, or `original`. */
  readonly sources?: readonly string[];
  readonly insertions?: number;
  readonly deletions?: number;
}

/** The facts that a sentence states besides the number of items. */
interface About {
  /** A document of a comparison. */
  readonly role: Role | undefined;
  /** Documents of a merge or a history. */
  readonly sources: readonly string[];
  readonly insertions: number;
  readonly deletions: number;
}

interface NoticeRow {
  /** Returns the sentence for a number of items, without its period. */
  readonly says: (count: number, about: About) => string;
  /** Returns the words of the one line for notices on which no reader can act. Undefined for other notices. */
  readonly counts?: (count: number) => string;
}

const NOTICES: Readonly<Record<NoticeCode, NoticeRow>> = {
  PART_CHECKSUM_WRONG: { says: (count) => `${some(count, "part")} ${are(count)} damaged (wrong checksum)` },
  PART_MISSING: { says: (count) => `A document names ${some(count, "part")} that it does not contain` },
  PACKAGE_RELATIONSHIPS_RESTORED: { says: () => "A document had lost the list of its parts; Versus rebuilt it" },
  DATA_BINDING_REMOVED: {
    says: (count) => `${some(count, "content control")} lost the link to data that would have overwritten the changes`,
  },
  // The reader can compare the embedded documents.
  FOREIGN_CONTENT_CARRIED: { says: carried("embedded document").says },
  STYLES_CARRIED: carried("style definition"),
  NUMBERING_CARRIED: carried("unused list definition"),
  BOOKMARKS_CARRIED: {
    counts: (count) => `${some(count, "bookmark")} moved`,
    says: (count, about) =>
      `${some(count, "bookmark")} moved; the redline keeps the ${keptOf(about)} positions (Word cannot track bookmarks)`,
  },
  GRID_CARRIED: {
    counts: (count) => `${some(count, "table")} changed column widths`,
    says: (count, about) =>
      `${some(count, "table")} changed column widths; the redline keeps the ${keptOf(about)} widths`,
  },
  THEME_CARRIED: carried("theme"),
  SETTINGS_CARRIED: carried("settings part"),
  FONTS_CARRIED: carried("font table"),
  FORMATTING_CARRIED: {
    counts: (count) => `${some(count, "place")} ${are(count)} written differently but ${look(count)} the same`,
    says: (count, { sources }) =>
      `${some(count, "place")} ${are(count)} written differently in the ${sources.length === 0 ? "two " : ""}files but ${look(count)} the same; the redline keeps the ${sources.length === 0 ? "modified" : "original"} document's markup`,
  },
  STYLE_LOOKS_CHANGED: {
    says: (count, { sources }) =>
      `${some(count, "style")} ${look(count)} different in ${sources.length === 0 ? "the modified document" : documentsIn(sources)}; text with ${count === 1 ? "this style" : "these styles"} is not marked for it`,
  },
  CUSTOM_XML_CARRIED: carried("custom data part"),
  TRACKED_CHANGES_ACCEPTED: {
    says: (count, { role, sources, insertions, deletions }) => {
      const holder = role === undefined ? documentsIn(sources) : DOCUMENT_OF[role];
      const contains = sources.length > 1 ? "contain" : "contains";
      return `${capitalized(holder)} ${contains} ${some(count, "tracked change")} (${some(insertions, "insertion")}, ${some(deletions, "deletion")}); they were accepted ${role === undefined ? "first" : "before the comparison"}`;
    },
  },
  COMMENTS_LEFT_OUT: {
    says: (count, { sources }) =>
      `${some(count, "comment")} of ${sources.length === 0 ? DOCUMENT_OF.before : documentsIn(sources)} ${are(count)} not in the redline`,
  },
  PROPERTY_CONFLICTS_KEPT: {
    says: (count) =>
      `The revisions disagree on the properties of ${some(count, "passage")}; the properties of the original document are kept`,
  },
  TERMS_MIXED: {
    says: (count) =>
      `New text uses ${some(count, "term")} that another revision renamed; the comments by Versus check name ${count === 1 ? "it" : "them"}`,
  },
  BLOCK_FALLBACK: {
    says: (count) =>
      `${some(count, "passage")} ${are(count)} marked as replaced completely, because finer marks would not be exact`,
  },
};

type Role = "before" | "after";

const DOCUMENT_OF: Readonly<Record<Role, string>> = {
  before: "the original document",
  after: "the modified document",
};

/** Maps the documents of a comparison to their public names. Other sources already have names that readers know. */
const PUBLIC_NAMES: Readonly<Record<Role, string>> = { before: "original", after: "modified" };

/** Returns the row of a kind of part whose new version the redline keeps; a merge keeps that of the original. */
function carried(thing: string): Required<NoticeRow> {
  const counts = (count: number): string => `${some(count, thing)} changed`;
  const says = (count: number, about: About): string =>
    `${counts(count)}; the redline keeps the ${keptOf(about)} version (Word cannot track this)`;
  return { says, counts };
}

/** A comparison keeps content of the modified document, and a merge that of the original. */
function keptOf({ sources }: About): string {
  return sources.length === 0 ? "new" : "original";
}

/** Returns documents in words: `the original document`, `a revision`, `the original document and 2 revisions`. */
function documentsIn(sources: readonly string[]): string {
  const names = new Set(sources);
  const original = names.delete("original") ? [DOCUMENT_OF.before] : [];
  const revisions = names.size === 0 ? [] : [names.size === 1 ? "a revision" : some(names.size, "revision")];
  return [...original, ...revisions].join(" and ");
}

function some(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

function are(count: number): string {
  return count === 1 ? "is" : "are";
}

function look(count: number): string {
  return count === 1 ? "looks" : "look";
}

function capitalized(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/**
 * Maximum characters of a part name in a message. Other characters than visible ASCII become `?`, because the author of the
 * file chose the name.
 */
const MOST_OF_A_NAME = 80;

/**
 * Returns one worded notice per code and part, with the sum of their counts. Notices about the documents of a merge or a
 * history become one with all their names.
 */
export function noticesInWords(notices: readonly Notice[]): WordedNotice[] {
  const groups = Map.groupBy(notices, ({ code, part = "", source }) => `${code}\n${part}\n${roleOf(source) ?? ""}`);
  return [...groups.values()].map((same): WordedNotice => {
    const { code, part, source } = same[0]!;
    const role = roleOf(source);
    const named = role === undefined ? same.flatMap((notice) => notice.source ?? []) : [];
    const sources = [...new Set(named)];
    const [insertions, deletions] = [sumOf(same, "insertions"), sumOf(same, "deletions")];
    const count = same.reduce((sum, { count: own = 1 }) => sum + own, 0);
    const name = part?.replace(/[^\x21-\x7e]/g, "?").slice(0, MOST_OF_A_NAME);
    const side = role === undefined ? (sources.length === 1 ? sources[0] : undefined) : PUBLIC_NAMES[role];
    const { says, counts } = NOTICES[code];
    const words = says(count, { role, sources, insertions: insertions ?? 0, deletions: deletions ?? 0 });
    return {
      code,
      message: `${words}${name === undefined ? "" : ` (${name})`}.`,
      count,
      actionable: counts === undefined,
      ...(side === undefined ? {} : { source: side }),
      ...(sources.length === 0 ? {} : { sources }),
      ...(insertions === undefined ? {} : { insertions }),
      ...(deletions === undefined ? {} : { deletions }),
    };
  });
}

function roleOf(source: string | undefined): Role | undefined {
  return source === "before" || source === "after" ? source : undefined;
}

/** Returns the sum of a field; undefined if no notice has it. */
function sumOf(notices: readonly Notice[], field: "insertions" | "deletions"): number | undefined {
  return notices.reduce<number | undefined>(
    (sum, { [field]: own }) => (own === undefined ? sum : (sum ?? 0) + own),
    undefined,
  );
}

/** A worded notice, or one of a JSON rendering that another version of Versus may have written. */
type ShownNotice = Pick<WordedNotice, "message" | "count" | "sources"> & { readonly code: string };

/**
 * Returns the lines that a reader sees: one for each notice on which a reader can act, then one for all others. The names
 * of the documents of a merge are in front.
 */
export function noticeLines(notices: readonly ShownNotice[]): string[] {
  const isCounted = ({ code }: ShownNotice): boolean => countsOf(code) !== undefined;
  const lines = notices
    .filter((notice) => !isCounted(notice))
    .map(({ sources = [], message }) => (sources.length === 0 ? message : `${sources.join(", ")}: ${message}`));
  const groups = Map.groupBy(notices.filter(isCounted), ({ code }) => code);
  const counted = [...groups].map(([code, same]) => {
    const words = countsOf(code)!(same.reduce((sum, { count }) => sum + count, 0));
    const sources = [...new Set(same.flatMap((notice) => notice.sources ?? []))];
    return sources.length === 0 ? words : `${words} (${sources.join(", ")})`;
  });
  return counted.length === 0 ? lines : [...lines, `Not shown as changes: ${counted.join(", ")}.`];
}

function countsOf(code: string): NoticeRow["counts"] {
  return Object.hasOwn(NOTICES, code) ? NOTICES[code as NoticeCode].counts : undefined;
}
