// Finds the tokens that the texts of some paragraphs share, as a person would mark them.

import type { Match } from "../../align/match.ts";
import type { Item, ParagraphItem } from "../../redline/content/items.ts";
import { isText } from "../../redline/content/tokens.ts";
import { matchTexts } from "../text/match-texts.ts";
import { MARK, OBJECT, type TokenText } from "../text/token-text.ts";
import { type Flow, flowOf, isMark } from "./flow.ts";
import type { Planning } from "./planning.ts";

export interface TextPlan {
  readonly before: Flow;
  readonly after: Flow;
  readonly matches: readonly Match[];
}

export function planText(before: readonly Item[], after: readonly Item[], planning: Planning): TextPlan {
  const { lexicon, budget, replacements } = planning;
  const flows = { before: flowOf(before, lexicon), after: flowOf(after, lexicon) };
  const texts = { before: flowText(flows.before), after: flowText(flows.after) };
  const isFixed = (place: number): boolean => isMark(flows.before, place);
  const matches = matchTexts(texts, { lexicon, budget, isFixed });
  replacements?.add(texts, matches);
  return { ...flows, matches };
}

/** Returns the texts of two flows. */
export function flowTexts(
  before: readonly Item[],
  after: readonly Item[],
  { lexicon }: Planning,
): { before: TokenText; after: TokenText } {
  return { before: flowText(flowOf(before, lexicon)), after: flowText(flowOf(after, lexicon)) };
}

/** Returns the text of a flow, with one sign for each mark, table and object. */
function flowText({ items, keys }: Flow): TokenText {
  const starts = new Int32Array(keys.length + 1);
  let text = "";
  let token = 0;
  for (const item of items) {
    const pieces = item.kind === "paragraph" ? piecesOf(item) : [];
    for (const piece of [...pieces, MARK]) {
      starts[token] = text.length;
      text += piece;
      token += 1;
    }
  }
  starts[token] = text.length;
  return { keys, text, starts };
}

/** Returns the text of each token of a paragraph. */
function piecesOf({ units, tokens }: ParagraphItem): string[] {
  return Array.from(tokens.keys, (_, token) => {
    const [first, last] = [tokens.units[token]!, tokens.units[token + 1]!];
    if (!isText(units[first]!)) return OBJECT;
    const end = tokens.offsets[token + 1]!;
    if (first === last) return units[first]!.text.slice(tokens.offsets[token]!, end);
    let text = units[first]!.text.slice(tokens.offsets[token]!);
    for (let unit = first + 1; unit < last; unit += 1) text += units[unit]!.text;
    return end === 0 ? text : text + units[last]!.text.slice(0, end);
  });
}
