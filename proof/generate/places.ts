// Reads the paragraphs of a story as candidates for edits, with the ranges that edits may change.
//
// Plain running text is `w:t` in runs that are direct children of the paragraph, outside fields. Adjacent pieces with
// nothing visible between them are one segment. An edit stays in one segment, so it affects no note reference, link,
// field or picture.

import { NONE, type NodeId, ParagraphReader, paragraphsOf, type Story, type Tree, W } from "@versus/engine/inside";
import { fieldDepths, holdsAnchor, isOpen } from "./anchors.ts";
import { removeFromRun, setText, type TextPoint, textIn } from "./markup.ts";
import type { StoryReference } from "./truth.ts";

type Inlines = ReturnType<ParagraphReader["read"]>["inlines"];

/** One `w:t` with its range in the paragraph's text. */
interface Piece {
  readonly node: NodeId;
  readonly run: NodeId;
  readonly start: number;
  readonly end: number;
}

export interface Segment {
  /** Offset in the text of the paragraph. */
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly Piece[];
}

export interface Place {
  readonly story: Story;
  readonly reference: StoryReference;
  /** Index among the paragraphs of the story. */
  readonly index: number;
  readonly node: NodeId;
  readonly text: string;
  readonly inlines: Inlines;
  readonly segments: readonly Segment[];
  /** True if no field begins or ends outside it and reaches into it. */
  readonly isOutsideFields: boolean;
  /** True if a field that began earlier is still open at its start. */
  readonly beginsInField: boolean;
  readonly isOpen: boolean;
  readonly isInCell: boolean;
  /** The same paragraph in the branch of alternatives that is not read, if there is one. */
  readonly twin: Place | undefined;
}

/** Returns the paragraphs of a story; `twins` are the paragraphs of the same story in another branch. */
export function placesOf(story: Story, reference: StoryReference, twins: readonly Place[] = []): Place[] {
  const { tree } = story;
  const paragraphs = paragraphsOf(story);
  const depths = fieldDepths(tree, paragraphs);
  const reader = new ParagraphReader(story);
  return paragraphs.map((node, index) => {
    const { text, inlines } = reader.read(node);
    const { before, after } = depths[index]!;
    return {
      story,
      reference,
      index,
      node,
      text,
      inlines,
      segments: segmentsOf(tree, node, inlines),
      isOutsideFields: before === 0 && after === 0,
      beginsInField: before > 0,
      isOpen: isOpen(story, node),
      isInCell: isInCell(story, node),
      twin: twins[index],
    };
  });
}

function isInCell({ tree, root }: Story, paragraph: NodeId): boolean {
  let around = paragraph;
  while (around !== root && tree.name(around) !== W.tc) around = tree.parent(around);
  return around !== root;
}

function segmentsOf(tree: Tree, paragraph: NodeId, inlines: Inlines): Segment[] {
  const segments: Piece[][] = [];
  let at = 0;
  let isOngoing = false;
  for (const { node, run, field, text } of inlines) {
    const isPlain = tree.name(node) === W.t && tree.parent(node) === run && tree.parent(run) === paragraph;
    const isWritable = isPlain && field === NONE;
    const piece = { node, run, start: at, end: at + text.length };
    if (isWritable && isOngoing) segments.at(-1)!.push(piece);
    else if (isWritable) segments.push([piece]);
    isOngoing = isWritable;
    at += text.length;
  }
  return segments.map((pieces) => ({ start: pieces[0]!.start, end: pieces.at(-1)!.end, pieces }));
}

/** A change of a paragraph's text. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly inserted: string;
}

function segmentAround({ segments }: Place, start: number, end: number): Segment | undefined {
  return segments.find((segment) => segment.start <= start && end <= segment.end);
}

/** Returns the matches of a pattern that edits may change. */
export function matchesIn(place: Place, pattern: string): { start: number; end: number; text: string }[] {
  const matches = [...place.text.matchAll(new RegExp(pattern, "gu"))];
  const found = matches.map(({ index, 0: text }) => ({ start: index, end: index + text.length, text }));
  return found.filter(({ start, end }) => segmentAround(place, start, end) !== undefined);
}

export function changedText({ text }: Place, { start, end, inserted }: TextChange): string {
  return text.slice(0, start) + inserted + text.slice(end);
}

/** True if a change is possible in the paragraph and in its twin. */
export function canChange(place: Place, { start, end }: TextChange): boolean {
  return [place, place.twin ?? place].every((each) => segmentAround(each, start, end) !== undefined);
}

/** Makes a change, also in the twin. New text goes into the run in which the change begins. */
export function changeText(place: Place, change: TextChange): void {
  const { tree } = place.story;
  let isPlaced = false;
  for (const { node, run, start, end } of segmentAround(place, change.start, change.end)!.pieces) {
    const within = (at: number): number => Math.min(Math.max(at, start), end) - start;
    const takes: boolean = !isPlaced && change.start <= end;
    const [from, to] = [within(change.start), within(change.end)];
    if (!takes && from === to) continue;
    const text = textIn(tree, node);
    const changed = text.slice(0, from) + (takes ? change.inserted : "") + text.slice(to);
    isPlaced = isPlaced || takes;
    if (changed === "") removeFromRun(tree, run, node);
    else if (changed !== text) setText(tree, node, changed);
  }
  if (place.twin !== undefined) changeText(place.twin, change);
}

/** Returns the position in the runs for an offset. The segments before it must still be as they were read. */
export function pointAt(place: Place, offset: number): TextPoint {
  const segment = segmentAround(place, offset, offset)!;
  const piece = segment.pieces.find(({ end }) => offset <= end)!;
  return { run: piece.run, node: piece.node, offset: offset - piece.start };
}

/** Returns the run whose formatting new text of the paragraph gets, or NONE. */
export function firstRun({ segments }: Place): NodeId {
  return segments[0]?.pieces[0]?.run ?? NONE;
}

/** The block elements that may be siblings of a paragraph. */
const BLOCKS: ReadonlySet<number> = new Set([W.p, W.tbl, W.sdt, W.customXml, W.altChunk]);

/** Returns the next block after a paragraph in its container, or NONE. */
function nextBlock({ tree }: Story, node: NodeId): NodeId {
  let next = tree.nextSibling(node);
  while (next !== NONE && !BLOCKS.has(tree.name(next))) next = tree.nextSibling(next);
  return next;
}

function previousBlock({ tree }: Story, node: NodeId): NodeId {
  const blocks = tree.children(tree.parent(node)).filter((child) => BLOCKS.has(tree.name(child)));
  return blocks[blocks.indexOf(node) - 1] ?? NONE;
}

/** True if adjacent paragraphs are the only blocks between two tables, which would otherwise become one. */
export function keepsTablesApart(story: Story, { first, last }: { first: NodeId; last: NodeId }): boolean {
  const isTable = (block: NodeId): boolean => block !== NONE && story.tree.name(block) === W.tbl;
  return isTable(nextBlock(story, last)) && isTable(previousBlock(story, first));
}

/** True if a paragraph may be moved or deleted: it has text and no anchor, and the rest stays valid. */
export function isLoose({ story, node, text, ...place }: Place): boolean {
  if (text.trim() === "" || !place.isOpen || !place.isOutsideFields) return false;
  if (nextBlock(story, node) === NONE || holdsAnchor(story.tree, node)) return false;
  return !keepsTablesApart(story, { first: node, last: node });
}
