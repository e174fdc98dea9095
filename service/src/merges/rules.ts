// Defines the rules of merges that need no database: the form, the roles of sources and the cost.

import type { SourceName } from "@versus/engine/tasks";
import { refusalFor } from "../contract/api-error.ts";
import { authorOf } from "../contract/author.ts";
import { disambiguate } from "../contract/file-names.ts";
import type { FormRules, ReceivedForm } from "../contract/forms.ts";
import { limits } from "../contract/limits.ts";
import { referenceRule } from "../contract/references.ts";
import { documentExtensions } from "../files/rules.ts";
import { waitRule } from "../jobs/await-read.ts";
import type { StoredRevision } from "../storage/schema.ts";
import { optionRules } from "./merge-options.ts";

const { leastRevisions, mostRevisions } = limits;

export function mergeForm(): FormRules {
  const extensions = documentExtensions;
  return {
    files: {
      original: {
        description: "The document that every revision was edited from (the base).",
        least: 1,
        most: 1,
        extensions,
      },
      revisions: {
        description: `A revised copy of the base. Repeat the field: ${leastRevisions} to ${mostRevisions} revisions. To compare one revision use POST /v1/compare.`,
        least: leastRevisions,
        most: mostRevisions,
        extensions,
      },
    },
    texts: {
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
      reference: referenceRule,
      wait: waitRule,
    },
  };
}

/** The names and authors of a merge, in the order of the form. */
export interface MergeNames {
  readonly original: string;
  readonly revisions: readonly StoredRevision[];
}

/**
 * Returns the names, with equal ones made different; the original keeps its name. Throws INVALID_REQUEST unless every
 * revision has an author or none has.
 */
export function mergeNamesOf(form: Pick<ReceivedForm, "files" | "texts">, address: string): MergeNames {
  const revisions = form.files("revisions");
  const authors = form.texts("authors");
  requireEveryAuthor(authors, revisions);
  const files = [...form.files("original"), ...revisions];
  return toldApart(
    files.map(({ fileName }) => fileName),
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
