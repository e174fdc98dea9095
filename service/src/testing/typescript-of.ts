// Writes the description of the API as TypeScript types, for clients.
//
// Every named schema becomes a type of that name. Every form becomes a type named after its operation
// (`CreateComparisonForm`). The texts of the description become comments.

import type { JsonSchema, OpenApi } from "../http/description/openapi-shape.ts";

/** Returns the types in the layout of the formatter, which has nothing to change. */
export function typescriptOf({ paths, components }: OpenApi): string {
  const named = Object.entries(components.schemas).map(([name, schema]) => declare(name, schema));
  const forms = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, requestBody }) => {
      const form = requestBody?.content["multipart/form-data"]?.schema;
      const name = `${operationId[0]!.toUpperCase()}${operationId.slice(1)}Form`;
      return form === undefined ? [] : [declare(name, { ...form, description: `The form of \`${operationId}\`.` })];
    }),
  );
  const head = [
    "// size: one type for every shape of the API",
    "//",
    "// Written from the description that the service gives at /openapi.json, by",
    "// `npx vitest run service/src/sdk-types.test.ts --update`. Do not change it by hand.",
    "",
    'import type { Upload } from "./uploads.ts";',
  ];
  return `${[head.join("\n"), ...named, ...forms].join("\n\n")}\n`;
}

function declare(name: string, schema: JsonSchema): string {
  const type = typeOf(schema, "");
  const words = comment(schema.description as string | undefined, "");
  const isObject = schema.type === "object" && type.startsWith("{");
  return isObject ? `${words}export interface ${name} ${type}` : `${words}export type ${name} = ${type};`;
}

function comment(words: string | undefined, indent: string): string {
  if (words === undefined) return "";
  return `${indent}/** ${words.replaceAll("*/", "* /").replaceAll("\n", " ")} */\n`;
}

/** The keywords whose values are read as schemas. */
interface Keywords {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly items?: JsonSchema;
  readonly contentSchema?: JsonSchema;
}

function typeOf(schema: JsonSchema, indent: string): string {
  const { $ref, type, items, contentSchema } = schema as Keywords;
  if ($ref !== undefined) return $ref.split("/").at(-1)!;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (isSwitch(schema)) return "boolean";
  if (schema.enum !== undefined) return union((schema.enum as unknown[]).map((value) => JSON.stringify(value)));
  // An object may have a choice of required fields; its list of fields is enough here.
  const choice = (schema.anyOf ?? (type === "object" ? undefined : schema.oneOf)) as JsonSchema[] | undefined;
  if (choice !== undefined) return union(choice.map((one) => typeOf(one, indent)));
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one }, indent)));
  // A text that contains JSON: the client serializes it.
  if (contentSchema !== undefined) return typeOf(contentSchema, indent);
  if (type === "array") return listOf(typeOf(items ?? {}, indent));
  if (type === "object") return objectOf(schema, indent);
  if (type === "string") return schema.format === "binary" ? "Upload" : "string";
  if (type === "integer" || type === "number") return "number";
  return type === "boolean" ? "boolean" : type === "null" ? "null" : "unknown";
}

/** Forms write booleans as texts. */
const isSwitch = (schema: JsonSchema): boolean => Array.isArray(schema.enum) && schema.enum.join() === "true,1,false,0";
const union = (types: readonly string[]): string => [...new Set(types)].join(" | ");
const listOf = (type: string): string => (type.includes(" ") ? `readonly (${type})[]` : `readonly ${type}[]`);

function objectOf(schema: JsonSchema, indent: string): string {
  const { properties, additionalProperties: others } = schema as Readonly<Record<string, never>>;
  const required = (schema.required ?? []) as readonly string[];
  const inner = `${indent}  `;
  if (properties === undefined) {
    return `Readonly<Record<string, ${typeof others === "object" ? typeOf(others, indent) : "unknown"}>>`;
  }
  const fields = Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => {
    const mark = required.includes(name) ? "" : "?";
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return `${comment(field.description as string | undefined, inner)}${inner}readonly ${key}${mark}: ${typeOf(field, inner)};\n`;
  });
  return fields.length === 0 ? "Readonly<Record<string, never>>" : `{\n${fields.join("")}${indent}}`;
}
