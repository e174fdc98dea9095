// A JSON Schema whose parts have titles, said shorter: every part with a title is written down once, under it, and referred
// to. A description that stands beside a title belongs to the place, and stays there.

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface TitledSchema {
  /** With references to `#/$defs/`. */
  readonly schema: JsonSchema;
  /** By title, in the order of their first places, each after those that it refers to. */
  readonly definitions: ReadonlyMap<string, JsonSchema>;
}

/** Parts with one title are alike. */
export function defineTitled(schema: JsonSchema): TitledSchema {
  const definitions = new Map<string, JsonSchema>();
  return { schema: lifted(schema, definitions) as JsonSchema, definitions };
}

function lifted(value: unknown, definitions: Map<string, JsonSchema>): unknown {
  if (Array.isArray(value)) return value.map((member: unknown) => lifted(member, definitions));
  if (typeof value !== "object" || value === null) return value;
  const { title, description, ...members } = value as JsonSchema;
  const told = typeof description === "string" ? { description } : {};
  // In a list of properties these are names like others.
  if (typeof title !== "string") {
    const named = { ...(title === undefined ? {} : { title }), ...members };
    const inner = Object.entries({ ...named, ...(typeof description === "object" ? { description } : {}) });
    return { ...told, ...Object.fromEntries(inner.map(([key, member]) => [key, lifted(member, definitions)])) };
  }
  if (!definitions.has(title)) definitions.set(title, lifted(members, definitions) as JsonSchema);
  return { $ref: `#/$defs/${title}`, ...told };
}
