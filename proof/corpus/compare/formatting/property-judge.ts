// Compares two lists of properties by their effect, and records the equivalences needed.

import type { EquivalenceName } from "../content/equivalences.ts";
import { hasSameEffect, type Sources } from "./effect.ts";
import { type Properties, propertyName } from "./properties.ts";
import { groupOf, type Values } from "./property-groups.ts";
import type { Level, Style, StyleTable } from "./style-table.ts";

/** A value for each document: the expected one and the found one. */
export interface Both<T> {
  readonly expected: T;
  readonly found: T;
}

/** The position of properties, as far as it matters for their effect. */
export type PropertyPlace =
  | (Around & { readonly kind: "run"; readonly text: string })
  | (Around & { readonly kind: "paragraph"; readonly isNumbered: boolean })
  | { readonly kind: "other" };

interface Around {
  readonly isInTable: boolean;
  /** The ids of the styles of the paragraph. */
  readonly styles: Both<string | undefined>;
}

export interface PropertyDifferences {
  readonly names: readonly string[];
  readonly lines: readonly [expected: string, found: string];
}

const SAME: PropertyDifferences = { names: [], lines: ["", ""] };
const NO_VALUES: Values = new Map();
/** Properties that are visible on white space, too. */
const SHOWN_ON_SPACE: ReadonlySet<string> = new Set([
  ...["u", "strike", "dstrike", "highlight", "shd", "bdr", "effect", "vanish"],
]);

/** Properties that affect only letters of complex scripts. */
const FOR_COMPLEX: ReadonlySet<string> = new Set(["szCs", "bCs", "iCs", "rFonts@cs"]);
const COMPLEX_SCRIPT = /[\u0590-\u109f\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufefe]/;

export class PropertyJudge {
  /** The equivalences that were needed so far. */
  readonly decided: EquivalenceName[] = [];
  readonly #styles: Both<StyleTable>;

  constructor(styles: Both<StyleTable>) {
    this.#styles = styles;
  }

  compare(expected: Properties, found: Properties, place: PropertyPlace): PropertyDifferences {
    if (expected.raw === found.raw) return SAME;
    const written = differingGroups(expected.values, found.values);
    const styleName = this.#styleDifference(expected, found);
    if (written.length === 0 && styleName === undefined) {
      this.#countSettled(expected, found);
      return SAME;
    }
    const visible = this.#withoutSpace(styleName === undefined ? written : [styleName, ...written], place);
    const shown = this.#withoutComplex(visible, { expected, found }, place);
    const left = shown.filter(
      (group) => group === styleName || !this.#isGivenAnyway(group, { expected, found }, place),
    );
    if (left.length < shown.length) this.decided.push("an explicit value that the styles give anyway");
    if (left.length === 0) return SAME;
    return { names: [...new Set(left.map(propertyName))], lines: [readable(expected, left), readable(found, left)] };
  }

  /** True if the found document's version of a paragraph style numbers its paragraphs, or does not exist. */
  isNumberedByStyle(styles: Both<string | undefined>): boolean {
    return (["expected", "found"] as const).some((side) => {
      const style = this.#styleHere(styles[side], side, "paragraph");
      return style === undefined || this.#styles.found.isNumbered(style.here);
    });
  }

  #withoutSpace(groups: readonly string[], place: PropertyPlace): readonly string[] {
    if (place.kind !== "run" || place.text.trim() !== "") return groups;
    const shown = groups.filter((group) => SHOWN_ON_SPACE.has(propertyName(group)));
    if (shown.length < groups.length) this.decided.push("formatting of white space alone");
    return shown;
  }

  /** Properties for letters of complex scripts have no effect on text without them. */
  #withoutComplex(groups: readonly string[], both: Both<Properties>, place: PropertyPlace): readonly string[] {
    if (place.kind !== "run" || COMPLEX_SCRIPT.test(place.text)) return groups;
    const isComplex = [both.expected, both.found].some(
      ({ values }) => values.get("rtl") === "on" || values.get("cs") === "on",
    );
    const shown = isComplex ? groups : groups.filter((group) => !FOR_COMPLEX.has(group));
    if (shown.length < groups.length) this.decided.push("properties for complex scripts on other text");
    return shown;
  }

  /** Returns "style" if the two sides name different styles. */
  #styleDifference(expected: Properties, found: Properties): string | undefined {
    const [one, other] = [expected.style, found.style];
    if (one === other) return undefined;
    const [wanted, given] = [this.#styles.expected, this.#styles.found];
    if (one !== undefined && other !== undefined && wanted.nameOf(one) === given.nameOf(other)) return undefined;
    const isNone = (id: string | undefined, table: StyleTable): boolean => {
      const style = id === undefined ? undefined : table.withId(id);
      return id === undefined || (style !== undefined && (style.isDefault || given.twinOf(style)?.isDefault === true));
    };
    if (!isNone(one, wanted) || !isNone(other, given)) return "style";
    this.decided.push("an explicit default style = no style");
    return undefined;
  }

  #countSettled({ settled }: Properties, { settled: other }: Properties): void {
    if (settled.hidden !== other.hidden) this.decided.push("properties that do not show");
    else if (settled.empty !== other.empty) this.decided.push("empty containers of properties = none");
    else if (settled.spelled !== other.spelled) this.decided.push("spelling of properties");
  }

  /** True if a group of properties has the same effect on both sides. Table styles are not evaluated. */
  #isGivenAnyway(group: string, properties: Both<Properties>, place: PropertyPlace): boolean {
    if (place.kind === "other" || place.isInTable) return false;
    const isOfLists = /^(?:ind@|tabs\/)/.test(group);
    if (isOfLists && place.kind === "paragraph" && (place.isNumbered || this.isNumberedByStyle(place.styles)))
      return false;
    const wanted = this.#sources(properties, place, "expected");
    const given = this.#sources(properties, place, "found");
    return wanted !== undefined && given !== undefined && hasSameEffect(group, wanted, given);
  }

  /**
   * Returns all levels that can set a property, by the styles of the found document. Undefined if that document lacks
   * a style.
   */
  #sources(
    properties: Both<Properties>,
    place: Exclude<PropertyPlace, { kind: "other" }>,
    side: "expected" | "found",
  ): Sources | undefined {
    const { found } = this.#styles;
    const level: Level = place.kind;
    const paragraphStyle = this.#styleHere(place.styles[side], side, "paragraph");
    const runStyle = level === "run" ? properties[side].style : undefined;
    const characterStyle = this.#styleHere(runStyle, side, "character");
    if (paragraphStyle === undefined || characterStyle === undefined) return undefined;
    return {
      direct: properties[side].values,
      characterStyle: level === "run" ? found.chainOf(characterStyle.here, "run") : NO_VALUES,
      paragraphStyle: found.chainOf(paragraphStyle.here, level),
      document: found.documentDefaults(level),
    };
  }

  /**
   * Returns the found document's style for an id of either side, or the default style without an id. Undefined if the
   * style does not exist.
   */
  #styleHere(
    id: string | undefined,
    side: "expected" | "found",
    kind: string,
  ): { here: Style | undefined } | undefined {
    const { found } = this.#styles;
    if (id === undefined) return { here: found.defaultOf(kind) };
    const style = this.#styles[side].withId(id);
    const here = style === undefined || side === "found" ? style : found.twinOf(style);
    return here === undefined ? undefined : { here };
  }
}

function differingGroups(expected: Values, found: Values): string[] {
  const paths = [...new Set([...expected.keys(), ...found.keys()])];
  return [...new Set(paths.filter((path) => expected.get(path) !== found.get(path)).map(groupOf))];
}

/** Returns the values of the groups that differ. */
function readable({ values, style }: Properties, groups: readonly string[]): string {
  const told = [...values]
    .filter(([path]) => groups.includes(groupOf(path)))
    .map(([path, value]) => `${path}=${value}`);
  return [...(groups.includes("style") ? [`style=${style ?? ""}`] : []), ...told].join(" ");
}
