// Gives the base an empty header or footer where several copies have one and the base has none.
//
// An empty header shows the same as no header. The text of the copies is then composed like any other text. A header that
// only one copy has is added with that copy (MRG-32).

import { makePart } from "../document/made-parts.ts";
import type { WordDocument } from "../document/open-document.ts";
import { type Section, type ShownPart, sectionsOf } from "../document/sections.ts";
import { bodyOf } from "../document/text/stories.ts";
import { R, W } from "../document/word-names.ts";
import { NONE } from "../ooxml/xml/tree.ts";

type PartKind = Pick<ShownPart, "kind" | "type">;

export function addEmptyHeaders(base: WordDocument, copies: readonly WordDocument[]): void {
  const theirs = copies.map(sectionsIn);
  let own = sectionsIn(base);
  for (let index = 0; index < own.length; index += 1) {
    const isLast = index === own.length - 1;
    // Sections of a copy correspond to those of the base by number, and the last one to the last.
    const sections = theirs.flatMap((all) => {
      const section = isLast ? all.at(-1) : all.length === own.length ? all[index] : undefined;
      return section === undefined ? [] : [section];
    });
    const keys = new Map(sections.flatMap(({ shown }) => shown.map((one) => [keyOf(one), one] as const)));
    for (const [key, shown] of keys) {
      const count = sections.filter((section) => shows(section, key)).length;
      const section = own[index]!;
      if (count <= 1 || shows(section, key) || section.node === NONE) continue;
      addEmpty(base, section, shown);
      // Later sections inherit the header.
      own = sectionsIn(base);
    }
  }
}

function sectionsIn(document: WordDocument): Section[] {
  const body = bodyOf(document);
  return body === undefined ? [] : sectionsOf(document, body);
}

function keyOf({ kind, type }: PartKind): string {
  return `${kind} ${type}`;
}

function shows({ shown }: Section, key: string): boolean {
  return shown.some((one) => keyOf(one) === key);
}

function addEmpty(document: WordDocument, { node }: Section, { kind, type }: PartKind): void {
  const part = makePart(document, kind, "<w:p/>");
  const id = document.package.relate(document.main, kind, part);
  const tree = document.package.tree(document.main);
  const reference = tree.element(kind === "header" ? W.headerReference : W.footerReference, [
    [W.type, type],
    [R.id, id],
  ]);
  tree.insertBefore(node, reference, tree.firstChild(node));
}
