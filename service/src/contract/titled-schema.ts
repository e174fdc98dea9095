// Shortens a JSON Schema: writes every part with a title once, as a definition, and refers to it.
//
// A description beside a title belongs to the position of the part, so it stays beside the reference.

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface TitledSchema {
  /** The schema with references to `#/$defs/`. */
  readonly schema: JsonSchema;
  /**
   * Maps a title to its definition. A definition follows those that it refers to; otherwise the order is that of first
   * use.
   */
  readonly definitions: ReadonlyMap<string, JsonSchema>;
}

/** Moves every titled part into a definition. Parts with the same title must be equal. */
export function defineTitled(schema: JsonSchema): TitledSchema {
  const definitions = new Map<string, JsonSchema>();
  return { schema: lifted(schema, definitions) as JsonSchema, definitions };
}

function lifted(value: unknown, definitions: Map<string, JsonSchema>): unknown {
  if (Array.isArray(value)) return value.map((member: unknown) => lifted(member, definitions));
  if (typeof value !== "object" || value === null) return value;
  const { title, description, ...members } = value as JsonSchema;
  const told = typeof description === "string" ? { description } : {};
  // In a list of properties, `title` and `description` are ordinary names of properties.
  if (typeof title !== "string") {
    const named = { ...(title === undefined ? {} : { title }), ...members };
    const inner = Object.entries({ ...named, ...(typeof description === "object" ? { description } : {}) });
    return { ...told, ...Object.fromEntries(inner.map(([key, member]) => [key, lifted(member, definitions)])) };
  }
  if (!definitions.has(title)) definitions.set(title, lifted(members, definitions) as JsonSchema);
  return { $ref: `#/$defs/${title}`, ...told };
}
