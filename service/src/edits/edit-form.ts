// Defines the form of an edit with a style template: the fields of the JSON body as texts.

import { ApiError, refusalFor } from "../contract/api-error.ts";
import type { FormRules, ReceivedForm, TextRule } from "../contract/forms.ts";
import { issueDetails } from "../contract/invalid-values.ts";
import { limits } from "../contract/limits.ts";
import { referenceRule } from "../contract/references.ts";
import { parseWritable } from "../contract/writable-json.ts";
import { EditRequest } from "./request-shape.ts";

const yes = ["true", "1"];
const yesOrNo = [...yes, "false", "0"];
/** Longer than any valid value of these fields. */
const shortBytes = 4096;

function text(name: keyof typeof EditRequest.shape, over: Partial<TextRule> = {}): TextRule {
  const { description = "" } = EditRequest.shape[name];
  return { description, least: 0, most: 1, mostBytes: limits.editRequestBytes, ...over };
}

export const editForm: FormRules = {
  files: {
    style_template: {
      description:
        "A document or template. Before the first edit, its styles are imported, each with its list, unless the document has a style with the same id; nothing else of it is used.",
      least: 0,
      most: 1,
      extensions: [".docx", ".dotx", ".dotm"],
    },
  },
  texts: {
    file_id: text("file_id", { least: 1, mostBytes: shortBytes }),
    schema_version: text("schema_version", { least: 1, mostBytes: shortBytes, example: "1" }),
    edits: text("edits", {
      description: "The edits as a JSON array.",
      example: '[{ "type": "delete_paragraphs", "paragraphs": { "index": 9 } }]',
      json: EditRequest.shape.edits.unwrap(),
    }),
    instruction: text("instruction"),
    replacement_text: text("replacement_text"),
    allow: text("allow", {
      mostBytes: shortBytes,
      example: '["comments"]',
      json: EditRequest.shape.allow.unwrap(),
    }),
    author: text("author", { mostBytes: shortBytes }),
    date: text("date", { mostBytes: shortBytes }),
    undecided: text("undecided", { values: ["refuse", "skip"], mostBytes: shortBytes }),
    wait: text("wait", { values: yesOrNo, mostBytes: shortBytes }),
    outputs: text("outputs", {
      description: "Needs wait: the outputs to return, as a JSON array. Default: docx.",
      mostBytes: shortBytes,
      example: '["docx", "redline"]',
      json: EditRequest.shape.outputs.unwrap(),
    }),
    inline: text("inline", { values: yesOrNo, mostBytes: shortBytes }),
    reference: referenceRule,
  },
  textBytes: limits.editRequestBytes,
  choices: [["edits", "instruction"]],
};

/** Maps a field to the function that parses its text. A field that is not listed keeps its text. */
const readers: Readonly<Record<string, (value: string, field: string) => unknown>> = {
  schema_version: (value) => (/^\d{1,9}$/.test(value) ? Number(value) : value),
  edits: parsed,
  outputs: parsed,
  allow: parsed,
  wait: (value) => yes.includes(value),
  inline: (value) => yes.includes(value),
};

/** Returns the form as the equivalent JSON body. Throws INVALID_REQUEST. */
export function readEditForm(form: Pick<ReceivedForm, "texts">): EditRequest {
  const fields = Object.keys(editForm.texts).flatMap((field) =>
    form.texts(field).map((value) => [field, readers[field]?.(value, field) ?? value]),
  );
  const result = EditRequest.safeParse(Object.fromEntries(fields));
  if (result.success) return result.data;
  const details = result.error.issues.flatMap((issue) => issueDetails(issue, EditRequest));
  throw refusalFor("INVALID_REQUEST", details);
}

function parsed(value: string, field: string): unknown {
  try {
    return parseWritable(value, field);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const message = `\`${field}\` must be a list in JSON.`;
    throw refusalFor("INVALID_REQUEST", [{ field, reason: "INVALID_VALUE", message }]);
  }
}
