// How plain text looks that is put into a paragraph: like the text before it, as it stands by then; at the start of a paragraph like
// the text after it; in an empty one like the mark. Beside a link it does not look like the link.

import { hyperlinkTarget } from "../../document/hyperlinks.ts";
import { contentOf, shownRunsOf } from "../../document/runs.ts";
import type { Story } from "../../document/stories.ts";
import { W } from "../../document/word-names.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { ancestor, markOf } from "../../revisions/markup.ts";
import type { InsertPlace } from "./cut-markup.ts";
import { TEXT, type Workspace } from "./workspace.ts";
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
  return plainLook(tree, tree.child(source.run, W.rPr), isBeside ? [W.rStyle] : []);
}

interface ShownRun {
  readonly run: NodeId;
  readonly isText: boolean;
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
      const items = kind === "run" ? contentOf(story, node, "accepted") : [];
      for (const item of items) followField(tree, item.node, open);
      const fields = open.filter(({ code }) => hyperlinkTarget(code) !== undefined).map(({ mark }) => mark);
      const links = [...containers.filter((one) => tree.name(one) === W.hyperlink), ...fields];
      const texts = items.filter((item) => TEXT.has(tree.name(item.node))).map((item) => item.run);
      if (texts.length === 0) return [{ run: node, isText: false, links }];
      // Text with a reading aid is in runs of its own.
      return [...new Set(texts)].map((run) => ({ run, isText: true, links }));
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
