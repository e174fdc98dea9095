// Finds or makes the styles of links and notes.
//
// Word identifies them by their names, which are English in every language. Their ids may be anything.

import { readStyles, type StyleKind } from "../../document/formatting/styles.ts";
import { partOfKind } from "../../document/made-parts.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { W } from "../../document/word-names.ts";
import { graftSnippet } from "../../document/xml-snippet.ts";

interface Definition {
  readonly kind: StyleKind;
  readonly id: string;
  readonly name: string;
  /** The markup after the name and the base style. */
  readonly rest: string;
}

const NOTE_TEXT = `<w:uiPriority w:val="99"/><w:unhideWhenUsed/><w:pPr><w:spacing w:before="0" w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:rPr><w:sz w:val="20"/><w:szCs w:val="20"/></w:rPr>`;
const NOTE_REFERENCE = `<w:uiPriority w:val="99"/><w:unhideWhenUsed/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr>`;
const LINK = `<w:uiPriority w:val="99"/><w:unhideWhenUsed/><w:rPr><w:color w:val="0563C1" w:themeColor="hyperlink"/><w:u w:val="single"/></w:rPr>`;

const DEFINITIONS = {
  hyperlink: { kind: "character", id: "Hyperlink", name: "Hyperlink", rest: LINK },
  "footnote text": { kind: "paragraph", id: "FootnoteText", name: "footnote text", rest: NOTE_TEXT },
  "footnote reference": {
    kind: "character",
    id: "FootnoteReference",
    name: "footnote reference",
    rest: NOTE_REFERENCE,
  },
  "endnote text": { kind: "paragraph", id: "EndnoteText", name: "endnote text", rest: NOTE_TEXT },
  "endnote reference": { kind: "character", id: "EndnoteReference", name: "endnote reference", rest: NOTE_REFERENCE },
} as const satisfies Record<string, Definition>;

export type NeededStyle = keyof typeof DEFINITIONS;

export class NeededStyles {
  readonly #document: WordDocument;
  readonly #ids = new Map<NeededStyle, string>();

  constructor(document: WordDocument) {
    this.#document = document;
  }

  /** Returns the id of a style, which is made if the document lacks it. */
  idOf(needed: NeededStyle): string {
    const known = this.#ids.get(needed);
    if (known !== undefined) return known;
    const definition = DEFINITIONS[needed];
    const styles = readStyles(this.#document);
    const named = [...styles.byId.values()].find(
      ({ kind, name }) => kind === definition.kind && name.toLowerCase() === definition.name.toLowerCase(),
    );
    const id = named?.id ?? this.#make(definition, styles.defaults.get(definition.kind)?.id);
    this.#ids.set(needed, id);
    return id;
  }

  #make({ kind, id, name, rest }: Definition, basedOn: string | undefined): string {
    const { byId } = readStyles(this.#document);
    const tree = this.#document.package.tree(partOfKind(this.#document, "styles"));
    let free: string = id;
    for (let number = 1; byId.has(free); number += 1) free = `${id}${number}`;
    const [node] = graftSnippet(
      tree,
      `<w:style w:type="${kind}" w:styleId="${free}"><w:name w:val="${name}"/>${basedOn === undefined ? "" : "<w:basedOn/>"}${rest}</w:style>`,
    );
    tree.append(tree.root, node!);
    if (basedOn !== undefined) tree.setAttribute(tree.child(node!, W.basedOn), W.val, basedOn);
    return free;
  }
}
