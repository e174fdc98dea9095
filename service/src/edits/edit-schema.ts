// Publishes the types of edits: the schema that the engine validates with, and examples of every type.
//
// Each type and each kind of value is written once.

import { editExamples, editSchema, editTypes } from "@versus/engine/tasks";
import { defineTitled, type JsonSchema } from "../contract/titled-schema.ts";

const { schema, definitions } = defineTitled(editSchema());

/** Maps the name of a kind of value to its schema; the types of edits are excluded. */
export const editValues: ReadonlyMap<string, JsonSchema> = new Map(
  [...definitions].filter(([name]) => !Object.hasOwn(editTypes, name)),
);

export interface PublishedType {
  readonly type: string;
  /** One sentence. */
  readonly does: string;
  /** Refers to the kinds of values. */
  readonly schema: JsonSchema;
  readonly examples: readonly object[];
}

/** The types of edits in the order of the engine's table. */
export const publishedTypes: readonly PublishedType[] = Object.entries(editTypes).map(([type, { does }]) => ({
  type,
  does,
  schema: definitions.get(type) ?? {},
  examples: editExamples.filter((example) => example.type === type),
}));

/** Returns the schema of an edit for the OpenAPI description, with named types that `type` discriminates. */
export function describedEdit(): JsonSchema {
  const types = publishedTypes.map(({ type, does, schema: own, examples }) => {
    return [describedName(type), { description: does, ...own, examples }] as const;
  });
  const values = [...editValues].map(([name, own]) => {
    return [describedName(name), { description: valueMeanings[name], ...own }] as const;
  });
  const mapping = Object.fromEntries(publishedTypes.map(({ type }) => [type, `#/$defs/${type}`]));
  const whole = {
    ...schema,
    discriminator: { propertyName: "type", mapping },
    $defs: Object.fromEntries([...types, ...values]),
  };
  return JSON.parse(
    JSON.stringify(whole).replace(/"#\/\$defs\/(\w+)"/g, (_, name: string) => `"#/$defs/${describedName(name)}"`),
  );
}

/** Maps the name of a kind of value to one sentence about it. */
const valueMeanings: Readonly<Record<string, string>> = {
  break_run: "A line, page or column break.",
  cell: "A table cell: content for one paragraph, or several new paragraphs.",
  comment_content: "The text of a comment: a string, or text, tab and line-break runs.",
  comment_locator: "Names a comment thread.",
  content: "New text: a string or a list of runs.",
  cross_reference_run: "A reference to a paragraph.",
  destination: "Where new blocks go: before or after a paragraph or a table.",
  endnote_run: "An endnote.",
  field_run: "A Word field.",
  footnote_run: "A footnote.",
  hyperlink_run: "Linked text.",
  made_here: "Names something that this request makes, by its ref.",
  new_paragraph: "A paragraph to insert.",
  note_locator: "Names a footnote or endnote.",
  numbering: "The treatment of the list number.",
  page_setup: "The pages of a section. null removes a direct setting.",
  paragraph_format: "Paragraph formatting. null removes a direct setting.",
  paragraph_locator: "Names one paragraph.",
  paragraphs: "Names paragraphs: a locator, a range, a list of both, or all.",
  part_locator: "Names the body, a header, a footer or a note.",
  part_pattern: "Names parts; a kind alone names all parts of that kind.",
  range: "Names the paragraphs from one through another, in one part.",
  revisions: "Names tracked changes: one by number, all, or those of an author or kind.",
  row_or_column: "Names a row or column of a table.",
  run_format: "Character formatting. null removes a direct setting.",
  section_locator: "Names a section.",
  selector: "Selects text in the named paragraphs.",
  tab_run: "A tab.",
  table_locator: "Names a table.",
  text_run: "Text.",
};

/**
 * Returns the name in the OpenAPI description: `insert_table` is InsertTableEdit, `paragraph_locator` is
 * EditParagraphLocator.
 */
export function describedName(title: string): string {
  const words = title.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return Object.hasOwn(editTypes, title) ? `${words.join("")}Edit` : `Edit${words.join("")}`;
}
