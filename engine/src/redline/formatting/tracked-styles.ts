// Decides if a redline tracks the style of a paragraph or a table because of the text in it (FMT-14).
//
// A style shows on text that does not set the same properties itself. So the looks of the text decide, and not the
// looks that the style alone gives.

import { W } from "../../document/word-names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import type { ParagraphItem, TableItem } from "../content/items.ts";
import type { FormatKey, Formats } from "./formats.ts";

/**
 * True if the redline tracks another paragraph style. Then text that looks the same under two styles needs the old
 * properties too, because the rejected view shows it under the old style (FMT-14).
 */
export function isStyleTracked(before: ParagraphItem, after: ParagraphItem): boolean {
  const { formats } = after.source;
  if (!formats.areVisible || before.surroundings.style === after.surroundings.style) return false;
  if (!formats.isSame(paragraphKey(before), paragraphKey(after))) return true;
  const all = [before, after].flatMap(({ units }) => units.map(({ text }) => text)).join("");
  return !formats.isSameIn(all, runKey(before, NONE), runKey(after, NONE)) && isSomeTextAlone([before], [after]);
}

/** True if the styles of two tables show on text: a paragraph or text of one table has no equal in the other. */
export function isTableTextStyled(before: TableItem, after: TableItem): boolean {
  const { formats } = after.source;
  if (!formats.areVisible) return false;
  const [one, other] = [textKey(before), textKey(after)];
  if (!formats.haveLooks(one, other) || formats.isSame(one, other)) return false;
  const [paragraphs, others] = [paragraphsOf(before), paragraphsOf(after)];
  const [keys, otherKeys] = [paragraphs.map(paragraphKey), others.map(paragraphKey)];
  const isAlone = (key: FormatKey, among: readonly FormatKey[]): boolean =>
    !among.some((known) => formats.isSame(key, known));
  return (
    keys.some((key) => isAlone(key, otherKeys)) ||
    otherKeys.some((key) => isAlone(key, keys)) ||
    isSomeTextAlone(paragraphs, others)
  );
}

/** Returns the number of what the style of a table gives to text. */
function textKey({ source: { reader }, story, node }: TableItem): FormatKey {
  const around = reader.surroundingsOf({ story, node, view: "accepted" });
  return reader.keyOf(story.tree, story.tree.child(node, W.tblPr), { kind: "text of a table", around });
}

/** Returns the paragraphs of a table without those of nested tables, which have a style of their own. */
function paragraphsOf({ rows }: TableItem): ParagraphItem[] {
  const items = rows.flatMap(({ cells }) => cells.flatMap(({ container }) => container.items));
  return items.filter((item) => item.kind === "paragraph");
}

/** True if some text of the paragraphs has no equal on the other side. */
function isSomeTextAlone(before: readonly ParagraphItem[], after: readonly ParagraphItem[]): boolean {
  const formats = after[0]?.source.formats;
  if (formats === undefined) return before.length > 0;
  const [texts, others] = [textsByKey(before), textsByKey(after)];
  const isAlone = (among: ReadonlyMap<FormatKey, string>, [key, text]: readonly [FormatKey, string]): boolean =>
    ![...among.keys()].some((other) => isSameOn(text, [key, other], formats));
  return [...texts].some((text) => isAlone(others, text)) || [...others].some((text) => isAlone(texts, text));
}

function isSameOn(text: string, [one, other]: readonly [FormatKey, FormatKey], formats: Formats): boolean {
  const isSpace = text !== "" && text.trim() === "";
  return formats.isSameIn(text, one, other) || (isSpace && formats.isSameOnSpace(one, other));
}

/** Maps the numbers of the runs of paragraphs to their text. A mark has no text. */
function textsByKey(items: readonly ParagraphItem[]): Map<FormatKey, string> {
  const texts = new Map<FormatKey, string>();
  for (const item of items) {
    const { units, story, properties } = item;
    const mark = runKey(item, properties === NONE ? NONE : story.tree.child(properties, W.rPr));
    texts.set(mark, texts.get(mark) ?? "");
    for (const { run, text } of units) {
      if (run === NONE) continue;
      const key = runKey(item, story.tree.child(run, W.rPr));
      texts.set(key, (texts.get(key) ?? "") + text);
    }
  }
  return texts;
}

export function runKey({ source, story, surroundings }: ParagraphItem, properties: NodeId): FormatKey {
  return source.reader.keyOf(story.tree, properties, { kind: "run", around: surroundings });
}

function paragraphKey({ source, story, properties, surroundings }: ParagraphItem): FormatKey {
  return source.reader.keyOf(story.tree, properties, { kind: "paragraph", around: surroundings });
}
