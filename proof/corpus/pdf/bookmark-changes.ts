// Sets a bookmark where each change of a redline begins and one where it ends, so that a PDF says on which pages it stands
// without a look at its colours. Headers and footers are left out: no page is theirs.

import {
  listRevisions,
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

/** Changes the document; gives how many changes have bookmarks. The two of change 3 are `chg3s` and `chg3e`. */
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
  if (place === "content") return holdsText(tree, node) ? inside(tree, node) : undefined;
  if (place === "mark") return atEnd(around(tree, node, W.p));
  if (place === "row" || place === "cell" || place === "cellMerge")
    return paragraphsIn(story, around(tree, node, place === "row" ? W.tr : W.tc));
  if (place !== "property" && place !== "numbering") return undefined;
  const run = around(tree, node, W.r);
  if (run !== NONE) return { first: { parent: tree.parent(run), before: run }, last: behind(tree, run) };
  const owner = [W.tc, W.tr, W.tbl].map((name) => ownerOf(tree, node, name)).find((one) => one !== NONE);
  if (owner !== undefined) return paragraphsIn(story, owner);
  const paragraph = around(tree, node, W.p);
  return paragraph === NONE || !holdsText(tree, paragraph) ? undefined : whole(tree, paragraph);
}

/** A wrapper without text, such as one around a field's code, shows nothing. */
function holdsText(tree: Tree, top: NodeId): boolean {
  const open = [top];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (tree.name(node) === W.t || tree.name(node) === W.delText) return true;
    open.push(...tree.children(node));
  }
  return false;
}

function inside(tree: Tree, node: NodeId): Ends | undefined {
  const isAroundRuns = tree.children(node).some((child) => tree.name(child) === W.r);
  if (!isAroundRuns) return undefined;
  return { first: { parent: node, before: tree.firstChild(node) }, last: { parent: node, before: NONE } };
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
  const shown = paragraphsOf(story).filter((one) => isIn(tree, one, top) && holdsText(tree, one));
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

/** The row, cell or table whose own properties hold a record. */
function ownerOf(tree: Tree, node: NodeId, name: number): NodeId {
  const owner = tree.parent(tree.parent(node));
  return owner !== NONE && tree.name(owner) === name ? owner : NONE;
}

function setBookmark(tree: Tree, { parent, before }: Place, name: string): void {
  const id = `9${name.replace(/\D/g, "")}${name.endsWith("s") ? 0 : 1}`;
  tree.insertBefore(parent, tree.element(W.bookmarkStart, [[W.id, id] as const, [W.name, name] as const]), before);
  tree.insertBefore(parent, tree.element(W.bookmarkEnd, [[W.id, id] as const]), before);
}
