// What the engine noticed about the documents, in plain words: one line a kind and part, never text of a document.

import type { Notice } from "@versus/engine";

const WORDS: Readonly<Record<Notice["code"], string>> = {
  PART_CHECKSUM_WRONG: "a part is damaged: its checksum is wrong",
  PART_MISSING: "a part that a document names is not in it",
  PACKAGE_RELATIONSHIPS_RESTORED: "a document had lost the list of its parts; it was put together again",
  DATA_BINDING_REMOVED: "a content control was cut off from its data, which would have overwritten the changes in it",
  FOREIGN_CONTENT_CARRIED: "a document inside the document differs; Word has no mark for that, so the new one stands",
  STYLES_CARRIED: "styles are defined otherwise; Word has no mark for that, so the new ones stand",
  NUMBERING_CARRIED: "lists that no paragraph uses are defined otherwise; the new ones stand",
  BOOKMARKS_CARRIED: "bookmarks stand elsewhere; the new places stand",
  GRID_CARRIED: "columns of tables have other widths; the new ones stand",
  THEME_CARRIED: "the theme differs; the new one stands",
  SETTINGS_CARRIED: "settings differ; the new ones stand",
  FONTS_CARRIED: "the table of fonts differs; the new one stands",
  CUSTOM_XML_CARRIED: "data kept with the document differs; the new one stands",
  BLOCK_FALLBACK: "a passage is marked as replaced whole: finer changes would not have led back exactly",
};

export function noticeWords(notices: readonly Notice[]): string[] {
  const counts = new Map<string, number>();
  for (const notice of notices) {
    const line = lineOf(notice);
    counts.set(line, (counts.get(line) ?? 0) + (notice.count ?? 1));
  }
  return [...counts].map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`));
}

/** Part names are chosen by whoever made the file: visible ASCII only, cut short. */
const MOST_OF_A_NAME = 80;

function lineOf({ code, part }: Notice): string {
  const name = part?.replace(/[^\x21-\x7e]/g, "?").slice(0, MOST_OF_A_NAME);
  return `note: ${WORDS[code]}${name === undefined ? "" : ` (${name})`}`;
}
