// Finds attribute values that name prefixes: mc:Ignorable and similar lists, and Requires.

import { MC, type NameId, PLAIN } from "./names.ts";

// attributes
const PREFIX_LISTS: ReadonlySet<NameId> = new Set([
  MC.Ignorable,
  MC.ProcessContent,
  MC.MustUnderstand,
  MC.PreserveElements,
  MC.PreserveAttributes,
]);

/** True if an attribute's value names prefixes (ISO 29500-3, 7.2 to 7.6). */
export function namesPrefixes(attribute: NameId, element: NameId): boolean {
  return PREFIX_LISTS.has(attribute) || (attribute === PLAIN.Requires && element === MC.Choice);
}

export function prefixesOf(list: string | undefined): string[] {
  const entries = (list ?? "").split(/\s+/).map((entry) => entry.split(":")[0]!);
  return entries.filter((prefix) => prefix !== "");
}
