// Makes one sequence of tokens from several paragraphs, with one token for each paragraph mark.
//
// A split paragraph gains a mark and two joined paragraphs lose one, so splits and joins are ordinary edits of tokens. A
// table among the paragraphs is one token that matches nothing.

import type { Item, ParagraphItem } from "../../redline/content/items.ts";
import type { Lexicon } from "../../redline/content/lexicon.ts";

export interface Flow {
  readonly items: readonly Item[];
  readonly keys: Int32Array;
  /** Indexed by item: the first token of the item. The last entry is the number of all tokens. */
  readonly starts: readonly number[];
}

/** A position in a flow: an item and one of its tokens. The token after the last one of a paragraph is its mark. */
export interface FlowPlace {
  readonly item: number;
  readonly token: number;
}

export function flowOf(items: readonly Item[], lexicon: Lexicon): Flow {
  const starts = [0];
  for (const item of items) starts.push(starts.at(-1)! + (item.kind === "paragraph" ? item.tokens.keys.length + 1 : 1));
  const keys = new Int32Array(starts.at(-1)!);
  for (const [index, item] of items.entries()) {
    const start = starts[index]!;
    if (item.kind === "paragraph") keys.set(item.tokens.keys, start);
    keys[starts[index + 1]! - 1] = item.kind === "paragraph" ? markKey(item, lexicon) : tableKey(item, lexicon);
  }
  return { items, keys, starts };
}

function markKey({ endsSection }: ParagraphItem, lexicon: Lexicon): number {
  return lexicon.key(endsSection ? "\u0007section mark" : "\u0007mark", MARK_WEIGHT);
}

/** A mark connects two texts only a little, but more than a space does. */
const MARK_WEIGHT = 0.5;

function tableKey({ source }: Item, lexicon: Lexicon): number {
  // The keys of the two sides differ, because tables are paired before flows are aligned.
  return lexicon.key(`\u0007table of ${source.role}`);
}

export function placeIn({ starts }: Flow, index: number): FlowPlace {
  let low = 0;
  let high = starts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= index) low = middle;
    else high = middle;
  }
  return { item: low, token: index - starts[low]! };
}

/** True if a token of a flow is a paragraph mark. */
export function isMark(flow: Flow, index: number): boolean {
  const { item } = placeIn(flow, index);
  return flow.items[item]!.kind === "paragraph" && index === flow.starts[item + 1]! - 1;
}
