// Checks footnotes and endnotes: one reference per note, and the separators that settings name.
//
// Word calls the content unreadable if a reference names a missing note, or if settings list a separator that the notes
// lack.

import { NOTES } from "../../../document/grammar.ts";
import { W } from "../../../document/word-names.ts";
import type { NodeId } from "../../../ooxml/xml/tree.ts";
import { idOf, idsOf, repeated } from "../identities.ts";
import { type FoundElement, foundIn, type IndexedPart } from "../indexed-part.ts";
import type { LintedDocument } from "../linted-document.ts";
import { type Breach, breachesIn, inStories, inStoriesOf, type Rule } from "../rule.ts";

type NoteKind = (typeof NOTES)[number];

export const noteRules: readonly Rule[] = [
  {
    id: "note-reference-unresolved",
    severity: "refused",
    says: "Every reference to a note names one that is there and is no separator.",
    check: inStoriesOf(unresolved),
  },
  {
    id: "note-reference-repeated",
    severity: "repaired",
    says: "A note is referred to once.",
    check: inStories((part) =>
      NOTES.flatMap(({ reference }) => repeated(foundIn(part, reference), ({ node }) => idOf(part, node))),
    ),
  },
  {
    id: "note-id-repeated",
    severity: "refused",
    says: "No two notes of a kind have the same id.",
    check: inStories((part) =>
      NOTES.flatMap(({ note }) => repeated(notesIn(part, note), ({ node }) => idOf(part, node))),
    ),
  },
  {
    id: "note-unreferenced",
    severity: "odd",
    says: "Every note is referred to.",
    check: unreferenced,
  },
  {
    id: "note-separator-unresolved",
    severity: "refused",
    says: "The separators that settings list are among the notes.",
    check: unresolvedSeparators,
  },
];

/** Returns the notes themselves, because settings name separators with elements of the same name. */
function notesIn(part: IndexedPart, note: NoteKind["note"]): FoundElement[] {
  return foundIn(part, note).filter(({ node }) => part.tree.parent(node) === part.tree.root);
}

function isSeparator({ tree }: IndexedPart, node: NodeId): boolean {
  const type = tree.attribute(node, W.type);
  return type !== undefined && type !== "normal";
}

function unresolved(document: LintedDocument): (part: IndexedPart) => NodeId[] {
  const kinds = NOTES.map((kind) => ({ reference: kind.reference, ids: noteIds(document, kind) }));
  return (part) =>
    kinds.flatMap(({ reference, ids }) => {
      const references = foundIn(part, reference).map(({ node }) => node);
      return references.filter((node) => !ids.has(idOf(part, node)));
    });
}

/** Returns the ids of the notes that are not separators. */
function noteIds({ related }: LintedDocument, kind: NoteKind): Set<string | undefined> {
  const notes = related.get(kind.part);
  if (notes === undefined) return new Set();
  return idsOf(
    notes,
    notesIn(notes, kind.note).filter(({ node }) => !isSeparator(notes, node)),
  );
}

function* unreferenced({ related, stories }: LintedDocument): Generator<Breach> {
  for (const { part, note, reference } of NOTES) {
    const notes = related.get(part);
    if (notes === undefined) continue;
    const referred = new Set(stories.flatMap((story) => [...idsOf(story, foundIn(story, reference))]));
    const normal = notesIn(notes, note).filter(({ node }) => !isSeparator(notes, node));
    const lonely = normal.filter(({ node }) => !referred.has(idOf(notes, node)));
    yield* breachesIn(
      notes,
      lonely.map(({ node }) => node),
    );
  }
}

function* unresolvedSeparators({ related }: LintedDocument): Generator<Breach> {
  const settings = related.get("settings");
  if (settings === undefined) return;
  for (const kind of NOTES) {
    const notes = related.get(kind.part);
    const ids = notes === undefined ? new Set() : idsOf(notes, notesIn(notes, kind.note));
    const listed = foundIn(settings, kind.settings).flatMap(({ node }) =>
      settings.tree.children(node).filter((child) => settings.tree.name(child) === kind.note),
    );
    yield* breachesIn(
      settings,
      listed.filter((node) => !ids.has(idOf(settings, node))),
    );
  }
}
