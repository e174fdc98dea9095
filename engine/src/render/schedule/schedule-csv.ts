// Writes a schedule of changes as CSV: RFC 4180, UTF-8 with a byte order mark (UNT-5b).

import { SCHEDULE_HEADS, type ScheduleRow, scheduleValues } from "./schedule-rows.ts";

/** A spreadsheet reads a cell that begins with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

export function scheduleCsv(rows: readonly ScheduleRow[]): string {
  const lines = [[...SCHEDULE_HEADS], ...rows.map(scheduleValues)];
  return `\ufeff${lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("")}`;
}

/** Returns a value that no program takes for a formula, in quotes if it needs them. */
function cell(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
