// Counts the changes of a redline as a reader does: by decisions (docs/design/render.md).
//
// An inserted paragraph is one insertion with its text and mark, and so are three in a row. A replaced word is one
// insertion and one deletion. An inserted or deleted column counts once, although each of its cells is decided
// separately. A move is a pair; its source or target alone is a deletion or an insertion. A change without text is a
// format: a property, a list, a content control, or what makes text a link or a field. All parts are counted, including
// notes and text boxes.

import { readRow } from "../document/tables.ts";
import type { Story } from "../document/text/stories.ts";
import { W } from "../document/word-names.ts";
import type { Tree } from "../ooxml/xml/tree.ts";
import { type Decision, isWholeMove } from "../revisions/decisions.ts";
import { ancestor } from "../revisions/markup.ts";
import type { Revision, RevisionPlace } from "../revisions/revision.ts";
import type { CodeChange } from "./changes/code-changes.ts";
import type { RedlineSummary } from "./redline.ts";

/**
 * Returns the counts. `stories` are those whose trees contain the decisions, `codes` the changes of links and fields
 * among them.
 */
export function summarize(
  decisions: readonly Decision[],
  stories: readonly Story[],
  codes: ReadonlyMap<Decision, CodeChange>,
): Pick<RedlineSummary, "insertions" | "deletions" | "moves" | "formats"> {
  const storyOf = new Map(stories.map((story) => [story.tree, story]));
  const textual = decisions.filter((decision) => !isWholeMove(decision) && !isFormat(decision) && !codes.has(decision));
  const count = (...kinds: readonly Revision["kind"][]): number => {
    const counted = textual.filter(({ revisions }) => revisions.some(({ kind }) => kinds.includes(kind)));
    return new Set(counted.map((decision) => columnOf(decision, storyOf) ?? decision)).size;
  };
  return {
    insertions: count("insertion", "moveTo"),
    deletions: count("deletion", "moveFrom"),
    moves: decisions.filter(isWholeMove).length,
    formats: decisions.filter(isFormat).length + new Set(codes.values()).size,
  };
}

/** The places of a revision that affect text. */
const TEXT: ReadonlySet<RevisionPlace> = new Set<RevisionPlace>(["content", "mark", "row", "cell"]);

/** True if the decision concerns no text. */
export function isFormat({ revisions }: Decision): boolean {
  return !revisions.some(({ place }) => TEXT.has(place));
}

/** Returns a key for the column of an inserted or deleted cell; undefined for any other decision. */
function columnOf({ kind, author, date, revisions }: Decision, storyOf: ReadonlyMap<Tree, Story>): string | undefined {
  const mark = revisions.find(({ place }) => place === "cell");
  const story = mark && storyOf.get(mark.tree);
  if (mark === undefined || story === undefined) return undefined;
  const { tree, node, part } = mark;
  const cell = ancestor(tree, node, W.tc);
  const { cells } = readRow(story, ancestor(tree, cell, W.tr));
  const column = cells.find((one) => one.node === cell)?.column;
  return JSON.stringify([part, ancestor(tree, cell, W.tbl), column, kind, author, date]);
}
