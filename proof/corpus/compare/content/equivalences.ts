// Lists differences of markup that the measure defines as equivalent or carried.

/** One item that was left out or joined. */
export interface Equivalence {
  readonly name: EquivalenceName;
  /** The content of the item. Two documents differ in the item if this differs. */
  readonly detail: string;
}

export const equivalenceNames = [
  "no header = a header with one empty paragraph",
  "an empty link = none",
  "a link that is a field = one that is an element",
  "neighbouring links to one target = one link",
  "a table without rows = none",
  "an end without a paragraph = an empty paragraph",
  "a page break of a section in its own paragraph = one in the paragraph before",
  "results of PAGE, NUMPAGES, DATE and their like",
  "page numbers in a table of contents (carried)",
  "documents inside the document (carried)",
  "properties that do not show",
  "spelling of properties",
  "empty containers of properties = none",
  "an explicit default style = no style",
  "formatting of white space alone",
  "properties for complex scripts on other text",
  "formatting of field marks and codes, separators and ruby",
  "an explicit value that the styles give anyway",
  "a style of one id and two names (carried)",
  "definitions of a style that differ (carried)",
  "grid widths (carried)",
  "cell widths under another grid (carried)",
  "bookmark positions (carried)",
  "numbering definitions no paragraph uses (carried)",
  "theme (carried)",
  "settings (carried)",
  "fonts (carried)",
  "docProps (carried)",
  "custom XML (carried)",
] as const;
export type EquivalenceName = (typeof equivalenceNames)[number];
