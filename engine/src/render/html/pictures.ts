// Reads drawings: stored pictures as data URIs, other drawings as a labelled box.
//
// A linked picture is left out, because showing it would make the page request another server. Only pixel formats are
// shown: an SVG can contain a program. The first bytes decide the format, never the type that the file states (HTM-22).

import { imagesOf } from "../../document/marks/images.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { elementsBelow } from "../../document/text/elements.ts";
import type { Story } from "../../document/text/stories.ts";
import { V, W, WP } from "../../document/word-names.ts";
import { type NameId, NO_NAMESPACE } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { points } from "./css-values.ts";
import { base64 } from "./markup.ts";

/**
 * Maximum bytes of all pictures of a page. A repeated picture counts each time. Further pictures are shown as a box.
 */
const MOST_BYTES = 24 * 1024 * 1024;

export interface Picture {
  /** `data:image/png;base64,…`; undefined if the picture cannot be shown. */
  readonly source: string | undefined;
  readonly description: string;
}

/** Finds the pictures of drawings. Each drawing is read once. */
export class Pictures {
  readonly #document: WordDocument;
  readonly #byDrawing = new Map<Story["tree"], Map<NodeId, Picture>>();
  readonly #byPart = new Map<string, { readonly source: string | undefined; readonly bytes: number }>();
  #left = MOST_BYTES;

  constructor(document: WordDocument) {
    this.#document = document;
  }

  of(story: Story, drawing: NodeId): Picture | undefined {
    const known = this.#byDrawing.get(story.tree) ?? new Map<NodeId, Picture>();
    if (!this.#byDrawing.has(story.tree)) this.#byDrawing.set(story.tree, known);
    if (!known.has(drawing)) this.#readStory(story, known);
    return known.get(drawing);
  }

  #readStory(story: Story, known: Map<NodeId, Picture>): void {
    for (const { drawing, source, description = "" } of imagesOf(this.#document, story)) {
      if (known.has(drawing)) continue;
      const part = source?.isExternal === true ? undefined : source?.part;
      known.set(drawing, { source: part === undefined ? undefined : this.#dataUri(part), description });
    }
  }

  #dataUri(part: string): string | undefined {
    const known = this.#byPart.get(part);
    if (known !== undefined && known.bytes > this.#left) return undefined;
    const { source, bytes } = known ?? this.#read(part);
    if (source !== undefined) this.#left -= bytes;
    return source;
  }

  #read(part: string): { readonly source: string | undefined; readonly bytes: number } {
    const { package: opened } = this.#document;
    const bytes = opened.has(part) ? opened.bytes(part) : new Uint8Array();
    const type = pictureType(bytes);
    const isShown = type !== undefined && bytes.length <= this.#left;
    const read = { source: isShown ? `data:${type};base64,${base64(bytes)}` : undefined, bytes: bytes.length };
    this.#byPart.set(part, read);
    return read;
  }
}

const SIGNATURES: readonly (readonly [type: string, start: readonly number[]])[] = [
  ["image/png", [0x89, 0x50, 0x4e, 0x47]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38]],
  ["image/bmp", [0x42, 0x4d]],
];

function pictureType(bytes: Uint8Array): string | undefined {
  return SIGNATURES.find(([, start]) => start.every((byte, at) => bytes[at] === byte))?.[0];
}

/** The size and the position of a drawing. */
export interface DrawingPlace {
  /** CSS declarations; empty if the file gives no size. */
  readonly size: string;
  /** inline: in the line; left, right and block: beside or between text; over: above the text, which does not move. */
  readonly kind: "inline" | "left" | "right" | "block" | "over";
  /** Set only for `over`: CSS declarations of the offset from the start of its paragraph. */
  readonly offset: string;
}

/** English metric units (EMU) in a twentieth of a point. */
const EMUS = 635;

export function drawingPlace(story: Story, drawing: NodeId): DrawingPlace {
  const { tree } = story;
  const plain = (node: NodeId, local: string): string | undefined =>
    tree.attribute(node, tree.names.nameId(NO_NAMESPACE, local));
  let anchor = NONE;
  let extent = NONE;
  let shape = NONE;
  for (const node of elementsBelow(story, drawing, STOPS)) {
    const name = tree.name(node);
    if (name === WP.anchor) anchor = node;
    else if (name === WP.extent && extent === NONE) extent = node;
    else if (SHAPES.has(name) && shape === NONE) shape = node;
  }
  if (extent === NONE) return vmlPlace(shape === NONE ? "" : (plain(shape, "style") ?? ""));
  const size = sizeCss(emus(plain(extent, "cx")), emus(plain(extent, "cy")));
  if (anchor === NONE) return { size, kind: "inline", offset: "" };
  return { size, ...anchorPlace(story, anchor) };
}

// policy: what a drawing is measured by
const SHAPES: ReadonlySet<NameId> = new Set([V.shape, V.rect, V.group]);
const STOPS: ReadonlySet<NameId> = new Set([W.txbxContent]);

function emus(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,10}$/.test(value) ? Number(value) / EMUS : undefined;
}

function sizeCss(width: number | undefined, height: number | undefined): string {
  const wide = width === undefined ? "" : `width:${points(width)};`;
  return height === undefined ? wide : `${wide}height:${points(height)};`;
}

/** Returns the position of an anchored drawing: text flows beside it, or it lies over the text at its offset. */
function anchorPlace(story: Story, anchor: NodeId): Pick<DrawingPlace, "kind" | "offset"> {
  const { tree } = story;
  const horizontal = positionOf(story, tree.child(anchor, WP.positionH));
  const vertical = positionOf(story, tree.child(anchor, WP.positionV));
  if (tree.child(anchor, WP.wrapNone) !== NONE) {
    const left = horizontal.offset === undefined ? "" : `left:${fromEdge(horizontal, "--ml")};`;
    const top = vertical.offset === undefined ? "" : `top:${fromEdge(vertical, "--mt")};`;
    const end = horizontal.align === "right" ? "right:0;" : "";
    return { kind: "over", offset: `${left}${end}${top}` };
  }
  const isRight = horizontal.align === "right" || (horizontal.offset ?? 0) > FAR;
  return { kind: horizontal.align === "center" ? "block" : isRight ? "right" : "left", offset: "" };
}

/** Minimum offset, in twentieths of a point, of a drawing that is shown at the right: three inches from the margin. */
const FAR = 3 * 1440;

/** The distance of a drawing from an edge, and whether that is the edge of the paper. */
interface Position {
  readonly offset: number | undefined;
  readonly align: string | undefined;
  readonly isOfPaper: boolean;
}

/**
 * Returns the offset from the text. The page knows the distance from paper to text: at the left, and at the top in a
 * header or footer (HTM-16).
 */
function fromEdge({ offset, isOfPaper }: Pick<Position, "offset" | "isOfPaper">, margin: "--ml" | "--mt"): string {
  const place = points(offset ?? 0);
  return isOfPaper ? `calc(${place} - var(${margin},0pt))` : place;
}

function positionOf(story: Story, position: NodeId): Position {
  const { tree } = story;
  const textOf = (name: NameId): string | undefined => {
    const node = position === NONE ? NONE : tree.child(position, name);
    const text = node === NONE ? NONE : tree.firstChild(node);
    return text === NONE ? undefined : tree.text(text);
  };
  const offset = textOf(WP.posOffset);
  const isNumber = offset !== undefined && /^-?\d{1,10}$/.test(offset);
  const relative = tree.names.nameId(NO_NAMESPACE, "relativeFrom");
  const isOfPaper = position !== NONE && tree.attribute(position, relative) === "page";
  return { offset: isNumber ? Number(offset) / EMUS : undefined, align: textOf(WP.align), isOfPaper };
}

/** Reads the position of a VML drawing, which has all of it in its style attribute. */
function vmlPlace(style: string): DrawingPlace {
  const lengthOf = (name: string): number | undefined => {
    const found = new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*(-?\\d{1,5}(?:\\.\\d{1,4})?)(pt|in|px|cm|mm)?`).exec(style);
    return found === null ? undefined : Number(found[1]) * (UNITS.get(found[2] ?? "pt") ?? 20);
  };
  const isOver = /position\s*:\s*absolute/.test(style);
  const left = lengthOf("margin-left");
  const top = lengthOf("margin-top");
  const isOfPaper = (axis: string): boolean => new RegExp(`mso-position-${axis}-relative\\s*:\\s*page`).test(style);
  const across = { offset: left, isOfPaper: isOfPaper("horizontal") };
  const down = { offset: top, isOfPaper: isOfPaper("vertical") };
  const offset = `${left === undefined ? "" : `left:${fromEdge(across, "--ml")};`}${top === undefined ? "" : `top:${fromEdge(down, "--mt")};`}`;
  const size = sizeCss(lengthOf("width"), lengthOf("height"));
  return { size, kind: isOver ? "over" : "inline", offset: isOver ? offset : "" };
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ["pt", 20],
  ["px", 15],
  ["in", 1440],
  ["cm", 567],
  ["mm", 56.7],
]);

/** Returns the text boxes directly inside a drawing, as stories. */
export function boxesIn(story: Story, drawing: NodeId): Story[] {
  const { tree } = story;
  if (!tree.mayHave(W.txbxContent)) return [];
  const roots = [...elementsBelow(story, drawing, STOPS)].filter((node) => tree.name(node) === W.txbxContent);
  return roots.map((root) => ({ ...story, kind: "textbox" as const, root }));
}
