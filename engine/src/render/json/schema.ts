// The published form of the Redline JSON: JSON Schema, draft 2020-12. docs/schema/redline.schema.json is this value, and a
// test holds the two together; another validates what is rendered.
//
// Fields may be added within version 1, so objects are open: a reader ignores what it does not know.

const id = { type: "string", pattern: "^[A-Za-z0-9_-]{1,128}$" } as const;
const count = { type: "integer", minimum: 0 } as const;
const listOf = (name: string) => ({ type: "array", items: { $ref: `#/$defs/${name}` } }) as const;

/** What every change carries. */
const changeProperties = {
  type: {
    description: "What was done. Without it a segment is in both versions.",
    enum: ["insertion", "deletion", "moved_from", "moved_to"],
  },
  id: { ...id, description: "The tracked revision's own identifier; equal in all segments and marks of one change." },
  move_id: { type: "integer", minimum: 1, description: "Shared by the two halves of a move." },
  author: { type: "string", description: "Comma-separated where several revisions made the same change." },
  revision: { type: "string", description: "The document version that made the change." },
  date: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$", description: "UTC." },
} as const;

/** A move has a number, and nothing else has one. */
const onlyMovesHaveNumbers = {
  anyOf: [
    { properties: { type: { enum: ["moved_from", "moved_to"] } }, required: ["type", "move_id"] },
    { properties: { type: { enum: ["insertion", "deletion"] }, move_id: false } },
  ],
} as const;

const segment = {
  description: "Unchanged text without a type; else what a change holds, as text or as nested segments.",
  type: "object",
  properties: {
    ...changeProperties,
    text: { type: "string", description: "Tabs are \\t, line breaks \\n, page and column breaks \\f." },
    object: { description: "One thing that is no text.", enum: ["footnote", "endnote", "image", "math", "other"] },
    content: { ...listOf("segment"), minItems: 1 },
  },
  oneOf: [{ required: ["text"] }, { required: ["content"] }],
  dependentRequired: {
    type: ["id", "author", "revision"],
    id: ["type"],
    author: ["type"],
    revision: ["type"],
    date: ["type"],
    content: ["type"],
    object: ["text"],
  },
  dependentSchemas: { object: { properties: { text: { const: "" } } } },
  ...onlyMovesHaveNumbers,
} as const;

const markChange = {
  description: "How a paragraph mark, a row or a cell was changed; in content what another change did to it later.",
  type: "object",
  properties: { ...changeProperties, content: { ...listOf("markChange"), minItems: 1 } },
  required: ["type", "id", "author", "revision"],
  ...onlyMovesHaveNumbers,
} as const;

const paragraph = {
  type: "object",
  properties: {
    type: { enum: ["paragraph", "heading"] },
    id: {
      ...id,
      description: "The document's own paragraph identifier, or a hash; the old place of a moved one has -from.",
    },
    number: { type: "string", minLength: 1, description: "The numeral as shown." },
    level: { type: "integer", minimum: 1, maximum: 9 },
    content: listOf("segment"),
    mark: {
      $ref: "#/$defs/markChange",
      description:
        "The version without this mark goes on in the next paragraph of the story or cell, past tables that it has no row of.",
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
  description: "The whole came or went: the other version skips it.",
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
  description: "Counts over the whole document, notes and text boxes included.",
  type: "object",
  properties: { insertions: count, deletions: count, moves: count, formats: count, conflicts: count, carried: count },
  required: ["insertions", "deletions", "moves", "formats", "conflicts"],
} as const;

const options = {
  description: "How the comparison was asked for.",
  type: "object",
  properties: {
    granularity: { enum: ["word", "character"] },
    detect_moves: { type: "boolean" },
    ignore_formatting: { type: "boolean" },
    ignore_case: { type: "boolean" },
    ignore_whitespace: { type: "boolean" },
    ignore_typography: { type: "boolean" },
    comments: { enum: ["keep", "drop"] },
  },
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
    anchor_text: { type: "string", description: "The commented text, with all changes accepted." },
    replies: listOf("reply"),
  },
  required: ["id", "author", "text", "anchor_text", "replies"],
} as const;

const formatChange = {
  description: "Text or a table looks otherwise. before and after hold the keys that differ; null: not set.",
  type: "object",
  properties: {
    id,
    author: changeProperties.author,
    revision: changeProperties.revision,
    date: changeProperties.date,
    block: { ...id, description: "The first block that it touches." },
    text: { type: "string", description: "The text that looks otherwise; empty for a table or a section." },
    property: { enum: ["formatting", "paragraph", "numbering", "table", "section", "control", "math"] },
    before: { type: "object", additionalProperties: true },
    after: { type: "object", additionalProperties: true },
  },
  required: ["id", "author", "revision", "text", "property"],
} as const;

const notice = {
  type: "object",
  properties: {
    code: { type: "string", pattern: "^[A-Z_]+$" },
    message: { type: "string" },
    count,
    source: { enum: ["original", "modified"] },
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
    "A comparison or merge. The base is all text but insertions and moved_to, the revised text all but deletions and moved_from.",
  type: "object",
  properties: {
    schema_version: { const: 1 },
    kind: { enum: ["comparison", "merge"] },
    documents: listOf("source"),
    options,
    summary: { $ref: "#/$defs/summary" },
    blocks: { ...listOf("block"), description: "The body." },
    headers: { ...listOf("part"), description: "The headers that hold a change." },
    footers: { ...listOf("part"), description: "The footers that hold a change." },
    notes: { ...listOf("note"), description: "The footnotes and endnotes that hold a change." },
    text_boxes: { ...listOf("textBox"), description: "The text boxes that hold a change." },
    comments: { ...listOf("comment"), description: "All comments of the redline." },
    format_changes: { ...listOf("formatChange"), description: "The changes that are about no text." },
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
    segment,
    markChange,
    note,
    textBox: { type: "object", properties: { blocks: listOf("block") }, required: ["blocks"] },
    reply: { type: "object", properties: replyProperties, required: ["author", "text"] },
    comment,
    formatChange,
    notice,
  },
} as const;
