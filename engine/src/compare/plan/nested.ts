// Pairs the stories of tokens that both sides have: notes of references, text boxes of drawings.

import { NOTE_REFERENCES } from "../../document/grammar.ts";
import { noteKindOf } from "../../document/marks/notes.ts";
import { elementsBelow } from "../../document/text/elements.ts";
import { W } from "../../document/word-names.ts";
import { NameSet } from "../../ooxml/xml/name-set.ts";
import { MC, type NameId } from "../../ooxml/xml/names.ts";
import type { NodeId } from "../../ooxml/xml/tree.ts";
import { NO_PRINT } from "../../redline/content/fingerprints.ts";
import { wholeMarkupOf } from "../../redline/content/identities.ts";
import { type ParagraphItem, readContainer } from "../../redline/content/items.ts";
import { readAlternatives, type Unit } from "../../redline/content/units.ts";
import { flowOf, placeIn } from "./flow.ts";
import type { GroupStep, Nested, Step } from "./plan.ts";
import type { Planning } from "./planning.ts";

/** Returns the step with the stories of the tokens that its two sides share. */
export function withNested(step: Step, planning: Planning): Step {
  if (step.kind === "same") return { ...step, nested: nestedOf(step.before, step.after, planning) };
  return step.kind === "group" ? { ...step, nested: nestedIn(step, planning) } : step;
}

/** Returns the paired stories of two paragraphs with equal content. */
function nestedOf(before: ParagraphItem, after: ParagraphItem, planning: Planning): Nested[] {
  if (before.print !== NO_PRINT && after.print !== NO_PRINT) return [];
  return pairHanging(hangingOn(before, before.units), hangingOn(after, after.units), planning);
}

function nestedIn({ before, after, matches }: GroupStep, planning: Planning): Nested[] {
  if (
    ![...before, ...after].some((item) => item.kind === "paragraph" && item.print === NO_PRINT && mayHang(item.units))
  )
    return [];
  const flows = { before: flowOf(before, planning.lexicon), after: flowOf(after, planning.lexicon) };
  const pairs: Nested[] = [];
  for (const match of matches) {
    for (let at = 0; at < match.length; at += 1) {
      const hanging = (
        [
          ["before", match.before],
          ["after", match.after],
        ] as const
      ).map(([side, start]) => {
        const { item, token } = placeIn(flows[side], start + at);
        const paragraph = flows[side].items[item]!;
        return paragraph.kind === "paragraph" ? hangingOnToken(paragraph, token) : [];
      }) as [Hanging[], Hanging[]];
      if (hanging[0].length > 0) pairs.push(...pairHanging(hanging[0], hanging[1], planning));
    }
  }
  return pairs;
}

function hangingOnToken(paragraph: ParagraphItem, token: number): Hanging[] {
  const { units, keys } = paragraph.tokens;
  if (token >= keys.length) return [];
  return hangingOn(paragraph, paragraph.units.slice(units[token]!, Math.max(units[token]! + 1, units[token + 1]!)));
}

/** A note reference or a text box. */
interface Hanging {
  readonly paragraph: ParagraphItem;
  readonly name: NameId;
  readonly node: NodeId;
}

const HANGING = new NameSet([...NOTE_REFERENCES.keys(), W.txbxContent]);

function mayHang(units: readonly Unit[]): boolean {
  return units.some(({ kind }) => kind === "object" || kind === "begin");
}

function hangingOn(paragraph: ParagraphItem, units: readonly Unit[]): Hanging[] {
  if (!mayHang(units)) return [];
  const { story } = paragraph;
  const nodes = units.flatMap(({ kind, node }) => (kind === "object" ? nodesIn(paragraph, node) : []));
  return nodes
    .map((node) => ({ paragraph, name: story.tree.name(node), node }))
    .filter(({ name }) => HANGING.has(name));
}

const WHOLE: ReadonlySet<NameId> = new Set([W.txbxContent]);

/** Returns a node and the elements below it, without the content of text boxes. */
function nodesIn({ story }: ParagraphItem, node: NodeId): NodeId[] {
  const tops = story.tree.name(node) === MC.AlternateContent ? readAlternatives(story, node) : [node];
  return tops.flatMap((top) => [top, ...elementsBelow(story, top, WHOLE)]);
}

function pairHanging(before: readonly Hanging[], after: readonly Hanging[], planning: Planning): Nested[] {
  return before.flatMap((one, index) => {
    const other = after[index];
    return other?.name === one.name ? pairOne(one, other, planning) : [];
  });
}

function pairOne(before: Hanging, after: Hanging, planning: Planning): Nested[] {
  if (before.name === W.txbxContent) return [{ kind: "box", plan: planning.plan(boxOf(before), boxOf(after)) }];
  const kind = noteKindOf(before.name)!;
  const pair = planning.notes(kind, { before: noteId(before), after: noteId(after) });
  return pair === undefined ? [] : [{ kind: "note", plan: planning.plan(pair.before, pair.after) }];
}

function boxOf({ paragraph: { source, story }, node }: Hanging): ReturnType<typeof readContainer> {
  return readContainer(source, { ...story, kind: "textbox", root: node }, node);
}

/**
 * Returns a text that is equal for units of two documents if their notes and text boxes have the same text and formatting.
 */
export function hangingKey(item: ParagraphItem, units: readonly Unit[] = item.units): string {
  const { source, story } = item;
  return hangingOn(item, units)
    .map((one) => {
      if (one.name === W.txbxContent) return wholeMarkupOf(source, story, one.node);
      const note = source.note(noteKindOf(one.name)!, noteId(one));
      return note === undefined ? "" : wholeMarkupOf(source, note, note.root);
    })
    .join();
}

function noteId({ paragraph, node }: Hanging): string {
  return paragraph.story.tree.attribute(node, W.id) ?? "";
}
