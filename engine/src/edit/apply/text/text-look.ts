// How plain text looks that is put into a paragraph: like the text before it, as it stands by then; at the start of a paragraph like
// the text after it; in an empty one like the mark. Beside a link it does not look like the link.
//
// The text of a new paragraph looks like that of the paragraph beside it, as if it were typed there.

import { isToggledOn, propertyOf, runFormatting } from "../../../document/formatting/formatting.ts";
import { NOTE_REFERENCES } from "../../../document/grammar.ts";
import { numberingOf } from "../../../document/lists/numbering.ts";
import { hyperlinkTarget } from "../../../document/marks/hyperlinks.ts";
import { runContent, shownRunsOf } from "../../../document/text/runs.ts";
import type { Story } from "../../../document/text/stories.ts";
import { W } from "../../../document/word-names.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { ancestor, markOf } from "../../../revisions/markup.ts";
import { type StandingBlock, TEXT, type Workspace } from "../workspace.ts";
import type { InsertPlace } from "./cut-markup.ts";
import { plainLook } from "./write-content.ts";

/** The run properties that plain text takes at a place, or NONE. */
export function lookAt(work: Workspace, story: Story, place: InsertPlace): NodeId {
  const { tree } = story;
  const paragraph = tree.name(place.parent) === W.p ? place.parent : ancestor(tree, place.parent, W.p);
  // The place is told by a run of its own, which nothing shows.
  const keeper = tree.element(W.r);
  tree.insertBefore(place.parent, keeper, place.before);
  const { shown, links } = readRuns(story, work.joinedWith(tree, paragraph), keeper);
  tree.remove(keeper);
  const at = shown.findIndex(({ run }) => run === keeper);
  const source = shown.slice(0, at).findLast(({ isText }) => isText) ?? shown.slice(at).find(({ isText }) => isText);
  if (source === undefined) return plainLook(tree, markOf(tree, paragraph));
  const isBeside = source.links.some((link) => !links.includes(link));
  return plainLook(tree, tree.child(source.run, W.rPr), { without: isBeside ? [W.rStyle] : [] });
}

/** Not taken from a paragraph mark: the end of a new paragraph shows. */
export const HIDES: readonly NameId[] = [W.vanish, W.specVanish];

/**
 * The run properties, for `tree`, of text that is typed behind the text of a paragraph, or before it: those of the last or the
 * first character, but for hidden text, links, references of notes and text that is raised or lowered; of the mark where there
 * is none.
 */
export function lookBeside(
  work: Workspace,
  { story, node }: StandingBlock,
  { tree, side }: { readonly tree: Tree; readonly side: "before" | "after" },
): NodeId {
  const from = story.tree;
  const { shown } = readRuns(story, work.joinedWith(from, node), NONE);
  const isPlain = ({ run, isText, isNote, links }: ShownRun): boolean =>
    isText && !isNote && links.length === 0 && isLevel(work, story, run);
  const source = side === "before" ? shown.find(isPlain) : shown.findLast(isPlain);
  if (source === undefined) return plainLook(tree, markOf(from, node), { from, without: HIDES });
  return plainLook(tree, from.child(source.run, W.rPr), { from });
}

/** True if text shows, and stands on its line. */
function isLevel({ document, uploaded }: Workspace, story: Story, run: NodeId): boolean {
  const formatting = runFormatting(numberingOf(document, uploaded.styles), story, run);
  const isAt = (name: NameId, line: string): boolean => {
    const property = propertyOf(formatting, name);
    return property === undefined || (property.tree.attribute(property.node, W.val) ?? line) === line;
  };
  return !isToggledOn(formatting, W.vanish) && isAt(W.vertAlign, "baseline") && isAt(W.position, "0");
}

interface ShownRun {
  readonly run: NodeId;
  readonly isText: boolean;
  /** True if it is the reference of a note, which may have a sign of its own. */
  readonly isNote: boolean;
  /** The links that it is in: elements, or the marks that begin fields. */
  readonly links: readonly NodeId[];
}

/** The runs of paragraphs that read as one, and the links that one of them is in. */
function readRuns(story: Story, paragraphs: readonly NodeId[], wanted: NodeId) {
  const { tree } = story;
  const open: { readonly mark: NodeId; code: string }[] = [];
  const shown = paragraphs
    .flatMap((paragraph) => shownRunsOf(story, paragraph, "accepted"))
    .flatMap(({ node, kind, containers }): ShownRun[] => {
      const items = kind === "run" ? runContent(story, node, "accepted") : [];
      for (const item of items) followField(tree, item.node, open);
      const fields = open.filter(({ code }) => hyperlinkTarget(code) !== undefined).map(({ mark }) => mark);
      const links = [...containers.filter((one) => tree.name(one) === W.hyperlink), ...fields];
      const texts = items.filter((item) => TEXT.has(tree.name(item.node))).map((item) => item.run);
      const isNote = items.some((item) => NOTE_REFERENCES.has(tree.name(item.node)));
      if (texts.length === 0) return [{ run: node, isText: false, isNote, links }];
      // Text with a reading aid is in runs of its own.
      return [...new Set(texts)].map((run) => ({ run, isText: true, isNote, links }));
    });
  return { shown, links: shown.find(({ run }) => run === wanted)?.links ?? [] };
}

/** Keeps the fields that are open, with their codes. */
function followField(tree: Tree, node: NodeId, open: { readonly mark: NodeId; code: string }[]): void {
  const field = open.at(-1);
  if (tree.name(node) === W.instrText && field !== undefined) {
    field.code += tree
      .children(node)
      .map((text) => tree.text(text))
      .join("");
  }
  if (tree.name(node) !== W.fldChar) return;
  const type = tree.attribute(node, W.fldCharType);
  if (type === "begin") open.push({ mark: node, code: "" });
  else if (type === "end") open.pop();
}
