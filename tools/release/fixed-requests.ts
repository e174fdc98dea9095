// Defines the paragraphs and the edits of the fixed set.
//
// A change would change the recorded outputs, so add new ones and do not change existing ones.

const heading = (text: string) => ({ style_id: "Heading1", text });
const clause = (text: string) => ({ style_id: "Normal", text });

export const newParagraphs: readonly unknown[] = [
  { style_id: "Heading1", text: "Services Agreement" },
  clause("This Agreement is made between the Supplier and the Customer on the date of the last signature."),
  heading("Services"),
  clause("The Supplier provides the services that the schedule lists, with reasonable skill and care."),
  clause("The Customer may order further services in writing; each order names its price."),
  heading("Fees"),
  clause("The Customer pays each invoice within thirty (30) days of its date."),
  clause("Late payment bears interest at four per cent a year above the base rate."),
  {
    style_id: "Normal",
    runs: [
      { text: "Fees exclude " },
      { text: "value added tax", format: { bold: true } },
      { text: " and other applicable taxes." },
    ],
  },
  heading("Term"),
  clause("This Agreement lasts for one year and is renewed unless either party gives sixty (60) days' notice."),
  clause("Either party may end it at once for a material breach that is not cured within thirty (30) days."),
  heading("Liability"),
  clause("Neither party is liable for loss of profit or for indirect loss."),
  clause("The liability of each party is limited to the fees paid in the twelve months before the claim."),
  heading("Law"),
  clause("This Agreement is governed by the laws of England and Wales."),
];

const at = (index: number) => ({ index });
const after = (index: number) => ({ paragraph: at(index), position: "after" });

export const editBatches: Readonly<Record<string, readonly unknown[]>> = {
  words: [
    { type: "replace", paragraphs: at(6), text: { match: "thirty (30)" }, content: "forty-five (45)" },
    { type: "delete", paragraphs: at(13), text: { match: " or for indirect loss" } },
    {
      type: "insert",
      paragraphs: at(16),
      at: { after: { match: "England and Wales" } },
      content: ", save its conflict rules",
    },
  ],
  formatting: [
    { type: "format", paragraphs: at(14), text: { match: "twelve months" }, format: { bold: true, color: "#C00000" } },
    { type: "set_paragraph_format", paragraphs: at(3), paragraph_format: { alignment: "justify", space_after: 6 } },
    { type: "set_paragraph_style", paragraphs: at(7), style_id: "Heading2" },
  ],
  clauses: [
    { type: "move_paragraphs", paragraphs: { from: at(12), through: at(14) }, destination: after(4) },
    { type: "delete_paragraphs", paragraphs: at(8) },
    {
      type: "insert_paragraphs",
      destination: after(11),
      new_paragraphs: [{ content: "Notices", style_id: "Heading1" }, { content: "A notice is given in writing." }],
    },
  ],
  splitting: [
    { type: "split_paragraph", paragraphs: at(4), at: { before: { match: "each order" } } },
    { type: "join_paragraphs", paragraphs: { from: at(13), through: at(14) }, separator: " " },
  ],
  tables: [
    {
      type: "insert_table",
      destination: after(4),
      rows: [
        ["Service", "Fee"],
        ["Support", "1,000"],
        ["Training", "800"],
      ],
      header_rows: 1,
    },
  ],
  notes: [
    {
      type: "insert",
      paragraphs: at(7),
      at: "end",
      content: [{ type: "footnote", content: "As published by the central bank." }],
    },
    { type: "add_comment", paragraphs: at(14), text: { match: "twelve months" }, content: "Enough?" },
    { type: "add_hyperlink", paragraphs: at(16), text: { match: "laws" }, url: "https://example.com/" },
  ],
  lists: [
    {
      type: "set_numbering",
      paragraphs: { from: at(3), through: at(4) },
      numbering: { action: "apply", preset: "decimal" },
    },
    {
      type: "set_numbering",
      paragraphs: { from: at(6), through: at(8) },
      numbering: { action: "apply", preset: "bullet" },
    },
  ],
  sections: [
    { type: "insert_section_break", paragraphs: at(8), section_type: "next_page", ref: "rest" },
    { type: "set_page_setup", section: { ref: "rest" }, page_setup: { orientation: "landscape" } },
    { type: "insert_table_of_contents", destination: after(0) },
  ],
};
