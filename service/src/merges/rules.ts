// Defines the rules of merges that need no database: the form, the roles of sources and the cost.

import type { SourceName } from "@versus/engine/tasks";
import { refusalFor } from "../contract/api-error.ts";
import { authorOf } from "../contract/author.ts";
import { disambiguate } from "../contract/file-names.ts";
import type { FormRules, ReceivedFile, ReceivedForm } from "../contract/forms.ts";
import { limits } from "../contract/limits.ts";
import { referenceRule } from "../contract/references.ts";
import { documentExtensions } from "../files/rules.ts";
import { waitRule } from "../jobs/await-read.ts";
import { formatsRule } from "../redlines/asked-formats.ts";
import type { StoredRevision } from "../storage/schema.ts";
import { optionRules } from "./merge-options.ts";

const { leastRevisions, mostRevisions } = limits;

export function mergeForm(formats: readonly string[]): FormRules {
  const extensions = documentExtensions;
  return {
    files: {
      original: {
        description: "The document that every revision was edited from (the base). Use this or `original_file_id`.",
        least: 0,
        most: 1,
        extensions,
      },
      revisions: {
        description: `A revised copy of the base. Repeat the field: ${leastRevisions} to ${mostRevisions} revisions. To compare one revision use POST /v1/compare. Use this or \`revision_file_ids\`.`,
        least: leastRevisions,
        most: mostRevisions,
        extensions,
      },
    },
    choices: [
      ["original", "original_file_id"],
      ["revisions", "revision_file_ids"],
    ],
    texts: {
      original_file_id: {
        ...fileIdRule,
        description: "The file_id of the base. Use this or `original`.",
        least: 0,
        most: 1,
      },
      revision_file_ids: {
        ...fileIdRule,
        description: `The file_id of a revised copy. Repeat the field: ${leastRevisions} to ${mostRevisions} revisions. Use this or \`revisions\`.`,
        least: leastRevisions,
        most: mostRevisions,
      },
      authors: {
        description:
          "The author of a revision's tracked changes. Repeat the field once for each revision, in the same order, or leave it out. Control characters are removed, and each name is cut at 100 characters. Default, also for an empty value: the address of the service account, a dash and the name of the revision.",
        least: 0,
        most: mostRevisions,
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

// Longer than any id.
const fileIdRule = { mostBytes: 100, example: "7d0c1a52-3f6e-4b8a-9c1d-2e5f60718293" };

/** The base and its revised copies, in the order of the form. */
export interface Sources {
  readonly original: ReceivedFile;
  readonly revisions: readonly ReceivedFile[];
}

/** The names and authors of a merge, in the order of the form. */
export interface MergeNames {
  readonly original: string;
  readonly revisions: readonly StoredRevision[];
}

/**
 * Returns the names, with equal ones made different; the original keeps its name. Every revision must have an author, or
 * none.
 */
export function mergeNamesOf(
  { original, revisions }: Sources,
  form: Pick<ReceivedForm, "texts">,
  address: string,
): MergeNames {
  const authors = form.texts("authors");
  return toldApart(
    [original, ...revisions].map(({ fileName }) => fileName),
    { authors, address },
  );
}

/** Throws INVALID_REQUEST unless every revision has an author or none has. */
export function requireEveryAuthor(authors: readonly unknown[], revisions: readonly unknown[]): void {
  if (authors.length === 0 || authors.length === revisions.length) return;
  const message = `Send \`authors\` once for each revision: ${revisions.length} times, not ${authors.length}.`;
  throw refusalFor("INVALID_REQUEST", [{ field: "authors", reason: "INVALID_VALUE", message }]);
}

/** Makes the file names different and adds the authors. The first name is that of the original. */
export function toldApart(
  fileNames: readonly string[],
  { authors, address }: { readonly authors: readonly (string | undefined)[]; readonly address: string },
): MergeNames {
  const [original = "", ...names] = disambiguate(fileNames);
  return {
    original,
    revisions: names.map((name, index) => {
      return { name, author: authorOf({ given: authors[index], address, modifiedName: name }) };
    }),
  };
}

/** The role of a stored source in its merge. */
export type SourceRole = "original" | `revision-${number}`;

export function revisionRole(index: number): SourceRole {
  return `revision-${index}`;
}

/** Returns the role of the original, then those of the revisions in the order of the form. */
export function rolesOf(revisions: readonly unknown[]): SourceRole[] {
  return ["original", ...revisions.map((_, index) => revisionRole(index))];
}

/** Returns the engine's name of a source: `base`, or for example `revisions[0]`. */
export function sourceOf(role: SourceRole): SourceName {
  return role === "original" ? "base" : `revisions[${Number(role.slice(revisionRole(0).length - 1))}]`;
}

/** Returns the number of documents that a merge counts as: the original and each revision. */
export function mergeCost(revisions: readonly unknown[]): number {
  return 1 + revisions.length;
}
