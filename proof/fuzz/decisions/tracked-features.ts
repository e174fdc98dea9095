// Lists the features of generated documents with tracked changes. Each run hits all of them.

export const contentFeatures = [
  "inserted run",
  "deleted run",
  "inserted and then deleted",
  "tab, break or hyphen",
  "hyperlink",
  "changes in a hyperlink",
  "field",
  "deleted field",
  "simple field",
  "content control",
  "tracked content control",
  "equation",
  "changed equation sign",
  "footnote",
  "footnote in tracked text",
  "text box with a twin",
  "bookmark across changes",
  "moved run",
] as const;

export const blockFeatures = [
  "inserted mark",
  "deleted mark",
  "mark inserted and then deleted",
  "moved paragraph",
  "table",
  "table in a table",
  "inserted row",
  "deleted row",
  "inserted cell",
  "deleted cell",
  "merged cell",
  "block content control",
  "section in a paragraph",
  "changed header",
] as const;

export const propertyFeatures = [
  "run properties",
  "mark properties",
  "paragraph properties",
  "numbering inserted",
  "section properties",
  "table properties",
  "table grid",
  "table exception",
  "row properties",
  "cell properties",
] as const;

export type TrackedFeature =
  | (typeof contentFeatures)[number]
  | (typeof blockFeatures)[number]
  | (typeof propertyFeatures)[number];
