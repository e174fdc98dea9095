// Makes edits of links, fields, notes, comments and settings.

import type { Name } from "../names.ts";
import type { Standing } from "../reading.ts";
import { keyOf, type Maker, wordsOf } from "./maker.ts";
import { destinationName, makeDestination } from "./paragraph-edits.ts";
import { type MakeEdit, rangeFrom, textFields } from "./text-edits.ts";

const ADDRESSES = ["https://example.org/a", "http://example.com/b?c=d", "mailto:someone@example.com"];

function hasLink({ paragraph }: Standing): boolean {
  return paragraph.content.some((segment) => "type" in segment && segment.type === "hyperlink");
}

export const addHyperlink: MakeEdit = (maker) => {
  const standing = maker.paragraph((one) => wordsOf(one).length > 0 && !hasLink(one));
  const text = standing && maker.text(standing);
  if (standing === undefined || text === undefined) return undefined;
  const url = maker.random.pick(ADDRESSES);
  const isWhole = maker.random.chance(0.15);
  const where = isWhole ? { paragraphs: { $: "paragraph", key: keyOf(standing) } } : textFields(maker, text);
  return { edit: { type: "add_hyperlink", ...where, url }, makes: [] };
};

function onLink(maker: Maker, type: string, more: object): ReturnType<MakeEdit> {
  const standing = maker.paragraph(hasLink);
  const text = standing && maker.text(standing);
  if (standing === undefined || text === undefined) return undefined;
  const where = maker.random.chance(0.6)
    ? { paragraphs: { $: "paragraph", key: keyOf(standing) } }
    : textFields(maker, text);
  return { edit: { type, ...where, ...more }, makes: [] };
}

export const setHyperlink: MakeEdit = (maker) => onLink(maker, "set_hyperlink", { url: maker.random.pick(ADDRESSES) });
export const removeHyperlink: MakeEdit = (maker) => onLink(maker, "remove_hyperlink", {});

export const insertTableOfContents: MakeEdit = (maker) => {
  const standing = maker.bodyParagraph(({ paragraph }) => paragraph.table === undefined)!;
  const made = maker.ref("paragraph");
  const position = maker.random.pick(["before", "after"] as const);
  const isMade = made !== undefined && maker.random.chance(0.2);
  const destination = isMade
    ? destinationName(makeDestination(maker))
    : { $: "destination", beside: { paragraph: keyOf(standing) }, position };
  const levels = maker.random.chance(0.5) ? { from_level: 1, to_level: 2, hyperlinks: false } : {};
  return { edit: { type: "insert_table_of_contents", destination, ...levels }, makes: [], lastWord: "" };
};

export const refreshFields: MakeEdit = () => ({ edit: { type: "refresh_fields" }, makes: [] });

export const deleteNote: MakeEdit = (maker) => {
  const made = maker.ref("note");
  if (made !== undefined && maker.random.chance(0.3)) {
    return { edit: { type: "delete_note", note: { $: "ref", name: made } }, makes: [] };
  }
  const inside = maker.paragraph(({ part }) => part?.kind === "footnote" || part?.kind === "endnote");
  return inside && { edit: { type: "delete_note", note: { $: "note", key: keyOf(inside) } }, makes: [] };
};

export const addComment: MakeEdit = (maker) => {
  const { random } = maker;
  const standing = maker.bodyParagraph()!;
  const word = maker.word();
  const makes = maker.names("comment", word, 0.5);
  const more = {
    content: `says ${word}`,
    ...(random.chance(0.3) ? { author: "Dan" } : {}),
    ...(makes[0] && { ref: makes[0].ref }),
  };
  const text = maker.text(standing);
  const made = maker.ref("paragraph");
  if (text !== undefined && !maker.isBeside && random.chance(0.6))
    return { edit: { type: "add_comment", ...textFields(maker, text), ...more }, makes };
  const paragraphs: Name =
    made !== undefined && random.chance(maker.isBeside ? 0.9 : 0.2)
      ? { $: "ref", name: made }
      : random.chance(0.3)
        ? { $: "range", ...rangeFrom(maker, standing) }
        : { $: "paragraph", key: keyOf(standing) };
  return { edit: { type: "add_comment", paragraphs, ...more }, makes };
};

function someThread(maker: Maker): Name | undefined {
  const made = maker.ref("comment");
  const { comments } = maker.reading.content;
  if (made !== undefined && (comments.length === 0 || maker.random.chance(0.4))) return { $: "ref", name: made };
  return comments.length === 0 ? undefined : { $: "comment", text: maker.random.pick(comments).text };
}

export const replyComment: MakeEdit = (maker) => {
  const comment = someThread(maker);
  return comment && { edit: { type: "reply_comment", comment, content: `replies ${maker.word()}` }, makes: [] };
};

export const resolveComment: MakeEdit = (maker) => {
  const comment = someThread(maker);
  return comment && { edit: { type: "resolve_comment", comment }, makes: [] };
};

export const setDocumentSettings: MakeEdit = ({ random }) => {
  const settings = random.pick([
    { track_changes: true },
    { track_changes: false, protection: { edit: "read_only" } },
    { protection: { edit: "tracked_changes" }, track_changes: true },
    { protection: false, remove_personal_information: true },
  ]);
  return { edit: { type: "set_document_settings", settings }, makes: [] };
};
