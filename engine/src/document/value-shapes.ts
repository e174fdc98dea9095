// What a JSON value may be, said once: to check a value by, and to publish as JSON Schema.

/** A kind of JSON values. */
export interface Shape {
  readonly schema: Readonly<Record<string, unknown>>;
  accepts(value: unknown): boolean;
}

export const bool: Shape = { schema: { type: "boolean" }, accepts: (value) => typeof value === "boolean" };

/** One value alone. */
export function only(wanted: boolean | string | null): Shape {
  return { schema: { const: wanted }, accepts: (value) => value === wanted };
}

export function oneOf(words: readonly string[]): Shape {
  const known: ReadonlySet<unknown> = new Set(words);
  return { schema: { enum: words }, accepts: (value) => known.has(value) };
}

/** Numbers from `least` to `most`, in whole steps where a step is given. */
export function numbers({ least, most, step }: { least?: number; most?: number; step?: number } = {}): Shape {
  const schema = {
    type: step === 1 ? "integer" : "number",
    ...(least === undefined ? {} : { minimum: least }),
    ...(most === undefined ? {} : { maximum: most }),
    ...(step === undefined || step === 1 ? {} : { multipleOf: step }),
  };
  const isWithin = (value: number): boolean =>
    value >= (least ?? Number.NEGATIVE_INFINITY) && value <= (most ?? Number.POSITIVE_INFINITY);
  const isStep = (value: number): boolean => step === undefined || Number.isInteger(value / step);
  return { schema, accepts: (value) => Number.isFinite(value) && isWithin(value as number) && isStep(value as number) };
}

/** Strings of at least one character that a pattern describes. */
export function words(pattern: RegExp, longest?: number): Shape {
  const schema = {
    type: "string",
    minLength: 1,
    ...(longest === undefined ? {} : { maxLength: longest }),
    pattern: pattern.source,
  };
  // JSON Schema counts code points.
  const isShort = (value: string): boolean =>
    longest === undefined || value.length <= longest || [...value].length <= longest;
  return {
    schema,
    accepts: (value) => typeof value === "string" && value !== "" && isShort(value) && pattern.test(value),
  };
}

export function either(...shapes: readonly Shape[]): Shape {
  return {
    schema: { anyOf: shapes.map(({ schema }) => schema) },
    accepts: (value) => shapes.some((one) => one.accepts(value)),
  };
}

export function listOf(item: Shape): Shape {
  return {
    schema: { type: "array", items: item.schema },
    accepts: (value) => Array.isArray(value) && value.every((one) => item.accepts(one)),
  };
}

/** Objects with these fields and no others. */
export function fields(all: Readonly<Record<string, Shape>>, required: readonly string[] = []): Shape {
  const properties = Object.fromEntries(Object.entries(all).map(([key, { schema }]) => [key, schema]));
  const shapes = new Map(Object.entries(all));
  const isObject = (value: unknown): value is object =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  return {
    schema: { type: "object", properties, required, additionalProperties: false },
    accepts: (value) =>
      isObject(value) &&
      required.every((key) => Object.hasOwn(value, key)) &&
      Object.entries(value).every(([key, one]) => shapes.get(key)?.accepts(one) === true),
  };
}
