// Changes a paragraph in its list: another level, or a number that restarts.

import { NONE, type NodeId, type Numbering, W } from "@versus/engine/inside";
import type { Draft, EditFinder } from "../draft.ts";
import { childValue, elementsIn, makeValue, setProperty } from "../markup.ts";
import type { Place } from "../places.ts";
import { propertyEdit } from "./formatting.ts";

type List = Numbering["lists"] extends ReadonlyMap<string, infer Value> ? Value : never;

interface ListItem {
  /** The `w:numPr`. */
  readonly node: NodeId;
  readonly level: number;
  readonly list: List;
}

/** Returns the list that a paragraph's own properties name. Undefined if it has no text or the list lacks its level. */
function listItem({ numbering }: Draft, { story: { tree }, node, text }: Place): ListItem | undefined {
  const properties = tree.child(node, W.pPr);
  const numPr = properties === NONE ? NONE : tree.child(properties, W.numPr);
  const list = numbering.lists.get(childValue(tree, numPr, W.numId) ?? "");
  const level = Number(childValue(tree, numPr, W.ilvl) ?? 0);
  return list === undefined || text.trim() === "" || !list.levels.has(level) ? undefined : { node: numPr, level, list };
}

const FIRST: ReadonlySet<string> = new Set();
const BEHIND_LEVEL: ReadonlySet<string> = new Set(["ilvl"]);

export const changeLevel: EditFinder = (draft) => {
  const found = draft.pick(draft.body, (place) => {
    const item = listItem(draft, place);
    const levels = item === undefined ? [] : [item.level - 1, item.level + 1];
    const level = draft.draw(levels.filter((each) => item!.list.levels.has(each)));
    return level === undefined ? undefined : { item: item!, level };
  });
  if (found === undefined) return undefined;
  const [place, { item, level }] = found;
  return () => {
    const { tree } = place.story;
    draft.touch(place);
    setProperty(tree, item.node, makeValue(tree, W.ilvl, String(level)), FIRST);
    return propertyEdit(place, { name: "level", before: String(item.level), after: String(level) });
  };
};

export const restartNumbering: EditFinder = (draft) => {
  const found = draft.pick(draft.body, (place) => {
    const item = listItem(draft, place);
    return item?.list.levels.get(item.level)?.format.name === "bullet" ? undefined : item;
  });
  const tree = draft.numbering.tree;
  if (found === undefined || tree === undefined) return undefined;
  const [place, { node, level, list }] = found;
  return () => {
    draft.touch(place);
    const after = addList(tree, { numId: list.numId, level });
    const seenAt = seenElsewhere(draft, place, list.numId);
    setProperty(place.story.tree, node, makeValue(place.story.tree, W.numId, after), BEHIND_LEVEL);
    const edit = propertyEdit(place, { name: "list", before: list.numId, after });
    return seenAt === undefined ? edit : { ...edit, seenAt };
  };
};

/**
 * Returns the paragraph that shows the restart of a list at its first paragraph: the second, if there is one. Undefined
 * for other paragraphs.
 */
function seenElsewhere(draft: Draft, place: Place, numId: string): number[] | undefined {
  const all = draft.stories.flatMap(({ story, places }) => (story.kind === "body" ? places : []));
  const own = all.filter((each) => listItem(draft, each)?.list.numId === numId);
  return own[0] === place ? own.slice(1, 2).map(({ index }) => index) : undefined;
}

/** Adds a list like another one that restarts a level. Returns its id. */
function addList(tree: NonNullable<Numbering["tree"]>, like: { numId: string; level: number }): string {
  const lists = elementsIn(tree, tree.root).filter((node) => tree.name(node) === W.num);
  const original = lists.find((node) => tree.attribute(node, W.numId) === like.numId)!;
  const id = String(Math.max(...lists.map((node) => Number(tree.attribute(node, W.numId)) || 0)) + 1);
  const added = tree.element(W.num, [[W.numId, id]]);
  for (const child of elementsIn(tree, original)) tree.append(added, tree.graft(tree, child));
  const overrides = elementsIn(tree, added).filter((child) => tree.name(child) === W.lvlOverride);
  const known = overrides.find((child) => tree.attribute(child, W.ilvl) === String(like.level));
  const override = known ?? tree.element(W.lvlOverride, [[W.ilvl, String(like.level)]]);
  if (known === undefined) tree.append(added, override);
  setProperty(tree, override, makeValue(tree, W.startOverride, "1"), FIRST);
  tree.insertBefore(tree.root, added, tree.nextSibling(lists.at(-1)!));
  return id;
}
