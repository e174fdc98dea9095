// Writes tables of the documentation in Markdown.

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cellText).join(" | ")} |`).join("\n");
}

/** A bar would end the cell, and a line break would end the row. */
function cellText(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
