// Tests refused edits: each reason, several together, and that nothing is changed.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { refused } from "../calls/service.ts";
import { editedAgreement } from "../documents/edited.ts";
import { marker } from "../documents/markers.ts";
import { once, type Stage, theme } from "../running/theme.ts";
import { edit, upload } from "./editing.ts";

export const editRefusals = theme("edit-refusals", writeReasonTests, writeTogetherTests);

const at = (index: number) => ({ index });
const remove = (paragraphs: unknown) => ({ type: "delete_paragraphs", paragraphs });
const replace = (index: number, match: string, over: object = {}) => ({
  ...{ type: "replace", paragraphs: at(index), content: "x", ...over },
  text: { match, ...("text" in over ? (over.text as object) : {}) },
});
const link = (index: number, match: string, url = "https://example.com/") => ({
  ...{ type: "add_hyperlink", paragraphs: at(index), text: { match }, url },
});
const insert = (run: object) => ({ type: "insert", paragraphs: at(4), at: "end", content: [run] });
const breakAt = (index: number, ref: string) => ({
  ...{ type: "insert_section_break", paragraphs: at(index), section_type: "next_page", ref },
});
const comment = (paragraphs: object) => ({ type: "add_comment", paragraphs, content: "Why?" });
const header = { kind: "header", type: "default", section: { number: 1 } };

/** Maps a reason to edits that are refused for it. */
const reasons: Readonly<Record<string, readonly unknown[]>> = {
  UNKNOWN_TYPE: [{ type: "smile" }],
  UNKNOWN_FIELD: [{ type: "refresh_fields", colour: "red" }],
  MISSING_FIELD: [{ type: "delete_paragraphs" }],
  INVALID_VALUE: [remove(9)],
  TEXT_NOT_FOUND: [replace(4, marker("selector"))],
  TEXT_NOT_UNIQUE: [replace(4, "e")],
  OCCURRENCE_OUT_OF_RANGE: [replace(4, "Seller", { text: { occurrence: 9 } })],
  PARAGRAPH_NOT_FOUND: [remove(at(999))],
  PART_NOT_FOUND: [remove({ part: { ...header, kind: "footer" }, index: 0 })],
  SECTION_NOT_FOUND: [{ type: "remove_section_break", section: { number: 9 } }],
  TABLE_NOT_FOUND: [{ type: "delete_table", table: { number: 9 } }],
  ROW_NOT_FOUND: [{ type: "delete_table_row", row: { table: { number: 1 }, number: 9 } }],
  COLUMN_NOT_FOUND: [{ type: "delete_table_column", column: { table: { number: 1 }, number: 9 } }],
  NOTE_NOT_FOUND: [{ type: "delete_note", note: { kind: "endnote", number: 1 } }],
  COMMENT_NOT_FOUND: [{ type: "resolve_comment", comment: { number: 9 } }],
  REVISION_NOT_FOUND: [{ type: "accept_revision", revision: { number: 99 } }],
  STYLE_NOT_FOUND: [{ type: "set_paragraph_style", paragraphs: at(4), style_id: "Fancy" }],
  LIST_STYLE_NOT_FOUND: [
    { type: "set_numbering", paragraphs: at(4), numbering: { action: "apply", list_style: "nothing" } },
  ],
  REF_UNDEFINED: [{ type: "delete_table", table: { ref: "nobody" } }],
  REF_DUPLICATE: [breakAt(20, "one"), breakAt(22, "one")],
  REF_WRONG_KIND: [breakAt(20, "one"), { type: "delete_table", table: { ref: "one" } }],
  RANGE_INVALID: [remove({ from: at(6), through: at(5) })],
  RANGE_CUTS_TABLE: [remove({ from: at(30), through: at(32) })],
  CELL_WOULD_BE_EMPTY: [remove(at(31))],
  TARGET_REMOVED: [remove(at(4)), replace(4, "Seller")],
  OVERLAP: [link(4, "Seller shall"), link(4, "shall deliver")],
  UNDEFINED_COMBINATION: [1, 2].map(() => ({ type: "set_document_settings", settings: { track_changes: true } })),
  PROTECTED_CONTENT: [replace(10, "word and")],
  URL_NOT_ALLOWED: [link(4, "Seller", "javascript:alert(1)")],
  FIELD_NOT_ALLOWED: [insert({ type: "field", code: 'INCLUDETEXT "c:\\\\x"' })],
  ALREADY_LINKED: [link(3, "the terms")],
  NOT_LINKED: [{ type: "remove_hyperlink", paragraphs: at(4) }],
  ALREADY_EXISTS: [{ type: "add_header_footer", section: { number: 1 }, part: { kind: "header" }, content: "Mine" }],
  NOT_ALLOWED_HERE: [comment({ part: header, index: 0 })],
  MERGED_CELLS: [{ type: "delete_table_column", column: { table: { number: 3 }, number: 1 } }],
  DECISIONS_MIXED: [{ type: "accept_revision", revision: "all" }, remove(at(4))],
  EMPTY_FILTER: [{ type: "accept_revision", revision: {} }],
  REVISION_NOT_REJECTABLE: [{ type: "reject_revision", revision: "all" }],
  UNDECIDED_CHANGE: [{ type: "set_paragraph_format", paragraphs: at(41), paragraph_format: { alignment: "right" } }],
};

function writeReasonTests({ service, test }: Stage): void {
  const fileOf = once(() => upload(service, editedAgreement({ renumbered: true })));
  for (const [reason, edits] of Object.entries(reasons)) {
    test(`${reason} is told of the edit and the field`, ["14.reasons", "errors.edit.INVALID_EDIT"], async () => {
      const reply = await edit(service, { file_id: await fileOf(), edits, wait: true });
      // A problem that is found while edits are applied is not a refusal of the request: the record of the edit has it.
      const { error } = reply.json;
      assert.equal(error?.code, "INVALID_EDIT", reply.body.toString());
      assert.ok(reply.status === 400 || reply.json.status === "failed");
      assert.deepEqual([...new Set(error.details.map((one: { reason: string }) => one.reason))], [reason]);
      for (const { edit: index, field, message } of error.details) {
        assert.ok(Number.isInteger(index) && index < edits.length);
        assert.match(field, new RegExp(`^edits\\[${index}\\]`));
        assert.match(message, /^[A-Z`e].*[.]$/);
        assert.doesNotMatch(message, /thirty|waived|best efforts/);
      }
    });
  }

  test("another schema_version is SCHEMA_VERSION_MISMATCH", ["edit.schema_version", "14.reasons"], async () => {
    const reply = await edit(service, { file_id: await fileOf(), edits: [remove(at(4))], schema_version: 2 });
    refused(reply, 400, "INVALID_EDIT");
    const [{ field, reason }] = reply.json.error.details;
    assert.deepEqual([field, reason], ["schema_version", "SCHEMA_VERSION_MISMATCH"]);
  });
}

function writeTogetherTests({ service, world, test }: Stage): void {
  const fileOf = once(() => upload(service, editedAgreement()));

  test("all refusals are told together, each of its edit, and nothing is made", togetherRules, async () => {
    const fileId = await fileOf();
    const edits = [remove(at(4)), remove(at(999)), { type: "smile" }, replace(6, "worst efforts"), replace(5, "Fees")];
    const reply = await edit(service, { file_id: fileId, edits });
    refused(reply, 400, "INVALID_EDIT");
    const told = reply.json.error.details.map((one: { edit: number; reason: string }) => [one.edit, one.reason]);
    assert.deepEqual(told, [
      [1, "PARAGRAPH_NOT_FOUND"],
      [2, "UNKNOWN_TYPE"],
      [3, "TEXT_NOT_FOUND"],
    ]);
    assert.deepEqual(await world.rows("select 1 from edits where source_file_id = $1", [fileId]), []);
  });

  test("text that is elsewhere is told with its paragraphs", ["edit.selectors", "5.details"], async () => {
    const reply = await edit(service, { file_id: await fileOf(), edits: [replace(6, "thirty (30)")] });
    assert.deepEqual(reply.json.error.details[0].paragraphs, [at(4)]);
  });

  test("at most 200 refusals are told", ["5.details"], async () => {
    const edits = Array.from({ length: 200 }, () => ({ type: "refresh_fields", one: 1, other: 2 }));
    const reply = await edit(service, { file_id: await fileOf(), edits });
    assert.equal(reply.json.error.details.length, 200);
  });

  test(
    "a refusal is not kept under its Idempotency-Key",
    ["6.idempotency-json", "6.idempotency-refusals"],
    async () => {
      const fileId = await fileOf();
      const call = { headers: { "idempotency-key": randomUUID() } };
      refused(await edit(service, { file_id: fileId, edits: [remove(at(999))] }, call), 400, "INVALID_EDIT");
      const [one, again] = [
        await edit(service, { file_id: fileId, edits: [remove(at(9))] }, call),
        await edit(service, { file_id: fileId, edits: [remove(at(9))] }, call),
      ];
      assert.deepEqual([one.status, again.status, again.json], [202, 202, one.json]);
      assert.equal(again.headers["idempotency-replayed"], "true");
      refused(await edit(service, { file_id: fileId, edits: [remove(at(8))] }, call), 409, "IDEMPOTENCY_CONFLICT");
    },
  );
}

const togetherRules = ["edit.all-or-nothing", "13.checks"] as const;
