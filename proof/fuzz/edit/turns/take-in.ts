// Remembers what an edit did, once it was carried out.

import { keysOfItem } from "../left-behind.ts";
import type { Item, Key, Name, NamedEdit, PointName } from "../names.ts";
import { keysOf, type Reading } from "../reading.ts";
import { type History, type Placed, pointKey } from "./history.ts";
import { besideKey, type InTurn } from "./in-turn.ts";

/** `before` is the document as it stood when the edit was sent, `now` what it gave. */
export function takeIn(
  named: NamedEdit,
  { before, now }: { readonly before: InTurn; readonly now: Reading },
  history: History,
): void {
  const { edit, makes } = named;
  if (edit.type === "move_paragraphs") leaveOrder(edit.paragraphs as Extract<Name, { $: "paragraphs" }>, history);
  for (const { ref, kind, word } of makes) history.made.set(ref, { kind, word });
  const destination = edit.destination as Extract<Name, { $: "destination" }> | undefined;
  if (destination?.$ === "destination" && destination.position === "after") {
    const last = edit.type === "insert_table" ? placedTable(named, before, now) : placedParagraphs(named, history);
    history.after.set(besideKey(destination.beside, history), last);
  }
  TAKE[edit.type]?.(named, before, history);
}

/** A block that moves away is no longer the last thing that was put after something, and nothing tells which block is. */
function leaveOrder({ items }: Extract<Name, { $: "paragraphs" }>, history: History): void {
  const made = items.flatMap((item) => ("ref" in item ? [history.made.get(item.ref)] : []));
  for (const [destination, last] of history.after) {
    const isGone =
      last.kind === "word" && made.some((thing) => thing !== undefined && "word" in thing && thing.word === last.word);
    if (isGone) history.after.set(destination, { kind: "unknown" });
  }
}

type Take = (named: NamedEdit, before: InTurn, history: History) => void;

const TAKE: Readonly<Record<string, Take>> = {
  insert: ({ edit, lastWord = "" }, { upload }, history) => {
    for (const { key, offset } of pointsOf(edit, (one) => upload.starts.get(one)!.paragraph.text.length)) {
      history.points.set(pointKey(key, offset), lastWord);
      history.cut(key, offset);
    }
  },
  split_paragraph: ({ edit, makes }, _before, history) => {
    const { key, offset } = (edit.at as Extract<Name, { $: "at" }>).point;
    history.split(key, offset);
    for (const { ref } of makes) history.made.set(ref, { kind: "tail", key, offset });
  },
  join_paragraphs: ({ edit }, { upload }, history) => {
    const paragraphs = edit.paragraphs as Extract<Name, { $: "range" | "madeRange" | "partRange" }>;
    if (paragraphs.$ === "partRange") {
      history.heal(paragraphs);
      return;
    }
    if (paragraphs.$ === "madeRange") {
      history.joinedMade.set(paragraphs.through.ref, paragraphs);
      return;
    }
    const keys = keysOfItem(upload, paragraphs);
    for (const key of keys.slice(1)) history.absorbed.add(key);
    for (const key of keys.slice(0, -1)) history.joined.add(key);
  },
  delete_paragraphs: ({ edit }, { upload }, history) => {
    const { items } = edit.paragraphs as Extract<Name, { $: "paragraphs" }>;
    for (const key of items.flatMap((item) => keysOfItem(upload, item))) history.removed.add(key);
    for (const thing of items.flatMap((item) => ("ref" in item ? [history.made.get(item.ref)] : []))) {
      if (thing?.kind === "tail") history.halved.add(thing.key);
    }
  },
  move_paragraphs: ({ edit }, { upload }, history) => {
    const { items } = edit.paragraphs as Extract<Name, { $: "paragraphs" }>;
    for (const key of items.flatMap((item) => outOfCell(upload, item))) history.movedOut.add(key);
    for (const item of items) leaveBehind(upload, item, history);
  },
  insert_section_break: ({ edit, makes }, before, history) => {
    const locator = before.address(edit.paragraphs as Name) as { readonly index: number };
    const { key, name } = edit.paragraphs as { readonly key?: string; readonly name?: { readonly ref: string } };
    const block = before.now.content.blocks[locator.index];
    // The second half of a paragraph ends where the paragraph does.
    const ended = [key ?? name?.ref ?? "", ...(block === undefined ? [] : keysOf(block, "E"))];
    for (const one of ended) history.broken.add(one);
    const section = block?.section ?? 1;
    history.sections.splice(section, 0, makes[0]?.ref ?? `unnamed ${history.sections.length}`);
  },
  remove_section_break: ({ edit }, before, history) => {
    const { number } = edit.section as Extract<Name, { $: "section" }>;
    history.sections.splice(before.section(number) - 1, 1);
  },
  insert_table_row: (named, _before, history) => takeLine(named, "row", history),
  insert_table_column: (named, _before, history) => takeLine(named, "column", history),
};

/** What was put after a block stays when the block moves: what is put after it then stands right behind it. Cells move with all in them. */
function leaveBehind(upload: Reading, item: Item, history: History): void {
  const keys = keysOfItem(upload, item);
  const tables = upload.tables.filter(({ cells }) => cells.length > 0 && cells.every((cell) => isNamed(cell, keys)));
  const inTables = new Set(tables.flatMap(({ cells }) => cells.flatMap((cell) => keysOf(cell))));
  for (const key of keys) if (!inTables.has(key)) history.after.delete(`paragraph ${key}`);
  for (const { cells } of tables) history.after.delete(`table ${keysOf(cells[0]!)[0]}`);
}

function isNamed(paragraph: Reading["all"][number]["paragraph"], keys: readonly Key[]): boolean {
  return keysOf(paragraph).some((key) => keys.includes(key));
}

/** The paragraphs of a cell that are moved out of it; those in a table that moves stay in their cells. */
function outOfCell(upload: Reading, item: Item): Key[] {
  const keys = keysOfItem(upload, item);
  const standings = keys.map((key) => upload.starts.get(key)!);
  const [first, last] = [standings[0], standings.at(-1)].map((standing) => JSON.stringify(standing?.paragraph.table));
  const { part, paragraph } = standings[0] ?? {};
  const isLeft = upload.all.some(
    (other) =>
      other.part === part && other.paragraph.table?.number === paragraph?.table?.number && !standings.includes(other),
  );
  if (first === undefined || first !== last || !isLeft) return [];
  return keys.filter((_, at) => JSON.stringify(standings[at]!.paragraph.table) === first);
}

function pointsOf(edit: NamedEdit["edit"], lengthOf: (key: string) => number): Pick<PointName, "key" | "offset">[] {
  const at = edit.at as Extract<Name, { $: "at" }> | "start" | "end";
  if (typeof at !== "string") return [at.point];
  const { items } = edit.paragraphs as { readonly items: readonly Item[] };
  return items.flatMap((item) =>
    "key" in item ? [{ key: item.key, offset: at === "start" ? 0 : lengthOf(item.key) }] : [],
  );
}

/** A new table, after something. One that comes behind a table has an empty paragraph before it, and may have one behind it too. */
function placedTable({ edit, makes, lastWord = "" }: NamedEdit, before: InTurn, now: Reading): Placed {
  const [cell] = now.holding(lastWord);
  const cells = cell === undefined ? [] : (now.tableAround(cell)?.cells ?? []);
  const isBehindTable = "table" in (before.address(edit.destination as Name) as object);
  const others = now.all.length - before.now.all.length - cells.length;
  const made = makes.find(({ kind }) => kind === "table");
  return {
    kind: "table",
    word: lastWord,
    isFollowed: others <= (isBehindTable ? 1 : 0),
    name: made && `ref ${made.ref}`,
  };
}

/** The last of what another edit put at its destination. */
function placedParagraphs({ edit, lastWord = "" }: NamedEdit, history: History): Placed {
  if (edit.type !== "move_paragraphs") return lastWord === "" ? { kind: "unknown" } : { kind: "word", word: lastWord };
  const { items } = edit.paragraphs as Extract<Name, { $: "paragraphs" }>;
  const [item] = items;
  const made = item !== undefined && "ref" in item ? history.made.get(item.ref) : undefined;
  if (items.length === 1 && made !== undefined && "word" in made) return { kind: "word", word: made.word };
  return items.length === 1 && item !== undefined && "key" in item
    ? { kind: "paragraph", key: item.key }
    : { kind: "unknown" };
}

function takeLine({ edit, lastWord = "" }: NamedEdit, axis: "row" | "column", history: History): void {
  const { position, ...destination } = edit.destination as { readonly position: string } & Record<string, Name>;
  const line = destination[axis]!;
  if (position !== "after") return;
  history.after.set(lineKey(line, axis), lastWord === "" ? { kind: "unknown" } : { kind: "word", word: lastWord });
}

function lineKey(line: Name, axis: "row" | "column"): string {
  if (line.$ === "line") return `${axis} ${line.keys[0]}`;
  if (line.$ === "lineOfMade") return `${line.table} ${axis} ${line.number}`;
  return line.$ === "ref" ? `ref ${line.name.ref}` : "";
}
