// Prints rows in aligned columns, with a heading in capitals as in other programs.

import { printable } from "./printable.ts";

/** Returns the heading and the rows. The heading is printed even without rows. */
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

/** Returns a time in UTC, to the minute; a dash for null. */
export function timeWords(time: Date | null): string {
  return time === null ? "-" : `${time.toISOString().slice(0, 16).replace("T", " ")}Z`;
}
