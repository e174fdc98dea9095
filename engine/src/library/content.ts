// Reads one document: its content with addresses, its tracked changes and its lint findings.

import type { ContentJson, ContentRevision } from "../render/content/content.ts";
import { contentJson } from "../render/content/read-content.ts";
import { lintDocument } from "../revisions/lint/lint-document.ts";
import type { Finding } from "../revisions/lint/rule.ts";
import type { Document } from "./documents.ts";

/** Returns text, structure, formatting and addresses, which match the schema `schemas.content`. */
export function content(document: Document): ContentJson {
  return contentJson(document);
}

/** Returns the tracked changes of a document. The edits accept_revision and reject_revision name them by `number`. */
export function revisions(document: Document): readonly ContentRevision[] {
  return contentJson(document).revisions;
}

/**
 * Returns violations of rules that no schema contains. Word repairs or refuses a document with such violations, unless
 * their severity is `odd`.
 */
export function lint(document: Document): readonly Finding[] {
  return lintDocument(document);
}
