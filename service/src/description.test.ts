// Tests that the API description is complete (SRV-90).

import { editTypes } from "@versus/engine/tasks";
import { afterAll, expect, test } from "vitest";
import { jobErrors, refusals } from "./contract/errors.ts";
import type { JsonSchema, OpenApi, OperationObject } from "./http/description/openapi-shape.ts";
import { startDescribedServer } from "./testing/described-server.ts";

const server = startDescribedServer();
afterAll(() => server.close());
const api = (await server.app.inject("/openapi.json")).json() as OpenApi;
const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, OperationObject] => [`${method} ${path}`, operation]),
);
const { schemas } = api.components;
const shapes: readonly [string, JsonSchema][] = [
  ...Object.entries(schemas),
  ...operations.flatMap(([place, { requestBody }]) =>
    Object.entries(requestBody?.content ?? {}).map(([type, { schema }]): [string, JsonSchema] => [
      `${place} ${type}`,
      schema,
    ]),
  ),
];

/** Yields a schema and every schema inside it, with their paths. */
function* inside(schema: JsonSchema, place: string): Generator<[string, JsonSchema]> {
  yield [place, schema];
  for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    yield* inside(field, `${place}.${name}`);
  }
  const choices = ["anyOf", "oneOf", "allOf"].flatMap((key) => (schema[key] ?? []) as JsonSchema[]);
  const items = [schema.items, schema.contentSchema].filter((one) => one !== undefined) as JsonSchema[];
  for (const [index, one] of [...choices, ...items].entries()) yield* inside(one, `${place}[${index}]`);
}

test("[SRV-90] every operation, parameter, header, shape and field says what it means", () => {
  const blank: string[] = [];
  for (const [place, { description, parameters }] of operations) {
    if (description === undefined) blank.push(place);
    for (const parameter of parameters) if (!parameter.description) blank.push(`${place} ${parameter.name}`);
  }
  for (const [name, header] of Object.entries(api.components.headers)) {
    if (!(header as JsonSchema).description) blank.push(name);
  }
  for (const [name, schema] of Object.entries(schemas)) if (!schema.description) blank.push(name);
  for (const [name, shape] of shapes) {
    for (const [place, { properties = {} }] of inside(shape, name)) {
      for (const [field, schema] of Object.entries(properties as Record<string, JsonSchema>)) {
        // A single value needs no description, and a named shape has its description there.
        if (!schema.description && schema.const === undefined && schema.$ref === undefined) {
          blank.push(`${place}.${field}`);
        }
      }
    }
  }
  expect(blank).toEqual([]);
});

test("an operation has a name of its own", () => {
  const names = operations.map(([, { operationId }]) => operationId);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("no value is left open: every schema has a type, a list of values, a choice or a reference", () => {
  const open: string[] = [];
  for (const [name, shape] of shapes) {
    for (const [place, schema] of inside(shape, name)) {
      const keys = ["type", "enum", "const", "anyOf", "oneOf", "$ref", "required"];
      if (!keys.some((key) => Object.hasOwn(schema, key))) open.push(place);
    }
  }
  expect(open).toEqual([]);
  const references = [...JSON.stringify(api).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!);
  expect(references.filter((name) => !Object.hasOwn(schemas, name))).toEqual([]);
});

test("an edit is a choice by its type, each with an example", () => {
  const { oneOf, discriminator } = schemas.Edit as unknown as {
    readonly oneOf: readonly { readonly $ref: string }[];
    readonly discriminator: { readonly propertyName: string; readonly mapping: Record<string, string> };
  };
  expect(discriminator.propertyName).toBe("type");
  expect(Object.keys(discriminator.mapping)).toEqual(Object.keys(editTypes));
  expect(Object.values(discriminator.mapping)).toEqual(oneOf.map(({ $ref }) => $ref));
  expect(Object.keys(editTypes)).toHaveLength(34);
  for (const [type, reference] of Object.entries(discriminator.mapping)) {
    const { examples } = schemas[reference.split("/").at(-1)!] as { readonly examples: readonly { type: string }[] };
    expect(examples.map((example) => example.type)).toContain(type);
  }
});

test("[SRV-90] codes are listed, and a format that nobody renders is not", () => {
  const text = (path: readonly string[]): unknown =>
    path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], schemas);
  expect(text(["ErrorResponse", "properties", "error", "properties", "code", "enum"])).toEqual(Object.keys(refusals));
  for (const name of ["FailedJobError", "FileError", "CreationError", "EditError"]) {
    expect(text([name, "properties", "code", "enum"])).toEqual(Object.keys(jobErrors));
  }
  const { parameters } = api.paths["/v1/compare/{comparison_id}"]!.get!;
  expect(parameters.find(({ name }) => name === "format")?.schema.items).toEqual({
    type: "string",
    enum: ["docx", "md", "json", "viewer"],
  });
});

test("the key is marked optional, and the words say that it is needed", () => {
  for (const [place, { parameters }] of operations) {
    const header = parameters.find(({ name }) => name === "Authorization");
    if (place === "get /health") expect(header).toBeUndefined();
    else expect(header).toMatchObject({ required: false, description: expect.stringContaining("Needed") });
  }
});
