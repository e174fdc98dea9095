// Changes the target of links and leaves their text unchanged.

import { type NameId, NONE, type NodeId, W } from "@versus/engine/inside";
import { drawIndex } from "../../runner/random.ts";
import type { Draft, EditFinder } from "../draft.ts";
import { relationshipName, walk } from "../markup.ts";
import type { Place } from "../places.ts";
import { dropUnused } from "../relationships.ts";

interface Link {
  readonly node: NodeId;
  readonly text: string;
  readonly offset: number;
}

export const changeLinkTarget: EditFinder = (draft) => {
  const found = draft.pick(draft.body, (place) => draft.draw(linksIn(draft, place)));
  if (found === undefined) return undefined;
  const [place, link] = found;
  return () => {
    draft.touch(place);
    const property = {
      name: "target",
      ...(retarget(draft, place, link.node) ?? retargetAnchor(draft, place, link.node)),
    };
    const { reference: story, index: paragraph, text } = place;
    const marked = { offset: link.offset, removed: link.text, inserted: link.text };
    return { story, paragraph, before: [text], after: [text], ...marked, property };
  };
};

/** Returns the links of a paragraph that show text, are not in a field and can get another target. */
function linksIn(draft: Draft, place: Place): Link[] {
  const { tree } = place.story;
  const links = new Map<NodeId, Link>();
  let at = 0;
  for (const { containers, field, text } of place.inlines) {
    const [node = NONE] = containers;
    const isLink = containers.length === 1 && tree.name(node) === W.hyperlink && tree.parent(node) === place.node;
    if (isLink && field === NONE) {
      const known = links.get(node) ?? { node, text: "", offset: at };
      links.set(node, { ...known, text: known.text + text });
    }
    at += text.length;
  }
  const shown = [...links.values()].filter(({ text }) => text !== "");
  return shown.filter(
    ({ node }) => urlOf(draft, place, node) !== undefined || otherAnchors(draft, place, node).length > 0,
  );
}

function relationshipId({ names }: Place["story"]["tree"]): NameId {
  return relationshipName(names, "id");
}

function urlOf({ document }: Draft, { story }: Place, link: NodeId): string | undefined {
  const id = story.tree.attribute(link, relationshipId(story.tree));
  const related = document.package.relationships(story.part).find((each) => each.id === id);
  return related?.isExternal ? related.target : undefined;
}

function retarget(draft: Draft, place: Place, link: NodeId): { before: string; after: string } | undefined {
  const before = urlOf(draft, place, link);
  if (before === undefined) return undefined;
  const { tree, part } = place.story;
  const after = `https://example.com/revised/${1000 + drawIndex(draft.random, 9000)}`;
  const old = tree.attribute(link, relationshipId(tree))!;
  tree.setAttribute(link, relationshipId(tree), draft.document.package.relateExternal(part, "hyperlink", after));
  dropUnused(draft.document.package, part, old);
  return { before, after };
}

/**
 * Returns the names of the bookmarks in the part, except the one that the link leads to. Empty if the link does not
 * lead to a bookmark.
 */
function otherAnchors({ document }: Draft, { story }: Place, link: NodeId): string[] {
  const anchor = story.tree.attribute(link, W.anchor);
  const isInner = anchor !== undefined && story.tree.attribute(link, relationshipId(story.tree)) === undefined;
  if (!isInner) return [];
  const tree = document.package.tree(story.part);
  const starts = [...walk(tree, tree.root)].filter((node) => tree.name(node) === W.bookmarkStart);
  const names = starts.map((node) => tree.attribute(node, W.name) ?? "");
  return names.filter((name) => name !== "" && name !== anchor);
}

function retargetAnchor(draft: Draft, place: Place, link: NodeId): { before: string; after: string } {
  const { tree } = place.story;
  const before = tree.attribute(link, W.anchor)!;
  const after = draft.draw(otherAnchors(draft, place, link))!;
  tree.setAttribute(link, W.anchor, after);
  return { before: `#${before}`, after: `#${after}` };
}
