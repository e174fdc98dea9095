// Text and links at the ends of paragraphs that the request itself made: all of it is an insertion, so nothing has to be kept.

import { shownRunsOf } from "../../../document/text/runs.ts";
import { W } from "../../../document/word-names.ts";
import { NeededStyles } from "../../../language/content-runs/needed-styles.ts";
import { makeField } from "../../../language/content-runs/run-nodes.ts";
import { writeRunFormat } from "../../../language/run-format.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { wrapContent } from "../../../revisions/write/mark-content.ts";
import type { MadeParagraph } from "../../locate/refs.ts";
import type { Workspace } from "../workspace.ts";
import { type InsertPlace, placeBeside } from "./cut-markup.ts";
import { insertContent, type NewText, plainLook } from "./write-content.ts";

export type TextEnd = "start" | "end";

/** Puts text at an end of a new paragraph, behind what was put there before. */
export function insertIntoMade(work: Workspace, made: MadeParagraph, text: NewText & { readonly at: TextEnd }): void {
  const { story, node } = work.paragraphOf(made);
  const { tree } = story;
  const runs = textRuns(work, made);
  const isStart = text.at === "start";
  const last = isStart ? work.startsIn(tree).get(node) : undefined;
  const beside = isStart ? runs[0] : runs.at(-1);
  const place =
    last === undefined
      ? placeAt(work, tree, { paragraph: node, run: beside, at: text.at })
      : { parent: tree.parent(last), before: tree.nextSibling(last) };
  const look = beside === undefined ? markLook(tree, node) : plainLook(tree, tree.child(beside, W.rPr));
  const wrapper = insertContent(work, text, { tree, place, look });
  if (isStart && wrapper !== NONE) work.startsIn(tree).set(node, wrapper);
}

/** Makes a link of all that a new paragraph shows. */
export function linkMade(work: Workspace, made: MadeParagraph, url: string): void {
  const { story, node } = work.paragraphOf(made);
  const { tree } = story;
  const runs = textRuns(work, made);
  const look = { tree, properties: plainLook(tree, tree.child(runs[0]!, W.rPr)), format: {} };
  const field = makeField(look, `HYPERLINK "${url}"`);
  const put = (nodes: readonly NodeId[], { parent, before }: InsertPlace): void => {
    for (const one of nodes) tree.insertBefore(parent, one, before);
    wrapContent(tree, nodes, { change: "insertion", maker: work.own });
  };
  const start = placeAt(work, tree, { paragraph: node, run: runs[0], at: "start" });
  put([field.begin, field.code, field.separate], start);
  put([field.end], placeAt(work, tree, { paragraph: node, run: runs.at(-1), at: "end" }));
  const style = new NeededStyles(work.document).idOf("hyperlink");
  for (const run of runs) writeRunFormat({ tree }, propertiesOf(tree, run), { character_style: style });
}

/** What begins the text of a note is none of it. */
const NOTE_MARKS: readonly NameId[] = [W.footnoteRef, W.endnoteRef];

function textRuns(work: Workspace, made: MadeParagraph): NodeId[] {
  const { story, node } = work.paragraphOf(made);
  const { tree } = story;
  return shownRunsOf(story, node, "accepted").flatMap((run) => {
    const isMark = NOTE_MARKS.some((name) => tree.child(run.node, name) !== NONE);
    return run.kind === "run" && !isMark ? [run.node] : [];
  });
}

interface Beside {
  readonly paragraph: NodeId;
  readonly run: NodeId | undefined;
  readonly at: TextEnd;
}

function placeAt({ own }: Workspace, tree: Tree, { paragraph, run, at }: Beside): InsertPlace {
  if (run === undefined) return { parent: paragraph, before: NONE };
  return placeBeside(tree, run, { side: at === "start" ? "before" : "after", own });
}

function markLook(tree: Tree, paragraph: NodeId): NodeId {
  const properties = tree.child(paragraph, W.pPr);
  return properties === NONE ? NONE : plainLook(tree, tree.child(properties, W.rPr));
}

function propertiesOf(tree: Tree, run: NodeId): NodeId {
  const present = tree.child(run, W.rPr);
  if (present !== NONE) return present;
  const made = tree.element(W.rPr);
  tree.insertBefore(run, made, tree.firstChild(run));
  return made;
}
