// Several paragraphs as one sequence of tokens, with a token for each paragraph mark.
//
// A paragraph that is split gains a mark, two that are joined lose one: with marks among the tokens these
// are edits like any other. A table among the paragraphs is one token that matches nothing.

import type { Item, ParagraphItem } from "../../redline/content/items.ts";
import type { Lexicon } from "../../redline/content/lexicon.ts";

export interface Flow {
  readonly items: readonly Item[];
  readonly keys: Int32Array;
  /** By item: where its tokens begin; one more than there are items. */
  readonly starts: readonly number[];
}

/** Where in a flow something is: an item, and a token of it; the token after a paragraph's last is its mark. */
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

/** A mark holds no two texts together, but more than a space does. */
const MARK_WEIGHT = 0.5;

function tableKey({ side }: Item, lexicon: Lexicon): number {
  // A table of one side is never a table of the other here: tables are paired before.
  return lexicon.key(`\u0007table of ${side.role}`);
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

/** Whether a token of a flow is a paragraph's mark. */
export function isMark(flow: Flow, index: number): boolean {
  const { item } = placeIn(flow, index);
  return flow.items[item]!.kind === "paragraph" && index === flow.starts[item + 1]! - 1;
}
