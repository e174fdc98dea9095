// Readings of one document: its content with the addresses that edits name, its tracked changes, and what Word would repair.

import type { ContentJson, ContentRevision } from "../render/content/content.ts";
import { contentOf } from "../render/content/read-content.ts";
import { lintDocument } from "../revisions/lint/lint-document.ts";
import type { Finding } from "../revisions/lint/rule.ts";
import type { Document } from "./documents.ts";

/** Text, structure, formatting and addresses, by the schema `schemas.content`. */
export function content(document: Document): ContentJson {
  return contentOf(document);
}

/** The tracked changes of a document, with the ids by which accept_revision and reject_revision name them. */
export function revisions(document: Document): readonly ContentRevision[] {
  return contentOf(document).revisions;
}

/** Breaches of rules that a schema does not have: Word repairs or refuses such a document. */
export function lint(document: Document): readonly Finding[] {
  return lintDocument(document);
}
