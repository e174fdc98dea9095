// The decisions of a document as content: one entry for what a person accepts or rejects at once.

import { textContent } from "../../document/fields.ts";
import { shownText } from "../../document/inlines.ts";
import type { Story } from "../../document/stories.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { Decision } from "../../revisions/decisions.ts";
import { ancestor } from "../../revisions/markup.ts";
import type { Revision } from "../../revisions/revision.ts";
import { utcDate } from "../change-dates.ts";
import type { ContentRevision, ParagraphLocator } from "./content.ts";
import type { LocatorOf } from "./locators.ts";

/** `stories` are those whose trees hold the changes: text is read by their rules. */
export function readRevisions(
  decisions: readonly Decision[],
  locatorOf: LocatorOf,
  stories: readonly Story[],
): ContentRevision[] {
  const storyOf = new Map(stories.map((story) => [story.tree, story]));
  // Thousands of changes have a few dates.
  const dates = new Map<string, string | undefined>();
  const dateOf = (date: string): string | undefined => {
    if (!dates.has(date)) dates.set(date, utcDate(date));
    return dates.get(date);
  };
  return decisions.map((decision, index) => {
    const { kind, author, revisions } = decision;
    const date = dateOf(decision.date);
    const from = revisions.filter((revision) => revision.kind === "moveFrom");
    const to = revisions.filter((revision) => revision.kind === "moveTo");
    const paragraph = placeOf(from.length > 0 ? from : revisions, locatorOf);
    const target = from.length > 0 ? placeOf(to, locatorOf) : undefined;
    const property = propertyOf(decision);
    return {
      number: index + 1,
      kind,
      author,
      ...(date === undefined ? {} : { date }),
      text: textOf(to.length > 0 ? to : revisions, storyOf),
      ...(paragraph === undefined ? {} : { paragraph }),
      ...(target === undefined ? {} : { to: target }),
      ...(property === undefined ? {} : { property }),
    };
  });
}

const PROPERTIES: ReadonlyMap<NameId, NonNullable<ContentRevision["property"]>> = new Map<
  NameId,
  NonNullable<ContentRevision["property"]>
>([
  [W.rPrChange, "formatting"],
  [W.pPrChange, "paragraph"],
  [W.numberingChange, "numbering"],
  [W.sectPrChange, "section"],
]);

/** What changed that is no text: by the first element, for all of a decision are alike. */
function propertyOf({ kind, revisions }: Decision): ContentRevision["property"] {
  const [first] = revisions;
  if (first === undefined) return undefined;
  if (kind === "property") return PROPERTIES.get(first.tree.name(first.node)) ?? "table";
  const { place } = first;
  return revisions.every((revision) => revision.place === place) &&
    (place === "numbering" || place === "control" || place === "math")
    ? place
    : undefined;
}

/** The first paragraph that a change touches. */
function placeOf(revisions: readonly Revision[], locatorOf: LocatorOf): ParagraphLocator | undefined {
  for (const { tree, node } of revisions) {
    const found = locatorOf(tree, node) ?? firstInside(tree, node, locatorOf);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** For what stands around paragraphs, or in the properties of a row, cell, table or section: the first in it. */
function firstInside(tree: Tree, node: NodeId, locatorOf: LocatorOf): ParagraphLocator | undefined {
  const owner = OWNERS.has(tree.name(tree.parent(node))) ? tree.parent(tree.parent(node)) : node;
  const open = [owner];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const found = tree.name(at) === W.p ? locatorOf(tree, at) : undefined;
    if (found !== undefined) return found;
    open.push(...tree.children(at).reverse());
  }
  return undefined;
}

const OWNERS: ReadonlySet<NameId> = new Set([W.trPr, W.tcPr, W.tblPr, W.tblPrEx, W.tblGrid]);

/** The text that came, went, moved or had its formatting changed; a paragraph's end is a line break. */
function textOf(revisions: readonly Revision[], storyOf: ReadonlyMap<Tree, Story>): string {
  const texts = revisions.map((revision) => {
    const { tree, node, place, kind } = revision;
    const story = storyOf.get(tree);
    if (story === undefined) return "";
    if (place === "mark") return "\n";
    if (place === "content") return textBelow(story, node, kind === "insertion" || kind === "moveTo" ? GONE : NOTHING);
    const name = tree.name(node);
    if (name === W.rPrChange) return textBelow(story, ancestor(tree, node, W.r), GONE);
    if (name === W.pPrChange) return textBelow(story, ancestor(tree, node, W.p), GONE);
    return "";
  });
  return texts.join("").replace(/\n+$/, "");
}

/** What came may hold what went again: that is another's change. */
const GONE: ReadonlySet<NameId> = new Set([W.del, W.moveFrom]);
const NOTHING: ReadonlySet<NameId> = new Set();
/** A text box in changed text is a story of its own; properties show nothing. */
const CLOSED: ReadonlySet<NameId> = new Set([W.txbxContent, W.rPr, W.pPr]);

function textBelow(story: Story, top: NodeId, without: ReadonlySet<NameId>): string {
  const { tree } = story;
  if (top === NONE) return "";
  let text = "";
  const open = [top];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const name = tree.name(node);
    if (CLOSED.has(name) || without.has(name)) continue;
    text += name === W.delText ? textContent(story, node) : shownText(story, node);
    if (name !== W.t && name !== W.delText) open.push(...tree.children(node).reverse());
  }
  return text;
}
