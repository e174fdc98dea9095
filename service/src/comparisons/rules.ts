// Defines the form of a comparison: its fields, and the names of the two sources.

import type { FormRules, TextRule } from "../contract/forms.ts";
import { limits } from "../contract/limits.ts";
import { referenceRule } from "../contract/references.ts";
import { documentExtensions } from "../files/rules.ts";
import { waitRule } from "../jobs/await-read.ts";
import { formatsRule } from "../redlines/asked-formats.ts";
import { optionRules } from "./compare-options.ts";

/** The two sources, under their names in the API. */
export const sourceRoles = ["original", "modified"] as const;

export type SourceRole = (typeof sourceRoles)[number];

/** Returns the form field that names an uploaded file as the source. */
export function fileField(role: SourceRole): `${SourceRole}_file_id` {
  return `${role}_file_id`;
}

function fileIdRule(description: string): TextRule {
  // Longer than any id.
  return { description, least: 0, most: 1, mostBytes: 100, example: "7d0c1a52-3f6e-4b8a-9c1d-2e5f60718293" };
}

export function comparisonForm(formats: readonly string[]): FormRules {
  const extensions = documentExtensions;
  return {
    files: {
      original: {
        description: "The earlier (base) document. Use this or `original_file_id`.",
        least: 0,
        most: 1,
        extensions,
      },
      modified: {
        description: "The later (revised) document. Use this or `modified_file_id`.",
        least: 0,
        most: 1,
        extensions,
      },
    },
    // Each source is either a file or a file id.
    choices: sourceRoles.map((role) => [role, fileField(role)]),
    texts: {
      original_file_id: fileIdRule("The file_id of the earlier (base) document. Use this or `original`."),
      modified_file_id: fileIdRule("The file_id of the later (revised) document. Use this or `modified`."),
      author: {
        description:
          "The author of every tracked change. Control characters are removed, and the name is cut at 100 characters. Default: the address of the service account, a dash and the name of the modified file.",
        least: 0,
        most: 1,
        // A longer author is cut, not refused. This limit is beyond any real author.
        mostBytes: 64 * 1024,
        example: "Counsel for the Buyer",
      },
      ...optionRules,
      formats: formatsRule(formats),
      reference: referenceRule,
      wait: waitRule,
    },
  };
}

/** The number of documents that a comparison counts as. */
export const comparisonCost = limits.comparisonDocuments;
