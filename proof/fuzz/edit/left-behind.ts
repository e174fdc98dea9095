// What another deleted in a paragraph stays, undecided, when the paragraph is deleted: it goes into the next one. If that one is moved
// by the same batch, it stays behind; sent one by one it goes along. No reader sees a difference, and where it stands is of no
// account, as it is with bookmarks. At the end of a cell or story it goes into the paragraph before, which may be one that the same
// batch put there; sent one by one it was in the old one by then.

import { locatorOf } from "./as-sent.ts";
import type { Item, Key, Name, NamedEdit } from "./names.ts";
import { keysOf, type Reading } from "./reading.ts";

/** Whether a batch deletes a paragraph with something in it that another deleted, and moves others. */
export function leavesBehind(upload: Reading, edits: readonly NamedEdit[]): boolean {
  return edits.some(({ edit }) => edit.type === "move_paragraphs") && leavesDeleted(upload, edits);
}

/** True if a batch deletes a paragraph with something in it that another deleted. */
export function leavesDeleted(upload: Reading, edits: readonly NamedEdit[]): boolean {
  const removed = keysRemoved(upload, edits);
  const held = upload.content.revisions
    .filter(({ kind }) => kind === "deletion")
    .map(({ paragraph }) => JSON.stringify(paragraph));
  return removed.some((key) => held.includes(JSON.stringify(locatorOf(upload.starts.get(key)!))));
}

/** The uploaded paragraphs that edits delete. */
export function keysRemoved(upload: Reading, edits: readonly NamedEdit[]): Key[] {
  const removing = edits.filter(({ edit }) => edit.type === "delete_paragraphs");
  const items = removing.flatMap(({ edit }) => (edit.paragraphs as Extract<Name, { $: "paragraphs" }>).items);
  return items.flatMap((item) => keysOfItem(upload, item));
}

/** The uploaded paragraphs that an item of a list names. */
export function keysOfItem({ all, starts }: Reading, item: Item): Key[] {
  if ("key" in item) return [item.key];
  if ("ref" in item) return [];
  const [first, last] = [item.from, item.through].map((key) => all.indexOf(starts.get(key)!));
  return all.slice(first, last! + 1).flatMap(({ paragraph }) => keysOf(paragraph));
}
