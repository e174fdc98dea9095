// Shows unchanged links in the colour of their text, with a dotted underline (PRN-23).
//
// Word shows links in blue with an underline, as the print copy shows inserted text. A link that the document shows like
// its other text remains so, for example in a table of contents.

import { type Formatting, propertyOf, runFormatting } from "../../document/formatting/formatting.ts";
import type { Numbering } from "../../document/lists/numbering.ts";
import { codeWords, type Field, fieldMarks, fieldsOf } from "../../document/marks/fields.ts";
import { paragraphsOf } from "../../document/text/blocks.ts";
import { type Run, runContent, runsOf } from "../../document/text/runs.ts";
import type { Story } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import type { PartChanges } from "./read-changes.ts";
import { formatRun } from "./write-changes.ts";

/** A run of a link that looks different from the text around it. */
export interface LinkRun {
  readonly tree: Tree;
  readonly run: NodeId;
  /** The colour of the text around it: `#RRGGBB` or `auto`. */
  readonly colour: string;
}

/** Reads the links of a story. Call it before the print copy is rewritten. */
export function readLinks(numbering: Numbering, story: Story): LinkRun[] {
  const { tree } = story;
  if (!LINK_PARTS.some((name) => tree.mayHave(name))) return [];
  const fields = fieldsOf(story);
  const scan = new LinkScan(story, fields);
  return paragraphsOf(story)
    .flatMap((paragraph) => runsOf(story, paragraph).filter((run) => scan.isLink(run)))
    .flatMap(({ node }) => {
      const formatting = runFormatting(numbering, story, node);
      const around = formatting.filter(({ kind }) => kind !== "direct" && kind !== "character style");
      const colour = valueIn(around, W.color) ?? "auto";
      const isPlain = (valueIn(formatting, W.color) ?? "auto") === colour && !isUnderlined(formatting);
      return isPlain ? [] : [{ tree, run: node, colour: colour === "auto" ? colour : `#${colour}` }];
    });
}

// policy: a story without any of them has no link
const LINK_PARTS = [W.hyperlink, W.fldChar, W.fldSimple] as const;

/** Rewrites the links whose text no change touches. */
export function writeLinks(links: readonly LinkRun[], changes: readonly PartChanges[]): void {
  const changed = new Map(
    changes.map(({ tree, runs, reformatted }) => [tree, new Set([...runs, ...reformatted].map(({ node }) => node))]),
  );
  for (const { tree, run, colour } of links)
    if (changed.get(tree)?.has(run) !== true) formatRun(tree, run, { color: colour, underline: "dotted" });
}

const LINK = /^HYPERLINK(?: |$)/;

/** Finds the runs of links. The caller asks for each run once, in the order of the story. */
class LinkScan {
  readonly #story: Story;
  readonly #marks: ReturnType<typeof fieldMarks>;
  /** The begins of complex fields, and the simple fields, that are links. */
  readonly #links: ReadonlySet<NodeId>;
  /** One entry for each open field: true for the result of a link. */
  readonly #open: { readonly isLink: boolean; isInResult: boolean }[] = [];

  constructor(story: Story, fields: readonly Field[]) {
    this.#story = story;
    this.#marks = fieldMarks(fields);
    this.#links = new Set(fields.filter(({ code }) => LINK.test(codeWords(code))).map(({ node }) => node));
  }

  isLink({ node, kind, containers }: Run): boolean {
    if (kind === "equation") return false;
    const { tree } = this.#story;
    for (const item of runContent(this.#story, node, "accepted"))
      if (tree.name(item.node) === W.fldChar) this.#readMark(item.node);
    return (
      containers.some((one) => tree.name(one) === W.hyperlink || this.#links.has(one)) ||
      this.#open.some(({ isLink, isInResult }) => isLink && isInResult)
    );
  }

  #readMark(node: NodeId): void {
    const mark = this.#marks.get(node);
    const field = this.#open.at(-1);
    if (mark === "begin") this.#open.push({ isLink: this.#links.has(node), isInResult: false });
    else if (mark === "end") this.#open.pop();
    else if (mark === "separate" && field !== undefined) field.isInResult = true;
  }
}

function valueIn(formatting: Formatting, name: typeof W.color): string | undefined {
  const found = propertyOf(formatting, name);
  return found?.tree.attribute(found.node, W.val);
}

function isUnderlined(formatting: Formatting): boolean {
  const value = valueIn(formatting, W.u);
  return value !== undefined && value !== "none";
}
