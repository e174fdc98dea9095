// Where the start or the end of a paragraph is once the request deleted the text that stood there.
//
// An end is beside the first or last thing that still shows, and in a paragraph that shows nothing behind all of it. A later
// request would find it there, so three things decide the place: text of others that is deleted but undecided, the ends of a
// comment's range, and content controls. New text must not stand on the other side of the first two, nor in a control or link that
// the request emptied (EDT-40, EDT-100).

import { runsOf, shownRunsOf } from "../../../document/text/runs.ts";
import type { Story } from "../../../document/text/stories.ts";
import { W } from "../../../document/word-names.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { ancestor, descendants } from "../../../revisions/markup.ts";
import type { TextPoint } from "../../locate/text/protected-text.ts";
import type { Workspace } from "../workspace.ts";
import { type InsertPlace, isHeldWith, placeBeside } from "./cut-markup.ts";

/** True if the request deleted what a run holds. */
export function isDropped(work: Workspace, tree: Tree, run: NodeId): boolean {
  const deletion = ancestor(tree, run, W.del);
  const isDeleted = deletion !== NONE && work.own.isOwn(tree, deletion);
  return isDeleted || work.emptied.some((one) => one.tree === tree && one.run === run);
}

/**
 * The place of an end whose text the request deleted: `beside`, which is beside that text, unless what others deleted, an end of a
 * comment's range, or the border of a content control stands between.
 */
export function standingEnd(work: Workspace, { place, side }: TextPoint, beside: InsertPlace): InsertPlace {
  const story = work.storyOf(place.part);
  const { tree } = story;
  const paragraph = tree.name(beside.parent) === W.p ? beside.parent : ancestor(tree, beside.parent, W.p);
  // In paragraphs that are joined the end of one is inside of another.
  if (work.joinedWith(tree, paragraph).length > 1) return beside;
  const shown = shownRunsOf(story, paragraph, "accepted").map(({ node }) => node);
  const left = shown.filter((run) => tree.children(run).some((child) => tree.name(child) !== W.rPr));
  const last = side === "before" ? left.at(-1) : left[0];
  const { nodes, at } = nodesAround(story, paragraph, beside);
  const isOthers = (run: NodeId): boolean => !shown.includes(run) && !isDropped(work, tree, run);
  const isBorder = (node: NodeId): boolean => RANGE_ENDS.has(tree.name(node)) || isOthers(node);
  if (last === undefined) {
    const isInside = beside.parent !== paragraph;
    return isInside || nodes.slice(at).some(isBorder) ? { parent: paragraph, before: NONE } : beside;
  }
  const lastAt = nodes.indexOf(last);
  const isBeyond = side === "before" ? lastAt >= at : lastAt < at;
  const isApart = nodes.slice(Math.min(at, lastAt + 1), Math.max(at, lastAt)).some(isBorder);
  if (!isBeyond && !isApart && isHeldWith(tree, beside, last)) return beside;
  return placeBeside(tree, last, { side: side === "before" ? "after" : "before", own: work.own });
}

/**
 * The runs of a paragraph, those that are deleted too, and the ends of comments' ranges, in document order; and how many of them stand
 * before a place.
 */
function nodesAround(story: Story, paragraph: NodeId, { parent, before }: InsertPlace) {
  const { tree } = story;
  const keeper = tree.element(W.r);
  tree.insertBefore(parent, keeper, before);
  const runs = new Set(runsOf(story, paragraph).map(({ node }) => node));
  const nodes = descendants(tree, paragraph).filter((node) => runs.has(node) || RANGE_ENDS.has(tree.name(node)));
  tree.remove(keeper);
  return { nodes: nodes.filter((node) => node !== keeper), at: nodes.indexOf(keeper) };
}

/** The ends of a comment's range; the reference is in a run. */
const RANGE_ENDS: ReadonlySet<NameId> = new Set([W.commentRangeStart, W.commentRangeEnd]);
