// Writes the JSON Schemas of the API's shapes, each named shape once.
//
// Other places refer to a named shape. Two different shapes with the same name are a fault, because a generated client
// would get one of them wrong.

import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { JsonSchema } from "./openapi-shape.ts";

/** `input`: what a caller may send. `output`: what we answer. */
export type Direction = "input" | "output";

const localReference = "#/$defs/";
const ourReference = "#/components/schemas/";

export class NamedSchemas {
  readonly #named = new Map<string, JsonSchema>();

  /** Returns the schema, or a reference to it if it has a name. */
  of(schema: z.ZodType, direction: Direction): JsonSchema {
    const written = z.toJSONSchema(z.object({ value: schema }), {
      io: direction,
      override: ({ zodSchema, jsonSchema }) => amend(zodSchema, jsonSchema, direction),
    });
    const { $defs = {}, properties = {} } = JSON.parse(
      JSON.stringify(written).replaceAll(localReference, ourReference),
    );
    for (const [name, named] of Object.entries<JsonSchema>($defs)) this.#add(name, named);
    return properties.value;
  }

  /** Returns the named schemas in alphabetical order. */
  all(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#named].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** Adds the schema, and as schemas of their own the definitions that it contains. */
  #add(name: string, { $defs, ...schema }: JsonSchema): void {
    for (const [inner, named] of Object.entries(($defs ?? {}) as Record<string, JsonSchema>)) this.#add(inner, named);
    const known = this.#named.get(name);
    if (known !== undefined && !isDeepStrictEqual(known, schema)) throw new Error(`two shapes are called ${name}`);
    this.#named.set(name, schema);
  }
}

type WrittenSchema = Record<string, unknown>;

function amend(schema: unknown, written: WrittenSchema, direction: Direction): void {
  // A reader must expect fields that are added later. The form of a time follows from its format.
  if (direction === "output" && written.additionalProperties === false) delete written.additionalProperties;
  if (written.format === "date-time") delete written.pattern;
  const described = schema instanceof z.ZodType ? schema.meta()?.describedAs : undefined;
  if (described === undefined) return;
  const { description } = written;
  for (const keyword of Object.keys(written)) delete written[keyword];
  Object.assign(written, { ...(description === undefined ? {} : { description }) }, described);
}
