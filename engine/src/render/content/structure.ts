// Describes the structure of a document: tables, sections, headers, footers and settings.

import type { SectionType } from "../../document/sections.ts";
import type { Settings } from "../../document/settings.ts";
import type { AddressedPart, AddressedSection, AddressedTable } from "../../document/text/addresses.ts";
import type { Story } from "../../document/text/stories.ts";
import { childValue } from "../../document/values.ts";
import { W } from "../../document/word-names.ts";
import { readPageSetupJson } from "../../language/page-setup.ts";
import type { ContentParagraph, ContentPart, ContentSection, ContentSettings, ContentTable } from "./content.ts";
import { partLocator } from "./locators.ts";

export function describeTable({ locator, story }: AddressedPart, addressed: AddressedTable): ContentTable {
  const { number, table, inside } = addressed;
  const part = partLocator(locator);
  const style = childValue(story.tree, table.properties, W.tblStyle);
  return {
    number,
    ...(part === undefined ? {} : { part }),
    rows: table.rows.length,
    columns: table.columns,
    ...(style === undefined || style === "" ? {} : { style_id: style }),
    ...rangeOf(addressed),
    ...(inside === undefined ? {} : { inside: { number: inside } }),
  };
}

const SECTION_TYPES: Readonly<Record<SectionType, ContentSection["section_type"]>> = {
  nextPage: "next_page",
  continuous: "continuous",
  evenPage: "even_page",
  oddPage: "odd_page",
  nextColumn: "next_column",
};

/** Describes a section. `different_first_page` is always present. */
export function describeSection(body: Story, addressed: AddressedSection): ContentSection {
  const { number, section } = addressed;
  return {
    number,
    ...rangeOf(addressed),
    section_type: SECTION_TYPES[section.type],
    page_setup: { ...readPageSetupJson(body, section.node), different_first_page: section.hasTitlePage },
  };
}

/** Returns the first and last paragraph, or an empty object for an empty range. */
function rangeOf({ first, end }: { readonly first: number; readonly end: number }): {
  first_index?: number;
  last_index?: number;
} {
  return end > first ? { first_index: first, last_index: end - 1 } : {};
}

/** Returns a header or footer with its paragraphs; an empty array for another part. */
export function describePart(
  { locator, sections }: AddressedPart,
  kind: "header" | "footer",
  blocks: readonly ContentParagraph[],
): ContentPart[] {
  const part = locator.kind === kind ? partLocator(locator) : undefined;
  return part !== undefined && "section" in part ? [{ part, sections, blocks }] : [];
}

const EDITS: ReadonlyMap<string, string> = new Map([
  ["readOnly", "read_only"],
  ["comments", "comments"],
  ["trackedChanges", "tracked_changes"],
  ["forms", "forms"],
]);

/** Describes the settings. A protection that is off, or that forbids nothing, counts as false. */
export function describeSettings(settings: Settings): ContentSettings {
  const { protection } = settings;
  const edit = protection?.isEnforced ? EDITS.get(protection.edit) : undefined;
  return {
    track_changes: settings.trackRevisions,
    protection: edit === undefined ? false : { edit, password: protection?.hasPassword ?? false },
    remove_personal_information: settings.removePersonalInformation,
    even_and_odd_headers: settings.evenAndOddHeaders,
  };
}
