// Batches in which an edit deletes, moves or joins what an earlier one makes: the edits that come before it, and how it is told again.

import type { Item, Name, NamedEdit } from "../names.ts";

/** By what becomes of something new: the type of edit that makes it, and the one that does it. */
const undone: Readonly<Record<string, readonly [maker: string, undoer: string]>> = {
  "new paragraph deleted": ["insert_paragraphs", "delete_paragraphs"],
  "new paragraph moved": ["insert_paragraphs", "move_paragraphs"],
  "new paragraphs joined": ["insert_paragraphs", "join_paragraphs"],
  "second half deleted": ["split_paragraph", "delete_paragraphs"],
  "new table deleted": ["insert_table", "delete_table"],
  "new row deleted": ["insert_table_row", "delete_table_row"],
  "new column deleted": ["insert_table_column", "delete_table_column"],
};

export const undoneKinds: readonly string[] = Object.keys(undone);

/** The types of edit that a batch begins with which is to hold one of these. */
export function undoneTypes(kind: string | undefined): readonly string[] {
  const types = kind === undefined ? undefined : undone[kind];
  return types === undefined ? [] : [types[0], types[0], types[0], types[1], types[1]];
}

/** The ways in which a batch undoes or moves what it makes. */
export function undoneIn(edits: readonly NamedEdit[]): string[] {
  const makers = new Map(edits.flatMap(({ edit, makes }) => makes.map(({ ref }) => [ref, edit.type])));
  const pairs = new Set(edits.flatMap(({ edit }) => refsOf(edit).map((ref) => `${makers.get(ref)} ${edit.type}`)));
  return undoneKinds.filter((kind) => pairs.has(undone[kind]!.join(" ")));
}

/** The refs that an edit acts on. */
function refsOf(edit: NamedEdit["edit"]): string[] {
  const named = [edit.paragraphs, edit.table, edit.row, edit.column].flat() as readonly (Name | undefined)[];
  return named.flatMap((name) => {
    if (name?.$ === "ref") return [name.name.ref];
    if (name?.$ === "madeRange") return [name.from.ref];
    return name?.$ === "paragraphs" ? name.items.flatMap((item: Item) => ("ref" in item ? [item.ref] : [])) : [];
  });
}
