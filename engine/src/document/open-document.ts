// Opens a file as a Word document: a package with a main part for Word.

import { Failure, type Notice } from "../failures/failure.ts";
import { type OpenOptions, openPackage, type Package } from "../ooxml/parts/package.ts";
import { PACKAGE, relationshipsPartOf } from "../ooxml/parts/part-names.ts";
import { W } from "./word-names.ts";

export interface WordDocument {
  readonly package: Package;
  /** Name of the main part. */
  readonly main: string;
  readonly notices: readonly Notice[];
}

/** Content types of the main part: document and template, each with and without macros. */
const MAIN_TYPES: ReadonlySet<string> = new Set([
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
  "application/vnd.ms-word.document.macroEnabled.main+xml",
  "application/vnd.ms-word.template.macroEnabledTemplate.main+xml",
]);

/**
 * Opens a document. Throws a Failure like `openPackage`, or if the main part is missing, of another kind, or not
 * well-formed.
 */
export function openDocument(bytes: Uint8Array, options: OpenOptions): WordDocument {
  return documentOf(openPackage(bytes, options));
}

/** Returns a copy that reads the same and can be changed independently. */
export function forkDocument(document: WordDocument): WordDocument {
  return { ...document, package: document.package.fork() };
}

/**
 * Returns the Word document in a package. Throws a Failure if the main part is missing, of another kind or not
 * well-formed.
 */
export function documentOf(opened: Package): WordDocument {
  const notices = restoreRelationships(opened);
  const main = opened.relationships(PACKAGE).find(({ kind }) => kind === "officeDocument")?.part;
  if (main === undefined || !opened.has(main)) throw new Failure("PACKAGE_INVALID", "The package has no main part");
  if (!isMainPart(opened, main)) {
    throw new Failure("PACKAGE_INVALID", "The main part is not a Word document by its content type", { part: main });
  }
  const tree = opened.tree(main);
  if (tree.name(tree.root) !== W.document) {
    throw new Failure("PACKAGE_INVALID", "The main part is not a Word document by its root element", { part: main });
  }
  return { package: opened, main, notices };
}

/**
 * Restores the relationship to the main part. Zip tools that leave out hidden files lose `_rels/.rels` but no other
 * relationships. The content types still identify the main part. A package without any relationships is not restored,
 * nor is one in which no part or several parts have a content type of the main part.
 */
function restoreRelationships(opened: Package): Notice[] {
  const parts = opened.partNames;
  const isLost =
    !opened.has(relationshipsPartOf(PACKAGE)) && parts.some((part) => opened.has(relationshipsPartOf(part)));
  const mains = isLost ? parts.filter((part) => isMainPart(opened, part)) : [];
  if (mains.length !== 1) return [];
  opened.relate(PACKAGE, "officeDocument", mains[0]!);
  return [{ code: "PACKAGE_RELATIONSHIPS_RESTORED", part: relationshipsPartOf(PACKAGE) }];
}

function isMainPart(opened: Package, part: string): boolean {
  return MAIN_TYPES.has(opened.contentType(part) ?? "");
}
