// Puts paragraphs into lists, takes them out, has lists start anew, go on, or look different.
//
// What a paragraph says of its list is a tracked change of its properties. Lists are looked up as they are when the edit's turn
// comes: an earlier one may have put the paragraph into its list.

import { type ListPlace, listPlaceOf, type Numbering, numberingOf } from "../../../document/lists/numbering.ts";
import { type NumberingTarget, writeNumbering } from "../../../document/lists/write-numbering.ts";
import { paragraphsOf } from "../../../document/text/blocks.ts";
import type { Story } from "../../../document/text/stories.ts";
import { W } from "../../../document/word-names.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import type { NodeId, Tree } from "../../../ooxml/xml/tree.ts";
import { locateParagraph, type ParagraphGiven } from "../../locate/paragraphs.ts";
import { type Lookup, type Problem, refuse } from "../../refusal.ts";
import { isInDeletedRow, isTakenAway } from "../settle-ends.ts";
import { changeProperties } from "../text/format-runs.ts";
import type { StandingBlock, Workspace } from "../workspace.ts";
import type { LevelChange } from "./list-levels.ts";
import { makeList, makePresetList, reformatList, restartList } from "./lists.ts";

/** What is asked of lists, as it was sent. */
export interface NumberingGiven {
  readonly action: "apply" | "restart" | "continue" | "set_level" | "remove" | "reset" | "reformat";
  readonly list_style?: string;
  readonly like?: ParagraphGiven;
  readonly preset?: string;
  /** From 1. */
  readonly level?: number;
  readonly restart?: boolean;
  readonly start?: number;
  readonly levels?: readonly LevelChange[];
}

/** Where a paragraph goes: a list and a level from 0; list 0 is none, and undefined leaves it to the style. */
type Target = NumberingTarget | undefined;

interface Numbered {
  readonly work: Workspace;
  readonly given: NumberingGiven;
  readonly field: string;
  readonly numbering: Numbering;
  readonly blocks: readonly StandingBlock[];
  /** By block: where it stands now. */
  readonly places: readonly (ListPlace | undefined)[];
}

export function numberParagraphs(
  work: Workspace,
  blocks: readonly StandingBlock[],
  { given, field }: { readonly given: NumberingGiven; readonly field: string },
): readonly Problem[] {
  const numbering = numberingOf(work.document);
  const places = blocks.map(({ story, node }) => placeOf(numbering, story.tree, node));
  const targets = TARGETS[given.action]({ work, given, field, numbering, blocks, places });
  if ("problems" in targets) return targets.problems;
  for (const [index, { story, node }] of blocks.entries()) {
    const { tree } = story;
    const target = targets.found[index];
    changeProperties(work, { tree, owner: node, name: W.pPr, change: (pPr) => writeNumbering(tree, pPr, target) });
  }
  return [];
}

/** Numbers the paragraphs that an edit made: those that ask for the same are in the same list. */
export function numberNewParagraphs(work: Workspace): void {
  const waiting = work.unnumbered.splice(0);
  const groups = Map.groupBy(waiting, ({ numbering }) => JSON.stringify(numbering));
  for (const group of groups.values()) {
    const { numbering, field } = group[0]!;
    const given = numbering as NumberingGiven;
    const blocks = group.map(({ block }) => block);
    work.problems.push(...numberParagraphs(work, blocks, { given, field }));
  }
}

/** Where a paragraph stands in a list that has a definition. */
function placeOf(numbering: Numbering, tree: Tree, paragraph: NodeId): ListPlace | undefined {
  const place = listPlaceOf(numbering, tree, paragraph);
  return place === undefined || place.list.abstractNumId === "" ? undefined : place;
}

const TARGETS: Readonly<Record<NumberingGiven["action"], (numbered: Numbered) => Lookup<readonly Target[]>>> = {
  apply: applied,
  restart: restarted,
  continue: continued,
  set_level: ({ given, places, field }) =>
    inLists(places, field, (present) => present.map(({ list }) => ({ numId: list.numId, level: given.level! - 1 }))),
  remove: ({ blocks }) => ({ found: blocks.map(() => ({ numId: "0", level: 0 })) }),
  reset: ({ blocks }) => ({ found: blocks.map(() => undefined) }),
  reformat: ({ work, given, places, field }) =>
    inLists(places, field, (present) => {
      const made = eachList(present, ({ list }) => reformatList(work.document, list, given.levels ?? []));
      return present.map(({ list, level }) => ({ numId: made.get(list.numId)!, level }));
    }),
};

/** For actions on lists that paragraphs are in. */
function inLists(
  places: readonly (ListPlace | undefined)[],
  field: string,
  targets: (places: readonly ListPlace[]) => readonly Target[],
): Lookup<readonly Target[]> {
  const present = places.filter((place) => place !== undefined);
  if (present.length === places.length) return { found: targets(present) };
  return refuse(
    `${field}.action`,
    "LIST_STYLE_NOT_FOUND",
    "A named paragraph is not in a list. Use the action `apply`.",
  );
}

/** Makes a new list for each list that there is, by the first paragraph in it. */
function eachList(places: readonly ListPlace[], make: (first: ListPlace) => string): Map<string, string> {
  const made = new Map<string, string>();
  for (const place of places) if (!made.has(place.list.numId)) made.set(place.list.numId, make(place));
  return made;
}

function applied(numbered: Numbered): Lookup<readonly Target[]> {
  const { work, given, places } = numbered;
  const levels = places.map((place) => (given.level === undefined ? (place?.level ?? 0) : given.level - 1));
  const list = sourceList(numbered);
  if ("problems" in list) return list;
  const numId = given.restart === true ? restartedAt(work, list.found, levels[0] ?? 0) : list.found;
  return { found: levels.map((level) => ({ numId, level })) };
}

/** The list that paragraphs are to be in. */
function sourceList({ work, given, field, numbering }: Numbered): Lookup<string> {
  const { preset, like, list_style: style } = given;
  if (preset !== undefined) return { found: makePresetList(work.document, preset) };
  if (like === undefined) return { found: listOfStyle(work, numbering, style!) };
  const target = locateParagraph(work, like, `${field}.like`);
  if ("problems" in target) return target;
  const { story, node } = work.paragraphOf(target.found);
  const place = placeOf(numbering, story.tree, node);
  if (place !== undefined) return { found: place.list.numId };
  return refuse(`${field}.like`, "LIST_STYLE_NOT_FOUND", "The paragraph of `like` is not in a list.");
}

/** The first list that looks as its definition says, rather one that does not start anew; made when there is none. */
function listOfStyle({ document }: Workspace, { lists, abstracts }: Numbering, style: string): string {
  const said = abstracts.get(style)?.levels;
  const own = [...lists.values()].filter(
    ({ abstractNumId, levels }) =>
      abstractNumId === style && [...levels].every(([level, { node }]) => said?.get(level)?.node === node),
  );
  const list = own.find(({ startOverrides }) => startOverrides.size === 0) ?? own[0];
  return list?.numId ?? makeList(document, style);
}

function restartedAt({ document }: Workspace, numId: string, level: number): string {
  const list = numberingOf(document).lists.get(numId)!;
  return restartList(document, list, { level, start: list.levels.get(level)?.start ?? 1 });
}

function restarted({ work, given, places, field }: Numbered): Lookup<readonly Target[]> {
  return inLists(places, field, (present) => {
    const made = eachList(present, ({ list, level }) => {
      const at = given.level === undefined ? level : given.level - 1;
      return restartList(work.document, list, { level: at, start: given.start ?? 1 });
    });
    return present.map(({ list, level }) => ({ numId: made.get(list.numId)!, level }));
  });
}

/** Each paragraph goes on with the nearest list of its definition before it. */
function continued(numbered: Numbered): Lookup<readonly Target[]> {
  const { blocks, places, field } = numbered;
  const read: { readonly story: Story; readonly lists: ReadonlyMap<NodeId, string> }[] = [];
  const targets = blocks.map(({ story, node }, index): Target => {
    let known = read.find((one) => one.story.tree === story.tree && one.story.root === story.root);
    if (known === undefined) {
      known = { story, lists: earlierLists(numbered, story) };
      read.push(known);
    }
    const numId = known.lists.get(node);
    return numId === undefined ? undefined : { numId, level: places[index]!.level };
  });
  if (targets.every((target) => target !== undefined)) return { found: targets };
  return refuse(`${field}.action`, "LIST_STYLE_NOT_FOUND", "No earlier list to continue. Use the action `apply`.");
}

/** By named paragraph of a story: the nearest earlier list of the same definition. Deleted paragraphs and other named ones do not count. */
function earlierLists({ work, numbering, blocks, places }: Numbered, story: Story): Map<NodeId, string> {
  const { tree } = story;
  const named = new Map<NodeId, ListPlace | undefined>();
  for (const [index, block] of blocks.entries()) if (block.story.tree === tree) named.set(block.node, places[index]);
  /** By definition: the list met last. */
  const latest = new Map<string, string>();
  const found = new Map<NodeId, string>();
  for (const node of paragraphsOf(story)) {
    if (named.has(node)) {
      const numId = latest.get(named.get(node)?.list.abstractNumId ?? "");
      if (numId !== undefined) found.set(node, numId);
    } else if (!isTakenAway(work, tree, node) && !isInDeletedRow(work, tree, node)) {
      const { list } = placeOf(numbering, tree, node) ?? {};
      if (list !== undefined) latest.set(list.abstractNumId, list.numId);
    }
  }
  return found;
}

/** Elements that record, in a numbering, that another put it there or changed it. */
export const TRACKED_NUMBERING: readonly NameId[] = [W.ins, W.numberingChange];
