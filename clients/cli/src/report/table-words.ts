// Rows for a person: columns as wide as they must be, the heading in capitals as other programs have it.

import { printable } from "./printable.ts";

/** The rows of a table by the names of their columns; a heading even when there are no rows. */
export function tableWords(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns.map((column) => column.toUpperCase()), ...rows.map((row) => row.map(printable))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  const text = lines.map((line) =>
    line
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${text.join("\n")}\n`;
}

/** To the minute, in UTC; a dash for none. */
export function timeWords(time: Date | null): string {
  return time === null ? "-" : `${time.toISOString().slice(0, 16).replace("T", " ")}Z`;
}
