// Checks references to styles, lists and headers, and the ids of objects.
//
// Word tolerates a missing style or list: the text gets the default. It does not tolerate a list whose definition is
// missing or comes after the list.

import { STYLE_NAMES } from "../../../document/grammar.ts";
import { W, WP } from "../../../document/word-names.ts";
import { type NameId, NO_NAMESPACE } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../../../ooxml/xml/tree.ts";
import { idOf, repeated, valueIn } from "../identities.ts";
import { type FoundElement, foundAmong, foundIn, type IndexedPart } from "../indexed-part.ts";
import type { LintedDocument } from "../linted-document.ts";
import { type Breach, breachesIn, inStories, inStoriesOf, type Rule } from "../rule.ts";

export const referenceRules: readonly Rule[] = [
  {
    id: "style-unresolved",
    severity: "odd",
    says: "Every style that text or a table names is defined.",
    check: inStoriesOf(unresolvedStyles),
  },
  {
    id: "list-unresolved",
    severity: "odd",
    says: "Every list that a paragraph names is defined.",
    check: inStoriesOf(unresolvedLists),
  },
  {
    id: "list-definition-unresolved",
    severity: "repaired",
    says: "Every list has a definition.",
    check: inNumbering((numbering) => {
      const defined = new Set(foundIn(numbering, W.abstractNum).map(({ node }) => abstractIdOf(numbering, node)));
      return foundIn(numbering, W.num).filter(({ node }) => !defined.has(definitionOf(numbering, node)));
    }),
  },
  {
    id: "list-repeated",
    severity: "repaired",
    says: "No two lists, and no two definitions of lists, have the same id.",
    check: inNumbering((numbering) => {
      const twice = [
        ...repeated(foundIn(numbering, W.num), ({ node }) => numbering.tree.attribute(node, W.numId)),
        ...repeated(foundIn(numbering, W.abstractNum), ({ node }) => abstractIdOf(numbering, node)),
      ];
      return foundAmong(numbering, [W.num, W.abstractNum]).filter(({ node }) => twice.includes(node));
    }),
  },
  {
    id: "list-before-definition",
    severity: "repaired",
    says: "The definitions of lists come before the lists.",
    check: inNumbering((numbering) => {
      const lists = foundIn(numbering, W.num).map(({ order }) => order);
      return foundIn(numbering, W.abstractNum).filter(({ order }) => lists.some((list) => list < order));
    }),
  },
  {
    id: "header-reference-repeated",
    severity: "repaired",
    says: "A section has one header and one footer of a type.",
    check: inStories((part) =>
      [W.headerReference, W.footerReference].flatMap((name) =>
        repeated(
          foundIn(part, name),
          ({ node }) => `${part.tree.parent(node)} ${part.tree.attribute(node, W.type) ?? "default"}`,
        ),
      ),
    ),
  },
  {
    id: "content-control-id-repeated",
    severity: "odd",
    says: "No two content controls of a part have the same id.",
    check: inStories((part) => repeated(foundIn(part, W.sdtPr), ({ node }) => controlId(part, node))),
  },
  {
    id: "drawing-id-repeated",
    severity: "odd",
    says: "No two drawings of a part have the same id.",
    check: inStories((part) => {
      const id = part.tree.names.nameId(NO_NAMESPACE, "id");
      return repeated(foundIn(part, WP.docPr), ({ node }) => part.tree.attribute(node, id));
    }),
  },
];

function unresolvedStyles({ related }: LintedDocument): (part: IndexedPart) => NodeId[] {
  const styles = related.get("styles");
  if (styles === undefined) return () => [];
  const defined = new Set(foundIn(styles, W.style).map(({ node }) => styles.tree.attribute(node, W.styleId)));
  return (part) => notAmong(part, STYLE_NAMES.keys(), defined);
}

/** The list 0 takes a paragraph out of the list of its style. */
function unresolvedLists({ related }: LintedDocument): (part: IndexedPart) => NodeId[] {
  const numbering = related.get("numbering");
  const lists = numbering === undefined ? [] : foundIn(numbering, W.num);
  const defined = new Set(["0", ...lists.map(({ node }) => numbering?.tree.attribute(node, W.numId))]);
  return (part) => notAmong(part, [W.numId], defined);
}

function notAmong(part: IndexedPart, names: Iterable<NameId>, values: ReadonlySet<string | undefined>): NodeId[] {
  return foundAmong(part, names)
    .map(({ node }) => node)
    .filter((node) => !values.has(valueIn(part, node)));
}

function inNumbering(check: (numbering: IndexedPart) => readonly FoundElement[]): Rule["check"] {
  return function* ({ related }): Generator<Breach> {
    const numbering = related.get("numbering");
    if (numbering === undefined) return;
    yield* breachesIn(
      numbering,
      check(numbering).map(({ node }) => node),
    );
  };
}

function abstractIdOf({ tree }: IndexedPart, node: NodeId): string | undefined {
  return tree.attribute(node, W.abstractNumId);
}

function definitionOf(numbering: IndexedPart, list: NodeId): string | undefined {
  const definition = numbering.tree.child(list, W.abstractNumId);
  return definition === NONE ? undefined : valueIn(numbering, definition);
}

function controlId(part: IndexedPart, properties: NodeId): string | undefined {
  const id = part.tree.child(properties, W.id);
  return id === NONE ? idOf(part, properties) : valueIn(part, id);
}
