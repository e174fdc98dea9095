// The types of edits as they are published: the schema that the engine checks by, each type and each kind of value written
// down once, with an example of every type.

import { editExamples, editSchema, editTypes } from "@versus/engine";
import { defineTitled, type JsonSchema } from "../contract/titled-schema.ts";

const { schema, definitions } = defineTitled(editSchema());

/** What the kinds of values are, by name; the types of edits are not among them. */
export const editValues: ReadonlyMap<string, JsonSchema> = new Map(
  [...definitions].filter(([name]) => !Object.hasOwn(editTypes, name)),
);

export interface PublishedType {
  readonly type: string;
  /** One sentence. */
  readonly does: string;
  /** With references to the kinds of values. */
  readonly schema: JsonSchema;
  readonly examples: readonly object[];
}

/** In the order of the engine's table. */
export const publishedTypes: readonly PublishedType[] = Object.entries(editTypes).map(([type, { does }]) => ({
  type,
  does,
  schema: definitions.get(type) ?? {},
  examples: editExamples.filter((example) => example.type === type),
}));

/** As the description has them: under names of their own, told apart by `type`. */
export function describedEdit(): JsonSchema {
  const types = publishedTypes.map(({ type, does, schema: own, examples }) => {
    return [nameOf(type), { description: does, ...own, examples }] as const;
  });
  const values = [...editValues].map(([name, own]) => [nameOf(name), own] as const);
  const mapping = Object.fromEntries(publishedTypes.map(({ type }) => [type, `#/$defs/${type}`]));
  const whole = {
    ...schema,
    discriminator: { propertyName: "type", mapping },
    $defs: Object.fromEntries([...types, ...values]),
  };
  return JSON.parse(
    JSON.stringify(whole).replace(/"#\/\$defs\/(\w+)"/g, (_, name: string) => `"#/$defs/${nameOf(name)}"`),
  );
}

/** `insert_table` is InsertTableEdit, `paragraph_locator` is EditParagraphLocator. */
function nameOf(title: string): string {
  const words = title.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return Object.hasOwn(editTypes, title) ? `${words.join("")}Edit` : `Edit${words.join("")}`;
}
