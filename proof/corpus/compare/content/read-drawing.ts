// Reads the content of a drawing, of an older picture (VML) or of an embedded object.
//
// - Images are identified by their content, text boxes by their paragraphs.
// - Charts, diagrams and objects are identified by the content of their parts, links by their targets.
// - A drawing without any of these is a shape.
//
// Sizes, positions and outlines are formatting.

import type { ContentPackage } from "../../../reading/content-package.ts";
import { descendantsOf, type Element, elementsIn, textOf } from "../../../reading/xml-tree.ts";
import type { StoryContext } from "./story-context.ts";
import type { Token } from "./tokens.ts";

export function readDrawing(drawing: Element, context: StoryContext): Token[] {
  const links = linkTargets(drawing, context).map((target) => `[link ${target}]`);
  const tokens = [...readInside(drawing, context), ...links.map((text) => ({ kind: "marker", text }) as const)];
  return tokens.length === 0 ? [{ kind: "marker", text: "[shape]" }] : tokens;
}

function readInside(element: Element, context: StoryContext): Token[] {
  if (element.name === "w:txbxContent") return [readBox(element, context)];
  const told = readOwn(element, context);
  return [...told, ...elementsIn(element).flatMap((child) => readInside(child, context))];
}

function readBox(content: Element, context: StoryContext): Token {
  const heading = { kind: "textbox", depth: context.depth + 1, text: "", fields: {}, equivalences: [] } as const;
  const inner = { ...context, depth: context.depth + 2 };
  return { kind: "nested", text: "[box]", lines: [heading, ...context.readNested(content, inner)] };
}

/** Elements that refer to an image, by any attribute. */
const IMAGES: ReadonlySet<string> = new Set(["a:blip", "v:imagedata", "v:fill", "v:stroke"]);
const RELATED: readonly string[] = ["r:embed", "r:link", "r:id", "r:pict", "r:href", "o:relid", "r:dm"];
/** Links are listed once for the whole drawing, because the same link is often written twice. */
const LINKS: ReadonlySet<string> = new Set(["a:hlinkClick", "a:hlinkHover", "a:hlinkMouseOver"]);

/** Returns what an element of a drawing adds itself, without its children. */
function readOwn(element: Element, { package: parts, part, isAsSeen }: StoryContext): Token[] {
  const { name, attributes } = element;
  if (LINKS.has(name)) return [];
  if (name === "a:t") return [{ kind: "marker", text: `[text:${textOf(element)}]` }];
  if (name === "v:textpath") return [{ kind: "marker", text: `[text:${attributes.get("string") ?? ""}]` }];
  const attribute = RELATED.find((candidate) => (attributes.get(candidate) ?? "") !== "");
  if (attribute === undefined) return [];
  const what = IMAGES.has(name) || name.endsWith("}svgBlip") ? "image" : /[^:}]*$/.exec(name)![0];
  if (isAsSeen && name === "c:chart")
    return [{ kind: "marker", text: `[chart:${chartText(parts, part, attributes)}]` }];
  const program = attributes.get("ProgID");
  const digest = parts.digest(part, attributes.get(attribute));
  return [{ kind: "marker", text: `[${what}:${program === undefined ? "" : `${program} `}${digest}]` }];
}

/** Returns the targets of links on the drawing, each once. */
function linkTargets(drawing: Element, { package: parts, part }: StoryContext): string[] {
  const targets = [...descendantsOf(drawing)].flatMap(({ name, attributes }) => {
    if (LINKS.has(name)) return parts.relationship(part, attributes.get("r:id"))?.target ?? [];
    return (name.startsWith("v:") && attributes.get("href")) || [];
  });
  return [...new Set(targets)].sort();
}

/** Returns the kinds of plots and the values of a chart (FMT-42); the digest of a part that cannot be read. */
function chartText(parts: ContentPackage, part: string, attributes: Element["attributes"]): string {
  const id = attributes.get("r:id");
  const target = parts.relationship(part, id)?.part;
  if (target === undefined) return parts.digest(part, id);
  const shown = [...descendantsOf(parts.tree(target))].flatMap((element) => {
    if (/^c:\w+Chart$/.test(element.name)) return [element.name];
    return element.name === "c:v" || element.name === "a:t" ? [numberOrText(textOf(element))] : [];
  });
  return shown.join("|");
}

/** Programs write the same number in several ways. */
function numberOrText(text: string): string {
  const number = Number(text);
  return text.trim() === "" || Number.isNaN(number) ? text : String(number);
}
