// Headers and footers that several copies have and the base has not: the base is given empty ones, which show as much as none.
//
// The copies' own text in them is then composed like any other. A header that one copy alone has comes with that copy.

import { makePart } from "../document/made-parts.ts";
import type { WordDocument } from "../document/open-document.ts";
import { type Section, type ShownPart, sectionsOf } from "../document/sections.ts";
import { bodyOf } from "../document/text/stories.ts";
import { R, W } from "../document/word-names.ts";
import { NONE } from "../ooxml/xml/tree.ts";

type Shown = Pick<ShownPart, "kind" | "type">;

export function addEmptyHeaders(base: WordDocument, copies: readonly WordDocument[]): void {
  const theirs = copies.map(sectionsIn);
  for (let index = 0; index < sectionsIn(base).length; index += 1) {
    const own = sectionsIn(base);
    const isLast = index === own.length - 1;
    // Sections of a copy are known as those of the base by their number, the last one as the last.
    const sections = theirs.flatMap((all) => {
      const section = isLast ? all.at(-1) : all.length === own.length ? all[index] : undefined;
      return section === undefined ? [] : [section];
    });
    const keys = new Map(sections.flatMap(({ shown }) => shown.map((one) => [keyOf(one), one] as const)));
    for (const [key, shown] of keys) {
      const count = sections.filter((section) => shows(section, key)).length;
      const section = sectionsIn(base)[index]!;
      if (count > 1 && !shows(section, key) && section.node !== NONE) addEmpty(base, section, shown);
    }
  }
}

function sectionsIn(document: WordDocument): Section[] {
  const body = bodyOf(document);
  return body === undefined ? [] : sectionsOf(document, body);
}

function keyOf({ kind, type }: Shown): string {
  return `${kind} ${type}`;
}

function shows({ shown }: Section, key: string): boolean {
  return shown.some((one) => keyOf(one) === key);
}

function addEmpty(document: WordDocument, { node }: Section, { kind, type }: Shown): void {
  const part = makePart(document, kind, "<w:p/>");
  const id = document.package.relate(document.main, kind, part);
  const tree = document.package.tree(document.main);
  const reference = tree.element(kind === "header" ? W.headerReference : W.footerReference, [
    [W.type, type],
    [R.id, id],
  ]);
  tree.insertBefore(node, reference, tree.firstChild(node));
}
