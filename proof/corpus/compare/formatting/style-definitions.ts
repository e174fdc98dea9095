// Finds styles with one name that two documents define differently.
//
// No tracked change can show that, so it is carried.

import { type Element, elementsIn } from "../../../reading/xml-tree.ts";
import type { EquivalenceName } from "../content/equivalences.ts";
import { flattenProperties } from "./properties.ts";
import type { StyleTable } from "./style-table.ts";

const NONE: ReadonlySet<string> = new Set();
/** Elements that name a style, relate it to others or control lists of styles. */
const UNSEEN = /^w:(?:name|aliases|rsid|uiPriority|semiHidden|unhideWhenUsed|qFormat|locked|basedOn|next|link|numId)$/;

/**
 * Returns one name for each style that both documents define differently, and one for each id that names two styles.
 */
export function differentDefinitions(expected: StyleTable, found: StyleTable): EquivalenceName[] {
  if (expected.root === found.root) return [];
  const others = found.definitions();
  const different = [...expected.definitions()].filter(([key, element]) => {
    const other = others.get(key);
    return other !== undefined && definitionText(element) !== definitionText(other);
  });
  const renamed = [...expected.styles()].filter(({ id, name }) => (found.withId(id)?.name ?? name) !== name);
  return [
    ...different.map(() => "definitions of a style that differ (carried)" as const),
    ...renamed.map(() => "a style of one id and two names (carried)" as const),
  ];
}

function definitionText(element: Element): string {
  return elementsIn(element)
    .filter(({ name }) => !UNSEEN.test(name))
    .map((child) => {
      const { values, style } = flattenProperties(child, NONE);
      const said = [...values].map(([path, value]) => `${path}=${value}`).sort();
      return `${child.name} ${child.attributes.get("w:type") ?? ""} ${style ?? ""}\n${said.join("\n")}`;
    })
    .sort()
    .join("\n");
}
