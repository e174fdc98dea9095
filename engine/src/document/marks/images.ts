// Reads pictures: position, the part or address of the image, and the alternative text.

import type { Relationship } from "../../ooxml/parts/relationships.ts";
import { type NameId, NO_NAMESPACE } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { DRAWINGS } from "../grammar.ts";
import type { WordDocument } from "../open-document.ts";
import { paragraphsOf } from "../text/blocks.ts";
import { elementsBelow } from "../text/elements.ts";
import type { Story } from "../text/stories.ts";
import { A, R, V, W, WP } from "../word-names.ts";

export interface Image {
  /** The a:blip or v:imagedata. */
  readonly node: NodeId;
  /** The w:drawing, w:pict or w:object around it. */
  readonly drawing: NodeId;
  readonly paragraph: NodeId;
  /** Relationship that leads to the picture; undefined if it is missing. */
  readonly source: Relationship | undefined;
  /** Alternative text of the drawing. */
  readonly description: string | undefined;
}

/**
 * Returns the pictures of a story in document order. A drawing may contain several. Pictures in text boxes belong to other
 * stories.
 */
export function imagesOf({ package: opened }: WordDocument, story: Story): Image[] {
  const sources = new Map(opened.relationships(story.part).map((source) => [source.id.toLowerCase(), source]));
  return paragraphsOf(story).flatMap((paragraph) =>
    picturesIn(story, paragraph).map((picture) => {
      const id = PICTURES.get(story.tree.name(picture.node))!.map((name) => story.tree.attribute(picture.node, name));
      return {
        ...picture,
        paragraph,
        source: sources.get(id.find((given) => given !== undefined)?.toLowerCase() ?? ""),
      };
    }),
  );
}

/** Maps an element that names a picture to the attributes that may contain the relationship id. */
const PICTURES: ReadonlyMap<NameId, readonly NameId[]> = new Map([
  [A.blip, [R.embed, R.link]],
  [V.imagedata, [R.id, R.pict]],
]);
const WHOLE: ReadonlySet<NameId> = new Set([W.txbxContent]);

function picturesIn(story: Story, paragraph: NodeId): Pick<Image, "node" | "drawing" | "description">[] {
  const pictures: Pick<Image, "node" | "drawing" | "description">[] = [];
  let drawing = NONE;
  let description: string | undefined;
  for (const node of elementsBelow(story, paragraph, WHOLE)) {
    const name = story.tree.name(node);
    if (DRAWINGS.has(name)) [drawing, description] = [node, undefined];
    else if (name === WP.docPr) description = plainAttribute(story, node, "descr");
    else if (name === V.shape) description = plainAttribute(story, node, "alt");
    else if (PICTURES.has(name)) pictures.push({ node, drawing, description });
  }
  return pictures;
}

/** Returns the alternative text of a w:drawing or w:pict: the first text in it that is not empty. */
export function drawingDescription(story: Story, drawing: NodeId): string | undefined {
  for (const node of elementsBelow(story, drawing, WHOLE)) {
    const local = DESCRIBED.get(story.tree.name(node));
    const description = local === undefined ? "" : (plainAttribute(story, node, local) ?? "");
    if (description !== "") return description;
  }
  return undefined;
}

/** Maps an element with an alternative text to its attribute for that text. */
const DESCRIBED: ReadonlyMap<NameId, string> = new Map([
  [WP.docPr, "descr"],
  [V.shape, "alt"],
]);

function plainAttribute({ tree }: Story, node: NodeId, local: string): string | undefined {
  return tree.attribute(node, tree.names.nameId(NO_NAMESPACE, local));
}
