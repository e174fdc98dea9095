// Formats a table for people: columns as wide as necessary, numbers aligned to the right.

export type Cell = string | number;

/** Returns the lines of a table, joined. */
export function formatTable(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const written = [headings, ...rows.map((row) => row.map(String))];
  const widths = headings.map((_, column) => Math.max(...written.map((row) => row[column]?.length ?? 0)));
  const isNumber = headings.map((_, column) => rows.some((row) => typeof row[column] === "number"));
  const pad = (text: string, column: number): string =>
    isNumber[column] ? text.padStart(widths[column]!) : text.padEnd(widths[column]!);
  return written.map((row) => row.map(pad).join("  ").trimEnd()).join("\n");
}
