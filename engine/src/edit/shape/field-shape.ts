// What a field of an edit may hold, said once: to tell what is wrong with a value and where, and to publish as JSON Schema.
//
// The kinds of plain values are those of `document/value-shapes.ts`, which say yes or no. Here are the shapes around them,
// which tell each fault at its own path.

import type { Shape } from "../../document/value-shapes.ts";
import type { Problem } from "../refusal.ts";

export type Schema = Readonly<Record<string, unknown>>;

export interface FieldShape {
  readonly schema: Schema;
  problems(value: unknown, field: string): Problem[];
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A plain value; `says` completes "This must be …". */
export function plain(shape: Shape, says: string): FieldShape {
  return {
    schema: shape.schema,
    problems: (value, field) => (shape.accepts(value) ? [] : [invalid(field, `This must be ${says}.`)]),
  };
}

export function list(item: FieldShape, { least = 1, most }: { least?: number; most?: number } = {}): FieldShape {
  const bounds = { minItems: least, ...(most === undefined ? {} : { maxItems: most }) };
  return {
    schema: { type: "array", items: item.schema, ...bounds },
    problems: (value, field) => {
      if (!Array.isArray(value)) return [invalid(field, "This must be a list.")];
      const isSized = value.length >= least && (most === undefined || value.length <= most);
      const size = most === undefined ? `at least ${least}` : `${least} to ${most}`;
      return [
        ...(isSized ? [] : [invalid(field, `This must have ${size} items.`)]),
        ...value.flatMap((one: unknown, index) => item.problems(one, `${field}[${index}]`)),
      ];
    },
  };
}

/** A field of an object. */
export interface Member {
  readonly shape: FieldShape;
  readonly isRequired: boolean;
  /** What it is for: one phrase of the reference. */
  readonly meaning: string;
}

export function must(shape: FieldShape, meaning = ""): Member {
  return { shape, isRequired: true, meaning };
}

export function may(shape: FieldShape, meaning = ""): Member {
  return { shape, isRequired: false, meaning };
}

/** The same under a name: what publishes the schema says it once. */
export function named(title: string, shape: FieldShape): FieldShape {
  return { ...shape, schema: { title, ...shape.schema } };
}

/** What must hold of an object whose fields are each right. */
export type ObjectRule = (value: Fields, field: string) => Problem[];

/** An object with these fields and no others. */
export function object(members: Readonly<Record<string, Member>>, rule: ObjectRule = () => []): FieldShape {
  const required = Object.entries(members).flatMap(([name, { isRequired }]) => (isRequired ? [name] : []));
  const properties = Object.fromEntries(Object.entries(members).map(([name, member]) => [name, memberSchema(member)]));
  return {
    schema: { type: "object", properties, required, additionalProperties: false },
    problems: (value, field) => {
      if (!isFields(value)) return [invalid(field, "This must be an object.")];
      const found = memberProblems(value, field, members);
      return found.length > 0 ? found : rule(value, field);
    },
  };
}

function memberSchema({ shape, meaning }: Member): Schema {
  return meaning === "" ? shape.schema : { ...shape.schema, description: meaning };
}

function memberProblems(value: Fields, field: string, members: Readonly<Record<string, Member>>): Problem[] {
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(members, name));
  return [
    ...unknown.map((name): Problem => {
      return {
        field: `${field}.${nameInPath(name)}`,
        reason: "UNKNOWN_FIELD",
        message: "There is no such field here.",
      };
    }),
    ...Object.entries(members).flatMap(([name, { shape, isRequired }]): Problem[] => {
      const own = `${field}.${name}`;
      if (Object.hasOwn(value, name) && value[name] !== undefined) return shape.problems(value[name], own);
      return isRequired ? [{ field: own, reason: "MISSING_FIELD", message: "This field is required." }] : [];
    }),
  ];
}

/** One of several shapes: the first whose `isMeant` knows the value tells what is wrong with it; the last one always. */
export function variants(...shapes: readonly [...(readonly [Known, FieldShape])[], FieldShape]): FieldShape {
  const named = shapes.slice(0, -1) as readonly (readonly [Known, FieldShape])[];
  const last = shapes.at(-1) as FieldShape;
  return {
    schema: { anyOf: [...named.map(([, shape]) => shape.schema), last.schema] },
    problems: (value, field) => (named.find(([isMeant]) => isMeant(value))?.[1] ?? last).problems(value, field),
  };
}

export type Known = (value: unknown) => boolean;

/** Knows an object by a field that it has. */
export function has(name: string): Known {
  return (value) => isFields(value) && Object.hasOwn(value, name);
}

export const isString: Known = (value) => typeof value === "string";

export function invalid(field: string, message: string): Problem {
  return { field, reason: "INVALID_VALUE", message };
}

/** A key may be anything: visible ASCII alone is repeated, cut short. */
export function nameInPath(key: string): string {
  return key.replace(/[^\x21-\x7e]/g, "?").slice(0, 80);
}
