// Finds batches that may leave another author's deleted text in different paragraphs.
//
// Text that another author deleted stays, undecided, when its paragraph is deleted: it goes into the next paragraph. If
// the same batch moves that paragraph, the text does not move; sent one by one, it moves too. Readers see no
// difference, and the position does not matter, as with bookmarks. At the end of a cell or story, the text goes into
// the paragraph before. That may be one that the same batch inserted; sent one by one, the text was already in the old
// one.

import { locatorOf } from "./as-sent.ts";
import type { Item, Key, Name, NamedEdit } from "./names.ts";
import { keysOf, type Reading } from "./reading.ts";

/** True if a batch deletes a paragraph that contains another author's deletion, and moves other paragraphs. */
export function leavesBehind(upload: Reading, edits: readonly NamedEdit[]): boolean {
  return edits.some(({ edit }) => edit.type === "move_paragraphs") && leavesDeleted(upload, edits);
}

/** True if a batch deletes a paragraph that contains another author's deletion. */
export function leavesDeleted(upload: Reading, edits: readonly NamedEdit[]): boolean {
  const removed = keysRemoved(upload, edits);
  const held = upload.content.revisions
    .filter(({ kind }) => kind === "deletion")
    .map(({ paragraph }) => JSON.stringify(paragraph));
  return removed.some((key) => held.includes(JSON.stringify(locatorOf(upload.starts.get(key)!))));
}

/** Returns the keys of the uploaded paragraphs that edits of the type `delete_paragraphs` delete. */
export function keysRemoved(upload: Reading, edits: readonly NamedEdit[]): Key[] {
  const removing = edits.filter(({ edit }) => edit.type === "delete_paragraphs");
  const items = removing.flatMap(({ edit }) => (edit.paragraphs as Extract<Name, { $: "paragraphs" }>).items);
  return items.flatMap((item) => keysOfItem(upload, item));
}

/** Returns the keys of the uploaded paragraphs that an item of a list names. */
export function keysOfItem({ all, starts }: Reading, item: Item): Key[] {
  if ("key" in item) return [item.key];
  if ("ref" in item) return [];
  const [first, last] = [item.from, item.through].map((key) => all.indexOf(starts.get(key)!));
  return all.slice(first, last! + 1).flatMap(({ paragraph }) => keysOf(paragraph));
}
