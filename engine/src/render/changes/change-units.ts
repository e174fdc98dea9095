// Lists the changes of a redline as a reader counts them: one definition for every count and list (UNT-1 to UNT-4).
//
// - A deletion and an insertion that touch are one replacement. Consecutive inserted paragraphs are one unit, and so are
//   consecutive rows, and a column.
// - A move is one unit with its two places. Edits inside it are units of their own.
// - A conflict is one unit with all its changes.
// - Formatting, styles and checks follow the rules in `format-units.ts`.

import type { Label } from "../../document/lists/numbering-labels.ts";
import type {
  Block,
  CellBlock,
  Change,
  ChangeUnit,
  MarkChange,
  ParagraphBlock,
  RedlineConflict,
  RedlineJson,
  RowBlock,
  Segment,
  TableBlock,
} from "../redline.ts";
import type { BlockFacts } from "./block-facts.ts";
import { clauseOf } from "./block-text.ts";
import { FormatUnits, placeChecks, placeStyles } from "./format-units.ts";
import { closeUnits, makerKey, type OpenUnit, UnitGroups } from "./unit-groups.ts";

/** The content of a redline that units are read from. */
type ReadRedline = Pick<
  RedlineJson,
  | "blocks"
  | "headers"
  | "footers"
  | "notes"
  | "text_boxes"
  | "format_changes"
  | "conflicts"
  | "checks"
  | "style_changes"
>;

export function changeUnits(redline: ReadRedline, facts: BlockFacts): ChangeUnit[] {
  const groups = new UnitGroups();
  const formats = new FormatUnits(redline.format_changes, facts, groups);
  const reader = new UnitReader(redline, { facts, groups, formats });
  const { blocks, headers, footers, notes, text_boxes: boxes } = redline;
  for (const story of [{ blocks }, ...headers, ...footers]) reader.readStory(story.blocks);
  const ownNotes = groups.units.length;
  for (const note of notes) reader.readStory(note.blocks);
  groups.joinByDecision(ownNotes, facts.decisionOf);
  for (const box of boxes) reader.readStory(box.blocks);
  formats.placeRest();
  placeStyles(redline.style_changes ?? [], groups);
  placeChecks(redline.checks ?? [], groups);
  return closeUnits(groups.units);
}

/** Returns the number of units that are changes of the document. */
export function countUnits(units: readonly ChangeUnit[]): number {
  return units.filter(({ kind }) => kind !== "style" && kind !== "check").length;
}

interface UnitSources {
  readonly facts: BlockFacts;
  readonly groups: UnitGroups;
  readonly formats: FormatUnits;
}

class UnitReader {
  readonly #conflicts: ReadonlyMap<number, RedlineConflict>;
  /** Maps the id of a change to the conflict that contains its paragraph mark, its row or its cell. */
  readonly #conflictOf: ReadonlyMap<string, number>;
  /** Property conflicts have no segments. They are listed at their first block. */
  readonly #propertyConflicts: ReadonlyMap<string, readonly RedlineConflict[]>;
  readonly #facts: BlockFacts;
  readonly #groups: UnitGroups;
  readonly #formats: FormatUnits;

  constructor(redline: ReadRedline, { facts, groups, formats }: UnitSources) {
    const { conflicts = [] } = redline;
    this.#conflictOf = conflicts.length === 0 ? new Map() : conflictsOfMarks(redline);
    this.#conflicts = new Map(conflicts.map((conflict) => [conflict.id, conflict]));
    const ofProperties = conflicts.filter(({ kind }) => kind === "property");
    this.#propertyConflicts = Map.groupBy(ofProperties, ({ blocks }) => blocks[0] ?? "");
    this.#facts = facts;
    this.#groups = groups;
    this.#formats = formats;
  }

  readStory(blocks: readonly Block[]): void {
    this.#groups.clause = { number: "", title: "" };
    this.#readBlocks(blocks);
    this.#groups.interrupt();
  }

  #readBlocks(blocks: readonly Block[]): void {
    for (const block of blocks) {
      if (block.type === "table") this.#readTable(block);
      else this.#readParagraph(block);
    }
  }

  #readParagraph(block: ParagraphBlock): void {
    const groups = this.#groups;
    groups.block = block.id;
    groups.clause = clauseOf(block, this.#makerKey(block)) ?? groups.clause;
    this.#readSegments(block.content);
    this.#formats.placeAt(block);
    for (const conflict of this.#propertyConflicts.get(block.id) ?? []) this.#conflict(conflict.id);
    this.#endParagraph(block.mark);
  }

  #endParagraph(mark: MarkChange | undefined): void {
    const change = mark === undefined ? undefined : this.#ofNamed(mark) ? undefined : mark;
    this.#groups.endParagraph(change);
    for (const inner of mark?.content ?? []) if (!this.#ofNamed(inner)) this.#groups.change(inner, "\n");
  }

  #makerKey({ id }: ParagraphBlock): Label | undefined {
    const labels = this.#facts.labels.get(id);
    return labels?.label ?? labels?.former;
  }

  #readSegments(segments: readonly Segment[]): void {
    const groups = this.#groups;
    for (const segment of segments) {
      if (!("type" in segment)) groups.unchanged(segment.text);
      else if (segment.type === "conflict") this.#readConflict(this.#conflict(segment.id), segment.content);
      else if (segment.move_id !== undefined) this.#readMove(segment);
      else if ("content" in segment) this.#readNested(segment, segment.content);
      else this.#change(segment, segment.text);
    }
  }

  /** Adds a change of text. Text of a deleted paragraph is part of the conflict that contains its mark. */
  #change(change: Change, text: string): void {
    const conflict = this.#conflictOf.get(change.id);
    if (conflict === undefined) this.#groups.change(change, text);
    else this.#conflict(conflict).ids.add(change.id);
  }

  /** Reads a change that contains changes of others. */
  #readNested(change: Change, segments: readonly Segment[]): void {
    for (const inner of segments) {
      if ("type" in inner) this.#readSegments([inner]);
      else this.#change(change, inner.text);
    }
  }

  #readMove(segment: Change & Extract<Segment, Change>): void {
    const unit = this.#move(segment);
    const add = (text: string): void => {
      this.#groups.unchanged(text);
      if (segment.type === "moved_to") unit.after += text;
      else unit.before += text;
    };
    if (!("content" in segment)) {
      add(segment.text);
      return;
    }
    for (const inner of segment.content) {
      if ("type" in inner) this.#readSegments([inner]);
      else add(inner.text);
    }
  }

  #move(change: Change): OpenUnit {
    const move = change.move_id!;
    const unit = this.#groups.named(`move ${move}`, () => ({ kind: "move", first: change, named: { move } }));
    unit.ids.add(change.id);
    return unit;
  }

  #conflict(id: number): OpenUnit {
    const conflict = this.#conflicts.get(id);
    const sides = conflict?.sides ?? [];
    const unit = this.#groups.named(`conflict ${id}`, () => ({
      kind: "conflict",
      first: {
        ...{ author: "", revision: "" },
        authors: [...new Set(sides.flatMap(({ authors }) => authors))],
        revisions: [...new Set(sides.flatMap(({ revisions }) => revisions))],
      },
      named: { conflict: id },
    }));
    if (unit.before === "") unit.before = conflict?.original ?? "";
    return unit;
  }

  #readConflict(unit: OpenUnit, segments: readonly Segment[]): void {
    for (const segment of segments) {
      if (!("type" in segment)) continue;
      if (segment.type !== "conflict") unit.ids.add(segment.id);
      if ("content" in segment) this.#readConflict(unit, segment.content);
    }
  }

  /** Adds the change of a mark, a row or a cell to its conflict or move. Returns false if it is part of neither. */
  #ofNamed(change: MarkChange): boolean {
    if (change.conflict !== undefined) this.#conflict(change.conflict).ids.add(change.id);
    else if (change.move_id !== undefined) this.#move(change)[sideOf(change)] += "\n";
    else return false;
    return true;
  }

  #readTable(table: TableBlock): void {
    const groups = this.#groups;
    const first = table.rows[0]?.change;
    const touching = first === undefined ? undefined : groups.touching(first);
    groups.interrupt();
    let last = touching && { unit: touching, type: first!.type };
    const columns = new Map<string, OpenUnit>();
    for (const row of table.rows) {
      const { change } = row;
      if (change === undefined || this.#ofNamed(change)) {
        last = undefined;
        for (const cell of row.cells) this.#readCell(cell, columns);
        continue;
      }
      const isSame = last?.type === change.type && makerKey(last.unit.first) === makerKey(change);
      const unit: OpenUnit = isSame ? last!.unit : this.#placeRow(row, change);
      last = { unit, type: change.type };
      this.#readRow(row, change, { unit, columns });
    }
    groups.interrupt();
    if (last !== undefined) groups.resume(last.unit, last.type);
  }

  #readRow(
    { cells }: RowBlock,
    change: MarkChange,
    { unit, columns }: { readonly unit: OpenUnit; readonly columns: Map<string, OpenUnit> },
  ): void {
    unit.ids.add(change.id);
    this.#readInside(unit, change, () => {
      for (const [at, cell] of cells.entries()) {
        if (at > 0) unit[sideOf(change)] += "\t";
        this.#readCell(cell, columns);
      }
    });
    for (const inner of change.content ?? []) if (!this.#ofNamed(inner)) this.#groups.change(inner, "");
  }

  #placeRow({ cells }: RowBlock, change: Change): OpenUnit {
    const first = cells.flatMap(({ blocks }) => blocks).find((block) => block.type !== "table");
    if (first !== undefined) this.#groups.block = first.id;
    return this.#groups.place({ kind: "insert", first: change });
  }

  /** Reads cells whose content belongs to a unit. Cells are separated by tabs, rows by line breaks. */
  #readInside(unit: OpenUnit, change: Change, read: () => void): void {
    const side = sideOf(change);
    if (unit[side] !== "") unit[side] += "\n";
    this.#groups.inside(unit, change.type, read);
    // An empty row is a change too.
    if (unit[side] === "") unit[side] = "\n";
  }

  #readCell(cell: CellBlock, columns: Map<string, OpenUnit>): void {
    const { change } = cell;
    const read = (): void => {
      this.#readBlocks(cell.blocks);
      this.#groups.interrupt();
    };
    if (change === undefined || this.#ofNamed(change)) {
      read();
      return;
    }
    const key = `${change.type} ${makerKey(change)} ${this.#facts.columns.get(cell.id)}`;
    const unit = columns.get(key) ?? this.#placeRow({ id: "", cells: [cell] }, change);
    columns.set(key, unit);
    unit.ids.add(change.id);
    this.#readInside(unit, change, read);
  }
}

/** Returns the conflicts of paragraph marks, rows and cells by the ids of their changes. */
function conflictsOfMarks({ blocks, headers, footers, notes, text_boxes: boxes }: ReadRedline): Map<string, number> {
  const conflictOf = new Map<string, number>();
  const read = (change: MarkChange | undefined): void => {
    if (change?.conflict !== undefined) conflictOf.set(change.id, change.conflict);
    for (const inner of change?.content ?? []) read(inner);
  };
  const readBlocks = (among: readonly Block[]): void => {
    for (const block of among) {
      if (block.type !== "table") read(block.mark);
      else {
        for (const row of block.rows) {
          read(row.change);
          for (const cell of row.cells) {
            read(cell.change);
            readBlocks(cell.blocks);
          }
        }
      }
    }
  };
  for (const story of [{ blocks }, ...headers, ...footers, ...notes, ...boxes]) readBlocks(story.blocks);
  return conflictOf;
}

function sideOf({ type }: Change): "before" | "after" {
  return type === "insertion" || type === "moved_to" ? "after" : "before";
}
