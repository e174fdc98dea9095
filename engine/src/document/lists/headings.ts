// Finds the heading level of a paragraph and the sign of a bullet.

import { NONE } from "../../ooxml/xml/tree.ts";
import { paragraphFormatting, propertyOf, tableStyleAround } from "../formatting/formatting.ts";
import { findStyle, styleChain } from "../formatting/styles.ts";
import type { Paragraph } from "../text/paragraphs.ts";
import type { Story } from "../text/stories.ts";
import { childValue } from "../values.ts";
import { W } from "../word-names.ts";
import type { Numbering } from "./numbering.ts";

/**
 * Finds the levels of headings. Most paragraphs get them from their style and list, so each combination is read once.
 */
export class HeadingLevels {
  readonly #numbering: Numbering;
  readonly #known = new Map<string, number | undefined>();

  constructor(numbering: Numbering) {
    this.#numbering = numbering;
  }

  /** Returns the outline level of a heading, from 1; undefined for other paragraphs. */
  of(story: Story, { node, properties, styleId }: Paragraph): number | undefined {
    const { tree } = story;
    const own = childValue(tree, properties, W.outlineLvl);
    if (own !== undefined) return levelOf(own);
    const list = properties === NONE ? NONE : tree.child(properties, W.numPr);
    const inList = list === NONE ? "" : `${childValue(tree, list, W.numId)}\0${childValue(tree, list, W.ilvl)}`;
    const key = `${styleId}\0${inList}\0${tableStyleAround(story, node)}`;
    const known = this.#known.get(key);
    if (known !== undefined || this.#known.has(key)) return known;
    const level = headingLevel(this.#numbering, story, { node, styleId });
    this.#known.set(key, level);
    return level;
  }
}

/** Returns the level from the properties or, since other programs than Word may only name the style, from its name. */
function headingLevel(
  numbering: Numbering,
  story: Story,
  { node, styleId }: Pick<Paragraph, "node" | "styleId">,
): number | undefined {
  const outline = propertyOf(paragraphFormatting(numbering, story, node), W.outlineLvl);
  const value = outline?.tree.attribute(outline.node, W.val);
  if (value !== undefined) return levelOf(value);
  const style = findStyle(numbering.styles, "paragraph", styleId);
  const names = styleChain(numbering.styles, style).map(({ name }) => /^heading ([1-9])$/i.exec(name)?.[1]);
  const level = names.find((name) => name !== undefined);
  return level === undefined ? undefined : Number(level);
}

function levelOf(value: string): number | undefined {
  return /^[0-8]$/.test(value) ? Number(value) + 1 : undefined;
}

/**
 * Replaces private-use characters by •. Most bullets are characters of symbol fonts, without meaning in other fonts.
 */
export function bulletText(text: string): string {
  return text.replace(/[\ue000-\uf8ff]/g, "•");
}
