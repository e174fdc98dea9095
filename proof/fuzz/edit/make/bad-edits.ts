// Makes edits that must be refused, each with its reason, to be mixed with valid edits.
//
// The engine must refuse only these edits, and report all of them at once.

import type { Random } from "../../../runner/random.ts";
import type { Name, NamedEdit } from "../names.ts";
import type { Reading, Standing } from "../reading.ts";
import { keyOf, Maker, wordsOf } from "./maker.ts";
import { textFields } from "./text-edits.ts";

/** The material for bad edits: the document, and the edits that are applied. */
interface Ground {
  readonly maker: Maker;
  readonly accepted: readonly NamedEdit[];
}

/**
 * An edit that must be refused for `reason` if it comes after the accepted edit with the index `after`. With -1, it
 * must be refused anywhere.
 */
export interface BadEdit {
  readonly kind: string;
  readonly edit: unknown;
  readonly reason: string;
  readonly after: number;
}

type Fault = (
  ground: Ground,
) => { readonly edit: unknown; readonly reason: string; readonly after?: number } | undefined;

const at = (standing: Standing): unknown => ({ $: "paragraph", key: keyOf(standing) });
const anywhere = ({ maker }: Ground): unknown => at(maker.paragraph()!);
const bold = { format: { bold: true } };

const malformed: Readonly<Record<string, Fault>> = {
  "no object": () => ({ edit: 7, reason: "INVALID_VALUE" }),
  "unknown type": () => ({ edit: { type: "rewrite" }, reason: "UNKNOWN_TYPE" }),
  "unknown field": () => ({ edit: { type: "refresh_fields", scope: "all" }, reason: "UNKNOWN_FIELD" }),
  "missing field": (ground) => ({ edit: { type: "delete", paragraphs: anywhere(ground) }, reason: "MISSING_FIELD" }),
  "bare number": () => ({ edit: { type: "format", paragraphs: 0, ...bold }, reason: "INVALID_VALUE" }),
  "empty match": (ground) => ({
    edit: { type: "delete", paragraphs: anywhere(ground), text: { match: "" } },
    reason: "INVALID_VALUE",
  }),
  "control character": (ground) => ({
    edit: { type: "insert", paragraphs: anywhere(ground), at: "end", content: "\u0001" },
    reason: "INVALID_VALUE",
  }),
  "address not allowed": (ground) => ({
    edit: {
      type: "add_hyperlink",
      paragraphs: anywhere(ground),
      url: ground.maker.random.pick(["javascript:x", "file:///x", "x", "https://a b/"]),
    },
    reason: "URL_NOT_ALLOWED",
  }),
  "field not allowed": (ground) => ({
    edit: {
      type: "insert",
      paragraphs: anywhere(ground),
      at: "end",
      content: [{ type: "field", code: "INCLUDETEXT a" }],
    },
    reason: "FIELD_NOT_ALLOWED",
  }),
  "settings that contradict": ({ accepted }) =>
    accepted.some(({ edit }) => edit.type === "set_document_settings")
      ? undefined
      : {
          edit: {
            type: "set_document_settings",
            settings: { track_changes: false, protection: { edit: "tracked_changes" } },
          },
          reason: "UNDEFINED_COMBINATION",
        },
};

const lookedUp: Readonly<Record<string, Fault>> = {
  "paragraph not there": () => ({
    edit: { type: "format", paragraphs: { index: 9999 }, ...bold },
    reason: "PARAGRAPH_NOT_FOUND",
  }),
  "part not there": () => ({
    edit: { type: "format", paragraphs: { part: { kind: "footnote", number: 999 }, index: 0 }, ...bold },
    reason: "PART_NOT_FOUND",
  }),
  "section not there": () => ({
    edit: { type: "set_page_setup", section: { number: 99 }, page_setup: { paper: "a4" } },
    reason: "SECTION_NOT_FOUND",
  }),
  "table not there": () => ({ edit: { type: "delete_table", table: { number: 99 } }, reason: "TABLE_NOT_FOUND" }),
  "row not there": ({ maker }) => {
    const table = maker.reading.tables.find(({ part }) => part === undefined);
    if (table === undefined) return undefined;
    const row = { table: { number: table.table.number }, number: 99 };
    return { edit: { type: "delete_table_row", row }, reason: "ROW_NOT_FOUND" };
  },
  "paragraph in no table": ({ maker }) => {
    const outside = maker.paragraph(({ paragraph }) => paragraph.table === undefined);
    return outside && { edit: { type: "delete_table_column", column: at(outside) }, reason: "COLUMN_NOT_FOUND" };
  },
  "note not there": () => ({
    edit: { type: "delete_note", note: { kind: "endnote", number: 99 } },
    reason: "NOTE_NOT_FOUND",
  }),
  "thread not there": () => ({
    edit: { type: "resolve_comment", comment: { number: 99 } },
    reason: "COMMENT_NOT_FOUND",
  }),
  "style not there": (ground) => ({
    edit: { type: "set_paragraph_style", paragraphs: anywhere(ground), style_id: "None" },
    reason: "STYLE_NOT_FOUND",
  }),
  "list not there": (ground) => ({
    edit: { type: "set_numbering", paragraphs: anywhere(ground), numbering: { action: "apply", list_style: "77" } },
    reason: "LIST_STYLE_NOT_FOUND",
  }),
  "text not there": (ground) => ({
    edit: { type: "delete", paragraphs: anywhere(ground), text: { match: "nowhere" } },
    reason: "TEXT_NOT_FOUND",
  }),
  "text there twice": ({ maker }) => {
    const standing = maker.paragraph((one) => wordsOf(one).length > 1);
    return (
      standing && {
        edit: { type: "format", paragraphs: at(standing), text: { match: "w" }, ...bold },
        reason: "TEXT_NOT_UNIQUE",
      }
    );
  },
  "occurrence too high": ({ maker }) => {
    const standing = maker.paragraph((one) => wordsOf(one).length > 0);
    const text = { match: "w", occurrence: 999 };
    return (
      standing && {
        edit: { type: "format", paragraphs: at(standing), text, ...bold },
        reason: "OCCURRENCE_OUT_OF_RANGE",
      }
    );
  },
  "range backwards": ({ maker }) => {
    const { all } = maker.reading;
    if (maker.reading.content.blocks.length < 2) return undefined;
    const paragraphs = { from: { index: 1 }, through: { index: 0 } };
    return all.length < 2 ? undefined : { edit: { type: "format", paragraphs, ...bold }, reason: "RANGE_INVALID" };
  },
  "range over parts": ({ maker }) => {
    const outside = maker.paragraph(({ part }) => part !== undefined);
    const paragraphs = outside && { from: { index: 0 }, through: at(outside) };
    return outside && { edit: { type: "format", paragraphs, ...bold }, reason: "RANGE_INVALID" };
  },
  "range cuts a table": ({ maker }) => {
    const table = maker.reading.tables.find(({ cells }) => cells.length > 2 && !isOneCell(cells.slice(0, 2)));
    if (table === undefined) return undefined;
    const [from, through] = table.cells.map((paragraph) => at({ part: table.part, paragraph }));
    return { edit: { type: "delete_paragraphs", paragraphs: { from, through } }, reason: "RANGE_CUTS_TABLE" };
  },
  "cell emptied": ({ maker, accepted }) => {
    const table = maker.reading.tables.find(({ cells }) => cells.length > 1 && !isOneCell(cells.slice(0, 2)));
    const first = table && { part: table.part, paragraph: table.cells[0]! };
    const isAlone = table !== undefined && maker.reading.tables.every(({ table: { inside } }) => inside === undefined);
    const isFilled = accepted.some(({ edit }) => (edit.destination as Partial<Name> | undefined)?.$ === "destination");
    if (first === undefined || !isAlone || isFilled) return undefined;
    return { edit: { type: "delete_paragraphs", paragraphs: at(first) }, reason: "CELL_WOULD_BE_EMPTY" };
  },
};

type Cell = Standing["paragraph"];

function isOneCell([one, other]: readonly Cell[]): boolean {
  return one?.table?.row === other?.table?.row && one?.table?.column === other?.table?.column;
}

const misplaced: Readonly<Record<string, Fault>> = {
  "comment outside the body": ({ maker }) => {
    const outside = maker.paragraph(({ part }) => part !== undefined);
    return (
      outside && { edit: { type: "add_comment", paragraphs: at(outside), content: "n" }, reason: "NOT_ALLOWED_HERE" }
    );
  },
  "page break outside the body": ({ maker }) => {
    const outside = maker.paragraph(({ part }) => part !== undefined);
    const content = [{ type: "break", kind: "page" }];
    return (
      outside && { edit: { type: "insert", paragraphs: at(outside), at: "end", content }, reason: "NOT_ALLOWED_HERE" }
    );
  },
  "last section removed": ({ maker }) => {
    const number = maker.reading.content.sections.length;
    return { edit: { type: "remove_section_break", section: { number } }, reason: "NOT_ALLOWED_HERE" };
  },
  "header there already": ({ maker }) => {
    const header = maker.reading.content.headers.find(({ part }) => part.type === "default");
    if (header === undefined) return undefined;
    const edit = { type: "add_header_footer", section: header.part.section, part: { kind: "header" }, content: "n" };
    return { edit, reason: "ALREADY_EXISTS" };
  },
  "nothing linked": ({ maker }) => {
    const standing = maker.paragraph((one) => !hasSegment(one, "hyperlink"));
    return standing && { edit: { type: "remove_hyperlink", paragraphs: at(standing) }, reason: "NOT_LINKED" };
  },
  "linked already": ({ maker }) => {
    const standing = maker.paragraph((one) => hasSegment(one, "hyperlink"));
    const edit = standing && { type: "add_hyperlink", paragraphs: at(standing), url: "https://example.org/" };
    return edit && { edit, reason: "ALREADY_LINKED" };
  },
  "part of a field": ({ maker }) => {
    const standing = maker.paragraph(({ paragraph }) =>
      paragraph.content.some((one) => "code" in one && one.text.includes("w")),
    );
    const field = standing?.paragraph.content.find((one) => "code" in one);
    const from = field === undefined || !("code" in field) ? -1 : standing!.paragraph.text.indexOf(field.text);
    if (standing === undefined || from < 0) return undefined;
    const text = { key: keyOf(standing), from: from + 1, to: from + 3 };
    return { edit: { type: "delete", ...textFields(maker, text) }, reason: "PROTECTED_CONTENT" };
  },
};

function hasSegment({ paragraph }: Standing, type: string): boolean {
  return paragraph.content.some((segment) => "type" in segment && segment.type === type);
}

/** Faults of refs and of decisions, and faults that depend on other edits of the batch. */
const together: Readonly<Record<string, Fault>> = {
  "ref not defined": () => ({
    edit: { type: "format", paragraphs: { ref: "nobody" }, ...bold },
    reason: "REF_UNDEFINED",
  }),
  "ref defined twice": (ground) => {
    const items = ["a", "b"].map((content) => ({ content, ref: "twice" }));
    const destination = { paragraph: anywhere(ground), position: "after" };
    return { edit: { type: "insert_paragraphs", destination, new_paragraphs: items }, reason: "REF_DUPLICATE" };
  },
  "ref of another kind": ({ accepted }) => {
    const after = accepted.findIndex(({ makes }) =>
      makes.some(({ kind }) => kind === "paragraph" || kind === "comment"),
    );
    const ref = accepted[after]?.makes.find(({ kind }) => kind === "paragraph" || kind === "comment")?.ref;
    const edit = { type: "set_page_setup", section: { ref }, page_setup: { paper: "a4" } };
    return ref === undefined ? undefined : { edit, reason: "REF_WRONG_KIND", after };
  },
  "decision among others": ({ accepted }) =>
    accepted.length === 0
      ? undefined
      : { edit: { type: "accept_revision", revision: "all" }, reason: "DECISIONS_MIXED" },
  "empty filter": () => ({ edit: { type: "reject_revision", revision: {} }, reason: "EMPTY_FILTER" }),
  "target removed": ({ accepted }) => {
    const after = accepted.findIndex(({ edit }) => edit.type === "delete_paragraphs");
    const items = (accepted[after]?.edit.paragraphs as { readonly items: readonly object[] } | undefined)?.items;
    const key = items?.flatMap((item) => ("key" in item ? [item.key] : []))[0];
    const destination = { paragraph: { $: "paragraph", key }, position: "after" };
    const edit = { type: "insert_paragraphs", destination, new_paragraphs: [{ content: "n" }] };
    return key === undefined ? undefined : { edit, reason: "TARGET_REMOVED", after };
  },
  "text removed": ({ accepted }) => {
    const after = accepted.findIndex(({ edit }) => edit.type === "delete" || edit.type === "replace");
    if (after < 0) return undefined;
    const { paragraphs, text } = accepted[after]!.edit;
    return { edit: { type: "delete", paragraphs, text }, reason: "TARGET_REMOVED", after };
  },
  "moved twice": again("move_paragraphs", "UNDEFINED_COMBINATION"),
  "links that overlap": again("add_hyperlink", "OVERLAP"),
  "settings twice": again("set_document_settings", "UNDEFINED_COMBINATION"),
  "table deleted twice": again("delete_table", "TARGET_REMOVED"),
  "section removed twice": again("remove_section_break", "TARGET_REMOVED"),
  "header added twice": again("add_header_footer", "ALREADY_EXISTS"),
};

function again(type: string, reason: string): Fault {
  return ({ accepted }) => {
    const unnamed = accepted.map(({ edit: { ref: _, ...edit } }) => edit as NamedEdit["edit"]);
    const after = unnamed.findIndex((edit) => edit.type === type && !JSON.stringify(edit).includes('"ref"'));
    return after < 0 ? undefined : { edit: unnamed[after]!, reason, after };
  };
}

const faults: Readonly<Record<string, Fault>> = { ...malformed, ...lookedUp, ...misplaced, ...together };

export const faultKinds: readonly string[] = Object.keys(faults);

/** Returns some faults for a document and its accepted edits. `focus` is a fault that is included if it can be made. */
export function makeBadEdits(
  random: Random,
  reading: Reading,
  { accepted, focus }: { readonly accepted: readonly NamedEdit[]; readonly focus: string | undefined },
): BadEdit[] {
  if (reading.starts.size === 0) return [];
  const ground = { maker: new Maker(random, reading), accepted };
  const kinds = random.list(random.between({ least: 1, most: 3 }), () => random.pick(faultKinds));
  if (focus !== undefined && focus in faults) kinds.push(focus);
  return [...new Set(kinds)].flatMap((kind) => {
    const made = faults[kind]!(ground);
    return made === undefined ? [] : [{ kind, after: -1, ...made }];
  });
}
