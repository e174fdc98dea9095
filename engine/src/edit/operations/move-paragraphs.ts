// move_paragraphs.

import type { AddressedPart } from "../../document/addresses.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { moveBlocks } from "../apply/move-blocks.ts";
import type { Block } from "../locate/blocks.ts";
import { type Destination, type DestinationGiven, locateDestination } from "../locate/destinations.ts";
import type { Problem } from "../refusal.ts";
import type { Operation } from "./operation.ts";
import { blockTouches, checkMoves, destinationTouches, MOVE_RANGES, namedBlocks } from "./paragraphs.ts";

export const moveParagraphs: Operation = (resolving) => {
  const { edit, field, known } = resolving;
  const blocks = namedBlocks(resolving);
  const destination = locateDestination(known, edit.destination as DestinationGiven, `${field}.destination`);
  if ("problems" in blocks || "problems" in destination) {
    return { problems: [blocks, destination].flatMap((one) => ("problems" in one ? one.problems : [])) };
  }
  const problems = [
    ...checkSource(blocks.found, `${field}.paragraphs`),
    ...checkDestination(blocks.found, destination.found, `${field}.destination`),
  ];
  if (problems.length > 0) return { problems };
  return {
    found: {
      touches: [
        ...destinationTouches(destination.found, `${field}.destination`),
        ...blockTouches(known.uploaded, blocks.found, { effect: "moves", field: `${field}.paragraphs` }),
      ],
      apply: (work) => moveBlocks(work, blocks.found, destination.found),
    },
  };
};

const MOVED: ReadonlySet<NameId> = new Set([W.moveFrom, W.moveTo, ...MOVE_RANGES]);

/** What is part of an undecided move is not moved again, and a move is within one part. */
function checkSource(blocks: readonly Block[], field: string): Problem[] {
  if (new Set(blocks.map(({ part }) => part)).size > 1) {
    return [{ field, reason: "RANGE_INVALID", message: "A move is within one part." }];
  }
  return checkMoves(blocks, MOVED, field);
}

function checkDestination(blocks: readonly Block[], destination: Destination, field: string): Problem[] {
  const { part, isInside } = placeOf(blocks, destination);
  if (isInside) return [{ field, reason: "RANGE_INVALID", message: "The destination is part of what is moved." }];
  const isSamePart = part === undefined || blocks.every((block) => block.part === part);
  return isSamePart ? [] : [{ field, reason: "NOT_ALLOWED_HERE", message: "A move is within one part." }];
}

/** The part of a destination, and whether it is among the blocks. */
function placeOf(
  blocks: readonly Block[],
  destination: Destination,
): { readonly part: AddressedPart | undefined; readonly isInside: boolean } {
  if (destination.beside === "table") {
    const { table } = destination;
    if (table.kind === "made") return { part: undefined, isInside: false };
    const { first, end } = table.table;
    const isInside = blocks.some(
      (block) =>
        block.kind === "table" && block.part === table.part && block.table.first <= first && block.table.end >= end,
    );
    return { part: table.part, isInside };
  }
  const { paragraph } = destination;
  if (paragraph.kind === "made") return { part: undefined, isInside: false };
  const { place } = paragraph;
  const isInside = blocks.some((block) =>
    block.kind === "table" ? block.places.includes(place) : block.place === place,
  );
  return { part: place.part, isInside };
}
