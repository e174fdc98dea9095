// Lists what the panel shows and where Previous and Next stop: units, comments and notes in reading order.
//
// A fragment before version 3 has no units. Each of its changes is then a unit of its own, and so is each move and each
// conflict.

import type { Entry, PageData, Unit, UnitKind, ViewOptions } from "./page-data.ts";

/** One stop, and one card of the panel unless it is a note. */
export interface Item {
  readonly kind: UnitKind | "comment" | "note";
  /** Undefined for a comment and a note. */
  readonly unit?: Unit;
  /** The numbers of its entries. Empty for formatting, styles and checks. */
  readonly entries: readonly number[];
  /** The id of its first element, or of its block. Empty for a style, which is nowhere in the text. */
  readonly anchor: string;
  readonly clause: string;
}

/** The filters that the host does not know. */
export interface OwnFilters {
  showFormatting: boolean;
  readonly hiddenAuthors: Set<string>;
}

/** Returns the units of a page. */
export function readUnits({ units, changes }: PageData): readonly Unit[] {
  return units ?? oldUnits(changes);
}

/** Returns all items. Without conflicts, the changes of a conflict are items of their own. */
export function readItems(data: PageData, units: readonly Unit[], showConflicts: boolean): Item[] {
  const { changes } = data;
  const inText = units.flatMap((unit) => {
    if (unit.kind !== "conflict" || showConflicts) return [unit];
    return unit.entries.filter((entry) => changes[entry]!.kind === "change").map((entry) => unitOf([entry], changes));
  });
  let position = -1;
  const placed = inText.map((unit) => {
    position = unit.entries[0] ?? position;
    return { position, item: itemOf(unit, changes) };
  });
  const others = changes.flatMap((entry, number) =>
    entry.kind === "comment" || entry.kind === "note"
      ? [{ position: number, item: { ...entry, kind: entry.kind, entries: [number] } }]
      : [],
  );
  // Sorting is stable, so formatting stays after the unit before it.
  return [...placed, ...others].sort((one, other) => one.position - other.position).map(({ item }) => item);
}

function itemOf(unit: Unit, changes: readonly Entry[]): Item {
  const { kind, entries, block, clause } = unit;
  const [first] = entries;
  return { kind, unit, entries, clause, anchor: first === undefined ? block : changes[first]!.anchor };
}

/** Kinds that change no text. */
const FORMATTING: ReadonlySet<Item["kind"]> = new Set(["format", "renumber", "style"]);

export function isFormatting({ kind }: Pick<Item, "kind">): boolean {
  return FORMATTING.has(kind);
}

/** True if the options show an item. Hidden items are skipped and have no card. */
export function isItemShown(item: Item, changes: readonly Entry[], options: ViewOptions, own: OwnFilters): boolean {
  const { kind, unit, entries } = item;
  if (kind === "comment") return options.showComments;
  if (kind === "note") return true;
  if (unit !== undefined && unit.authors.length > 0 && unit.authors.every((name) => own.hiddenAuthors.has(name)))
    return false;
  if (isFormatting(item)) return own.showFormatting;
  if (kind === "conflict") return options.showMergeConflicts;
  return kind === "check" || entries.length === 0 || entries.some((entry) => isTypeShown(changes[entry]!, options));
}

/** True if the options show an entry on the map. */
export function isEntryShown(entry: Entry, options: ViewOptions): boolean {
  if (entry.kind === "comment") return options.showComments;
  if (entry.kind === "merge_conflict") return options.showMergeConflicts;
  if (entry.conflict !== undefined && options.showMergeConflicts) return false;
  return entry.kind === "note" || isTypeShown(entry, options);
}

function isTypeShown({ type }: Entry, options: ViewOptions): boolean {
  return type === "insert" || type === "moveTo" ? options.showInsertions : options.showDeletions;
}

/** Returns the units of a fragment that names none: one for each change outside conflicts, for each move and conflict. */
function oldUnits(changes: readonly Entry[]): Unit[] {
  const groups = new Map<string, number[]>();
  for (const [number, entry] of changes.entries()) {
    const key = groupOf(entry, number);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), number]);
  }
  return [...groups.values()].map((entries) => unitOf(entries, changes));
}

function groupOf({ kind, anchor, conflict, move }: Entry, number: number): string | undefined {
  if (kind === "merge_conflict") return anchor;
  if (kind !== "change") return undefined;
  if (conflict !== undefined) return `conflict-${conflict}`;
  return move === undefined ? String(number) : `move ${move}`;
}

/** Returns a unit of the given entries, without ids: it cannot be decided. */
function unitOf(entries: readonly number[], changes: readonly Entry[]): Unit {
  const all = entries.map((entry) => changes[entry]!);
  const [first] = all;
  const textOf = (...types: readonly Entry["type"][]): string =>
    all.find(({ type, text }) => types.includes(type) && text !== "")?.text ?? "";
  const conflict = all.find(({ kind }) => kind === "merge_conflict");
  const isMove = first!.move !== undefined && conflict === undefined;
  return {
    ...{ id: "", ids: [], entries, context: { before: "", after: "" } },
    kind: conflict !== undefined ? "conflict" : isMove ? "move" : first!.type === "insert" ? "insert" : "delete",
    block: first!.block,
    clause: first!.clause,
    authors: first!.author === "" ? [] : [first!.author],
    ...(first!.date === undefined ? {} : { date: first!.date }),
    before: conflict === undefined ? textOf("delete", "moveFrom") : "",
    after: conflict === undefined ? textOf("insert", "moveTo") : "",
    ...(conflict === undefined ? {} : { conflict: Number(conflict.anchor.slice("conflict-".length)) }),
    ...(conflict?.sides === undefined ? {} : { sides: conflict.sides }),
  };
}
