// Reads a document for the linter: its parts, each walked once, and their relationships.
//
// Parts with stories are always walked. Other parts are walked if rules read them (styles, numbering, settings,
// extended comments) or if they have relationships. A part that claims to be XML but is not is recorded as broken, and
// the run continues.

import type { WordDocument } from "../../document/open-document.ts";
import { Failure } from "../../failures/failure.ts";
import type { Package } from "../../ooxml/parts/package.ts";
import { foldName, PACKAGE, relationshipsPartOf } from "../../ooxml/parts/part-names.ts";
import { reachableParts } from "../../ooxml/parts/reachable-parts.ts";
import type { Relationship } from "../../ooxml/parts/relationships.ts";
import { type IndexedPart, type IsKnown, indexPart } from "./indexed-part.ts";

export interface LintedDocument {
  readonly package: Package;
  readonly main: IndexedPart;
  /** Every part that relationships lead to. */
  readonly reachable: readonly string[];
  /** The parts that were walked. */
  readonly parts: readonly IndexedPart[];
  /** Body, headers, footers, notes and comments. */
  readonly stories: readonly IndexedPart[];
  /** Maps the kind of a relationship of the main part to the first part of that kind. */
  readonly related: ReadonlyMap<string, IndexedPart>;
  /** Maps the folded name of a part to its relationships. */
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>;
  readonly broken: readonly string[];
}

const STORY_KINDS: ReadonlySet<string> = new Set(["header", "footer", "footnotes", "endnotes", "comments"]);
export const COMMENTS_EXTENDED = "http://schemas.microsoft.com/office/2011/relationships/commentsExtended";
const READ_KINDS: ReadonlySet<string> = new Set([...STORY_KINDS, "styles", "numbering", "settings", COMMENTS_EXTENDED]);

export function readForLint({ package: opened, main }: WordDocument, isKnown?: IsKnown): LintedDocument {
  const reachable = reachableParts(opened).parts;
  const sources = [PACKAGE, ...reachable];
  const relationships = new Map(sources.map((source) => [foldName(source), opened.relationships(source)]));
  const kinds = kindsOfParts(relationships.get(foldName(main)) ?? []);
  const foreign = foreignParts([...relationships.values()].flat());
  const wanted = reachable.filter((part) => {
    const isRead = foldName(part) === foldName(main) || READ_KINDS.has(kinds.get(foldName(part)) ?? "");
    return (
      isXml(opened.contentType(part)) && !foreign.has(foldName(part)) && (isRead || hasRelationships(opened, part))
    );
  });
  const { parts, broken } = indexParts(opened, wanted, isKnown);
  const isMain = (part: IndexedPart): boolean => foldName(part.name) === foldName(main);
  const kindOf = (part: IndexedPart): string => kinds.get(foldName(part.name)) ?? "";
  return {
    package: opened,
    main: parts.find(isMain) ?? indexPart(main, opened.tree(main), isKnown),
    reachable,
    parts,
    stories: parts.filter((part) => isMain(part) || STORY_KINDS.has(kindOf(part))),
    related: new Map(parts.toReversed().map((part) => [kindOf(part), part])),
    relationships,
    broken,
  };
}

/** Maps the folded name of a part to the kind of its relationship from the main part. */
function kindsOfParts(relationships: readonly Relationship[]): Map<string, string> {
  const related = relationships.filter(({ part }) => part !== undefined);
  return new Map(related.toReversed().map(({ part, kind }) => [foldName(part!), kind]));
}

/** Returns embedded documents of other formats, whose XML the linter does not check. */
function foreignParts(relationships: readonly Relationship[]): Set<string> {
  const chunks = relationships.filter(({ kind, part }) => kind === "aFChunk" && part !== undefined);
  return new Set(chunks.map(({ part }) => foldName(part!)));
}

function hasRelationships(opened: Package, part: string): boolean {
  return opened.has(relationshipsPartOf(part));
}

function isXml(contentType: string | undefined): boolean {
  const [type = ""] = (contentType ?? "").split(";");
  return /(?:\+|^application\/|^text\/)xml$/i.test(type.trim());
}

function indexParts(
  opened: Package,
  names: readonly string[],
  isKnown: IsKnown | undefined,
): { parts: IndexedPart[]; broken: string[] } {
  const parts: IndexedPart[] = [];
  const broken: string[] = [];
  for (const name of names) {
    try {
      parts.push(indexPart(name, opened.tree(name), isKnown));
    } catch (problem) {
      if (!(problem instanceof Failure)) throw problem;
      broken.push(name);
    }
  }
  return { parts, broken };
}
