// Lists and clears the names of authors (SCR-4).
//
// Names are on tracked changes and comments, in the list of people, in the merge record and in the file's properties.
// A change or a comment must have an author, so it gets the name that Word writes when it removes personal information.

import { type FileProperties, readFileProperties } from "../document/formatting/properties.ts";
import { MOVE_RANGES } from "../document/grammar.ts";
import { dropMergeRecord, readMergeRecord } from "../document/merge-record.ts";
import type { WordDocument } from "../document/open-document.ts";
import { W } from "../document/word-names.ts";
import { clearAuthors } from "../document/write-settings.ts";
import { NameSet } from "../ooxml/xml/name-set.ts";
import { elementsNamed } from "../ooxml/xml/named-spans.ts";
import { REVISION_NAMES } from "../revisions/revision.ts";
import { glossariesOf, wordTrees } from "./word-parts.ts";

export interface AuthorName {
  readonly name: string;
  /** Number of elements of tracked changes, move ranges included, with this author. */
  readonly changes: number;
  readonly comments: number;
  /** The file properties with this name, such as `creator`. */
  readonly properties: readonly string[];
}

/** The author and initials that Word writes for a removed name. */
const NOBODY = { author: "Author", initials: "A" };

const SIGNED = new NameSet([...REVISION_NAMES, ...MOVE_RANGES, W.comment]);

/** The type of the relationship from the main part to the list of people. */
const PEOPLE = /\/relationships\/people$/i;

/** Returns each name with the places that have it. Leaves out `Author`, the name that Word writes for a removed one. */
export function listAuthors(document: WordDocument): AuthorName[] {
  const names = [
    ...signedNames(document),
    ...personProperties(document).map(({ name, value }) => ({ name: value, of: name })),
    ...peopleNames(document).map((name) => ({ name, of: "people" })),
  ].filter(({ name }) => name !== "" && name !== NOBODY.author);
  return [...Map.groupBy(names, ({ name }) => name)].map(([name, found]) => ({
    name,
    changes: found.filter(({ of }) => of === "changes").length,
    comments: found.filter(({ of }) => of === "comments").length,
    properties: [...new Set(found.map(({ of }) => of))].filter((of) => !["changes", "comments", "people"].includes(of)),
  }));
}

export function clearNames(document: WordDocument): void {
  for (const tree of wordTrees(document)) {
    for (const node of elementsNamed(tree, SIGNED)) {
      if (tree.attribute(node, W.author) !== undefined) tree.setAttribute(node, W.author, NOBODY.author);
      if (tree.attribute(node, W.initials) !== undefined) tree.setAttribute(node, W.initials, NOBODY.initials);
    }
  }
  clearAuthors(document);
  const { source } = readFileProperties(document).program;
  for (const { name, node } of personProperties(document)) {
    if (name === "Manager") for (const child of source!.tree.children(node)) source!.tree.remove(child);
  }
  for (const part of peopleParts(document)) document.package.remove(part);
  // The merge record names the revisions of a merge by their authors, and no change has those names after this step.
  dropMergeRecord(document);
}

function signedNames(document: WordDocument): { name: string; of: string }[] {
  const signed = wordTrees(document).flatMap((tree) =>
    elementsNamed(tree, SIGNED).map((node) => ({
      name: tree.attribute(node, W.author) ?? "",
      of: tree.name(node) === W.comment ? "comments" : "changes",
    })),
  );
  const { revisions = [] } = readMergeRecord(document) ?? {};
  return [...signed, ...revisions.map(({ author }) => ({ name: author, of: "merge" }))];
}

/** The file properties whose value is the name of a person. */
const PERSON_PROPERTIES: Readonly<Record<keyof FileProperties, readonly string[]>> = {
  core: ["creator", "lastModifiedBy"],
  program: ["Manager"],
  custom: [],
};

function personProperties(document: WordDocument) {
  const lists = readFileProperties(document);
  return (["core", "program"] as const).flatMap((list) =>
    lists[list].properties.filter(({ name }) => PERSON_PROPERTIES[list].includes(name)),
  );
}

function peopleNames(document: WordDocument): string[] {
  return peopleParts(document).flatMap((part) => {
    const tree = document.package.tree(part);
    const nodes = tree.children(tree.root).filter((node) => tree.isElement(node));
    return nodes.flatMap((node) =>
      tree.attributes(node).flatMap(({ name, value }) => (tree.names.local(name) === "author" ? [value] : [])),
    );
  });
}

function peopleParts(document: WordDocument): string[] {
  const { package: opened } = document;
  const related = [document, ...glossariesOf(document)].flatMap(({ main }) => opened.relationships(main));
  const parts = related.flatMap(({ type, part }) => (PEOPLE.test(type) && part !== undefined ? [part] : []));
  return [...new Set(parts)].filter((part) => opened.has(part));
}
