// Which field and which link a piece of a paragraph belongs to.
//
// Fields and links lie in each other in any order: a table of contents is a field around links around fields. What a
// reader has to know is the outermost: what stands in a field is the field's, and cannot be changed in part; what
// stands in a link is the link's text, and a field in a link is a field in its text. Links in links are one.

import type { Field } from "../../document/marks/fields.ts";
import { externalTargets, hyperlinkTarget, linkUrl } from "../../document/marks/hyperlinks.ts";
import type { WordDocument } from "../../document/open-document.ts";
import type { Inline } from "../../document/text/inlines.ts";
import type { Story } from "../../document/text/stories.ts";
import { R, W } from "../../document/word-names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";

/** A field or a link, by the element that makes or begins it. */
export interface Owner {
  readonly node: NodeId;
  /** The code of a field, the address of a link. */
  readonly value: string;
}

export interface InlinePlace {
  readonly link: Owner | undefined;
  readonly field: Owner | undefined;
}

const NOWHERE: InlinePlace = { link: undefined, field: undefined };

/** Places the inlines of one story. They must be told in document order. */
export class InlinePlaces {
  readonly #story: Story;
  readonly #document: WordDocument;
  readonly #fieldsOf: () => readonly Field[];
  /** By the mark that begins it: the place of what a complex field shows. */
  readonly #fields = new Map<NodeId, InlinePlace>();
  #codes: ReadonlyMap<NodeId, string> | undefined;
  #urls: ReadonlyMap<string, string> | undefined;

  /** `fieldsOf` is asked when the first field is met. */
  constructor(document: WordDocument, story: Story, fieldsOf: () => readonly Field[]) {
    this.#document = document;
    this.#story = story;
    this.#fieldsOf = fieldsOf;
  }

  /** Where an inline stands; for the mark that begins a field, where the field's result does. */
  of({ kind, node, field, containers }: Inline): InlinePlace {
    if (field === NONE && containers.length === 0 && kind !== "field") return NOWHERE;
    const around = field === NONE ? NOWHERE : (this.#fields.get(field) ?? NOWHERE);
    const place = containers.reduce((outer, container) => this.#enter(outer, container), around);
    if (kind !== "field") return place;
    const inside = enterField(place, { node, value: this.#codeOf(node) });
    this.#fields.set(node, inside);
    return inside;
  }

  #enter(outer: InlinePlace, container: NodeId): InlinePlace {
    if (outer.field !== undefined) return outer;
    const { tree } = this.#story;
    const name = tree.name(container);
    if (name === W.fldSimple) {
      return enterField(outer, { node: container, value: (tree.attribute(container, W.instr) ?? "").trim() });
    }
    const url = name === W.hyperlink && outer.link === undefined ? this.#urlOf(container) : undefined;
    return url === undefined ? outer : { ...outer, link: { node: container, value: url } };
  }

  #urlOf(link: NodeId): string | undefined {
    const { tree, part } = this.#story;
    this.#urls ??= externalTargets(this.#document, part);
    const url = this.#urls.get((tree.attribute(link, R.id) ?? "").toLowerCase());
    return linkUrl({ url, anchor: tree.attribute(link, W.anchor) });
  }

  #codeOf(begin: NodeId): string {
    this.#codes ??= new Map(this.#fieldsOf().map(({ node, code }) => [node, code.trim()]));
    return this.#codes.get(begin) ?? "";
  }
}

/** Goes into a field. One whose code says HYPERLINK is a link; one that leads nowhere is not there. */
function enterField(outer: InlinePlace, field: Owner): InlinePlace {
  if (outer.field !== undefined) return outer;
  const target = hyperlinkTarget(field.value);
  if (target === undefined) return { ...outer, field };
  const url = outer.link === undefined ? linkUrl(target) : undefined;
  return url === undefined ? outer : { ...outer, link: { node: field.node, value: url } };
}
