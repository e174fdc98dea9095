// Compares formatting by its looks (FMT-10, FMT-13).
//
// A difference is explained if both documents take the value from equally named styles. Then a style changed, and the
// redline lists the style instead of its paragraphs.

import { differentFields, type Look, showsOnSpace } from "../../document/looks/look.ts";

/** A look, and the names of the styles under which it was computed. */
export interface StyledLook extends Look {
  /** Names of the styles of the paragraph and of the run, for both sides. */
  readonly styles: string;
  /** The style of the table around it; undefined outside tables. */
  readonly table?: TableStyleName | undefined;
}

export interface TableStyleName {
  /** Name for both sides. */
  readonly name: string;
  /** The conditions that the table allows; undefined for a style without conditional parts. */
  readonly allowed: string | undefined;
  /** True if the style sets something for what the look is of. */
  readonly isUsed: boolean;
}

/** Returns the fields in which readers see a difference that no style and no default explains. */
export function visibleDifferences(one: StyledLook, other: StyledLook): readonly string[] {
  return differentFields(one, other).filter((field) => !isExplained(field, one, other));
}

/** A reader cites a clause by its label, so no style explains another label (CMP-76b). */
const LABEL = "label";

/** True if both sides take a field from equally named styles, or from the defaults of their documents. */
function isExplained(field: string, one: StyledLook, other: StyledLook): boolean {
  if (field === LABEL) return false;
  const looks = [one, other];
  if (looks.some(({ direct }) => direct.has(field))) return false;
  if (one.styles === other.styles && isSameTableStyle(one.table, other.table)) return true;
  return looks.every(({ styled }) => styled !== undefined && !styled.has(field));
}

function isSameTableStyle(one: TableStyleName | undefined, other: TableStyleName | undefined): boolean {
  if (!one?.isUsed && !other?.isUsed) return true;
  const areAllowed = [one, other].flatMap((style) => style?.allowed ?? []);
  return one?.name === other?.name && new Set(areAllowed).size < 2;
}

/** True if some of the fields show on white space (CMP-72). */
export function areShownOnSpace(fields: readonly string[]): boolean {
  return fields.some(showsOnSpace);
}

const NO_FIELDS: ReadonlySet<string> = new Set();

/** Returns one string, equal for equal looks. */
export function lookText({
  fields,
  direct,
  styled = NO_FIELDS,
  unused = NO_FIELDS,
  styles,
  table,
}: StyledLook): string {
  const written = [...fields].map(([field, value]) => `${field}=${value}`).sort();
  const names = [direct, styled, unused].map((those) => [...those].sort().join());
  return [styles, table?.name, table?.allowed, table?.isUsed, ...written, ...names].join("\n");
}
