// Reads the passages of a document: the text of each paragraph, cut where the version changes.

import { paragraphsOf } from "../document/text/blocks.ts";
import { type Inline, ParagraphReader } from "../document/text/inlines.ts";
import type { Story } from "../document/text/stories.ts";
import { storiesOf } from "../document/text/stories.ts";
import { NONE, type NodeId } from "../ooxml/xml/tree.ts";
import { ParagraphItem } from "../redline/content/items.ts";
import type { Source } from "../redline/content/source.ts";
import type { Tokens } from "../redline/content/tokens.ts";
import { blockIds } from "../revisions/block-ids.ts";
import type { Births } from "./births.ts";
import type { Stories } from "./read-stories.ts";

export interface PassageBlock {
  /** The id of the paragraph, as in the redline of the document. */
  readonly id: string;
  readonly passages: readonly Passage[];
}

export interface Passage {
  readonly text: string;
  /** The index of the version that first had the text. */
  readonly version: number;
}

/** Returns the paragraphs of all stories. Those in cells are in reading order. */
export function readPassages(source: Source, births: Births, stories: Stories): PassageBlock[] {
  const idOf = blockIds(storiesOf(source.document), []);
  return stories.all.flatMap((story) => {
    const reader = new ParagraphReader(story);
    return paragraphsOf(story).map((node) => {
      const { inlines } = reader.read(node);
      return { id: idOf(story, node), passages: passagesOf(new ParagraphItem(source, story, node), inlines, births) };
    });
  });
}

function passagesOf(item: ParagraphItem, inlines: readonly Inline[], births: Births): Passage[] {
  const { tokens, mark } = births.ofParagraph(item);
  const units = new Map(item.units.map(({ node }, unit) => [node, unit]));
  const passages: { text: string; version: number }[] = [];
  const add = (text: string, token: number | undefined): void => {
    const version = token === undefined ? mark : (tokens[token] ?? mark);
    const last = passages.at(-1);
    if (text === "") return;
    if (last?.version === version) last.text += text;
    else passages.push({ text, version });
  };
  for (const { node, text } of inlines) {
    const unit = unitAround(item.story, node, units);
    if (unit === undefined) add(text, undefined);
    else for (const piece of cutAtTokens(text, unit, item.tokens)) add(piece.text, piece.token);
  }
  return passages;
}

/** Returns the index of the unit that an element makes or is in. */
function unitAround({ tree }: Story, node: NodeId, units: ReadonlyMap<NodeId, number>): number | undefined {
  for (let at = node; at !== NONE; at = tree.parent(at)) {
    const unit = units.get(at);
    if (unit !== undefined) return unit;
  }
  return undefined;
}

/** Returns the text of a unit, token by token. */
function cutAtTokens(text: string, unit: number, { units, offsets }: Tokens): { text: string; token: number }[] {
  let token = lastBefore(units, unit);
  const pieces: { text: string; token: number }[] = [];
  for (let from = 0; from < text.length; token += 1) {
    const to = units[token + 1] === unit ? Math.min(offsets[token + 1]!, text.length) : text.length;
    pieces.push({ text: text.slice(from, to), token });
    from = to;
  }
  return pieces;
}

/**
 * Returns the last token that begins in an earlier unit, or 0. The unit continues this token or begins the next one.
 */
function lastBefore(units: Int32Array, unit: number): number {
  let low = 0;
  let high = units.length - 1;
  while (high - low > 0) {
    const middle = (low + high + 1) >> 1;
    if (units[middle]! < unit) low = middle;
    else high = middle - 1;
  }
  return low;
}
