// Finds fields that two documents write with their marks at other places (FMT-47).
//
// A link may end at the end of its paragraph or at the start of the next one. The tab before the page number of a line in
// a table of contents is before the field of the number, or the first character of its result. All forms show the same.

import { type Field, fieldsOf } from "../../document/marks/fields.ts";
import { hyperlinksOf, linkUrl } from "../../document/marks/hyperlinks.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { type Story, storiesOf } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";

type Changes = (() => void)[];

/** Returns the changes that end links in their paragraphs, as another document ends all links to the same targets. */
export function endChanges(document: WordDocument, like: WordDocument): Changes {
  const late = lateLinks(document);
  if (late.length === 0) return [];
  const others = new Set(lateLinks(like).map(({ url }) => url));
  return late.flatMap(({ story: { tree }, url, runs }) => {
    if (others.has(url)) return [];
    return [
      () => {
        tree.remove(runs.end);
        tree.append(tree.parent(runs.begin), runs.end);
      },
    ];
  });
}

interface LateLink {
  readonly story: Story;
  readonly url: string;
  readonly runs: MarkRuns;
}

/** Returns the link fields that end at the start of the next paragraph. */
function lateLinks(document: WordDocument): LateLink[] {
  return storiesOf(document).flatMap((story) => {
    const { tree } = story;
    if (!tree.mayHave(W.fldChar)) return [];
    return hyperlinksOf(document, story).flatMap((link): LateLink[] => {
      if (link.kind === "element" || link.field.paragraphs.end !== link.field.paragraphs.begin + 1) return [];
      const { separate, end } = link.field;
      const runs = runsOf(tree, { ...link.field, end: separate });
      if (runs === undefined || !isAlone(tree, end) || !isFirst(tree, tree.parent(end))) return [];
      if (tree.name(tree.parent(runs.begin)) !== W.p) return [];
      return [{ story, url: linkUrl(link.target) ?? "", runs: { ...runs, end: tree.parent(end) } }];
    });
  });
}

interface MarkRuns {
  readonly begin: NodeId;
  readonly separate: NodeId;
  readonly end: NodeId;
}

/** Returns the runs of the marks of a field; undefined if they have other content or are not children of one element. */
function runsOf(tree: Tree, { kind, node, separate, end }: Field): MarkRuns | undefined {
  if (kind !== "complex" || separate === NONE) return undefined;
  const runs = { begin: tree.parent(node), separate: tree.parent(separate), end: tree.parent(end) };
  const isPlain = [node, separate, end].every((mark) => isAlone(tree, mark));
  const parents = new Set(Object.values(runs).map((run) => tree.parent(run)));
  if (!isPlain || parents.size > 1) return undefined;
  for (let run = nextElement(tree, runs.begin); run !== runs.separate; run = nextElement(tree, run)) {
    if (run === NONE || !hasOnly(tree, run, W.instrText)) return undefined;
  }
  return runs;
}

/** True if a run is the first one of its paragraph. */
function isFirst(tree: Tree, run: NodeId): boolean {
  const before = previousElement(tree, run);
  return tree.name(tree.parent(run)) === W.p && (before === NONE || tree.name(before) === W.pPr);
}

/** True if a node is the only content of its run. */
function isAlone(tree: Tree, node: NodeId): boolean {
  return contentOf(tree, tree.parent(node)).length === 1;
}

function hasOnly(tree: Tree, run: NodeId, name: NameId): boolean {
  return tree.name(run) === W.r && contentOf(tree, run).every((child) => tree.name(child) === name);
}

function contentOf(tree: Tree, run: NodeId): NodeId[] {
  return tree.children(run).filter((child) => tree.isElement(child) && tree.name(child) !== W.rPr);
}

/** Returns the changes that put the tabs before page numbers where another document has them. */
export function tabChanges(document: WordDocument, like: WordDocument): Changes {
  const others = new Set(storiesOf(like).flatMap((story) => pageFields(story).map(({ tab }) => tab.place)));
  const [place, ...more] = others;
  if (place === undefined || more.length > 0) return [];
  return storiesOf(document).flatMap((story) => {
    const { tree } = story;
    return pageFields(story).flatMap(({ tab, runs }) => {
      if (tab.place === place) return [];
      const after = tree.nextSibling(runs.separate);
      return [() => moveTab(tree, tab.node, tab.place === "before" ? after : runs.begin)];
    });
  });
}

interface PageField {
  readonly runs: MarkRuns;
  readonly tab: { readonly node: NodeId; readonly place: "before" | "within" };
}

/** Returns the page references with a tab before them, or at the start of their result. */
function pageFields(story: Story): PageField[] {
  const { tree } = story;
  return fieldsOf(story).flatMap((field): PageField[] => {
    const runs = /^\s*PAGEREF\s/i.test(field.code) ? runsOf(tree, field) : undefined;
    if (runs === undefined) return [];
    const [before, first] = [previousElement(tree, runs.begin), nextElement(tree, runs.separate)];
    if (isRun(tree, before) && hasOnly(tree, before, W.tab)) {
      const [node, ...more] = contentOf(tree, before);
      return node === undefined || more.length > 0 ? [] : [{ runs, tab: { node, place: "before" } }];
    }
    const node = isRun(tree, first) ? contentOf(tree, first)[0] : undefined;
    return node === undefined || tree.name(node) !== W.tab ? [] : [{ runs, tab: { node, place: "within" } }];
  });
}

function isRun(tree: Tree, node: NodeId): boolean {
  return node !== NONE && tree.name(node) === W.r;
}

function nextElement(tree: Tree, node: NodeId): NodeId {
  let next = tree.nextSibling(node);
  while (next !== NONE && !tree.isElement(next)) next = tree.nextSibling(next);
  return next;
}

function previousElement(tree: Tree, node: NodeId): NodeId {
  let previous = tree.previousSibling(node);
  while (previous !== NONE && !tree.isElement(previous)) previous = tree.previousSibling(previous);
  return previous;
}

/** Moves a tab into a run of its own before another node. */
function moveTab(tree: Tree, tab: NodeId, before: NodeId): void {
  const run = tree.parent(tab);
  const properties = tree.child(run, W.rPr);
  const made = tree.cloneEmpty(run);
  if (properties !== NONE) tree.append(made, tree.graft(tree, properties));
  tree.remove(tab);
  tree.append(made, tab);
  tree.insertBefore(tree.parent(before), made, before);
  if (contentOf(tree, run).length === 0) tree.remove(run);
}
