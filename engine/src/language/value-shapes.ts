// Defines shapes of JSON values.
//
// One definition checks a value, states what is allowed, suggests what was meant, and is published as JSON Schema.

import { nearestName, wordList } from "../failures/nearest-name.ts";

/** A kind of JSON values whose type is `Value`. */
export interface Shape<Value = unknown> {
  /** Never set. It gives the compiler the type of the values. */
  readonly of?: () => Value;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Completes "must be …". */
  readonly says: string;
  /** The alternatives in the sentence, if it lists some. */
  readonly choices?: readonly string[];
  /** The values, if they are few and are strings. */
  readonly values?: readonly string[];
  accepts(value: unknown): boolean;
  /** Returns the wrong members of an object with the shape of each, if nothing else is wrong. */
  wrongMembers?(value: unknown): readonly (readonly [name: string, shape: Shape])[];
  /** Returns the value that a wrong one probably meant. It may be wrong itself: `meantBy` checks it. */
  repair?(value: unknown): unknown;
}

/** The type of the values that a shape accepts. */
export type ValueOf<Known> = Known extends { readonly of?: () => infer Value } ? Value : never;

/** Returns the valid value that a wrong one probably meant, if one is similar. */
export function meantBy(shape: Shape, value: unknown): unknown {
  const meant = shape.repair?.(value);
  return meant !== undefined && shape.accepts(meant) ? meant : undefined;
}

export const bool: Shape<boolean> = {
  schema: { type: "boolean" },
  says: "true or false",
  choices: ["true", "false"],
  accepts: (value) => typeof value === "boolean",
  repair: (value) => BOOLEANS.get(String(value).toLowerCase()),
};

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["on", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["off", false],
  ["0", false],
]);

/** Returns a shape of one value. */
export function only<const Value extends boolean | string | null>(wanted: Value): Shape<Value> {
  return {
    schema: { const: wanted },
    says: typeof wanted === "string" ? `"${wanted}"` : `${wanted}`,
    ...(typeof wanted === "string" ? { values: [wanted] } : {}),
    accepts: (value) => value === wanted,
    repair: (value) => (String(value).toLowerCase() === String(wanted) ? wanted : undefined),
  };
}

export function oneOf<const Word extends string>(words: readonly Word[]): Shape<Word> {
  const known: ReadonlySet<unknown> = new Set(words);
  return {
    schema: { enum: words },
    says: wordList(words),
    choices: words,
    values: words,
    accepts: (value) => known.has(value),
    repair: (value) => (typeof value === "string" ? nearestName(value, words) : undefined),
  };
}

/** Returns a shape of numbers from `least` to `most`, in multiples of `step` if given. `unit` completes sentences. */
export function numbers({
  least,
  most,
  step,
  unit = "",
}: {
  least?: number;
  most?: number;
  step?: number;
  unit?: string;
} = {}): Shape<number> {
  const schema = {
    type: step === 1 ? "integer" : "number",
    ...(least === undefined ? {} : { minimum: least }),
    ...(most === undefined ? {} : { maximum: most }),
    ...(step === undefined || step === 1 ? {} : { multipleOf: step }),
  };
  const isWithin = (value: number): boolean =>
    value >= (least ?? Number.NEGATIVE_INFINITY) && value <= (most ?? Number.POSITIVE_INFINITY);
  const isStep = (value: number): boolean => step === undefined || Number.isInteger(value / step);
  const noun = `${step === 1 ? "a whole number" : "a number"}${unit === "" ? "" : ` of ${unit}`}`;
  const from = least === undefined ? "" : ` from ${least}`;
  const to = most === undefined ? (least === undefined ? "" : " up") : ` to ${most}`;
  const steps = step === undefined || step === 1 ? "" : `, in steps of ${step}`;
  return {
    schema,
    says: `${noun}${from}${to}${steps}`,
    accepts: (value) => Number.isFinite(value) && isWithin(value as number) && isStep(value as number),
    repair: (value) => {
      if (typeof value === "number") return step === undefined ? undefined : Math.round(value / step) * step;
      const digits = /^\s*(-?\d{1,9}(?:\.\d{1,6})?)\s*(?:pt|points?)?\s*$/i.exec(String(value))?.[1];
      return digits === undefined ? undefined : Number(digits);
    },
  };
}

/** Returns a shape of strings with at least one character that match a pattern. `says` completes "must be …". */
export function words(pattern: RegExp, { longest, says }: { longest?: number; says: string }): Shape<string> {
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
    says,
    accepts: (value) => typeof value === "string" && value !== "" && isShort(value) && pattern.test(value),
  };
}

/** Returns the same shape, published with the purpose of the value. */
export function described<Value>(shape: Shape<Value>, description: string): Shape<Value> {
  return { ...shape, schema: { ...shape.schema, description } };
}

export function either<Shapes extends readonly Shape[]>(...shapes: Shapes): Shape<ValueOf<Shapes[number]>> {
  const values = shapes.flatMap((shape) => shape.values ?? []);
  return {
    schema: { anyOf: shapes.map(({ schema }) => schema) },
    says: wordList(shapes.flatMap(({ says, choices }) => choices ?? [says])),
    ...(values.length === 0 ? {} : { values }),
    accepts: (value) => shapes.some((one) => one.accepts(value)),
    repair: (value) => {
      for (const shape of shapes) {
        const meant = meantBy(shape, value);
        if (meant !== undefined) return meant;
      }
      return undefined;
    },
  };
}

export function listShape<Item>(item: Shape<Item>): Shape<readonly Item[]> {
  const repaired = (one: unknown): unknown => (item.accepts(one) ? one : meantBy(item, one));
  return {
    schema: { type: "array", items: item.schema },
    says: `a list, each item ${item.says}`,
    accepts: (value) => Array.isArray(value) && value.every((one) => item.accepts(one)),
    repair: (value) => (Array.isArray(value) ? value.map(repaired) : [repaired(value)]),
  };
}

/** Returns a shape of objects with these fields and no others. */
export function fields(all: Readonly<Record<string, Shape>>, required: readonly string[] = []): Shape {
  const properties = Object.fromEntries(Object.entries(all).map(([key, { schema }]) => [key, schema]));
  const shapes = new Map(Object.entries(all));
  const members = [...shapes].map(([key, { says }]) => `${key}${required.includes(key) ? "" : "?"} (${says})`);
  const hasKnownNames = (value: unknown): value is object =>
    isObject(value) &&
    required.every((key) => Object.hasOwn(value, key)) &&
    Object.keys(value).every((key) => shapes.has(key));
  const wrongMembers = (value: object): [string, Shape][] =>
    Object.entries(value).flatMap(([key, one]) => (shapes.get(key)!.accepts(one) ? [] : [[key, shapes.get(key)!]]));
  return {
    schema: { type: "object", properties, required, additionalProperties: false },
    says: `an object with ${wordList(members, "and")}`,
    accepts: (value) => hasKnownNames(value) && wrongMembers(value).length === 0,
    wrongMembers: (value) => (hasKnownNames(value) ? wrongMembers(value) : []),
    repair: (value) => {
      if (!isObject(value)) return undefined;
      const entries = Object.entries(value).map(([key, one]): [string, unknown] => {
        const name = shapes.has(key) ? key : (nearestName(key, [...shapes.keys()]) ?? key);
        const shape = shapes.get(name);
        return [name, shape === undefined || shape.accepts(one) ? one : meantBy(shape, one)];
      });
      return Object.fromEntries(entries);
    },
  };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
