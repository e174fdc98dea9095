// Estimates if the content of a cell fits into the width that the cell sets (FMT-43).
//
// The automatic layout of a table widens a cell for a word or a picture that is wider. Fonts are not known here, so the
// estimate of a word is a generous one.

import type { NameTest } from "../../ooxml/xml/name-set.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { DRAWINGS } from "../grammar.ts";
import { textContent } from "../marks/fields.ts";
import { elementsBelow } from "../text/elements.ts";
import type { Story } from "../text/stories.ts";
import { twips } from "../values.ts";
import { W, WP } from "../word-names.ts";
import type { Properties, PropertyElement } from "./property-layers.ts";

/** The width of a letter in twips: half an em of 12 points, which is more than the mean of common fonts. */
const LETTER = 120;
/** The width in twips that a table of 100 % is taken to have: the text of an A4 page. */
export const FULL = 9000;
/** Fiftieths of a percent in the whole. */
const WHOLE = 5000;
const EMU_IN_TWIP = 635;

/** Returns the width in twips that a cell sets; undefined if its content gives the width. */
export function setWidth(properties: Properties): number | undefined {
  const share = shareOf(properties.get("tcW"));
  const width = share === undefined ? fixedWidth(properties.get("tcW")) : (share / WHOLE) * FULL;
  return width === undefined || width <= 0 ? undefined : width;
}

/** Returns a width in twips that is more than 0; undefined for a share, an automatic width and none. */
export function fixedWidth(width: PropertyElement | undefined): number | undefined {
  const written = twips(width?.attributes.get("w"));
  const isLength = (width?.attributes.get("type") ?? "dxa") === "dxa" && written !== undefined && written > 0;
  return isLength ? written : undefined;
}

/** Returns a width that is a share, in fiftieths of a percent; undefined for another width. */
export function shareOf(width: PropertyElement | undefined): number | undefined {
  const written = width?.attributes.get("w") ?? "";
  const percent = /^(\d{1,3}(?:\.\d+)?)%$/.exec(written)?.[1];
  if (percent !== undefined) return (Number(percent) * WHOLE) / 100;
  return width?.attributes.get("type") === "pct" ? twips(written) : undefined;
}

/** True for content whose width is not known here. */
function isUnknown(name: NameId): boolean {
  return name === W.tbl || (DRAWINGS.has(name) && name !== W.drawing);
}

/** Elements whose content does not widen a cell by itself. */
const CLOSED: NameTest = { has: (name) => isUnknown(name) || name === WP.inline || name === WP.anchor };

/** Content of a cell that has no break inside. */
type Unbroken = "word" | "paragraph";

/**
 * Returns the estimated width in twips of the widest word or picture of a cell, or of its widest paragraph in one line.
 * Deleted and inserted text count in every view.
 */
export function widestContent(story: Story, cell: NodeId, unbroken: Unbroken = "word"): number {
  const { tree } = story;
  let widest = 0;
  let letters = 0;
  for (const node of elementsBelow(story, cell, CLOSED)) {
    const name = tree.name(node);
    const isWide = unbroken === "paragraph" && (name === W.tab || name === WP.inline);
    if (isUnknown(name) || isWide) return Number.POSITIVE_INFINITY;
    if (name === W.p || name === W.tab) letters = 0;
    else if (name === WP.inline) widest = Math.max(widest, pictureWidth(tree, node));
    else if (name === W.t || name === W.delText) {
      const text = textContent(story, node);
      for (const [at, word] of (unbroken === "word" ? text.split(/[\s-]/) : [text]).entries()) {
        letters = at === 0 ? letters + word.length : word.length;
        widest = Math.max(widest, letters * LETTER);
      }
    }
  }
  return widest;
}

function pictureWidth(tree: Tree, inline: NodeId): number {
  const extent = tree.child(inline, WP.extent);
  const width = tree.attributes(extent).find(({ name }) => tree.names.local(name) === "cx")?.value;
  return Number(width ?? Number.POSITIVE_INFINITY) / EMU_IN_TWIP;
}
