// Defines the form of a merge of versions: the fields of the JSON body as texts.

import { DocumentMergeRequest } from "../contract/document-schemas.ts";
import type { FormRules, ReceivedForm, TextRule } from "../contract/forms.ts";
import { limits } from "../contract/limits.ts";
import { referenceRule } from "../contract/references.ts";
import { requireWritable } from "../contract/writable-json.ts";
import { held } from "./rules.ts";

function text(name: keyof typeof DocumentMergeRequest.shape, over: Partial<TextRule> = {}): TextRule {
  const { description = "" } = DocumentMergeRequest.shape[name];
  return { description, least: 0, most: 1, mostBytes: 64 * 1024, ...over };
}

export const mergeForm: FormRules = {
  files: {},
  texts: {
    version_ids: text("version_ids", {
      description: `A version to merge. Repeat the field: ${limits.leastRevisions} to ${limits.mostRevisions} versions.`,
      least: limits.leastRevisions,
      most: limits.mostRevisions,
      example: "ver_01jb2m3n4p5q6r7s8t9v0w1x2y",
    }),
    base_version_id: text("base_version_id"),
    name: text("name"),
    authors: text("authors", { most: limits.mostRevisions, example: "Counsel for the Buyer" }),
    reference: referenceRule,
  },
};

/** Returns the form as the equivalent JSON body. Throws INVALID_REQUEST. */
export function readMergeForm(form: Pick<ReceivedForm, "texts">): DocumentMergeRequest {
  const [baseId] = form.texts("base_version_id");
  const [name] = form.texts("name");
  const authors = form.texts("authors");
  const [reference] = form.texts("reference");
  const given = {
    version_ids: form.texts("version_ids"),
    ...(baseId === undefined ? {} : { base_version_id: baseId }),
    ...(name === undefined ? {} : { name }),
    ...(authors.length === 0 ? {} : { authors }),
    ...(reference === undefined ? {} : { reference }),
  };
  requireWritable(JSON.stringify(given), given);
  return held(DocumentMergeRequest, given);
}
