// Lists the changes of a redline by clause, for people who sign them off one by one (UNT-5).

import type { ChangeUnit, ChangeUnitKind, ConflictSide, RedlineConflict, RedlineJson } from "../redline.ts";

/** One row of a schedule: texts as a reader sees them. */
export interface ScheduleRow {
  /** The number of the change, from 1. Empty for a style and a check, which are not counted. */
  readonly number: string;
  readonly clause: string;
  readonly kind: string;
  readonly before: string;
  readonly after: string;
  readonly author: string;
  /** The day in UTC, such as `2026-01-31`. */
  readonly date: string;
}

/** The heads of the columns, in the order of the fields of a row. */
export const SCHEDULE_HEADS = ["No.", "Clause", "Kind", "Before", "After", "Author", "Date"] as const;

const KINDS: Readonly<Record<ChangeUnitKind, string>> = {
  replace: "Replaced",
  insert: "Inserted",
  delete: "Deleted",
  move: "Moved",
  format: "Formatting",
  renumber: "Renumbered",
  style: "Style",
  conflict: "Conflict",
  check: "Check",
};

/** Returns the rows in reading order. A merge has its conflicts first. */
export function scheduleRows({ units, conflicts = [] }: Pick<RedlineJson, "units" | "conflicts">): ScheduleRow[] {
  const known = new Map(conflicts.map((conflict) => [conflict.id, conflict]));
  const ordered = [
    ...units.filter(({ kind }) => kind === "conflict"),
    ...units.filter(({ kind }) => kind !== "conflict"),
  ];
  let count = 0;
  return ordered.map((unit) => {
    const isCounted = unit.kind !== "style" && unit.kind !== "check";
    if (isCounted) count += 1;
    return {
      number: isCounted ? String(count) : "",
      clause: [unit.clause.number, unit.clause.title].filter((part) => part !== "").join(" "),
      ...wordsOf(unit, unit.conflict === undefined ? undefined : known.get(unit.conflict)),
      author: unit.authors.join(", "),
      date: unit.date?.slice(0, 10) ?? "",
    };
  });
}

type RowWords = Pick<ScheduleRow, "kind" | "before" | "after">;

function wordsOf(unit: ChangeUnit, conflict: RedlineConflict | undefined): RowWords {
  const { kind, before, after, style } = unit;
  if (kind === "conflict") {
    return {
      kind: `${KINDS.conflict} ${unit.conflict}`,
      before,
      after: (conflict?.sides ?? []).map(sideWords).join("\n"),
    };
  }
  // A move has its text at both positions.
  if (kind === "move") return { kind: KINDS.move, before, after: after === before ? "" : after };
  return { kind: style === undefined ? KINDS[kind] : `${KINDS[kind]} ${style}`, before, after };
}

/** Returns a side such as `A Ann: sixty`. */
function sideWords({ letter, authors, revisions, action, destination, text }: ConflictSide): string {
  const said = action === "deletes" ? "deletes it" : action === "moves" ? `moves it ${destination ?? ""}`.trim() : text;
  return `${letter} ${(authors.length > 0 ? authors : revisions).join(", ")}: ${said}`;
}

/** Returns the values of a row in the order of the columns. */
export function scheduleValues({ number, clause, kind, before, after, author, date }: ScheduleRow): string[] {
  return [number, clause, kind, before, after, author, date];
}
