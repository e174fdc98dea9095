// Writes tables of fields from a JSON Schema, so that a topic describes what is validated.
//
// Our schemas use few keywords: closed objects, lists, choices, numbers with bounds, and references to their
// definitions.

import { markdownTable } from "../contract/markdown-table.ts";

export interface FieldSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly FieldSchema[];
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
}

/** Returns a table of the fields of an object, one per row. */
export function fieldTable(schema: FieldSchema): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const isOptional = !(schema.required ?? []).includes(name);
    return [`\`${name}\`${isOptional ? " ?" : ""}`, valueWords(field), field.description ?? ""];
  });
  return markdownTable(["Field", "Value", "Meaning"], rows);
}

/** Returns a short description of the allowed values. */
export function valueWords(schema: FieldSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "";
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum?.length === 1) return `\`${JSON.stringify(schema.enum[0])}\``;
  if (schema.enum !== undefined) return `one of \`${schema.enum.join(" ")}\``;
  if (schema.anyOf !== undefined) return schema.anyOf.map(valueWords).join(" or ");
  if (Array.isArray(schema.type)) return schema.type.join(" or ");
  if (schema.items?.anyOf !== undefined) return `list of (${valueWords(schema.items)})`;
  if (schema.items !== undefined) return `list of ${valueWords(schema.items)}`;
  if (schema.properties !== undefined) return objectWords(schema);
  return `${schema.type ?? "any value"}${boundWords(schema)}`;
}

function objectWords({ properties = {}, required = [] }: FieldSchema): string {
  // Fields with the same values share them: `{ top?, bottom?: number }`.
  const byWords = Map.groupBy(Object.entries(properties), ([, field]) => valueWords(field));
  const fields = [...byWords].map(([words, same]) => {
    const names = same.map(([name]) => `${name}${required.includes(name) ? "" : "?"}`);
    return `${names.join(", ")}: ${words}`;
  });
  return `{ ${fields.join("; ")} }`;
}

function boundWords({ minimum, maximum }: FieldSchema): string {
  if (minimum === undefined) return maximum === undefined ? "" : ` to ${maximum}`;
  return maximum === undefined ? ` from ${minimum}` : ` from ${minimum} to ${maximum}`;
}
