// Plans batches in which an edit deletes, moves or joins what an earlier edit makes.
//
// It also recognizes such batches.

import type { Item, Name, NamedEdit } from "../names.ts";

/**
 * Maps an outcome of new content to two or three types of edit: the one that makes it, the one that undoes it, and, for
 * some outcomes, one between them.
 */
const undone: Readonly<Record<string, readonly [maker: string, undoer: string, between?: string]>> = {
  "new paragraph deleted": ["insert_paragraphs", "delete_paragraphs"],
  "new paragraph moved": ["insert_paragraphs", "move_paragraphs"],
  "new paragraphs joined": ["insert_paragraphs", "join_paragraphs"],
  "new paragraph deleted beside one that goes": ["insert_paragraphs", "delete_paragraphs", "delete_paragraphs"],
  "new paragraph deleted beside one that moves": ["insert_paragraphs", "delete_paragraphs", "move_paragraphs"],
  "new paragraph moved beside one that goes": ["insert_paragraphs", "move_paragraphs", "delete_paragraphs"],
  "new paragraph deleted with a comment": ["insert_paragraphs", "delete_paragraphs", "add_comment"],
  "new paragraph deleted with a section's end": ["insert_paragraphs", "delete_paragraphs", "insert_section_break"],
  "second half joined": ["split_paragraph", "join_paragraphs"],
  "second half deleted": ["split_paragraph", "delete_paragraphs"],
  "new table deleted": ["insert_table", "delete_table"],
  "new row deleted": ["insert_table_row", "delete_table_row"],
  "new column deleted": ["insert_table_column", "delete_table_column"],
};

export const undoneKinds: readonly string[] = Object.keys(undone);

export interface PlannedType {
  readonly type: string;
  /** True if the edit acts on paragraphs beside new ones. */
  readonly isBeside: boolean;
}

/** Returns the types of edit with which a batch begins to get this outcome. */
export function undoneTypes(kind: string | undefined): readonly PlannedType[] {
  const types = kind === undefined ? undefined : undone[kind];
  if (types === undefined) return [];
  const [maker, undoer, between] = types;
  const others = between === undefined ? [] : [between, between];
  return [
    ...[maker, maker, maker].map((type) => ({ type, isBeside: false })),
    ...others.map((type) => ({ type, isBeside: true })),
    ...[undoer, undoer].map((type) => ({ type, isBeside: false })),
  ];
}

/** Returns the ways in which a batch undoes or moves what it makes. */
export function undoneIn(edits: readonly NamedEdit[]): string[] {
  const makers = new Map(edits.flatMap(({ edit, makes }) => makes.map(({ ref }) => [ref, edit.type])));
  const pairs = new Set(edits.flatMap(({ edit }) => refsOf(edit).map((ref) => `${makers.get(ref)} ${edit.type}`)));
  const types = edits.map(({ edit }) => edit.type);
  return undoneKinds.filter((kind) => {
    const [maker, undoer, between] = undone[kind]!;
    const isBetween = between === undefined || types.lastIndexOf(undoer) > types.indexOf(between);
    return pairs.has(`${maker} ${undoer}`) && isBetween;
  });
}

/** Returns the refs that an edit acts on. */
function refsOf(edit: NamedEdit["edit"]): string[] {
  const named = [edit.paragraphs, edit.table, edit.row, edit.column].flat() as readonly (Name | undefined)[];
  return named.flatMap((name) => {
    if (name?.$ === "ref") return [name.name.ref];
    if (name?.$ === "madeRange") return [name.from.ref];
    if (name?.$ === "partRange") return [name.through.ref];
    return name?.$ === "paragraphs" ? name.items.flatMap((item: Item) => ("ref" in item ? [item.ref] : [])) : [];
  });
}
