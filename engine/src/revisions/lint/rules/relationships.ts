// Checks the package: relationships lead to existing parts, and parts have a content type.
//
// Word calls a package unreadable if a part names a relationship that it does not have, or has no content type.

import { W } from "../../../document/word-names.ts";
import { foldName, PACKAGE, relationshipsPartOf } from "../../../ooxml/parts/part-names.ts";
import type { Relationship } from "../../../ooxml/parts/relationships.ts";
import type { NodeId } from "../../../ooxml/xml/tree.ts";
import { type IndexedPart, offsetOf } from "../indexed-part.ts";
import type { LintedDocument } from "../linted-document.ts";
import type { Breach, Rule } from "../rule.ts";

export const relationshipRules: readonly Rule[] = [
  {
    id: "relationship-unresolved",
    severity: "refused",
    says: "Every relationship that a part names is one of its own.",
    check: unresolvedReferences,
  },
  {
    id: "relationship-id-repeated",
    severity: "refused",
    says: "No two relationships of a part have the same id.",
    check: repeatedIds,
  },
  {
    id: "relationship-target-missing",
    severity: "repaired",
    says: "Every relationship that leads to a part leads to one that is there.",
    check: missingTargets,
  },
  {
    id: "header-reference-of-other-kind",
    severity: "refused",
    says: "A reference to a header leads to a header, one to a footer to a footer.",
    check: otherKinds,
  },
  {
    id: "content-type-missing",
    severity: "refused",
    says: "Every part that relationships lead to has a content type.",
    check: ({ reachable, package: opened }) =>
      reachable.filter((part) => opened.contentType(part) === undefined).map((part) => ({ part, offset: undefined })),
  },
  {
    id: "part-not-well-formed",
    severity: "refused",
    says: "A part that says it is XML is well-formed.",
    check: ({ broken }) => broken.map((part) => ({ part, offset: undefined })),
  },
];

/** An empty reference has no target on purpose, for example in a link that only runs an action. */
function* unresolvedReferences({ parts, relationships }: LintedDocument): Generator<Breach> {
  for (const part of parts) {
    if (part.references.length === 0) continue;
    const ids = new Set((relationships.get(foldName(part.name)) ?? []).map(({ id }) => foldName(id)));
    const lost = part.references.filter(({ id }) => id !== "" && !ids.has(foldName(id)));
    for (const { node } of lost) yield { part: part.name, offset: offsetOf(part, node) };
  }
}

function* repeatedIds({ relationships }: LintedDocument): Generator<Breach> {
  for (const [source, own] of relationships) {
    const ids = new Set(own.map(({ id }) => foldName(id)));
    for (let left = own.length - ids.size; left > 0; left -= 1) {
      yield { part: relationshipsPartOf(source), offset: undefined };
    }
  }
}

function* missingTargets({ relationships, package: opened }: LintedDocument): Generator<Breach> {
  for (const [source, own] of relationships) {
    for (const { part } of own) {
      if (part !== undefined && part !== PACKAGE && !opened.has(part)) {
        yield { part: relationshipsPartOf(source), offset: undefined };
      }
    }
  }
}

const REFERENCES = new Map([
  [W.headerReference, "header"],
  [W.footerReference, "footer"],
]);

function* otherKinds({ main, relationships }: LintedDocument): Generator<Breach> {
  const own = relationships.get(foldName(main.name)) ?? [];
  for (const { node, id } of main.references) {
    const kind = REFERENCES.get(main.tree.name(node));
    if (kind !== undefined && leadsElsewhere(own, { id, kind })) yield breachAt(main, node);
  }
}

function leadsElsewhere(own: readonly Relationship[], { id, kind }: { id: string; kind: string }): boolean {
  const relationship = own.find((candidate) => foldName(candidate.id) === foldName(id));
  return relationship !== undefined && relationship.kind !== kind;
}

function breachAt(part: IndexedPart, node: NodeId): Breach {
  return { part: part.name, offset: offsetOf(part, node) };
}
