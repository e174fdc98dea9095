// Lists the untracked effects of edits (EDT-90), which rejecting does not undo.
//
// The uploaded document need not have these effects. Everything else must be restored.

import type { Edit } from "../requests/request.ts";

export interface Effects {
  /** Names of elements in the settings. */
  readonly settings: ReadonlySet<string>;
  /** Ids of styles that may be new. */
  readonly styles: RegExp;
  /** Parts that may be new, by kind of relationship. */
  readonly parts: ReadonlySet<string>;
  readonly bookmarks: boolean;
  readonly comments: boolean;
  readonly lists: boolean;
  readonly authors: boolean;
  readonly headers: boolean;
}

const NOTHING = /^$/;
const NOTES = /^(?:Footnote|Endnote)(?:Text|Reference)$/;

export function effectsOf(edits: readonly Edit[]): Effects {
  const written = JSON.stringify(edits);
  const has = (...types: readonly string[]): boolean => edits.some(({ type }) => types.includes(type));
  const hasNotes = /"type":"(?:footnote|endnote)"/.test(written);
  const hasLinks = has("add_hyperlink") || /"type":"hyperlink"/.test(written);
  const comments = has("add_comment", "reply_comment", "resolve_comment");
  const lists = has("set_numbering") || /"numbering":/.test(written);
  const headers = has("add_header_footer");
  return {
    settings: new Set([
      ...(has("set_document_settings")
        ? ["w:trackRevisions", "w:documentProtection", "w:removePersonalInformation"]
        : []),
      ...(has("refresh_fields", "insert_table_of_contents") ? ["w:updateFields"] : []),
      ...(hasNotes ? ["w:footnotePr", "w:endnotePr"] : []),
    ]),
    styles: new RegExp(
      [hasLinks ? /^Hyperlink$/ : NOTHING, hasNotes ? NOTES : NOTHING].map((one) => one.source).join("|"),
    ),
    parts: new Set([
      ...(hasNotes ? ["footnotes", "endnotes"] : []),
      ...(lists ? ["numbering"] : []),
      ...(hasNotes || hasLinks ? ["styles"] : []),
      ...(comments ? ["comments", "commentsExtended", "commentsIds", "people"] : []),
      ...(headers ? ["header", "footer"] : []),
      ...(has("set_document_settings", "refresh_fields", "insert_table_of_contents") || hasNotes ? ["settings"] : []),
    ]),
    bookmarks: /"type":"cross_reference"/.test(written),
    comments,
    lists,
    authors: has("set_document_settings"),
    headers,
  };
}
