// What stands over the runs of a story without being one: comments, links and fields whose result depends on the page.

import type { Field } from "../../document/marks/fields.ts";
import { fieldsOf } from "../../document/marks/fields.ts";
import { externalTargets, hyperlinkTarget, linkUrl } from "../../document/marks/hyperlinks.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { elementsBelow } from "../../document/text/elements.ts";
import { parentInStory, type Story } from "../../document/text/stories.ts";
import { R, W } from "../../document/word-names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";

export interface StoryMarks {
  /** The ids of the comments over a run, in the order in which they began. */
  commentsOver(run: NodeId): readonly string[];
  /** The address of the link around a run, as text. */
  linkOver(run: NodeId, field: NodeId): string | undefined;
  /** `page` or `pages`, for the result of a field that shows a number of pages. */
  pageField(run: NodeId, field: NodeId): "page" | "pages" | undefined;
}

export function storyMarks(document: WordDocument, story: Story): StoryMarks {
  const comments = commentsByRun(story);
  const fields = new Map(fieldsIn(story).map((field) => [field.node, field]));
  const targets = story.tree.mayHave(W.hyperlink) ? externalTargets(document, story.part) : new Map<string, string>();
  return {
    commentsOver: (run) => comments.get(run) ?? NONE_OVER,
    linkOver: (run, field) => {
      const code = fields.get(field)?.code;
      const target = code === undefined ? undefined : hyperlinkTarget(code);
      if (target !== undefined) return linkUrl(target);
      const link = story.tree.mayHave(W.hyperlink) ? around(story, run, W.hyperlink) : NONE;
      if (link === NONE) return undefined;
      const url = targets.get((story.tree.attribute(link, R.id) ?? "").toLowerCase());
      return linkUrl({ url, anchor: story.tree.attribute(link, W.anchor) });
    },
    pageField: (run, field) => {
      const simple = story.tree.mayHave(W.fldSimple) ? around(story, run, W.fldSimple) : NONE;
      const code = fields.get(field)?.code ?? (simple === NONE ? undefined : story.tree.attribute(simple, W.instr));
      return PAGE_FIELDS.get(code?.trim().split(/\s+/)[0]?.toUpperCase() ?? "");
    },
  };
}

const NONE_OVER: readonly string[] = [];
const PAGE_FIELDS: ReadonlyMap<string, "page" | "pages"> = new Map([
  ["PAGE", "page"],
  ["NUMPAGES", "pages"],
]);

function fieldsIn(story: Story): Field[] {
  if (!story.tree.mayHave(W.fldChar)) return [];
  const shown = (["accepted", "rejected"] as const).flatMap((view) => fieldsOf(story, view));
  return shown.filter(({ kind }) => kind === "complex");
}

function around(story: Story, node: NodeId, name: number): NodeId {
  let at = node;
  while (at !== NONE && story.tree.name(at) !== name && story.tree.name(at) !== W.p) at = parentInStory(story, at);
  return at !== NONE && story.tree.name(at) === name ? at : NONE;
}

function commentsByRun(story: Story): Map<NodeId, readonly string[]> {
  const found = new Map<NodeId, readonly string[]>();
  const { tree } = story;
  if (!tree.mayHave(W.commentRangeStart)) return found;
  let open: readonly string[] = [];
  for (const node of elementsBelow(story, story.root)) {
    const name = tree.name(node);
    const id = tree.attribute(node, W.id) ?? "";
    if (name === W.commentRangeStart) open = [...open, id];
    else if (name === W.commentRangeEnd) open = open.filter((one) => one !== id);
    else if (name === W.r && open.length > 0) found.set(node, open);
  }
  return found;
}
