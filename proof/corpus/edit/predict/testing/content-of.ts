// Makes small content objects for tests of predictions.

import type { ContentJson, ContentParagraph } from "@versus/engine/tasks";

type Block = string | (Partial<ContentParagraph> & { readonly text?: string });

/** Returns a document of these paragraphs; a string is a plain paragraph. */
export function contentOfBlocks(blocks: readonly Block[], rest: Partial<ContentJson> = {}): ContentJson {
  const paragraphs = blocks.map((block, index): ContentParagraph => {
    const own = typeof block === "string" ? { text: block } : block;
    const text = own.text ?? "";
    const content = text === "" ? [] : [{ text }];
    return { index, id: `p${index}`, content, style_id: "Normal", section: 1, ...own, text };
  });
  return {
    schema_version: 1,
    blocks: paragraphs,
    tables: [],
    sections: [
      {
        number: 1,
        first_index: 0,
        last_index: paragraphs.length - 1,
        section_type: "next_page",
        page_setup: { different_first_page: false },
      },
    ],
    headers: [],
    footers: [],
    notes: [],
    comments: [],
    revisions: [],
    list_styles: [
      {
        id: "7",
        name: null,
        kind: "numbered",
        levels: [
          { level: 1, number_format: "decimal", pattern: "%1.", start: 1 },
          { level: 2, number_format: "lower_letter", pattern: "%1(%2)", start: 1 },
        ],
      },
    ],
    styles: [{ style_id: "Normal", name: "Normal", kind: "paragraph", default: true }],
    settings: {
      track_changes: false,
      protection: false,
      remove_personal_information: false,
      even_and_odd_headers: false,
    },
    ...rest,
  };
}

/** Returns a paragraph in the list of these documents. */
export function listed(text: string, number: string, level = 1, instance = 1): Block {
  return { text, list: { number, level, list_style: "7", instance } };
}

/** Returns a paragraph in a cell of the first table. */
export function celled(text: string, row: number, column: number): Block {
  return { text, table: { number: 1, row, column } };
}
