// Writes the description as Markdown: the operations on one page, the shapes on another.
//
// It reads the OpenAPI object that is served, so all three have the same content.

import { markdownTable } from "../../contract/markdown-table.ts";
import { slugOf } from "./markdown-html.ts";
import type { JsonSchema, OpenApi, OperationObject, ParameterObject, ResponseObject } from "./openapi-shape.ts";

/** An operation with its path and method. */
export interface Entry {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationObject;
}

interface Group {
  readonly name: string;
  readonly entries: readonly Entry[];
}

export function groupsOf(api: OpenApi): Group[] {
  const entries = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return api.tags.map(({ name }) => ({ name, entries: entries.filter(({ operation }) => operation.tags[0] === name) }));
}

/** Returns the text above the operations. */
export function referenceHead(api: OpenApi): string {
  const servers = api.servers.map(({ url, description }) => `- ${description}: \`${url}\``);
  const contents = groupsOf(api).map(({ name, entries }) => {
    const links = entries.map(({ operation: { summary } }) => `[${summary}](#${slugOf(summary)})`);
    return `- ${name}: ${links.join(", ")}`;
  });
  return `# Operations

${api.info.description} The machine-readable description is \`/openapi.json\`, version ${api.info.version}. \`/docs/shapes\` has
every shape, \`/docs/errors\` every error code.

${servers.join("\n")}

Send your key with every request as \`Authorization: Bearer <API_KEY>\`. A request without a valid key answers 401.

${contents.join("\n")}

## Headers of replies

${markdownTable(["Header", "Type", "Meaning"], headerRows(api))}
`;
}

export function operationMarkdown({ path, method, operation }: Entry): string {
  const { summary, description, parameters, requestBody, responses, deprecated } = operation;
  const bodies = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) => `**Body**, \`${type}\`\n\n${shapeMarkdown(schema)}`,
  );
  return `${[
    `### ${summary}`,
    `\`${method.toUpperCase()} ${path}\`${deprecated ? " (deprecated)" : ""}`,
    ...(description === undefined ? [] : [description]),
    ...(parameters.length === 0
      ? []
      : [markdownTable(["Parameter", "In", "Type", "Meaning"], parameters.map(parameterRow))]),
    ...bodies,
    markdownTable(["Status", "Meaning", "Body"], Object.entries(responses).map(responseRow)),
  ].join("\n\n")}\n`;
}

export function shapesMarkdown(api: OpenApi): string {
  const schemas = Object.entries(api.components.schemas);
  const sections = schemas.map(([name, schema]) => schemaMarkdown(name, schema));
  const links = schemas.map(([name]) => `[${name}](#${slugOf(name)})`);
  return `# Shapes

The shapes of requests and replies. Replies may gain fields: ignore those that you do not know. A field with a question mark
may be absent.

${links.join(", ")}

${sections.join("\n")}`;
}

function schemaMarkdown(name: string, schema: JsonSchema): string {
  const examples = (schema.examples ?? []) as readonly unknown[];
  const shown = examples.map((example) => `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``);
  return `${[`## ${name}`, String(schema.description ?? ""), shapeMarkdown(schema), ...shown].join("\n\n")}\n`;
}

function headerRows(api: OpenApi): string[][] {
  const replies = groupsOf(api).flatMap(({ entries }) =>
    entries.flatMap(({ operation }) => Object.values(operation.responses)),
  );
  const found = new Map<string, string>();
  for (const { headers = {} } of replies) {
    for (const [name, { $ref }] of Object.entries(headers)) found.set($ref.split("/").at(-1) ?? "", name);
  }
  return Object.entries(api.components.headers).flatMap(([key, header]) => {
    const { description, schema } = header as { readonly description: string; readonly schema: JsonSchema };
    const name = found.get(key);
    return name === undefined ? [] : [[`\`${name}\``, kindOf(schema), description]];
  });
}

function parameterRow({ name, in: place, required, schema, description = "" }: ParameterObject): string[] {
  return [`\`${name}\``, `${place}${required ? ", required" : ""}`, kindOf(schema), description];
}

function responseRow([status, { description, content = {} }]: [string, ResponseObject]): string[] {
  const kinds = new Set(Object.values(content).map(({ schema }) => kindOf(schema)));
  return [status, asCodes(description), [...kinds].join(" or ")];
}

/** Marks the code in `CODE: meaning.` as a code span. */
function asCodes(description: string): string {
  return description.replace(/\b([A-Z]{2,}(?:_[A-Z]+)+)(?=: )/g, "`$1`");
}

/** Returns the fields of an object as a table, or the kind of another schema. */
function shapeMarkdown(schema: JsonSchema): string {
  const rows = fieldRows(schema, "");
  if (rows.length === 0) return kindOf(schema);
  const choices = ((schema.oneOf ?? schema.allOf ?? []) as readonly JsonSchema[]).map(choiceWords);
  const needed = choices.filter((words) => words !== "");
  return [
    markdownTable(["Field", "Type", "Meaning"], rows),
    ...(needed.length === 0 ? [] : [sentence(schema, needed)]),
  ].join("\n\n");
}

function sentence(schema: JsonSchema, choices: readonly string[]): string {
  return schema.oneOf === undefined ? choices.join(" ") : `Exactly one of ${choices.join(", ")}.`;
}

/** Returns the fields that a branch of a choice requires. */
function choiceWords({ required, oneOf }: JsonSchema): string {
  const names = ((required ?? []) as readonly string[]).map((name) => `\`${name}\``);
  if (names.length > 0) return names.join(" and ");
  const inner = ((oneOf ?? []) as readonly JsonSchema[]).map(choiceWords);
  return inner.length === 0 ? "" : `Exactly one of ${inner.join(", ")}.`;
}

/** Returns one row for each field, those of inner objects included: `error.code`, `paragraphs[].status`. */
function fieldRows(schema: JsonSchema, path: string): string[][] {
  const required = (schema.required ?? []) as readonly string[];
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  return fields.flatMap(([name, field]) => {
    const own = path + name;
    const meaning = typeof field.description === "string" ? field.description : meaningOfKind(field);
    return [[`\`${own}\`${required.includes(name) ? "" : " ?"}`, kindOf(field), meaning], ...innerRows(field, own)];
  });
}

function innerRows(field: JsonSchema, path: string): string[][] {
  if (field.items !== undefined) return innerRows(field.items as JsonSchema, `${path}[]`);
  const choices = (field.anyOf ?? field.oneOf ?? []) as readonly JsonSchema[];
  const rows = [...fieldRows(field, `${path}.`), ...choices.flatMap((choice) => innerRows(choice, path))];
  const seen = new Set<string>();
  return rows.filter((row) => seen.size < seen.add(row.join("|")).size);
}

function meaningOfKind(field: JsonSchema): string {
  if (field.const !== undefined) return `Always \`${field.const}\`.`;
  return field.$ref === undefined ? "" : "See there.";
}

/** Describes a schema in a few words. */
function kindOf(schema: JsonSchema): string {
  if (typeof schema.$ref === "string") {
    const name = schema.$ref.split("/").at(-1) ?? "";
    return `[${name}](/docs/shapes.md#${slugOf(name)})`;
  }
  const choices = schema.anyOf ?? (schema.properties === undefined ? schema.oneOf : undefined);
  if (Array.isArray(choices)) return [...new Set(choices.map(kindOf))].join(" or ");
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${value}\``).join(", ");
  if (schema.contentSchema !== undefined) return `JSON text: ${kindOf(schema.contentSchema as JsonSchema)}`;
  if (schema.type === "array") return `list of ${kindOf((schema.items ?? {}) as JsonSchema)}`;
  if (Array.isArray(schema.type)) return schema.type.join(" or ");
  if (schema.format === "binary") return "file";
  if (schema.format === "date-time") return "time";
  return `${schema.type ?? "object"}${boundWords(schema)}`;
}

function boundWords({ minimum, maximum }: JsonSchema): string {
  const from = typeof minimum === "number" && minimum > Number.MIN_SAFE_INTEGER ? ` from ${minimum}` : "";
  return typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER ? `${from} to ${maximum}` : from;
}
