// Defines shapes of the fields of edits.
//
// One definition reports what is wrong and where, and is published as JSON Schema. Plain values are those of
// `language/value-shapes.ts`. The shapes here put them into objects and lists. They report each problem at its own
// path, with the allowed values and, if it can be guessed, the intended value.

import { lastName, shownJson } from "../../failures/nearest-name.ts";
import {
  type Fields,
  hintsOf,
  invalid,
  isFields,
  missingField,
  mustBe,
  unknownField,
  wrongValue,
} from "../../language/value-problems.ts";
import type { Shape, ValueOf } from "../../language/value-shapes.ts";
import type { Problem } from "../refusal.ts";

export type Schema = Readonly<Record<string, unknown>>;

export interface FieldShape<Value = unknown> {
  /** Never set. It gives the compiler the type of the values. */
  readonly of?: () => Value;
  readonly schema: Schema;
  /** Completes "must be …". */
  readonly says: string;
  /** The values, if they are few and are strings. */
  readonly values?: readonly string[];
  problems(value: unknown, field: string): Problem[];
}

/** Returns the shape of a plain value. */
export function plain<Value>(shape: Shape<Value>, says = shape.says): FieldShape<Value> {
  const { schema, values } = shape;
  return {
    schema,
    says,
    ...(values === undefined ? {} : { values }),
    problems: (value, field) => (shape.accepts(value) ? [] : [wrongValue(field, { ...shape, says }, value)]),
  };
}

export function list<Item>(
  item: FieldShape<Item>,
  { least = 1, most }: { least?: number; most?: number } = {},
): FieldShape<readonly Item[]> {
  const bounds = { minItems: least, ...(most === undefined ? {} : { maxItems: most }) };
  const size = most === undefined ? `at least ${least}` : `${least} to ${most}`;
  const says = `a list of ${size} items, each ${item.says}`;
  return {
    schema: { type: "array", items: item.schema, ...bounds },
    says,
    problems: (value, field) => {
      if (!Array.isArray(value)) {
        const meant = item.problems(value, field).length === 0 ? [value] : undefined;
        return [invalid(field, mustBe(field, says), hintsOf(undefined, meant))];
      }
      const isSized = value.length >= least && (most === undefined || value.length <= most);
      const found = `\`${lastName(field)}\` must have ${size} items; it has ${value.length}.`;
      return [
        ...(isSized ? [] : [invalid(field, found)]),
        ...value.flatMap((one: unknown, index) => item.problems(one, `${field}[${index}]`)),
      ];
    },
  };
}

/** A field of an object. */
export interface Member<Value = unknown, Required extends boolean = boolean> {
  readonly shape: FieldShape<Value>;
  readonly isRequired: Required;
  /** Its purpose: one phrase of the reference. */
  readonly meaning: string;
}

export function must<Value>(shape: FieldShape<Value>, meaning: string): Member<Value, true> {
  return { shape, isRequired: true, meaning };
}

export function may<Value>(shape: FieldShape<Value>, meaning: string): Member<Value, false> {
  return { shape, isRequired: false, meaning };
}

/** The type of the objects with these fields. */
export type ObjectOf<Members extends Readonly<Record<string, Member>>> = {
  readonly [Name in keyof Members as Members[Name] extends Member<unknown, true> ? Name : never]: ValueOf<
    Members[Name]["shape"]
  >;
} & {
  readonly [Name in keyof Members as Members[Name] extends Member<unknown, true> ? never : Name]?: ValueOf<
    Members[Name]["shape"]
  >;
};

/** Returns the same shape under a name. The published schema defines it once. */
export function withTitle<Value>(title: string, shape: FieldShape<Value>): FieldShape<Value> {
  return { ...shape, schema: { title, ...shape.schema } };
}

/** Returns the same shape with an example for messages. */
export function suchAs<Value>(shape: FieldShape<Value>, example: object): FieldShape<Value> {
  return { ...shape, says: `an object such as ${shownJson(example)}` };
}

/**
 * Returns the same shape with a repair for a form that callers use by mistake. If `repair` returns a valid value, that is the
 * only problem reported, with the valid value as JSON.
 */
export function repaired<Value>(shape: FieldShape<Value>, repair: (value: unknown) => unknown): FieldShape<Value> {
  return {
    ...shape,
    problems: (value, field) => {
      const problems = shape.problems(value, field);
      const meant = problems.length === 0 ? undefined : repair(value);
      if (meant === undefined || shape.problems(meant, field).length > 0) return problems;
      return [invalid(field, mustBe(field, shape.says), hintsOf(undefined, meant))];
    },
  };
}

/** A rule for an object whose fields are all valid. */
export type ObjectRule = (value: Fields, field: string) => Problem[];

export interface ObjectOptions {
  readonly rule?: ObjectRule | undefined;
  /** The name of the object in messages; by default the last name of its path. */
  readonly owner?: string;
}

/** Returns the shape of an object with these fields and no others. */
export function object<const Members extends Readonly<Record<string, Member>>>(
  members: Members,
  { rule = () => [], owner }: ObjectOptions = {},
): FieldShape<ObjectOf<Members>> {
  const names = Object.keys(members);
  const required = names.filter((name) => members[name]!.isRequired);
  const properties = Object.fromEntries(names.map((name) => [name, memberSchema(members[name]!)]));
  const says = `an object with ${names.map((name) => (required.includes(name) ? name : `${name}?`)).join(", ")}`;
  return {
    schema: { type: "object", properties, required, additionalProperties: false },
    says,
    problems: (value, field) => {
      if (!isFields(value)) return [invalid(field, mustBe(field, says))];
      const found = memberProblems(value, field, { members, owner: owner ?? lastName(field) });
      return found.length > 0 ? found : rule(value, field);
    },
  };
}

function memberSchema({ shape, meaning }: Member): Schema {
  return meaning === "" ? shape.schema : { ...shape.schema, description: meaning };
}

interface Members {
  readonly members: Readonly<Record<string, Member>>;
  readonly owner: string;
}

function memberProblems(value: Fields, field: string, { members, owner }: Members): Problem[] {
  const names = Object.keys(members);
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(members, name));
  const isGiven = (name: string): boolean => Object.hasOwn(value, name) && value[name] !== undefined;
  return [
    ...unknown.map((name) => unknownField(name, field, { owner, names, isGiven })),
    ...Object.entries(members).flatMap(([name, { shape, isRequired }]): Problem[] => {
      const own = `${field}.${name}`;
      if (isGiven(name)) return shape.problems(value[name], own);
      return isRequired ? [missingField(own, owner, shape)] : [];
    }),
  ];
}

/**
 * Returns a shape with several forms. The first whose `isMeant` accepts the value reports its problems; otherwise the last
 * one does.
 */
export function variants<const First extends readonly (readonly [IsMeant, FieldShape])[], Last extends FieldShape>(
  ...shapes: readonly [...First, Last]
): FieldShape<ValueOf<First[number][1]> | ValueOf<Last>> {
  const named = shapes.slice(0, -1) as readonly (readonly [IsMeant, FieldShape])[];
  const last = shapes.at(-1) as FieldShape;
  return {
    schema: { anyOf: [...named.map(([, shape]) => shape.schema), last.schema] },
    says: last.says,
    problems: (value, field) => (named.find(([isMeant]) => isMeant(value))?.[1] ?? last).problems(value, field),
  };
}

export type IsMeant = (value: unknown) => boolean;

/** Returns a test for objects with a field. */
export function has(name: string): IsMeant {
  return (value) => isFields(value) && Object.hasOwn(value, name);
}

export const isString: IsMeant = (value) => typeof value === "string";
