// Moves bookmarks and comment markers back with the text of a rejected move.
//
// Bookmarks, comment ranges and comment references exist once. They are in the move target, which rejecting removes. In
// a move of whole blocks, each paragraph has its partner in the other half, and each marker goes back to the same
// position among the characters. A comment reference goes back to the empty run that it left when the edit moved it. A
// move that Word wrote inside paragraphs is left as Word would leave it.

import {
  OTHER_ENDS,
  PROPERTIES,
  RANGE_MARKS,
  TABLE_PARTS,
  TEXTS,
  TRACKED,
  UNTRACKED_RUN_HOLDERS,
} from "../../document/grammar.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { W } from "../../document/word-names.ts";
import { NameSet } from "../../ooxml/xml/name-set.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { descendants, isEmptyRun, markOf, openRangeEnds } from "../markup.ts";
import { type Move, movesOf } from "../moves.ts";
import { isBetween } from "../paragraph-content.ts";
import type { Decided } from "../revision.ts";

/** Maps a tree to the elements whose changes are rejected. */
type Rejected = ReadonlyMap<Tree, ReadonlySet<NodeId>>;

export function returnMarks(document: WordDocument, decided: readonly Decided[]): void {
  const rejected = new Map<Tree, Set<NodeId>>();
  for (const { revision, verdict } of decided) {
    const known = rejected.get(revision.tree) ?? new Set();
    if (verdict === "reject") known.add(revision.node);
    rejected.set(revision.tree, known);
  }
  for (const move of movesOf(document).values()) returnMove(move, rejected);
}

function returnMove({ from, to, ranges }: Move, allRejected: Rejected): void {
  const tree = ranges[0]?.tree;
  const rejected = tree && allRejected.get(tree);
  if (tree === undefined || rejected === undefined || [...from, ...to, ...ranges].some((one) => one.tree !== tree))
    return;
  const moved = [...from, ...to].map(({ node }) => node);
  if (moved.length === 0) moved.push(markBefore(tree, ranges));
  if (!moved.every((node) => rejected.has(node))) return;
  const [old, current] = HALVES.map((names) => siblingsBetween(tree, ranges, names));
  const [before, after] = [old, current].map((all) => all!.flatMap((node) => descendants(tree, node)));
  returnAmong(tree, { from: current!, to: old!, rejected });
  returnBetween(tree, before!, after!);
  // Another move may have put a paragraph into a cell. That paragraph does not belong to this move.
  const isOwn = (paragraph: NodeId): boolean => {
    const half = tree.child(markOf(tree, paragraph), W.moveTo);
    return half === NONE || moved.includes(half);
  };
  const [gone, arrived] = [before, after].map((all) => {
    const paragraphs = all!.filter((node) => tree.name(node) === W.p && isOwn(node));
    return groupsOf(tree, paragraphs, rejected);
  });
  const left = [...gone!.groups];
  // At the end of a story, the last moved paragraph is followed by the mark of a new paragraph, which counts as its own
  // mark.
  if (left.length < arrived!.groups.length && gone!.open.length > 0) left.push(gone!.open);
  if (left.length !== arrived!.groups.length) return;
  for (const [index, paragraphs] of arrived!.groups.entries()) {
    returnTo(tree, { from: paragraphs, to: left[index]!, rejected });
  }
}

/**
 * Returns the change of the mark before the target range, or NONE. At the end of a story, the mark of an inserted empty
 * paragraph is the one of the paragraph before it, outside the range. That paragraph may have been inserted by another
 * move.
 */
function markBefore(tree: Tree, ranges: Move["ranges"]): NodeId {
  let at = ranges.find(({ node }) => tree.name(node) === W.moveToRangeStart)?.node ?? NONE;
  while (at !== NONE && isBetween(tree, at)) at = tree.previousSibling(at);
  const mark = markOf(tree, at);
  const insertion = tree.child(mark, W.ins);
  return insertion === NONE ? tree.child(mark, W.moveTo) : insertion;
}

interface Groups {
  readonly groups: readonly NodeId[][];
  /** The last paragraphs, if they are part of a paragraph after the range. */
  readonly open: NodeId[];
}

/**
 * Groups paragraphs. A paragraph whose mark was inserted after the move belongs to the next one, because it was split
 * off or is new.
 */
function groupsOf(tree: Tree, paragraphs: readonly NodeId[], rejected: ReadonlySet<NodeId>): Groups {
  const groups: NodeId[][] = [];
  let open: NodeId[] = [];
  for (const paragraph of paragraphs) {
    open.push(paragraph);
    if (isNew(tree, paragraph, rejected)) continue;
    groups.push(open);
    open = [];
  }
  return { groups, open };
}

/**
 * True if the mark of a paragraph was inserted after the move. A mark that another author inserted before it moved has
 * a move element.
 */
function isNew(tree: Tree, paragraph: NodeId, rejected: ReadonlySet<NodeId>): boolean {
  const mark = markOf(tree, paragraph);
  if (tree.name(paragraph) !== W.p || !rejected.has(tree.child(mark, W.ins))) return false;
  return tree.child(mark, W.moveTo) === NONE && tree.child(mark, W.moveFrom) === NONE;
}

const HALVES = [W.moveFromRangeStart, W.moveToRangeStart].map((start) => ({ start, end: OTHER_ENDS.get(start)! }));

/** Returns the elements between the two ends of a range. Empty if the ends are not among blocks. */
function siblingsBetween(tree: Tree, ranges: Move["ranges"], { start, end }: (typeof HALVES)[number]): NodeId[] {
  const [first, last] = [start, end].map((name) => ranges.find(({ node }) => tree.name(node) === name)?.node ?? NONE);
  if (first === NONE || last === NONE || tree.parent(first!) !== tree.parent(last!)) return [];
  if (tree.name(tree.parent(first!)) === W.p) return [];
  const siblings = tree.children(tree.parent(first!));
  let depth = 0;
  return siblings.slice(siblings.indexOf(first!) + 1, siblings.indexOf(last!)).filter((node) => {
    // Content of another move among the blocks belongs to that move.
    if (tree.name(node) === start) depth += 1;
    if (tree.name(node) === end) depth -= 1;
    return depth === 0 && tree.isElement(node);
  });
}

interface Halves {
  readonly from: readonly NodeId[];
  readonly to: readonly NodeId[];
  readonly rejected: ReadonlySet<NodeId>;
}

/**
 * Moves markers among the blocks, whose other end is also there, to the same position among the blocks of the other
 * half.
 */
function returnAmong(tree: Tree, { from, to, rejected }: Halves): void {
  const blocks = to.filter((node) => !isBetween(tree, node));
  const reaching = new Set(openRangeEnds(tree, from));
  const isBlock = (node: NodeId): boolean => !isBetween(tree, node) && !isNew(tree, node, rejected);
  for (const [index, mark] of from.entries()) {
    if (!RANGE_MARKS.has(tree.name(mark)) || reaching.has(mark) || blocks.length === 0) continue;
    const behind = from.slice(index).filter(isBlock).length;
    // Count from the end, because another author may have inserted content before the first block.
    const next = behind === 0 ? tree.nextSibling(blocks.at(-1)!) : blocks[Math.max(0, blocks.length - behind)]!;
    tree.remove(mark);
    tree.insertBefore(tree.parent(blocks[0]!), mark, next);
  }
}

/** Moves markers between rows, cells and blocks of cells to the same position in the other half. */
function returnBetween(tree: Tree, before: readonly NodeId[], after: readonly NodeId[]): void {
  const marks = after.filter((node) => RANGE_MARKS.has(tree.name(node)) && FRAMES.has(tree.name(tree.parent(node))));
  for (const mark of marks) {
    const frame = tree.parent(mark);
    const [own, others] = [after, before].map((all) => all.filter((node) => tree.name(node) === tree.name(frame)));
    // The numbers of frames differ, so content was inserted among the blocks and frames cannot be paired.
    if (own!.length !== others!.length) return;
    const other = others![own!.indexOf(frame)]!;
    const solid = (node: NodeId): NodeId[] =>
      tree.children(node).filter((child) => tree.isElement(child) && !RANGE_MARKS.has(tree.name(child)));
    const next = tree.children(frame).slice(tree.children(frame).indexOf(mark));
    const behind = next.find((node) => solid(frame).includes(node));
    const place = behind === undefined ? NONE : (solid(other)[solid(frame).indexOf(behind)] ?? NONE);
    tree.remove(mark);
    tree.insertBefore(other, mark, place);
  }
}

const FRAMES = new NameSet([...TABLE_PARTS, W.sdtContent, W.customXml]);

interface Returning {
  readonly from: readonly NodeId[];
  readonly to: readonly NodeId[];
  readonly rejected: ReadonlySet<NodeId>;
}

function returnTo(tree: Tree, { from, to, rejected }: Returning): void {
  const arrived = readPlaces(tree, from, rejected);
  const marks = arrived.places.filter(({ before }) => before !== NONE && isMark(tree, before));
  if (marks.length === 0) return;
  const left = readPlaces(tree, to, rejected);
  const shells = shellsOf(tree, marks, left.places);
  // Markers are placed from last to first. A marker never goes after the one that followed it, or before a reference
  // that it followed.
  let most = left.places.length - 1;
  const placeOf = (mark: ParagraphPosition, index: number): ParagraphPosition | undefined => {
    const before = marks.slice(0, index).findLast((one) => shells.has(one));
    const least = before === undefined ? 0 : left.places.indexOf(shells.get(before)!) + 1;
    const open = left.places.slice(least, most + 1);
    const offsets = offsetsIn(left.text, arrived.text, mark.at);
    const place = shells.get(mark) ?? fittingPlace(open, mark, offsets) ?? fittingPlace(left.places, mark, offsets);
    if (place !== undefined) most = left.places.indexOf(place);
    return place;
  };
  const placed = marks.map((mark, index) => ({ mark, index })).reverse();
  const moved = placed.map(({ mark, index }) => ({ mark, place: placeOf(mark, index) })).reverse();
  for (const { mark, place } of moved) {
    if (place === undefined) continue;
    tree.remove(mark.before);
    tree.insertBefore(place.parent, mark.before, place.before);
  }
  for (const { before } of shells.values()) tree.remove(before);
}

/** Returns the last of the possible positions of a marker that the text allows. */
function fittingPlace(
  places: readonly ParagraphPosition[],
  mark: ParagraphPosition,
  { least, most }: ReturnType<typeof offsetsIn>,
): ParagraphPosition | undefined {
  const alikeIn = places.filter(({ within }) => within === mark.within);
  const allowed = alikeIn.filter(({ at }) => at <= most);
  const fitting = allowed.length === 0 ? alikeIn.slice(0, 1) : allowed;
  const last = fitting.findLast(({ at }) => at >= least) ?? fitting.at(-1);
  const there = fitting.filter(({ at }) => at === last?.at);
  const alike = there.filter(({ undecided }) => undecided === mark.undecided);
  return nearest(alike.length === 0 ? there : alike, mark.passed);
}

/**
 * Maps a comment reference to the empty run that it left at the old position. Empty if these runs cannot be
 * distinguished from other empty runs. Comments and replies that were made after the move have the highest ids and left
 * no run.
 */
function shellsOf(
  tree: Tree,
  marks: readonly ParagraphPosition[],
  places: readonly ParagraphPosition[],
): ReadonlyMap<ParagraphPosition, ParagraphPosition> {
  const idOf = ({ before }: ParagraphPosition): number =>
    Number(tree.attribute(tree.child(before, W.commentReference), W.id));
  const references = marks.filter(({ before }) => tree.name(before) === W.r);
  const empty = places.filter(({ before }) => before !== NONE && isEmptyRun(tree, before));
  const last = references.map(idOf).sort((one, other) => one - other)[empty.length - 1]!;
  const old = references.filter((one) => idOf(one) <= last);
  return new Map(empty.length === old.length ? old.map((mark, index) => [mark, empty[index]!]) : []);
}

/** Returns the first of the positions at one character with the greatest `passed` that is at most the given one. */
function nearest(places: readonly ParagraphPosition[], passed: number): ParagraphPosition | undefined {
  const behind = places.findLast((place) => place.passed <= passed)?.passed;
  return places.find((place) => place.passed === behind) ?? places[0];
}

/** True for a range marker, or for a run that refers to a comment. */
function isMark(tree: Tree, node: NodeId): boolean {
  return RANGE_MARKS.has(tree.name(node)) || (tree.name(node) === W.r && tree.child(node, W.commentReference) !== NONE);
}

/**
 * Returns the range of offsets in the old text for the offset `at` of an edited text. Text before the first and after
 * the last difference did not change. If text was deleted exactly at `at`, the old offset may be anywhere in the
 * deleted text.
 */
function offsetsIn(text: string, edited: string, at: number): { readonly least: number; readonly most: number } {
  let same = 0;
  while (same < at && text[same] === edited[same]) same += 1;
  if (same === at && text.length === edited.length) return { least: at, most: at };
  const behind = edited.length - at;
  let last = 0;
  while (last < behind && text.at(-1 - last) === edited.at(-1 - last)) last += 1;
  if (last < behind) return { least: same, most: same };
  const most = text.length - behind;
  return { least: same === at ? Math.min(same, most) : most, most };
}

/** A position between two elements of a paragraph. */
interface ParagraphPosition {
  readonly parent: NodeId;
  /** The element after the position, or NONE. */
  readonly before: NodeId;
  /** Number of characters before the position. */
  readonly at: number;
  /** Number of elements without text between the last character and the position: runs without text, links and controls. */
  readonly passed: number;
  /** The links and controls around the position. */
  readonly within: string;
  /** The changes around the position that stay as they are. */
  readonly undecided: string;
}

interface Places {
  text: string;
  passed: number;
  readonly places: ParagraphPosition[];
}

function readPlaces(tree: Tree, paragraphs: readonly NodeId[], rejected: ReadonlySet<NodeId>): Places {
  const read: Places = { text: "", passed: 0, places: [] };
  for (const paragraph of paragraphs) addPlaces(tree, { holder: paragraph, within: "", undecided: "", rejected }, read);
  return read;
}

interface Holder {
  readonly holder: NodeId;
  readonly within: string;
  readonly undecided: string;
  readonly rejected: ReadonlySet<NodeId>;
}

function addPlaces(tree: Tree, { holder, ...around }: Holder, read: Places): void {
  const { within, undecided, rejected } = around;
  for (const child of tree.children(holder)) {
    const name = tree.name(child);
    if (!tree.isElement(child) || PROPERTIES.has(name)) continue;
    // A rejected insertion is not part of the text that goes back.
    if (name === W.ins && rejected.has(child)) continue;
    read.places.push({ parent: holder, before: child, at: read.text.length, passed: read.passed, within, undecided });
    if (name === W.r) addRun(tree, child, read);
    else if (rejected.has(child)) addPlaces(tree, { ...around, holder: child }, read);
    else if (TRACKED.has(name)) {
      addPlaces(tree, { ...around, holder: child, undecided: `${undecided}/${changeOf(tree, child)}` }, read);
    } else if (UNTRACKED_RUN_HOLDERS.has(name)) {
      read.passed += 1;
      addPlaces(tree, { ...around, holder: child, within: `${within}/${name}` }, read);
    }
  }
  read.places.push({ parent: holder, before: NONE, at: read.text.length, passed: read.passed, within, undecided });
}

function addRun(tree: Tree, run: NodeId, read: Places): void {
  const characters = charactersOf(tree, run);
  read.text += characters;
  if (characters !== "") read.passed = 0;
  else if (!isMark(tree, run) && !isEmptyRun(tree, run)) read.passed += 1;
}

function changeOf(tree: Tree, change: NodeId): string {
  return [tree.name(change), tree.attribute(change, W.author), tree.attribute(change, W.date)].join(" ");
}

/** Returns the text of a run. Each item that is not text counts as one character. */
function charactersOf(tree: Tree, run: NodeId): string {
  return tree
    .children(run)
    .filter((child) => tree.isElement(child) && !UNSHOWN.has(tree.name(child)))
    .map((child) => {
      const text = TEXTS.has(tree.name(child)) ? tree.children(child).map((one) => tree.text(one)) : ["\ufffc"];
      return text.join("");
    })
    .join("");
}

const UNSHOWN: ReadonlySet<NameId> = new Set([W.rPr, W.commentReference]);
