// Finds the position of new or moved blocks: before or after a paragraph or a table.
//
// The rules are EDT-21 to EDT-24.

import type { ValueOf } from "../../language/value-shapes.ts";
import type { Lookup } from "../refusal.ts";
import type { destination } from "../shape/locators.ts";
import { locateParagraph, type NamedParagraph } from "./paragraphs.ts";
import type { Known } from "./parts.ts";
import { locateTable, type NamedTable } from "./tables.ts";

export type DestinationGiven = ValueOf<typeof destination>;

export type Destination =
  | { readonly beside: "paragraph"; readonly paragraph: NamedParagraph; readonly position: "before" | "after" }
  | { readonly beside: "table"; readonly table: NamedTable; readonly position: "before" | "after" };

export function locateDestination(known: Known, given: DestinationGiven, field: string): Lookup<Destination> {
  const { position } = given;
  if ("table" in given) {
    const table = locateTable(known, given.table, `${field}.table`);
    return "problems" in table ? table : { found: { beside: "table", table: table.found, position } };
  }
  const paragraph = locateParagraph(known, given.paragraph, `${field}.paragraph`);
  return "problems" in paragraph ? paragraph : { found: { beside: "paragraph", paragraph: paragraph.found, position } };
}
