// Writes paragraphs, and blocks in their order.

import { type Formatting, markFormatting, paragraphFormatting } from "../../document/formatting/formatting.ts";
import type { LayerKind } from "../../document/formatting/styles.ts";
import { clauseName } from "../../document/lists/clauses.ts";
import type { Label } from "../../document/lists/numbering-labels.ts";
import type { Story } from "../../document/text/stories.ts";
import { childValue, wholeNumber } from "../../document/values.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { labelText } from "../changes/block-facts.ts";
import { clauseOf } from "../changes/block-text.ts";
import { isLeftOut } from "../changes/changes.ts";
import type { ParagraphOrigin } from "../read-blocks.ts";
import type { Block, MarkChange, ParagraphBlock, Segment } from "../redline.ts";
import { points } from "./css-values.ts";
import { type ParagraphLook, type StoryContext, storyContext } from "./html-context.ts";
import { attribute, classes, escapeHtml } from "./markup.ts";
import { firstLineOf, flowFlags, isRightToLeft, paragraphCss, tabStops } from "./paragraph-css.ts";
import { characterCss, fontCss, sizeCss } from "./run-css.ts";
import { listedAttributes, markElement, writeInlines } from "./write-inlines.ts";
import { writeTable } from "./write-table.ts";

/** Returns each block as HTML, in order. */
export function writeBlocks(context: StoryContext, blocks: readonly Block[]): string[] {
  return blocks.map((block) =>
    block.type === "table" ? writeTable(context, block, writeBlocks) : writeParagraph(context, block),
  );
}

const STYLE_LAYERS: ReadonlySet<LayerKind> = new Set(["paragraph style"]);
const MARK_LAYERS: ReadonlySet<LayerKind> = new Set(["direct", "character style", "paragraph style"]);

function writeParagraph(context: StoryContext, block: ParagraphBlock): string {
  const { story, numbering, place } = context;
  const origin = context.origins.ofParagraph(block);
  const formatting = paragraphFormatting(numbering, story, origin.node);
  if (story.kind === "body") enterClause(context, block, origin.label);
  const look = context.paragraphs.of(formatting, "", () => lookOf(formatting));
  const content = writeInlines(context, origin, (box) => writeBox(context, box));
  const points = writePoints(context, block);
  const hasBox = content.includes('class="box');
  const element = block.type === "heading" ? `h${Math.min(6, block.level ?? 1)}` : hasBox ? "div" : "p";
  const start = [
    `<${element}`,
    attribute("id", block.id),
    classes("p", paragraphClass(context, origin, look), wholeClass(block)),
    attribute("data-f", look.flags),
    content.includes('class="tab"') ? ` data-t="${tabStops(formatting)}"` : "",
    look.isRightToLeft ? ' dir="rtl"' : "",
    attribute("data-s", styleKey(context, origin)),
    ">",
  ].join("");
  context.budget.spend(start.length + points.length);
  const label = origin.label === undefined ? "" : writeLabel(context, origin, formatting, block.number ?? "");
  return `${start}${label}${content}${points}${writeMark(context, block, place.block)}</${element}>`;
}

/**
 * Returns the id of the paragraph style, with `_` for unusual characters. Neighbours of one style have no space between
 * them if the style demands it.
 */
function styleKey({ story }: StoryContext, { node }: ParagraphOrigin): string {
  return childValue(story.tree, story.tree.child(node, W.pPr), W.pStyle)?.replace(/[^\w-]/g, "_") ?? "";
}

function lookOf(formatting: Formatting): ParagraphLook {
  return {
    css: paragraphCss(formatting),
    flags: flowFlags(formatting),
    isRightToLeft: isRightToLeft(formatting),
  };
}

function paragraphClass(context: StoryContext, origin: ParagraphOrigin, { css }: ParagraphLook): string {
  const { node, pieces } = origin;
  const { story, numbering, fonts, markTexts, sheet } = context;
  const mark = markFormatting(numbering, story, node);
  // The mark decides the height of an empty paragraph.
  const isEmpty = pieces.length === 0;
  const text = markTexts.of(mark, isEmpty ? "empty" : "", () =>
    characterCss(mark, isEmpty ? MARK_LAYERS : STYLE_LAYERS, fonts),
  );
  return sheet.name("p", `${css}${text}${lineCss(context, origin)}`);
}

/**
 * Returns the largest size of the runs, and their font if they share one; nothing if a run inherits its size. Lines are
 * as high as their text (HTM-15).
 */
function lineCss({ story: { tree }, fonts }: StoryContext, { node, label, pieces }: ParagraphOrigin): string {
  const owners = new Set(pieces.map(({ run }) => run));
  // The number has the formatting of the paragraph mark, which must not come from the runs.
  if (label !== undefined) owners.add(tree.child(node, W.pPr));
  let size = 0;
  const families = new Set<string>();
  for (const owner of owners) {
    const properties = owner === NONE ? NONE : tree.child(owner, W.rPr);
    const named = properties === NONE ? undefined : wholeNumber(childValue(tree, properties, W.sz));
    if (named === undefined) return "";
    families.add(fontCss([{ kind: "direct", tree, node: properties }], fonts));
    size = Math.max(size, named);
  }
  if (size === 0) return "";
  return `${families.size === 1 ? [...families][0] : ""}${sizeCss(String(size))}`;
}

/**
 * Returns `wi` for a paragraph inserted as a whole, `wd` for a deleted one, otherwise nothing. It styles the number
 * too.
 */
function wholeClass({ content, mark }: ParagraphBlock): string {
  if (mark === undefined || content.some((segment) => !("type" in segment) || segment.type === "conflict")) return "";
  const isCome = isLeftOut(mark.type, "rejected");
  const isSame = content.every(
    (segment) => "type" in segment && segment.type !== "conflict" && isLeftOut(segment.type, "rejected") === isCome,
  );
  const move = mark.type.startsWith("moved") ? " mv" : "";
  return isSame ? `${isCome ? "wi" : "wd"}${move}` : "";
}

/**
 * Enters the clause of a paragraph: the nearest numbered paragraph or heading, named by its number and first words
 * (HTM-31).
 */
function enterClause({ place }: StoryContext, block: ParagraphBlock, label: Label | undefined): void {
  place.block = block.id;
  const clause = clauseOf(block, label);
  if (clause !== undefined) place.clause = clauseName(clause.number, clause.title);
}

function writeLabel(
  context: StoryContext,
  { node, label, former }: ParagraphOrigin,
  formatting: Formatting,
  shown: string,
): string {
  const { numbering, story, fonts, sheet } = context;
  const level = levelOf(context, label!);
  const suffix = level === undefined ? "tab" : (childValue(numbering.tree!, level, W.suff) ?? "tab");
  const own = level === undefined ? NONE : numbering.tree!.child(level, W.rPr);
  const mark = markFormatting(numbering, story, node).filter(({ kind }) => kind === "direct");
  const layers: Formatting =
    own === NONE
      ? mark
      : [
          { kind: "direct", tree: numbering.tree!, node: own },
          ...mark.map((layer) => ({ ...layer, kind: "character style" as const })),
        ];
  const isSymbol = label!.isBullet && shown === "•";
  const text = characterCss(layers, MARK_LAYERS, fonts).replace(isSymbol ? /font-family:[^;]*;/ : /^$/, "");
  const width = suffix === "tab" ? Math.max(-firstLineOf(formatting), firstLineOf(formatting) >= 0 ? 360 : 0) : 0;
  const name = sheet.name("n", `${width > 0 ? `min-width:${points(width)};` : ""}${text}`);
  const gap = suffix === "space" ? "\u00a0" : "";
  const was = labelText(former);
  const other = former === undefined || was === shown ? "" : attribute("data-was", was);
  return `<span${classes("n", name, suffix === "tab" ? "nt" : "")}${other}>${escapeHtml(shown)}${gap}</span>`;
}

function levelOf({ numbering }: StoryContext, { numId, level }: Label): NodeId | undefined {
  return numbering.lists.get(numId)?.levels.get(level)?.node;
}

/** Writes the comments that begin in the block and cover no text. */
function writePoints(context: StoryContext, block: ParagraphBlock): string {
  const begun = context.commentsAt.get(block.id) ?? [];
  return begun
    .map((comment) => context.changes.comment(comment, { ...context.place }))
    .filter(({ isFirst }) => isFirst)
    .map((listed) => `<mark class="cm pt"${listedAttributes(listed)}></mark>`)
    .join("");
}

/** Writes the change of a paragraph mark, unless the text of the paragraph shows the same change. */
function writeMark(context: StoryContext, { content, mark }: ParagraphBlock, block: string): string {
  if (mark === undefined) return "";
  const shown = changeIds(content);
  const write = (change: MarkChange): string => {
    const inner = (change.content ?? []).map(write).join("");
    if (shown.has(change.id)) return inner;
    return markElement({ ...context, place: { ...context.place, block } }, change, inner);
  };
  return write(mark);
}

function changeIds(segments: readonly Segment[]): Set<string> {
  const ids = new Set<string>();
  const collect = (among: readonly Segment[]): void => {
    for (const segment of among) {
      if ("type" in segment && segment.type !== "conflict") ids.add(segment.id);
      if ("content" in segment) collect(segment.content);
    }
  };
  collect(segments);
  return ids;
}

function writeBox(context: StoryContext, box: Story): string {
  const inside = storyContext(context, box, { hasTableIds: context.hasTableIds, place: { ...context.place } });
  return writeBlocks(inside, context.origins.blocksOf(box)).join("");
}
