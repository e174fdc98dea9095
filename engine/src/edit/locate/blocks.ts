// Finds paragraphs and tables that are deleted, moved or joined as blocks (EDT-14 to EDT-20).
//
// A range that covers a whole table includes the table. A range that covers part of a table, or more than one cell, is
// refused.

import type { AddressedPart, AddressedTable } from "../../document/text/addresses.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { allFound, type Lookup, refuse } from "../refusal.ts";
import type { ParagraphStretch } from "./paragraphs.ts";
import type { UploadedPlace } from "./uploaded.ts";

/** A paragraph that is named itself, or a table with its content. */
export type NamedBlock =
  | { readonly kind: "paragraph"; readonly part: AddressedPart; readonly node: NodeId; readonly place: UploadedPlace }
  | {
      readonly kind: "table";
      readonly part: AddressedPart;
      readonly node: NodeId;
      readonly table: AddressedTable;
      /** The paragraphs in the table. */
      readonly places: readonly UploadedPlace[];
    };

/** Returns the blocks of some ranges in document order, each once. */
export function locateBlocks(stretches: readonly ParagraphStretch[]): Lookup<NamedBlock[]> {
  const blocks = allFound(stretches.map(blocksOfStretch));
  if ("problems" in blocks) return blocks;
  const all = blocks.found.flat();
  const tables = new Set(all.flatMap((block) => (block.kind === "table" ? block.places : [])));
  const byNode = new Map(
    all.filter((block) => block.kind === "table" || !tables.has(block.place)).map((block) => [block.node, block]),
  );
  return { found: [...byNode.values()].sort((one, other) => indexOf(one) - indexOf(other)) };
}

function indexOf(block: NamedBlock): number {
  return block.kind === "table" ? block.table.first : block.place.paragraph.index;
}

function blocksOfStretch({ part, places, isRange, field }: ParagraphStretch): Lookup<NamedBlock[]> {
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return { found: [] };
  const from = first.paragraph.index;
  const to = last.paragraph.index;
  const touched = part.tables.filter((table) => table.end > from && table.first <= to);
  const isCovered = (table: AddressedTable): boolean => isRange && table.first >= from && table.end - 1 <= to;
  const isCut = touched.some((table) => !isCovered(table) && !isInOneCell(table, first, last));
  if (isCut) {
    return refuse(
      field,
      "RANGE_CUTS_TABLE",
      "The range covers part of a table, or more than one cell. Name the whole table, or paragraphs of one cell.",
    );
  }
  const covered = touched.filter(
    (table) => isCovered(table) && !touched.some((outer) => isCovered(outer) && outer.number === table.inside),
  );
  const inTables = new Set(covered.flatMap((table) => places.slice(table.first - from, table.end - from)));
  return {
    found: [
      ...covered.map((table): NamedBlock => {
        const own = places.slice(table.first - from, table.end - from);
        return { kind: "table", part, node: table.table.node, table, places: own };
      }),
      ...places
        .filter((place) => !inTables.has(place))
        .map((place): NamedBlock => ({ kind: "paragraph", part, node: place.paragraph.node, place })),
    ],
  };
}

function isInOneCell({ table }: AddressedTable, first: UploadedPlace, last: UploadedPlace): boolean {
  const cell = cellIn(table.node, first);
  return cell !== NONE && cell === cellIn(table.node, last);
}

/** Returns the cell of a table that contains a paragraph, at any depth. */
function cellIn(table: NodeId, { part, paragraph }: UploadedPlace): NodeId {
  const { tree } = part.story;
  let cell = NONE;
  for (let at = paragraph.node; at !== NONE; at = tree.parent(at)) {
    if (at === table) return cell;
    if (tree.name(at) === W.tc) cell = at;
  }
  return NONE;
}

/** Returns the cell around a block, or NONE. */
export function cellAround(part: AddressedPart, node: NodeId): NodeId {
  const { tree } = part.story;
  let at = tree.parent(node);
  while (at !== NONE && tree.name(at) !== W.tc && tree.name(at) !== W.tbl) at = tree.parent(at);
  return at !== NONE && tree.name(at) === W.tc ? at : NONE;
}

/** Returns the paragraphs of blocks, without those of notes. */
export function placesIn(blocks: readonly NamedBlock[]): readonly UploadedPlace[] {
  return blocks.flatMap((block) => (block.kind === "table" ? block.places : [block.place]));
}
