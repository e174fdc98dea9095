// Sets a bookmark at the beginning and at the end of each change of a redline.
//
// The bookmarks show on which pages of a PDF each change is, independently of its colours. Headers and footers are
// left out, because they belong to no single page.

import {
  listRevisions,
  M,
  NONE,
  type NodeId,
  paragraphsOf,
  type Revision,
  type Story,
  storiesOf,
  type Tree,
  W,
  type WordDocument,
} from "@versus/engine/inside";

const JUDGED: ReadonlySet<Story["kind"]> = new Set<Story["kind"]>(["body", "footnote", "endnote"]);

/**
 * Adds the bookmarks to the document. Returns how many changes have bookmarks. The two of change 3 are `chg3s` and
 * `chg3e`.
 */
export function bookmarkChanges(document: WordDocument): number {
  const stories = new Map(
    storiesOf(document)
      .filter(({ kind }) => JUDGED.has(kind))
      .map((story) => [story.tree, story]),
  );
  let count = 0;
  for (const revision of listRevisions(document)) {
    const story = stories.get(revision.tree);
    const ends = story === undefined || revision.isTwin ? undefined : endsOf(story, revision);
    if (ends === undefined) continue;
    const { tree } = revision;
    setBookmark(tree, ends.first, `chg${count}s`);
    setBookmark(tree, ends.last, `chg${count}e`);
    count += 1;
  }
  return count;
}

interface Place {
  readonly parent: NodeId;
  readonly before: NodeId;
}

interface Ends {
  readonly first: Place;
  readonly last: Place;
}

function endsOf(story: Story, { tree, node, place }: Revision): Ends | undefined {
  if (place === "content") return contentEnds(tree, node);
  if (place === "mark") return atEnd(around(tree, node, W.p));
  if (place === "row" || place === "cell" || place === "cellMerge")
    return paragraphsIn(story, around(tree, node, place === "row" ? W.tr : W.tc));
  if (place !== "property" && place !== "numbering") return undefined;
  const run = around(tree, node, W.r);
  if (run !== NONE) return { first: { parent: tree.parent(run), before: run }, last: behind(tree, run) };
  const owner = [W.tc, W.tr, W.tbl].map((name) => ownerOf(tree, node, name)).find((one) => one !== NONE);
  if (owner !== undefined) return paragraphsIn(story, owner);
  const paragraph = around(tree, node, W.p);
  if (isOfSection(tree, node)) return sectionEnds(story, paragraph);
  return paragraph === NONE || !showsAnything(tree, paragraph) ? undefined : whole(tree, paragraph);
}

/**
 * Returns the ends of a change of content. A change that shows nothing itself but contains a field code, such as the
 * address of a link, gets its whole paragraph. It gets no bookmarks if another change in that paragraph shows
 * something.
 */
function contentEnds(tree: Tree, node: NodeId): Ends | undefined {
  if (showsAnything(tree, node)) return inside(tree, node);
  const paragraph = around(tree, node, W.p);
  if (paragraph === NONE || !holdsCode(tree, node)) return undefined;
  const others = descendants(tree, paragraph).filter((one) => CONTENT_CHANGES.has(tree.name(one)));
  return others.some((one) => showsAnything(tree, one)) ? undefined : whole(tree, paragraph);
}

const CONTENT_CHANGES: ReadonlySet<number> = new Set<number>([W.ins, W.del, W.moveFrom, W.moveTo]);
/** Text, images, embedded objects and equations. */
const SHOWN: ReadonlySet<number> = new Set<number>([W.t, W.delText, W.drawing, W.pict, W.object, M.oMath]);
const CODES: ReadonlySet<number> = new Set<number>([W.instrText, W.delInstrText]);

function showsAnything(tree: Tree, top: NodeId): boolean {
  return descendants(tree, top).some((node) => SHOWN.has(tree.name(node)));
}

function holdsCode(tree: Tree, top: NodeId): boolean {
  return descendants(tree, top).some((node) => CODES.has(tree.name(node)));
}

function descendants(tree: Tree, top: NodeId): NodeId[] {
  const found: NodeId[] = [];
  const open = [top];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    found.push(node);
    open.push(...tree.children(node));
  }
  return found;
}

/**
 * Bookmarks can be among runs. The bookmarks of a change around an equation or a link are before and after the
 * change.
 */
function inside(tree: Tree, node: NodeId): Ends | undefined {
  const isAroundRuns = tree.children(node).some((child) => tree.name(child) === W.r);
  if (isAroundRuns)
    return { first: { parent: node, before: tree.firstChild(node) }, last: { parent: node, before: NONE } };
  const parent = tree.parent(node);
  return tree.name(parent) === W.p ? { first: { parent, before: node }, last: behind(tree, node) } : undefined;
}

function isOfSection(tree: Tree, node: NodeId): boolean {
  return tree.name(tree.parent(node)) === W.sectPr;
}

/**
 * Returns the last paragraph of a section that shows something. `end` is the paragraph with the section break; NONE
 * for the last section.
 */
function sectionEnds(story: Story, end: NodeId): Ends | undefined {
  const { tree } = story;
  const all = paragraphsOf(story);
  const upTo = end === NONE ? all : all.slice(0, all.indexOf(end) + 1);
  const start = upTo.slice(0, end === NONE ? undefined : -1).findLastIndex((one) => breaksSection(tree, one)) + 1;
  const last = upTo.slice(start).findLast((one) => showsAnything(tree, one));
  return last === undefined ? undefined : whole(tree, last);
}

function breaksSection(tree: Tree, paragraph: NodeId): boolean {
  const properties = tree.child(paragraph, W.pPr);
  return properties !== NONE && tree.child(properties, W.sectPr) !== NONE;
}

function behind(tree: Tree, node: NodeId): Place {
  return { parent: tree.parent(node), before: tree.nextSibling(node) };
}

function atEnd(paragraph: NodeId): Ends | undefined {
  if (paragraph === NONE) return undefined;
  const end = { parent: paragraph, before: NONE };
  return { first: end, last: end };
}

function whole(tree: Tree, paragraph: NodeId): Ends {
  const properties = tree.child(paragraph, W.pPr);
  const before = properties === NONE ? tree.firstChild(paragraph) : tree.nextSibling(properties);
  return { first: { parent: paragraph, before }, last: { parent: paragraph, before: NONE } };
}

function paragraphsIn(story: Story, top: NodeId): Ends | undefined {
  const { tree } = story;
  const shown = paragraphsOf(story).filter((one) => isIn(tree, one, top) && showsAnything(tree, one));
  if (shown.length === 0) return undefined;
  return { first: whole(tree, shown[0]!).first, last: whole(tree, shown.at(-1)!).last };
}

function isIn(tree: Tree, node: NodeId, holder: NodeId): boolean {
  let at = node;
  while (at !== NONE && at !== holder) at = tree.parent(at);
  return at === holder;
}

function around(tree: Tree, node: NodeId, name: number): NodeId {
  let at = tree.parent(node);
  while (at !== NONE && tree.name(at) !== name) at = tree.parent(at);
  return at;
}

/** Returns the row, cell or table whose properties contain the record, or NONE. */
function ownerOf(tree: Tree, node: NodeId, name: number): NodeId {
  const owner = tree.parent(tree.parent(node));
  return owner !== NONE && tree.name(owner) === name ? owner : NONE;
}

function setBookmark(tree: Tree, { parent, before }: Place, name: string): void {
  const id = `9${name.replace(/\D/g, "")}${name.endsWith("s") ? 0 : 1}`;
  tree.insertBefore(parent, tree.element(W.bookmarkStart, [[W.id, id] as const, [W.name, name] as const]), before);
  tree.insertBefore(parent, tree.element(W.bookmarkEnd, [[W.id, id] as const]), before);
}
