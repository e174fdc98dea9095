// Makes problems of the values in a request: the field, what is allowed, and a suggestion.

import { asSuggestion, type Hints, lastName, nearestName } from "../failures/nearest-name.ts";
import { meantBy, type Shape } from "./value-shapes.ts";

/** A problem that is found without reading a document. */
export interface ValueProblem extends Hints {
  /** JSON path: `edits[3].text.match`. */
  readonly field: string;
  readonly reason: "UNKNOWN_FIELD" | "MISSING_FIELD" | "INVALID_VALUE";
  /** One sentence. It contains no value of the request. */
  readonly message: string;
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the problem of a value that its shape does not accept: what is allowed, and what was probably meant. */
export function wrongValue(field: string, shape: Shape, value: unknown): ValueProblem {
  const meant = meantBy(shape, value);
  return invalid(field, mustBe(field, shape.says), hintsOf(shape.values, meant));
}

export function mustBe(field: string, says: string): string {
  return `\`${lastName(field)}\` must be ${says}.`;
}

export function hintsOf(allowed: readonly string[] | undefined, meant: unknown): Hints {
  const suggestion = meant === undefined ? undefined : asSuggestion(meant);
  return {
    ...(allowed === undefined ? {} : { allowed }),
    ...(suggestion === undefined ? {} : { did_you_mean: suggestion }),
  };
}

interface KnownNames {
  /** The owner of the fields: the type of an edit, or the name of an object. */
  readonly owner: string;
  readonly names: readonly string[];
  /** True if the caller gives this field. Another name cannot have meant it then. */
  isGiven(name: string): boolean;
}

/** Returns the problem of an unknown field. */
export function unknownField(name: string, field: string, { owner, names, isGiven }: KnownNames): ValueProblem {
  const meant = nearestName(name, names, isGiven);
  const own = nameInPath(name);
  const takes = names.length === 0 ? "takes no fields" : `takes ${names.join(", ")}`;
  const message = `Unknown field \`${own}\`. \`${owner}\` ${takes}.`;
  return { field: `${field}.${own}`, reason: "UNKNOWN_FIELD", message, ...hintsOf(names, meant) };
}

interface GivenKeys {
  readonly shapes: Readonly<Record<string, Shape>>;
  /** The keys of the shapes: the same list each time. */
  readonly names: readonly string[];
  readonly unknown: readonly string[];
  readonly invalid: readonly string[];
  /** True if a value contains characters that a document cannot. */
  isUnwritable(value: unknown): boolean;
}

/** Returns the problems of the keys of a property object such as `format`. */
export function keyProblems(value: Fields, field: string, given: GivenKeys): ValueProblem[] {
  const { shapes, names, unknown, invalid: wrong, isUnwritable } = given;
  const known = {
    owner: lastName(field),
    names,
    isGiven: (name: string) => Object.hasOwn(value, name),
  };
  return [
    ...unknown.map((key) => unknownField(key, field, known)),
    ...Object.keys(value)
      .filter((key) => Object.hasOwn(shapes, key) && (wrong.includes(key) || isUnwritable(value[key])))
      .flatMap((key) => wrongValues(`${field}.${key}`, shapes[key]!, value[key])),
  ];
}

/**
 * Returns the problem of a value that its shape does not accept. For an object with several wrong members it returns one per
 * member, unless the intended value is known.
 */
function wrongValues(field: string, shape: Shape, value: unknown): ValueProblem[] {
  const members = shape.wrongMembers?.(value) ?? [];
  if (members.length === 0 || meantBy(shape, value) !== undefined) return [wrongValue(field, shape, value)];
  return members.map(([name, own]) => wrongValue(`${field}.${name}`, own, (value as Fields)[name]));
}

/** Returns the problem of a required field that is missing. */
export function missingField(
  field: string,
  owner: string,
  { says, values }: Pick<Shape, "says" | "values">,
): ValueProblem {
  const message = `\`${owner}\` needs \`${lastName(field)}\`: ${says}.`;
  const [only, ...others] = values ?? [];
  return {
    field,
    reason: "MISSING_FIELD",
    message,
    ...hintsOf(values, others.length === 0 ? only : undefined),
  };
}

export function invalid(field: string, message: string, hints: Hints = {}): ValueProblem {
  return { field, reason: "INVALID_VALUE", message, ...hints };
}

/**
 * Returns a key that is safe to quote: only visible ASCII, at most 80 characters, without the dots that separate names in a
 * path.
 */
export function nameInPath(key: string): string {
  return key.replace(/[^\x21-\x7e]|\./g, "?").slice(0, 80);
}
