// Implements move_paragraphs.

import { MOVE_RANGES } from "../../../document/grammar.ts";
import { W } from "../../../document/word-names.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { descendants, isNodeInside } from "../../../revisions/markup.ts";
import { destinationBlock } from "../../apply/blocks/block-places.ts";
import { moveBlocks } from "../../apply/blocks/move-blocks.ts";
import { isBare } from "../../apply/blocks/remove-half.ts";
import { isTakenAway } from "../../apply/settle-ends.ts";
import {
  blockBeside,
  checkEmptied,
  holdHalfRange,
  holdsComment,
  isHeld,
  needed,
  standingBlocks,
} from "../../apply/take-out-new.ts";
import type { StandingBlock, Workspace } from "../../apply/workspace.ts";
import { type NamedBlock, placesIn } from "../../locate/blocks.ts";
import { type Destination, locateDestination } from "../../locate/destinations.ts";
import type { Known } from "../../locate/parts.ts";
import { type MadeParagraph, madeKey } from "../../locate/refs.ts";
import type { Touch } from "../../plan/touch.ts";
import type { Problem } from "../../refusal.ts";
import type { Operation, Resolving } from "../operation.ts";
import { tablesAround } from "../tables/table-lines.ts";
import {
  blockTouches,
  checkBetweenNow,
  checkBetweenTables,
  checkMoves,
  destinationTouches,
  type NamedBlocks,
  namedBlocks,
  surroundingsOf,
} from "./paragraphs.ts";

export const moveParagraphs: Operation<"move_paragraphs"> = (resolving) => {
  const { edit, field, known, tables } = resolving;
  const own = `${field}.paragraphs`;
  const named = namedBlocks(resolving);
  const destination = locateDestination(known, edit.destination, `${field}.destination`);
  if ("problems" in named || "problems" in destination) {
    return { problems: [named, destination].flatMap((one) => ("problems" in one ? one.problems : [])) };
  }
  const { blocks, made } = named.found;
  const problems = [
    ...checkSource(blocks, own),
    ...checkHalves(known, made, own),
    ...checkDestination(known, named.found, { destination: destination.found, field: `${field}.destination` }),
    ...checkBetweenTables(destination.found, `${field}.destination`),
  ];
  if (problems.length > 0) return { problems };
  const surroundings = surroundingsOf(known, destination.found);
  const cell = tables.cellAt(destination.found);
  return {
    found: {
      touches: [
        ...destinationTouches(destination.found, `${field}.destination`),
        ...blockTouches(known.uploaded, blocks, { effect: "moves", field: own }),
        ...(blocks.length === 0 ? [] : hostTouches(resolving, destination.found)),
      ],
      ...(made.length === 0 ? {} : { places: placesIn(blocks).length + made.length }),
      changed: placesIn(blocks),
      remember: () => {
        for (const paragraph of made) known.refs.moveTo(paragraph, surroundings);
        for (const paragraph of made) tables.moveTo(paragraph, cell);
      },
      apply: (work) => {
        const standing = made.map((paragraph) => work.headOf(paragraph));
        const uploaded = standingBlocks(work, blocks);
        const target = destinationBlock(work, destination.found).node;
        const found = [
          ...(uploaded.some(({ story, node }) => isNodeInside(story.tree, target, node))
            ? [intoItself(`${field}.destination`, "UNDEFINED_COMBINATION")]
            : []),
          ...checkEmptied(work, [...standing, ...uploaded], own),
          ...checkMovable(work, standing, uploaded, own),
          ...(made.length === 0 ? [] : checkBetweenNow(work, destination.found, `${field}.destination`)),
        ];
        // Only the first problem is reported.
        work.problems.push(...found.slice(0, 1));
        if (found.length === 0) moveBlocks(work, { blocks, made: standing }, destination.found);
      },
    },
  };
};

/**
 * Returns a problem for a part that a split made: its text belongs to the uploaded paragraph, which is not moved in parts.
 */
function checkHalves({ refs }: Known, made: readonly MadeParagraph[], field: string): Problem[] {
  if (made.every(({ group }) => refs.halves.rangeOf(group) === undefined)) return [];
  const message = "An edit cannot move a part of a paragraph that the same request splits off.";
  return [{ field, reason: "UNDEFINED_COMBINATION", message }];
}

/**
 * Returns the problem of paragraphs that cannot move after the earlier edits.
 *
 * A new paragraph may be held in place. An uploaded paragraph may contain the comment of a deleted one: the comment would
 * have to move with it, and back to the deleted paragraph.
 */
function checkMovable(
  work: Workspace,
  made: readonly StandingBlock[],
  uploaded: readonly StandingBlock[],
  field: string,
): Problem[] {
  const nodes = made.map(({ node }) => node);
  const leaving = new Set(nodes);
  const isLeft: IsLeft = (tree, one) => !isBare(work, tree, one);
  const isKept = made.some(
    (block) => isHeld(work, block.story.tree, block.node, leaving) || takesIn(work, block, leaving, isLeft),
  );
  for (const { node } of uploaded) leaving.add(node);
  const isCommented = uploaded.some((block) => takesIn(work, block, leaving, holdsComment));
  const isCut = made.length > 0 && holdHalfRange(made[0]!.story.tree, nodes);
  return isKept || isCommented || isCut ? [needed(field)] : [];
}

type IsLeft = (tree: Tree, deleted: NodeId) => boolean;

/**
 * True if content remains of deleted paragraphs before a paragraph, or after it if no other paragraph follows them. That
 * content reads as part of the paragraph, but does not move with it.
 */
function takesIn(
  work: Workspace,
  { story: { tree }, node }: StandingBlock,
  leaving: ReadonlySet<NodeId>,
  isLeft: IsLeft,
): boolean {
  if (tree.name(node) !== W.p) return false;
  if (work.joinedWith(tree, node).some((one) => one !== node && isLeft(tree, one))) return true;
  let isBehind = false;
  let at = blockBeside(tree, node, "after");
  for (; at !== NONE && tree.name(at) === W.p; at = blockBeside(tree, at, "after")) {
    if (leaving.has(at)) continue;
    if (!isTakenAway(work, tree, at)) return false;
    isBehind ||= isLeft(tree, at);
  }
  return isBehind;
}

/** Returns the touches of the tables, the row and the column of a destination. */
function hostTouches({ field, tables }: Resolving, destination: Destination): Touch[] {
  const cell = tables.cellAt(destination);
  if (cell === undefined) return [];
  const { draft, row, column } = cell;
  const around = draft.uploaded === undefined ? [] : tablesAround(draft.uploaded.part, draft.uploaded.table.number);
  const things = [...around, row, ...(column === undefined ? [] : [column])];
  return things.map((thing) => ({ kind: "thing", thing, effect: "hosts", field: `${field}.destination` }));
}

const MOVED: ReadonlySet<NameId> = new Set([W.moveFrom, W.moveTo, ...MOVE_RANGES]);

/** Returns the problems of the source: several parts, undecided moves, fields that would be cut, form controls. */
function checkSource(blocks: readonly NamedBlock[], field: string): Problem[] {
  if (blocks.length === 0) return [];
  if (new Set(blocks.map(({ part }) => part)).size > 1) {
    return [
      { field, reason: "RANGE_INVALID", message: "Paragraphs can be moved only within one part, such as the body." },
    ];
  }
  return [...checkMoves(blocks, MOVED, field), ...checkDeletedFields(blocks, field), ...checkObjects(blocks, field)];
}

/** Returns a problem for a field that another author deleted in part. It is not shown, but it must not be cut either. */
function checkDeletedFields(blocks: readonly NamedBlock[], field: string): Problem[] {
  const { tree, root } = blocks[0]!.part.story;
  if (!tree.mayHave(W.fldChar) || !tree.mayHave(W.del)) return [];
  const moved = new Set(blocks.flatMap(({ node }) => fieldMarks(tree, node)));
  if (pairsOf(tree, [...moved]).length * 2 === moved.size) return [];
  const isCut = pairsOf(tree, fieldMarks(tree, root)).some(([begin, end]) => moved.has(begin) !== moved.has(end));
  const message = "A field spans this paragraph and others that are not moved. Move all of them.";
  return isCut ? [{ field, reason: "PROTECTED_CONTENT", message }] : [];
}

/** Returns the marks that begin and end fields below a node, in document order. */
function fieldMarks(tree: Tree, top: NodeId): NodeId[] {
  const isEnd = (node: NodeId): boolean => tree.attribute(node, W.fldCharType) !== "separate";
  return descendants(tree, top).filter((node) => tree.name(node) === W.fldChar && isEnd(node));
}

function pairsOf(tree: Tree, marks: readonly NodeId[]): [NodeId, NodeId][] {
  const open: NodeId[] = [];
  return marks.flatMap((mark): [NodeId, NodeId][] => {
    if (tree.attribute(mark, W.fldCharType) === "begin") open.push(mark);
    const begin = tree.attribute(mark, W.fldCharType) === "end" ? open.pop() : undefined;
    return begin === undefined ? [] : [[begin, mark]];
  });
}

/** Returns a problem for a form control. Macros call it by its name, so there cannot be two. */
function checkObjects(blocks: readonly NamedBlock[], field: string): Problem[] {
  const isHeld = blocks.some(({ part: { story }, node }) => {
    const { tree } = story;
    const control = tree.names.nameId(tree.names.namespaceOf(W.p), "control");
    return tree.mayHave(W.object) && descendants(tree, node).some((one) => tree.name(one) === control);
  });
  const message = "A form control in this range cannot be moved.";
  return isHeld ? [{ field, reason: "PROTECTED_CONTENT", message }] : [];
}

function checkDestination(
  known: Known,
  { blocks, made }: NamedBlocks,
  { destination, field }: { readonly destination: Destination; readonly field: string },
): Problem[] {
  if (isInside(blocks, destination) || made.some((paragraph) => isAt(paragraph, destination))) {
    return [intoItself(field, "RANGE_INVALID")];
  }
  const around = [...made.map((one) => known.refs.surroundingsOf(one)), surroundingsOf(known, destination)];
  // A refused edit makes nothing in any part, and its own refusal is enough.
  const parts = around.map(({ part }) => part).filter((part) => typeof part === "object" || part.startsWith("part "));
  return new Set([...blocks.map(({ part }) => part), ...parts]).size < 2
    ? []
    : [
        {
          field,
          reason: "NOT_ALLOWED_HERE",
          message: "Paragraphs can be moved only within one part, such as the body.",
        },
      ];
}

/**
 * Returns the problem of a move into itself. The reason is the combination if an earlier edit put the destination into a
 * moved table.
 */
function intoItself(field: string, reason: Problem["reason"]): Problem {
  return { field, reason, message: "The destination must not be one of the paragraphs that are moved." };
}

function isAt(paragraph: MadeParagraph, destination: Destination): boolean {
  if (destination.beside !== "paragraph" || destination.paragraph.kind !== "made") return false;
  return madeKey(destination.paragraph) === madeKey(paragraph);
}

/** True if a destination is among blocks. */
function isInside(blocks: readonly NamedBlock[], destination: Destination): boolean {
  if (destination.beside === "table") {
    const { table } = destination;
    if (table.kind === "made") return false;
    const { first, end } = table.table;
    return blocks.some(
      (block) =>
        block.kind === "table" && block.part === table.part && block.table.first <= first && block.table.end >= end,
    );
  }
  const { paragraph } = destination;
  if (paragraph.kind === "made") return false;
  const { place } = paragraph;
  return blocks.some((block) => (block.kind === "table" ? block.places.includes(place) : block.place === place));
}
