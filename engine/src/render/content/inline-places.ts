// Finds the field and the link that an inline of a paragraph belongs to.
//
// Fields and links nest in any order: a table of contents is a field around links around fields. Only the outermost
// counts. Content of a field belongs to the field and cannot be changed in part. Content of a link is the link's text,
// and a field in a link is a field in that text. Nested links count as one.

import type { Field } from "../../document/marks/fields.ts";
import { externalTargets, hyperlinkTarget, linkUrl } from "../../document/marks/hyperlinks.ts";
import type { WordDocument } from "../../document/open-document.ts";
import type { Inline } from "../../document/text/inlines.ts";
import type { Story } from "../../document/text/stories.ts";
import { R, W } from "../../document/word-names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";

/** A field or a link, identified by the element that makes or begins it. */
export interface Owner {
  readonly node: NodeId;
  /** The code of a field, or the address of a link. */
  readonly value: string;
}

export interface InlinePlace {
  readonly link: Owner | undefined;
  readonly field: Owner | undefined;
}

const NOWHERE: InlinePlace = { link: undefined, field: undefined };

/** Finds the link and field of each inline of one story. Calls must follow document order. */
export class InlinePlaces {
  readonly #story: Story;
  readonly #document: WordDocument;
  readonly #fieldsOf: () => readonly Field[];
  /** Maps the mark that begins a complex field to the link and field of its result. */
  readonly #fields = new Map<NodeId, InlinePlace>();
  #codes: ReadonlyMap<NodeId, string> | undefined;
  #urls: ReadonlyMap<string, string> | undefined;

  /** `fieldsOf` is called when the first field is met. */
  constructor(document: WordDocument, story: Story, fieldsOf: () => readonly Field[]) {
    this.#document = document;
    this.#story = story;
    this.#fieldsOf = fieldsOf;
  }

  /**
   * Returns the link and field of an inline. For the mark that begins a field, these are those of the field's result.
   */
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

/** Enters a field. A field whose code is HYPERLINK counts as a link; one without a target is ignored. */
function enterField(outer: InlinePlace, field: Owner): InlinePlace {
  if (outer.field !== undefined) return outer;
  const target = hyperlinkTarget(field.value);
  if (target === undefined) return { ...outer, field };
  const url = outer.link === undefined ? linkUrl(target) : undefined;
  return url === undefined ? outer : { ...outer, link: { node: field.node, value: url } };
}
