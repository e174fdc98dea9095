// Splits runs and joins equal runs, because run boundaries have no meaning.

import { type NameId, NONE, type NodeId, type Tree, W } from "@versus/engine/inside";
import { drawIndex, type RandomNumbers } from "../../runner/random.ts";
import { cutRun, elementsIn, isSpaceKept, nextElement, setText, textIn } from "../markup.ts";
import { allElements, type Noisemaker, RUN_HOLDERS, someOf } from "./noise-kinds.ts";

const SHARE = 0.25;
/** Tracked changes of formatting have ids, which must not occur twice. */
const TRACKED: ReadonlySet<NameId> = new Set([W.rPrChange, W.ins, W.del, W.moveFrom, W.moveTo]);

interface TextRun {
  readonly tree: Tree;
  readonly run: NodeId;
  readonly texts: readonly NodeId[];
}

/** Returns the runs that contain only properties and text with unambiguous white space. */
function textRuns(document: Parameters<Noisemaker>[0]): TextRun[] {
  const runs: TextRun[] = [];
  for (const { tree, node } of allElements(document)) {
    if (tree.name(node) !== W.r || !RUN_HOLDERS.has(tree.name(tree.parent(node)))) continue;
    const properties = tree.child(node, W.rPr);
    const texts = elementsIn(tree, node).filter((child) => child !== properties);
    const isPlain = texts.length > 0 && texts.every((child) => tree.name(child) === W.t && hasClearSpace(tree, child));
    const isTracked =
      properties !== NONE && elementsIn(tree, properties).some((child) => TRACKED.has(tree.name(child)));
    if (isPlain && !isTracked) runs.push({ tree, run: node, texts });
  }
  return runs;
}

function hasClearSpace(tree: Tree, text: NodeId): boolean {
  return isSpaceKept(tree, text) || !/^\s|\s$/.test(textIn(tree, text));
}

export const splitRuns: Noisemaker = (document, random) => {
  const longEnough = textRuns(document).flatMap(({ tree, run, texts }) => {
    const [node] = texts as [NodeId];
    const offset = cutPoint(textIn(tree, node), random);
    return offset === undefined ? [] : [{ tree, point: { run, node, offset } }];
  });
  const chosen = someOf(longEnough, random, SHARE);
  for (const { tree, point } of chosen) cutRun(tree, point);
  return chosen.length;
};

/** Draws an offset. Returns undefined if it separates a letter from its accents or a surrogate pair. */
function cutPoint(text: string, random: RandomNumbers): number | undefined {
  if (text.length < 2) return undefined;
  const offset = 1 + drawIndex(random, text.length - 1);
  const isInside = /^[\p{M}\p{Cf}\p{Cs}]/u.test(text.slice(offset)) || /[\p{Cf}\p{Cs}]$/u.test(text.slice(0, offset));
  return isInside ? undefined : offset;
}

export const mergeRuns: Noisemaker = (document, random) => {
  const runs = textRuns(document);
  const plain = Map.groupBy(runs, ({ tree }) => tree);
  const pairs = [...plain].flatMap(([tree, members]) => {
    const known = new Set(members.map(({ run }) => run));
    const isMate = (run: NodeId, next: NodeId): boolean =>
      known.has(next) && formatOf(tree, run) === formatOf(tree, next);
    return members.filter(({ run }) => isMate(run, nextElement(tree, run)));
  });
  // From back to front, so that a run is joined to the previous one together with all runs already joined to it.
  const chosen = new Set(someOf(pairs, random, SHARE));
  for (const { tree, run } of pairs.filter((pair) => chosen.has(pair)).reverse())
    merge(tree, run, nextElement(tree, run));
  return chosen.size;
};

function formatOf(tree: Tree, run: NodeId): string {
  const node = tree.child(run, W.rPr);
  return node === NONE ? "" : Buffer.from(tree.spanBytes(node)).toString("latin1");
}

function merge(tree: Tree, first: NodeId, second: NodeId): void {
  const texts = (run: NodeId): NodeId[] => elementsIn(tree, run).filter((child) => tree.name(child) === W.t);
  const last = texts(first).at(-1)!;
  const added = texts(second);
  setText(tree, last, textIn(tree, last) + textIn(tree, added[0]!));
  for (const text of added.slice(1)) {
    tree.remove(text);
    tree.append(first, text);
  }
  tree.remove(second);
}
