// Reads the runs of a paragraph with their direct properties and containers.
//
// Links, content controls, simple fields and tracked changes are between a paragraph and its runs. Their content is read in
// their position. Each run names its containers, because a writer must know what it divides. Equations are not runs, but they
// are listed among the runs.

import { readChildren } from "../../ooxml/parts/compatibility.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { EQUATIONS, RUN_HOLDERS } from "../grammar.ts";
import { W } from "../word-names.ts";
import { parentInStory, type Story } from "./stories.ts";
import { isHidden, type View } from "./views.ts";

export interface Run {
  /** The w:r. For an equation, the m:oMath or m:oMathPara. */
  readonly node: NodeId;
  readonly kind: "run" | "equation";
  /** The w:rPr, or NONE. */
  readonly properties: NodeId;
  /** Elements between the paragraph and the run, outermost first. */
  readonly containers: readonly NodeId[];
}

/**
 * Returns all runs of a paragraph in document order, including those that only one view shows. Also reads other elements that
 * contain runs, such as a link.
 */
export function runsOf(story: Story, paragraph: NodeId): Run[] {
  const runs: Run[] = [];
  collectRuns(story, paragraph, { containers: [], runs });
  return runs;
}

/** Returns the runs that a view shows. */
export function shownRunsOf(story: Story, paragraph: NodeId, view: View): Run[] {
  if (!isParagraphShown(story, paragraph, view)) return [];
  const runs = runsOf(story, paragraph);
  const isPlain = runs.every(({ containers }) => containers.length === 0);
  return isPlain ? runs : runs.filter(({ containers }) => isShown(story, containers, view));
}

/** An element in a run that may show content, with its run. */
export interface RunItem {
  readonly node: NodeId;
  readonly run: NodeId;
}

/** Returns the elements of a run. For text with a reading aid (w:ruby), returns only the text. */
export function runContent(story: Story, run: NodeId, view: View): RunItem[] {
  const { tree, reading } = story;
  const items: RunItem[] = [];
  for (const node of readChildren(tree, run, reading)) {
    if (tree.name(node) !== W.ruby) items.push({ node, run });
    else for (const item of rubyContent(story, node, view)) items.push(item);
  }
  return items;
}

function rubyContent(story: Story, ruby: NodeId, view: View): RunItem[] {
  const text = story.tree.child(ruby, W.rubyBase);
  const runs = text === NONE ? [] : runsOf(story, text);
  const shown = runs.filter(({ kind, containers }) => kind === "run" && isShown(story, containers, view));
  return shown.flatMap(({ node }) => runContent(story, node, view));
}

/** True if a view shows the content of the containers. */
function isShown({ tree }: Story, containers: readonly NodeId[], view: View): boolean {
  return !containers.some((container) => isHidden(tree, container, view));
}

function collectRuns(
  story: Story,
  container: NodeId,
  found: { readonly containers: readonly NodeId[]; readonly runs: Run[] },
): void {
  const { tree, reading } = story;
  const { containers, runs } = found;
  for (const node of readChildren(tree, container, reading)) {
    const name = tree.name(node);
    if (name === W.r) runs.push({ node, kind: "run", properties: tree.child(node, W.rPr), containers });
    else if (EQUATIONS.has(name)) runs.push({ node, kind: "equation", properties: NONE, containers });
    else if (RUN_HOLDERS.has(name)) collectRuns(story, node, { containers: [...containers, node], runs });
  }
}

/**
 * True if a view shows the content of a paragraph. A tracked wrapper may surround whole paragraphs; a view that hides it shows
 * them without content.
 */
function isParagraphShown(story: Story, paragraph: NodeId, view: View): boolean {
  for (let node = paragraph; node !== NONE; node = parentInStory(story, node)) {
    if (isHidden(story.tree, node, view)) return false;
  }
  return true;
}
