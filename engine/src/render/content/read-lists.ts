// Reads the list definitions and the styles that edits can name.

import type { StyleTable } from "../../document/formatting/styles.ts";
import { bulletText } from "../../document/lists/headings.ts";
import type { AbstractList, ListLevel, Numbering } from "../../document/lists/numbering.ts";
import type { ContentListStyle, ContentStyle } from "./content.ts";

/** Returns the definitions with levels of their own. A definition that borrows another's levels is never shown. */
export function readListStyles({ abstracts, styles }: Numbering): ContentListStyle[] {
  return [...abstracts.values()]
    .filter(({ id, levels }) => id !== "" && levels.size > 0)
    .map((abstract) => ({
      id: abstract.id,
      name: nameOf(abstract, styles),
      kind: [...abstract.levels.values()][0]!.format.name === "bullet" ? "bullet" : "numbered",
      levels: [...abstract.levels].sort(([one], [other]) => one - other).map(readLevel),
    }));
}

/** Returns the definition's own name, or that of the style that it defines. */
function nameOf({ name, defines }: AbstractList, { byId }: StyleTable): string | null {
  const style = defines === undefined ? undefined : byId.get(defines)?.name;
  return [name, style].find((given) => given !== undefined && given !== "") ?? null;
}

function readLevel([index, level]: [number, ListLevel]): ContentListStyle["levels"][number] {
  const { format, text, start, style } = level;
  return {
    level: index + 1,
    number_format: snakeCase(format.name),
    pattern: format.name === "bullet" ? bulletText(text) : text,
    start,
    ...(style === undefined || style === "" ? {} : { style_id: style }),
  };
}

/**
 * Converts the format's names to snake case: `lowerRoman` becomes `lower_roman`. A malformed name becomes `decimal`.
 */
function snakeCase(name: string): string {
  const isWord = /^[A-Za-z][A-Za-z0-9]{0,63}$/.test(name);
  return isWord ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, "") : "decimal";
}

export function readStyleList({ byId, defaults }: StyleTable): ContentStyle[] {
  return [...byId.values()].flatMap((style): ContentStyle[] => {
    const { id, name, kind } = style;
    if (kind === "numbering" || id === "") return [];
    return [{ style_id: id, name, kind, default: defaults.get(kind) === style }];
  });
}
