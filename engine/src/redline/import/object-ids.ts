// Gives drawings and shapes ids that are unique in the result.
//
// Word requires unique numbers for drawings and unique names for VML shapes and shape types. Ids in use are read from
// the parts of the file, because every id that is added later comes from here. A shape refers to its shape type by id,
// and embedded objects and controls refer to a shape by id, so these references are renamed too.

import type { WordDocument } from "../../document/open-document.ts";
import { partsOf } from "../../document/text/stories.ts";
import { WP } from "../../document/word-names.ts";
import { type NameId, type Names, NO_NAMESPACE } from "../../ooxml/xml/names.ts";
import { isElementSpan, type SpanTree, spanAttribute, spanName } from "../../ooxml/xml/span-tree.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";

const KINDS = ["header", "footer", "footnotes", "endnotes", "comments"];
const VML = "urn:schemas-microsoft-com:vml";
const OFFICE_VML = "urn:schemas-microsoft-com:office:office";
const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
// biome-ignore format: a list of words
const SHAPES = [
  "shapetype", "shape", "rect", "roundrect", "oval", "line", "polyline", "curve", "arc", "image", "group",
];

/** The VML elements that have ids. */
export function shapeNames(names: Names): NameId[] {
  return SHAPES.map((local) => names.of(VML, local));
}

/** Maps an element that refers to a shape to the attribute with the shape's id. */
export function shapeUsers(names: Names): ReadonlyMap<NameId, NameId> {
  return new Map([
    [names.of(OFFICE_VML, "OLEObject"), names.nameId(NO_NAMESPACE, "ShapeID")],
    [names.of(WORD, "control"), names.of(WORD, "shapeid")],
  ]);
}

export class ObjectIds {
  readonly #result: WordDocument;
  readonly #names: Names;
  readonly #id: NameId;
  readonly #type: NameId;
  readonly #spid: NameId;
  readonly #users: ReadonlyMap<NameId, NameId>;
  #taken: { readonly drawings: ReadonlySet<string>; readonly shapes: Set<string> } | undefined;
  #lastDrawing = 0;

  constructor(result: WordDocument) {
    const { names } = result.package;
    this.#result = result;
    this.#names = names;
    this.#id = names.nameId(NO_NAMESPACE, "id");
    this.#type = names.nameId(NO_NAMESPACE, "type");
    this.#spid = names.of(OFFICE_VML, "spid");
    this.#users = shapeUsers(names);
  }

  numberDrawing(tree: Tree, drawing: NodeId): void {
    const { drawings } = this.#open();
    do this.#lastDrawing += 1;
    while (drawings.has(String(this.#lastDrawing)));
    tree.setAttribute(drawing, this.#id, String(this.#lastDrawing));
  }

  /** Gives the shapes of one copy unique ids and renames the references to them. */
  nameShapes(tree: Tree, shapes: readonly NodeId[]): void {
    const { shapes: taken } = this.#open();
    const renamed = new Map<string, string>();
    const rename = (node: NodeId, name: NameId): void => {
      const id = tree.attribute(node, name);
      if (id === undefined || this.#users.has(tree.name(node))) return;
      const free = freeName(id, taken);
      taken.add(free);
      if (free === id) return;
      renamed.set(id, free);
      tree.setAttribute(node, name, free);
    };
    for (const shape of shapes) for (const name of [this.#id, this.#spid]) rename(shape, name);
    if (renamed.size > 0) for (const shape of shapes) this.#follow(tree, shape, renamed);
  }

  #follow(tree: Tree, node: NodeId, renamed: ReadonlyMap<string, string>): void {
    const user = this.#users.get(tree.name(node));
    const shape = user === undefined ? undefined : renamed.get(tree.attribute(node, user) ?? "");
    if (user !== undefined && shape !== undefined) tree.setAttribute(node, user, shape);
    const type = tree.attribute(node, this.#type);
    const free = type?.startsWith("#") ? renamed.get(type.slice(1)) : undefined;
    if (user === undefined && free !== undefined) tree.setAttribute(node, this.#type, `#${free}`);
  }

  #open(): { readonly drawings: ReadonlySet<string>; readonly shapes: Set<string> } {
    if (this.#taken !== undefined) return this.#taken;
    const parts = [this.#result.main, ...KINDS.flatMap((kind) => partsOf(this.#result, kind))];
    const spans = parts.map((part) => this.#result.package.tree(part).span);
    const shapes = new Set(shapeNames(this.#names));
    this.#taken = {
      drawings: new Set(spans.flatMap((span) => idsIn(span, new Set([WP.docPr]), [this.#id]))),
      shapes: new Set(spans.flatMap((span) => idsIn(span, shapes, [this.#id, this.#spid]))),
    };
    return this.#taken;
  }
}

/** Returns the ids of elements with some names in a part. */
function idsIn(span: SpanTree, elements: ReadonlySet<NameId>, attributes: readonly NameId[]): string[] {
  const ids: string[] = [];
  if (![...elements].some((name) => span.qualifiedNames.has(name))) return ids;
  for (let node = 0; node < span.count; node += 1) {
    if (!isElementSpan(span, node) || !elements.has(spanName(span, node))) continue;
    for (const attribute of attributes) ids.push(spanAttribute(span, node, attribute) ?? "");
  }
  return ids;
}

/** Returns the id itself if it is free, otherwise the id with the next free number. */
function freeName(id: string, taken: ReadonlySet<string>): string {
  const [, stem = "", digits = ""] = /^(.*?)(\d{0,9})$/s.exec(id) ?? [];
  let free = id;
  for (let number = Number(digits) + 1; taken.has(free); number += 1) free = `${stem}${number}`;
  return free;
}
