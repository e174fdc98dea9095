// Predicts paragraphs that are inserted, deleted, moved, split, joined or formatted.

import { itemsOf, noteFinder } from "../items.ts";
import {
  coveredTables,
  type Destination,
  type DestinationGiven,
  type LocatorGiven,
  locateDestination,
  locatePara,
  locateParas,
  type Named,
  type ParagraphsGiven,
  putParas,
  type RangeGiven,
  Unlocated,
} from "../locate.ts";
import {
  changeFormat,
  known,
  type Model,
  newPara,
  type Para,
  type Part,
  settled,
  type Table,
  tablesAround,
} from "../model.ts";
import type { Selector } from "../select-text.ts";
import { contentItems, listOfStyle, makePara, type NewParagraph } from "../write-content.ts";
import { numberNewParas } from "./numbering.ts";
import { dropNotes, placeAfter, placeBefore, select } from "./text.ts";

export interface InsertParagraphsEdit {
  readonly destination: DestinationGiven;
  readonly new_paragraphs: readonly NewParagraph[];
}

export function insertParagraphs(model: Model, edit: InsertParagraphsEdit): void {
  const destination = locateDestination(model, edit.destination);
  const group = makeParas(model, edit.new_paragraphs, destination);
  putParas(destination, group);
  numberNewParas(model, edit.new_paragraphs, group);
}

/** Makes new paragraphs. Later ones can use the refs of earlier ones. */
export function makeParas(
  model: Model,
  items: readonly NewParagraph[],
  place: Pick<Destination, "part" | "cell" | "like" | "beside">,
): Para[] {
  const group: Para[] = [];
  for (const item of items) {
    const para = makePara(model, item, place);
    group.push(para);
    if (item.ref !== undefined) model.refs.set(item.ref, { kind: "paragraph", para, group });
  }
  return group;
}

export interface ParagraphsEdit {
  readonly paragraphs: ParagraphsGiven;
}

export function deleteParagraphs(model: Model, { paragraphs }: ParagraphsEdit): void {
  const named = locateParas(model, paragraphs);
  checkBlocks(named);
  deleteParas(model, named.paras);
}

/** Removes paragraphs, and the notes that they refer to. */
export function deleteParas(model: Model, paras: readonly Para[]): void {
  dropNotes(model, new Set(takeParas(model, paras, "deleted")));
}

/** Throws Unlocated if a range, outside of covered tables, spans several cells. */
function checkBlocks(named: Named): void {
  const covered = new Set(coveredTables(named));
  for (const range of named.ranges) {
    const cells = new Set(
      range.filter((para) => !tablesAround(para).some((one) => covered.has(one))).map(({ cell }) => cell),
    );
    if (cells.size > 1) throw new Unlocated("the range cuts a table");
  }
}

/** Returns a paragraph with the later parts that were split from it. */
function halvesOf(para: Para): Para[] {
  return para.tail === undefined ? [para] : [para, ...halvesOf(para.tail)];
}

/** Takes paragraphs out of their parts. If a container needs a paragraph, an empty one is left. */
function takeParas(model: Model, named: readonly Para[], why: "deleted" | "moved"): Para[] {
  const taken = new Set(named.flatMap(halvesOf));
  for (const part of new Set(named.map((para) => para.part))) {
    const runs = runsOf(part, taken);
    for (const run of runs) takeRun(model, part, { ...run, why });
  }
  return [...taken];
}

interface Run {
  /** The cell that contains its blocks. */
  readonly container: Para["cell"];
  readonly paras: Para[];
}

interface TakenRun extends Run {
  readonly why: "deleted" | "moved";
}

/** Returns neighbouring paragraphs that are taken together, one run for each container. */
function runsOf(part: Part, taken: ReadonlySet<Para>): Run[] {
  const runs: Run[] = [];
  let open: Run | undefined;
  const whole = wholeTables(part, taken);
  for (const para of part.paras) {
    let container = para.cell;
    while (container !== undefined && whole.has(container.row.table)) container = container.row.table.around;
    if (!taken.has(para)) open = undefined;
    else if (open !== undefined && open.container === container) open.paras.push(para);
    else {
      open = { container, paras: [para] };
      runs.push(open);
    }
  }
  return runs;
}

/** Returns the tables that lose all their paragraphs. */
function wholeTables(part: Part, taken: ReadonlySet<Para>): Set<Table> {
  const whole = new Set([...taken].flatMap(tablesAround));
  for (const para of part.paras) if (!taken.has(para)) for (const table of tablesAround(para)) whole.delete(table);
  return whole;
}

function takeRun(model: Model, part: Part, { container, paras: run, why }: TakenRun): void {
  const last = run.at(-1)!;
  const [first, end] = [part.paras.indexOf(run[0]!), part.paras.indexOf(last)];
  const before = blockAt(part.paras[first - 1], container);
  const after = blockAt(part.paras[end + 1], container);
  // If a table was the last block, or if two tables touched before, no paragraph needs to stay.
  const wasEnd = after === "none" && last.cell === container;
  const wasBetween = after === "table" && run.some(({ cell }) => cell === container);
  // The paragraph that ends a section stays, and the last section keeps a paragraph too.
  const left = run.filter((para) => para.ends !== undefined).map(emptied);
  const isLastSection = wasEnd && last.ends === undefined && (left.at(-1) ?? part.paras[first - 1])?.ends !== undefined;
  const isNeeded = (wasEnd && before !== "paragraph") || (wasBetween && before === "table");
  if (isLastSection || (isNeeded && left.length === 0)) {
    left.push(leftOver(part, container));
    model.open.set("left", "empty paragraph that has to stay");
  } else if (left.length === 0 && (after !== "paragraph" || why === "moved")) {
    // The JSON does not show content controls. A control may need a paragraph, or prevent its neighbours from
    // joining.
    model.maybe.push({ para: leftOver(part, container), behind: part.paras[first - 1] });
  } else if (last.ends === undefined && after !== "paragraph" && why === "deleted" && isCommentedOn(model, run)) {
    // Comments stay with their references. The end of a section does not receive those, and a table cannot.
    model.maybe.push({ para: leftOver(part, container), behind: left.at(-1) });
  }
  part.paras.splice(first, run.length, ...left);
  for (const para of run) {
    para.isGone = true;
    para.ends = undefined;
  }
}

function isCommentedOn({ threads }: Model, paras: readonly Para[]): boolean {
  return threads.some((thread) => thread.paras.some((para) => paras.includes(para)));
}

/** Returns the kind of a neighbour in a container. */
export function blockAt(para: Para | undefined, container: Para["cell"]): "paragraph" | "table" | "none" {
  if (para === undefined) return "none";
  if (para.cell === container) return "paragraph";
  return isInside(para, container) ? "table" : "none";
}

function isInside(para: Para, container: Para["cell"]): boolean {
  for (let cell = para.cell; cell !== undefined; cell = cell.row.table.around) {
    if (cell.row.table.around === container) return true;
  }
  return false;
}

/** Returns the empty rest of a paragraph whose mark must stay. */
function emptied(para: Para): Para {
  const { style, list, format, ends, part, cell } = para;
  return newPara(part, cell, { style, list, format, ends });
}

/** Returns an empty paragraph that no edit asked for. */
function leftOver(part: Part, cell: Para["cell"]): Para {
  const open = { open: "style of an empty paragraph that is left" };
  return newPara(part, cell, { style: open, list: open, format: { keys: {}, open: open.open } });
}

export interface MoveParagraphsEdit {
  readonly paragraphs: ParagraphsGiven;
  readonly destination: DestinationGiven;
}

export function moveParagraphs(model: Model, { paragraphs, destination }: MoveParagraphsEdit): void {
  const named = locateParas(model, paragraphs);
  checkBlocks(named);
  const covered = new Set(coveredTables(named));
  const moved = named.paras.flatMap(halvesOf);
  const sections = moved.map(({ ends }) => ends);
  // Marks the destination, because taking out the moved paragraphs changes the indexes.
  const place = locateDestination(model, destination);
  const anchor = newPara(place.part, place.cell);
  place.part.paras.splice(place.at, 0, anchor);
  takeParas(model, named.paras, "moved");
  const at = place.part.paras.indexOf(anchor);
  place.part.paras.splice(at, 1);
  for (const para of moved) {
    para.isGone = false;
    const isInTable = tablesAround(para).some((table) => covered.has(table));
    if (!isInTable) para.cell = place.cell;
  }
  if (sections.some((section) => section !== undefined)) model.open.set("left", "mark of a section that stays");
  for (const maybe of model.maybe) if (maybe.behind === anchor) maybe.behind = moved.at(-1);
  moveTables(covered, place);
  // A table that moves next to its old position must not touch its own old version.
  for (const behind of covered.size > 0 ? [place.part.paras[at - 1], moved.at(-1)] : []) {
    model.maybe.push({ para: leftOver(place.part, place.cell), behind });
  }
  putParas({ ...place, at }, withGaps({ ...place, at }, moved));
}

/**
 * Returns the paragraphs with the empty ones that tables need. Two tables must not touch, and a cell or part must not
 * end with a table.
 */
export function withGaps({ part, cell, at }: Destination, paras: readonly Para[]): Para[] {
  const gap = (): Para => leftOver(part, cell);
  const [first, last] = [paras[0], paras.at(-1)].map((para) => blockAt(para, cell));
  const isBefore = first === "table" && blockAt(part.paras[at - 1], cell) === "table";
  const isBehind = last === "table" && blockAt(part.paras[at], cell) !== "paragraph";
  return [...(isBefore ? [gap()] : []), ...paras, ...(isBehind ? [gap()] : [])];
}

/** Updates the cell around tables that move. */
function moveTables(covered: ReadonlySet<Table>, { cell }: Destination): void {
  for (const table of covered) {
    const isNested = table.around !== undefined && covered.has(table.around.row.table);
    if (!isNested) table.around = cell;
  }
}

export interface SplitEdit {
  readonly paragraphs: LocatorGiven;
  readonly at: { readonly after?: Selector; readonly before?: Selector };
  readonly ref?: string;
}

export function splitParagraph(model: Model, { paragraphs, at, ref }: SplitEdit): void {
  const named = locatePara(model, paragraphs);
  const [found, ...others] = select(model, [named], (at.after ?? at.before)!);
  if (found === undefined || others.length > 0) throw new Unlocated("a split is at one point");
  const { para, index } = at.after === undefined ? placeBefore(found.items[0]!) : placeAfter(found.items.at(-1)!);
  const items = itemsOf(para, noteFinder(model));
  const { style, list, format, mark, ends, cell, part } = para;
  const tail = newPara(part, cell, { style, list, format, mark, ends, tail: para.tail });
  tail.items = items.splice(index);
  for (const item of tail.items) item.para = tail;
  para.tail = tail;
  para.mark = undefined;
  para.ends = undefined;
  part.paras.splice(part.paras.indexOf(para) + 1, 0, tail);
  if (ref !== undefined) model.refs.set(ref, { kind: "paragraph", para: tail, group: [tail] });
}

export interface JoinEdit {
  readonly paragraphs: RangeGiven;
  readonly separator?: string;
}

export function joinParagraphs(model: Model, { paragraphs, separator = "" }: JoinEdit): void {
  const { paras } = locateParas(model, paragraphs);
  const [first, ...others] = paras.map((para) => para.into ?? para);
  if (first === undefined || others.length === 0) throw new Unlocated("a join is of two paragraphs or more");
  const noteOf = noteFinder(model);
  const { part } = first;
  const all = part.paras.slice(part.paras.indexOf(first) + 1, part.paras.indexOf(others.at(-1)!) + 1);
  if (all.some(({ cell }) => cell !== first.cell)) throw new Unlocated("a join goes over a table");
  const items = itemsOf(first, noteOf);
  for (const para of all) {
    const look = { keys: {}, open: "format of a separator" };
    items.push(...contentItems(model, first, separator, { look }), ...itemsOf(para, noteOf));
    para.into = first;
    para.isGone = true;
    first.mark = para.mark;
    first.ends ??= para.ends;
  }
  for (const item of items) item.para = first;
  part.paras.splice(part.paras.indexOf(first) + 1, all.length);
}

export interface StyleEdit {
  readonly paragraphs: ParagraphsGiven;
  readonly style_id: string;
  readonly clear_direct_formatting?: boolean;
}

export function setParagraphStyle(model: Model, edit: StyleEdit): void {
  const { paras } = locateParas(model, edit.paragraphs);
  const ofStyle = listOfStyle(model, edit.style_id);
  for (const para of paras) {
    const isNone = "value" in ofStyle && "value" in para.list && settled(para.list) === undefined;
    para.style = known(edit.style_id);
    if (!isNone) para.list = { open: "list of a style" };
    if (edit.clear_direct_formatting !== true) continue;
    para.format = { keys: {} };
    for (const item of itemsOf(para, noteFinder(model))) {
      const { character_style: style } = item.look.keys;
      item.look = { ...item.look, keys: style === undefined ? {} : { character_style: style } };
    }
  }
}

export interface ParagraphFormatEdit {
  readonly paragraphs: ParagraphsGiven;
  readonly paragraph_format: Readonly<Record<string, unknown>>;
}

export function setParagraphFormat(model: Model, edit: ParagraphFormatEdit): void {
  for (const para of locateParas(model, edit.paragraphs).paras) {
    para.format = changeFormat(para.format, edit.paragraph_format);
  }
}
