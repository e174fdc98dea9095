// Finds deleted paragraph marks that would be restored inside a content control.
//
// A paragraph cannot end inside a content control that is among its runs.

import { gapsBetween } from "../../align/match.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import type { ParagraphItem } from "../../redline/content/items.ts";
import { flowOf, isMark, placeIn } from "./flow.ts";
import type { GroupStep } from "./plan.ts";
import type { Planning } from "./planning.ts";

/** True if a deleted mark would have to be restored inside a control of the after side. */
export function breaksControl({ before, after, matches }: GroupStep, { lexicon }: Planning): boolean {
  const paragraphs = after.filter((item) => item.kind === "paragraph");
  if (before.length < 2 || !paragraphs.some(({ story }) => story.tree.mayHave(W.sdt))) return false;
  const flows = { before: flowOf(before, lexicon), after: flowOf(after, lexicon) };
  const sizes = { before: flows.before.keys.length, after: flows.after.keys.length };
  return gapsBetween(matches, sizes).some(({ before: deleted, after: { from } }) => {
    const marks = Array.from({ length: deleted.to - deleted.from }, (_, at) => deleted.from + at);
    if (!marks.some((place) => isMark(flows.before, place))) return false;
    const { item, token } = placeIn(flows.after, from);
    const paragraph = after[item]!;
    return paragraph.kind === "paragraph" && isInControl(paragraph, token);
  });
}

function isInControl(paragraph: ParagraphItem, token: number): boolean {
  const { units, tokens } = paragraph;
  const unit = tokens.units[token]!;
  const isInside = (tokens.offsets[token] ?? 0) > 0;
  const right = unit < units.length ? controlAround(paragraph, unit) : NONE;
  const left = isInside ? right : unit > 0 ? controlAround(paragraph, unit - 1) : NONE;
  return right !== NONE && left === right;
}

/** Returns the content control around a unit, or NONE. */
function controlAround({ story: { tree }, units, node }: ParagraphItem, unit: number): NodeId {
  let at = tree.parent(units[unit]!.node);
  while (at !== NONE && at !== node && tree.name(at) !== W.sdt) at = tree.parent(at);
  return at === node ? NONE : at;
}
