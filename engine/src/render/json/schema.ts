// Publishes the Redline JSON as JSON Schema, draft 2020-12.
//
// docs/schema/redline.schema.json is this value, and a test compares the two; another test validates rendered redlines.
// Version 1 may get new fields, so objects are open: a reader ignores fields that it does not know.

import { CONFLICT_SCOPES } from "../../document/merge-record.ts";
import { type OptionName, optionNames, optionTable } from "../../language/option-table.ts";
import { formatNames } from "../changes/decision-words.ts";
import { CONFLICT_ACTIONS, UNIT_KINDS } from "../redline.ts";

const id = { type: "string", pattern: "^[A-Za-z0-9_-]{1,128}$" } as const;
const count = { type: "integer", minimum: 0 } as const;
const listOf = (name: string) => ({ type: "array", items: { $ref: `#/$defs/${name}` } }) as const;

/** The properties of every change. */
const changeProperties = {
  type: {
    description: "The kind of change. A segment without a type is in both versions.",
    enum: ["insertion", "deletion", "moved_from", "moved_to"],
  },
  id: { ...id, description: "The id of the tracked change, the same in all its segments and marks." },
  move_id: { type: "integer", minimum: 1, description: "The number of the move, the same in both halves." },
  author: {
    type: "string",
    description: "The author. If several revisions made the same change, their authors, separated by commas.",
  },
  revision: {
    type: "string",
    description:
      "The name of the document that made the change. If several revisions made the same change, their names, separated by commas.",
  },
  authors: {
    type: "array",
    items: { type: "string" },
    minItems: 1,
    description: "In a merge: the authors, in the order of the revisions.",
  },
  revisions: {
    type: "array",
    items: { type: "string" },
    minItems: 1,
    description: "In a merge: the names of the revisions that made the change, in the order of the request.",
  },
  date: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$", description: "UTC." },
} as const;

/** A move has a number; no other change has one. */
const onlyMovesHaveNumbers = {
  anyOf: [
    { properties: { type: { enum: ["moved_from", "moved_to"] } }, required: ["type", "move_id"] },
    { properties: { type: { enum: ["insertion", "deletion"] }, move_id: false } },
  ],
} as const;

const conflict = {
  description:
    "Competing versions of a merge: a deletion of the base's text, if it has any, and one insertion for each version. The same id may occur in several blocks.",
  type: "object",
  properties: {
    type: { const: "conflict" },
    id: { type: "integer", minimum: 1 },
    content: { ...listOf("segment"), minItems: 1 },
  },
  required: ["type", "id", "content"],
} as const;

const piece = {
  description:
    "A piece of text. Without a type it is unchanged; with one it is a change, as text or as nested segments.",
  type: "object",
  properties: {
    ...changeProperties,
    text: { type: "string", description: "The text. A tab is \\t, a line break \\n, a page or column break \\f." },
    object: {
      description: "The kind of an object that has no text.",
      enum: ["footnote", "endnote", "image", "math", "other"],
    },
    content: { ...listOf("segment"), minItems: 1 },
  },
  oneOf: [{ required: ["text"] }, { required: ["content"] }],
  dependentRequired: {
    type: ["id", "author", "revision"],
    id: ["type"],
    author: ["type"],
    revision: ["type"],
    authors: ["type"],
    revisions: ["type"],
    date: ["type"],
    content: ["type"],
    object: ["text"],
  },
  dependentSchemas: { object: { properties: { text: { const: "" } } } },
  ...onlyMovesHaveNumbers,
} as const;

const markChange = {
  description: "The change of a paragraph mark, a row or a cell. Its content has the later changes inside it.",
  type: "object",
  properties: {
    ...changeProperties,
    conflict: { type: "integer", minimum: 1, description: "The conflict that it is part of." },
    content: { ...listOf("markChange"), minItems: 1 },
  },
  required: ["type", "id", "author", "revision"],
  ...onlyMovesHaveNumbers,
} as const;

const paragraph = {
  type: "object",
  properties: {
    type: { enum: ["paragraph", "heading"] },
    id: {
      ...id,
      description: "The paragraph id of the document, or a hash. The old place of a moved paragraph ends in -from.",
    },
    number: { type: "string", minLength: 1, description: "The list number as displayed." },
    level: { type: "integer", minimum: 1, maximum: 9 },
    content: listOf("segment"),
    mark: {
      $ref: "#/$defs/markChange",
      description:
        "The change of the paragraph mark. In the version without this mark, the text continues in the next paragraph of the story or cell, and skips tables that have no row in that version.",
    },
  },
  required: ["type", "id", "content"],
  dependentRequired: { number: ["level"] },
  anyOf: [{ properties: { type: { const: "paragraph" } } }, { required: ["level"] }],
} as const;

const table = {
  type: "object",
  properties: { type: { const: "table" }, id, rows: listOf("row") },
  required: ["type", "id", "rows"],
} as const;

const change = {
  $ref: "#/$defs/markChange",
  description: "The insertion or deletion of the whole row or cell; the other version does not have it.",
} as const;

const part = {
  type: "object",
  properties: {
    part: {
      type: "object",
      properties: {
        kind: { enum: ["header", "footer"] },
        type: { enum: ["default", "first", "even"] },
        section: {
          type: "object",
          properties: { number: { type: "integer", minimum: 1 } },
          required: ["number"],
        },
      },
      required: ["kind", "type", "section"],
    },
    blocks: listOf("block"),
  },
  required: ["part", "blocks"],
} as const;

const summary = {
  description: "Counts for the whole document, including notes and text boxes.",
  type: "object",
  properties: {
    changes: { ...count, description: "The number of units, without those of kind style and check." },
    insertions: count,
    deletions: count,
    moves: count,
    formats: count,
    conflicts: count,
    carried: count,
    styles: count,
  },
  required: ["insertions", "deletions", "moves", "formats", "conflicts"],
} as const;

function optionSchema(name: OptionName): object {
  const { values, does } = optionTable[name];
  const shape = values.every((value) => typeof value === "boolean") ? { type: "boolean" } : { enum: values };
  return { ...shape, description: does };
}

const options = {
  description: "The options of the comparison.",
  type: "object",
  properties: Object.fromEntries(optionNames.map((name) => [name, optionSchema(name)])),
  // Redlines of earlier versions lack the options that were added later, so these are optional.
  required: ["granularity", "detect_moves", "ignore_formatting", "ignore_case", "ignore_whitespace", "comments"],
} as const;

const source = {
  type: "object",
  properties: { role: { enum: ["original", "modified", "revision"] }, name: { type: "string" } },
  required: ["role", "name"],
} as const;

const note = {
  type: "object",
  properties: {
    kind: { enum: ["footnote", "endnote"] },
    number: { type: "integer", minimum: 1, description: "Its place among the notes of its kind." },
    label: { type: "string", description: "The mark that the reader sees." },
    blocks: listOf("block"),
  },
  required: ["kind", "number", "label", "blocks"],
} as const;

const replyProperties = {
  author: { type: "string" },
  date: changeProperties.date,
  text: { type: "string" },
} as const;

const comment = {
  type: "object",
  properties: {
    id,
    ...replyProperties,
    block: { ...id, description: "The block in which the commented text begins." },
    anchor_text: {
      type: "string",
      description:
        "The commented text, with all changes accepted. Where very many comments overlap: its first 100 characters and an ellipsis.",
    },
    replies: listOf("reply"),
  },
  required: ["id", "author", "text", "anchor_text", "replies"],
} as const;

const formatChange = {
  description:
    "The formatting of text or of a table changed, or what makes text a link or a field. before and after contain the keys that differ; null means not set.",
  type: "object",
  properties: {
    id,
    author: changeProperties.author,
    revision: changeProperties.revision,
    authors: changeProperties.authors,
    revisions: changeProperties.revisions,
    date: changeProperties.date,
    block: { ...id, description: "The first block that it touches." },
    text: { type: "string", description: "The text with the changed formatting; empty for a table or a section." },
    property: { enum: formatNames },
    before: { type: "object", additionalProperties: true },
    after: { type: "object", additionalProperties: true },
  },
  required: ["id", "author", "revision", "text", "property"],
} as const;

const conflictCard = {
  description: "A conflict of a merge, with the version that each revision proposes.",
  type: "object",
  properties: {
    id: { type: "integer", minimum: 1, description: "The id of its segments." },
    kind: { enum: ["text", "blocks", "move", "property"] },
    scope: {
      enum: CONFLICT_SCOPES,
      description:
        "The content that a choice decides: words inside a paragraph, whole paragraphs, whole rows, a move or formatting. Absent in merges of earlier versions.",
    },
    clause: {
      type: "string",
      description: "The number and first words of the clause of the original that contains it; empty without one.",
    },
    context: {
      description: "Text of the original around the conflict, at most 40 characters on each side.",
      type: "object",
      properties: { before: { type: "string" }, after: { type: "string" } },
      required: ["before", "after"],
    },
    original: { type: "string", description: "The text of the original. Absent for formatting." },
    blocks: { type: "array", items: id, description: "The paragraphs that contain the conflict." },
    sides: {
      type: "array",
      items: {
        type: "object",
        properties: {
          letter: { type: "string", description: "A, B, C: the same letters as in the comment of the conflict." },
          revisions: { type: "array", items: { type: "string" }, minItems: 1 },
          authors: { type: "array", items: { type: "string" }, minItems: 1 },
          action: { enum: CONFLICT_ACTIONS, description: "The change that the side makes to the original." },
          destination: {
            type: "string",
            description: "The position to which a side moves the text, such as: after 11.2 Notices.",
          },
          text: { type: "string", description: "The text that they want, or the value of the property." },
          content: {
            type: "array",
            description: "The text as its difference from the original. Absent for formatting and moves.",
            items: {
              type: "object",
              properties: { type: { enum: ["deletion", "insertion"] }, text: { type: "string" } },
              required: ["text"],
            },
          },
        },
        required: ["letter", "revisions", "authors", "action", "text"],
      },
    },
  },
  required: ["id", "kind", "clause", "blocks", "sides"],
} as const;

const texts = { type: "array", items: { type: "string" } } as const;

const unit = {
  description: "One change as a reader counts it, with all its changes.",
  type: "object",
  properties: {
    id: { type: "string", description: "u1, u2 and so on in reading order." },
    kind: {
      enum: UNIT_KINDS,
      description: "A style that looks different and a check of a term are listed, but are no change of the document.",
    },
    ids: { ...texts, description: "The ids of its changes, as decisions take them." },
    block: { type: "string", description: "The block in which it begins; empty without one." },
    clause: {
      description: "The clause that contains the block; both are empty before the first clause.",
      type: "object",
      properties: { number: { type: "string" }, title: { type: "string" } },
      required: ["number", "title"],
    },
    authors: texts,
    revisions: texts,
    date: changeProperties.date,
    before: { type: "string", description: "The old text, or the old values in words. A paragraph mark alone is ¶." },
    after: { type: "string", description: "The new text, or the new values in words." },
    context: {
      description: "Unchanged text of the paragraph beside the unit, at most 40 characters on each side.",
      type: "object",
      properties: { before: { type: "string" }, after: { type: "string" } },
      required: ["before", "after"],
    },
    conflict: { type: "integer", minimum: 1, description: "The id of the conflict. Only with kind: conflict." },
    move: { type: "integer", minimum: 1, description: "The number of the move. Only with kind: move." },
    style: { type: "string", description: "The name of the style. Only with kind: style." },
  },
  required: ["id", "kind", "ids", "block", "clause", "authors", "revisions", "before", "after", "context"],
} as const;

const styleChange = {
  type: "object",
  properties: {
    revision: {
      type: "string",
      description: "Set only in a merge: the name of the revised copy in which the style looks different.",
    },
    style: { type: "string", description: "The name of the style." },
    before: { type: "string", description: "The values that differ, in words." },
    after: { type: "string" },
  },
  required: ["style", "before", "after"],
} as const;

const check = {
  type: "object",
  description: "New text with a term that another revision renamed everywhere. It is no conflict and blocks nothing.",
  properties: {
    kind: { enum: ["term"] },
    old: { type: "string", description: "The term in the original." },
    new: { type: "string", description: "The term that replaces it." },
    renamed_by: { type: "array", items: { type: "string" }, description: "The revisions that renamed it." },
    used_by: { type: "array", items: { type: "string" }, description: "The revisions whose new text uses it." },
    blocks: { type: "array", items: { type: "string" }, description: "The ids of the paragraphs with that text." },
  },
  required: ["kind", "old", "new", "renamed_by", "used_by", "blocks"],
} as const;

const notice = {
  type: "object",
  properties: {
    code: { type: "string", pattern: "^[A-Z_]+$" },
    message: { type: "string" },
    count,
    actionable: {
      type: "boolean",
      description: "False if it only counts what no tracked change can show. Show all such notices in one line.",
    },
    source: {
      type: "string",
      description: "original, modified or, in a merge, the name of the revision. Absent if it concerns several.",
    },
    sources: {
      type: "array",
      items: { type: "string" },
      description: "Only in a merge: original and the names of the revisions that it concerns.",
    },
    insertions: count,
    deletions: count,
  },
  required: ["code", "message", "count"],
} as const;

export const redlineSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "urn:versus:redline:1",
  title: "Redline JSON",
  description:
    "A comparison or merge. The base text is everything except insertions and moved_to; the revised text is everything except deletions and moved_from. One revision of a merge is everything except the deletions and moved_from that list it in revisions, and the insertions and moved_to that do not.",
  type: "object",
  properties: {
    schema_version: { const: 1 },
    kind: { enum: ["comparison", "merge"] },
    documents: listOf("source"),
    options,
    summary: { $ref: "#/$defs/summary" },
    blocks: { ...listOf("block"), description: "The blocks of the body." },
    headers: { ...listOf("part"), description: "The headers that contain a change." },
    footers: { ...listOf("part"), description: "The footers that contain a change." },
    notes: { ...listOf("note"), description: "The footnotes and endnotes that contain a change." },
    text_boxes: { ...listOf("textBox"), description: "The text boxes that contain a change." },
    comments: { ...listOf("comment"), description: "All comments of the redline." },
    format_changes: { ...listOf("formatChange"), description: "The changes that do not affect text." },
    units: { ...listOf("unit"), description: "The changes as a reader counts them." },
    conflicts: { ...listOf("conflictCard"), description: "The conflicts of a merge." },
    checks: { ...listOf("check"), description: "Terms of a merge that a person should check." },
    style_changes: {
      ...listOf("styleChange"),
      description: "The styles that look different. Their paragraphs are not marked. Only with formatting: visible.",
    },
    notices: { ...listOf("notice"), description: "Facts about the documents that the marks do not show." },
  },
  required: ["schema_version", "kind", "documents", "summary", "blocks", "headers", "footers"],
  $defs: {
    source,
    summary,
    part,
    block: { oneOf: [{ $ref: "#/$defs/paragraph" }, { $ref: "#/$defs/table" }] },
    paragraph,
    table,
    row: { type: "object", properties: { id, change, cells: listOf("cell") }, required: ["id", "cells"] },
    cell: { type: "object", properties: { id, change, blocks: listOf("block") }, required: ["id", "blocks"] },
    segment: { oneOf: [{ $ref: "#/$defs/piece" }, { $ref: "#/$defs/conflict" }] },
    piece,
    conflict,
    markChange,
    note,
    textBox: { type: "object", properties: { blocks: listOf("block") }, required: ["blocks"] },
    reply: { type: "object", properties: replyProperties, required: ["author", "text"] },
    comment,
    formatChange,
    unit,
    styleChange,
    conflictCard,
    check,
    notice,
  },
} as const;
