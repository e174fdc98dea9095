// Finds the comments, links and page-number fields over the runs of a story.

import { ENCLOSED_STORIES } from "../../document/grammar.ts";
import type { Field } from "../../document/marks/fields.ts";
import { fieldsOf } from "../../document/marks/fields.ts";
import { externalTargets, hyperlinkTarget, linkUrl } from "../../document/marks/hyperlinks.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { elementsBelow } from "../../document/text/elements.ts";
import { parentInStory, type Story } from "../../document/text/stories.ts";
import { R, W } from "../../document/word-names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";

export interface StoryMarks {
  /** The positions at which comments begin and end. */
  readonly comments: CommentRanges;
  /** Returns the address of the link around a run. */
  linkOver(run: NodeId, field: NodeId): string | undefined;
  /** Returns `page` or `pages` for the result of a PAGE or NUMPAGES field. */
  pageField(run: NodeId, field: NodeId): "page" | "pages" | undefined;
}

export function storyMarks(document: WordDocument, story: Story): StoryMarks {
  const fields = new Map(fieldsIn(story).map((field) => [field.node, field]));
  const targets = story.tree.mayHave(W.hyperlink) ? externalTargets(document, story.part) : new Map<string, string>();
  return {
    comments: commentRanges(story),
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

/** The comment marks of a story, in document order. */
export interface CommentRanges {
  readonly marks: readonly { readonly isStart: boolean; readonly id: string }[];
  /** Maps a run to the number of marks before it. */
  readonly beforeRun: ReadonlyMap<NodeId, number>;
  /** Maps a paragraph to the number of marks before the next paragraph. */
  readonly beforeNext: ReadonlyMap<NodeId, number>;
}

/** Text boxes are left out: they are stories with their own ranges. */
function commentRanges(story: Story): CommentRanges {
  const { tree } = story;
  const marks: CommentRanges["marks"][number][] = [];
  const beforeRun = new Map<NodeId, number>();
  const beforeNext = new Map<NodeId, number>();
  let paragraph: NodeId = NONE;
  if (!tree.mayHave(W.commentRangeStart)) return { marks, beforeRun, beforeNext };
  for (const node of elementsBelow(story, story.root, ENCLOSED_STORIES)) {
    const name = tree.name(node);
    if (name === W.r) beforeRun.set(node, marks.length);
    else if (name === W.p) {
      beforeNext.set(paragraph, marks.length);
      paragraph = node;
    } else if (name === W.commentRangeStart || name === W.commentRangeEnd) {
      marks.push({ isStart: name === W.commentRangeStart, id: tree.attribute(node, W.id) ?? "" });
    }
  }
  beforeNext.set(paragraph, marks.length);
  return { marks, beforeRun, beforeNext };
}

/**
 * Follows the comment marks while a story is written. A comment begins at the first text in its range and ends after
 * the last. A comment without text neither begins nor ends.
 */
export class CommentCursor {
  readonly #ranges: CommentRanges;
  #next = 0;
  /** Comments whose range has begun, without text so far. */
  readonly #waiting = new Set<string>();
  readonly #begun = new Set<string>();

  constructor(ranges: CommentRanges) {
    this.#ranges = ranges;
  }

  /**
   * Returns the comments that end before the text of a run, and those that begin with it, in the order of their marks.
   */
  toRun(run: NodeId): { readonly ends: readonly string[]; readonly starts: readonly string[] } {
    const ends = this.#advance(this.#ranges.beforeRun.get(run) ?? 0);
    if (this.#waiting.size === 0) return { ends, starts: NOTHING };
    const starts = [...this.#waiting];
    this.#waiting.clear();
    for (const id of starts) this.#begun.add(id);
    return { ends, starts };
  }

  /** Returns the comments that end in a paragraph after its text. */
  toEnd(paragraph: NodeId): readonly string[] {
    return this.#advance(this.#ranges.beforeNext.get(paragraph) ?? 0);
  }

  #advance(end: number): readonly string[] {
    if (this.#next >= end) return NOTHING;
    const ends: string[] = [];
    for (; this.#next < end; this.#next += 1) {
      const { isStart, id } = this.#ranges.marks[this.#next]!;
      if (isStart) {
        if (!this.#begun.has(id)) this.#waiting.add(id);
      } else if (!this.#waiting.delete(id) && this.#begun.delete(id)) ends.push(id);
    }
    return ends;
  }
}

const NOTHING: readonly string[] = [];
