// Checks the ids of blocks and changes in the JSON and in the Markdown of a redline.

import type { RedlineJson } from "@versus/engine/tasks";

const ID = /^[A-Za-z0-9_-]{1,128}$/;

/**
 * Returns the problems of the ids: invalid ids, blocks or changes that share one, and differences between JSON and
 * Markdown.
 */
export function redlineIds(json: RedlineJson, markdown: string): { repeated: string; different: string } {
  const found: Found = { blocks: [], paragraphs: [], changes: [] };
  const { blocks, headers, footers, notes, text_boxes, format_changes } = json;
  collect({ blocks, headers, footers, notes, text_boxes }, found);
  const odd = [...found.blocks, ...found.changes.map(({ id }) => id)].filter((id) => !ID.test(id));
  const makers = Map.groupBy(found.changes, ({ id }) => id);
  const shared = [...makers].filter(([, changes]) => new Set(changes.map(({ made }) => made)).size > 1);
  const repeated = [
    ...repeatedIn(found.blocks).map((id) => `block ${id}`),
    ...shared.map(([id]) => `change ${id}`),
    ...odd.map((id) => `no id: ${id}`),
    ...repeatedIn([...makers.keys(), ...format_changes.map(({ id }) => id)]).map((id) => `format ${id}`),
  ];
  const unids = valuesOf(markdown, /<p unid="([^"]*)"/g);
  const tagged = valuesOf(markdown, /<(?:ins|del|moved-from|moved-to)(?: move-id="\d+")? id="([^"]*)"/g);
  const isSame = equal(unids, found.paragraphs) && equal(sorted(tagged), sorted([...makers.keys()]));
  return { repeated: repeated.slice(0, 3).join("; "), different: isSame ? "" : "ids differ" };
}

interface Found {
  readonly blocks: string[];
  readonly paragraphs: string[];
  readonly changes: { readonly id: string; readonly made: string }[];
}

/** Collects ids from any value of the JSON. A value with an id and without an author is a block, a row or a cell. */
function collect(value: unknown, found: Found): void {
  if (typeof value !== "object" || value === null) return;
  if ("id" in value && typeof value.id === "string") {
    const { id, type, move_id, author, date } = value as Record<string, unknown> & { id: string };
    if (author !== undefined) found.changes.push({ id, made: JSON.stringify([type, move_id, author, date]) });
    else found.blocks.push(id);
    if (author === undefined && (type === "paragraph" || type === "heading")) found.paragraphs.push(id);
  }
  for (const child of Object.values(value)) collect(child, found);
}

function repeatedIn(ids: readonly string[]): string[] {
  return [...Map.groupBy(ids, (id) => id)].filter(([, same]) => same.length > 1).map(([id]) => id);
}

function valuesOf(markdown: string, pattern: RegExp): string[] {
  return [...markdown.matchAll(pattern)].map(([, value = ""]) => value);
}

function sorted(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}

function equal(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}
