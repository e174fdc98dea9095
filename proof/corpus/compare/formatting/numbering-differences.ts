// Compares the numbering of two paragraphs.

import type { Numbering } from "./numbering-content.ts";
import type { Both, PropertyDifferences, PropertyJudge } from "./property-judge.ts";

const ASPECTS = ["definition", "level", "list"] as const;

/**
 * Returns the differences. Missing numbering equals disabled numbering if the style has none. Under the same
 * condition, a missing level equals the first level.
 */
export function numberingDifferences(
  { expected, found }: Both<Numbering | undefined>,
  judge: PropertyJudge,
  styles: Both<string | undefined>,
): PropertyDifferences {
  const aspects = ASPECTS.filter((aspect) => expected?.[aspect] !== found?.[aspect]);
  if (aspects.length === 0) return { names: [], lines: ["", ""] };
  const [one, other] = [withoutDefaults(expected), withoutDefaults(found)];
  const isSame = ASPECTS.every((aspect) => one?.[aspect] === other?.[aspect]);
  if (isSame && !judge.isNumberedByStyle(styles)) {
    judge.decided.push("an explicit value that the styles give anyway");
    return { names: [], lines: ["", ""] };
  }
  const isOnOneSide = expected === undefined || found === undefined;
  const names = isOnOneSide ? ["numbering"] : aspects.map((aspect) => `numbering ${aspect}`);
  return { names, lines: [readable(expected), readable(found)] };
}

function withoutDefaults(numbering: Numbering | undefined): Numbering | undefined {
  if (numbering === undefined || numbering.definition === "none") return undefined;
  return numbering.level === "" ? { ...numbering, level: "0" } : numbering;
}

function readable(numbering: Numbering | undefined): string {
  return numbering === undefined ? "" : `level=${numbering.level} ${numbering.definition} list=${numbering.list}`;
}
