// Reads a content JSON into the document that a prediction works on.

import type { ContentJson, ContentParagraph } from "@versus/engine/tasks";
import {
  type Cell,
  known,
  type ListDefinition,
  type ListInstance,
  type Look,
  type Model,
  newPara,
  type Para,
  type Part,
  type PartKind,
  type Row,
  type Section,
  type Table,
  type Thread,
} from "./model.ts";

export function readModel(content: ContentJson, author: string | undefined): Model {
  const definitions = readDefinitions(content);
  const lists: Lists = { definitions, instances: new Map() };
  const make = (own: Omit<Part, "paras" | "all" | "tables">, blocks: readonly ContentParagraph[]): Part =>
    readPart(own, { content, blocks, lists });
  const body = make({ kind: "body", type: "", number: 0, sections: [] }, content.blocks);
  const shown = [...content.headers, ...content.footers].map(({ part, sections, blocks }) =>
    make({ kind: part.kind, type: part.type, number: 0, sections }, blocks),
  );
  const notes = content.notes.map(({ part, blocks }) =>
    make({ kind: part.kind, type: "", number: part.number, sections: [] }, blocks),
  );
  const sections = readSections(content, body, shown);
  return {
    content,
    parts: [body, ...inOrder(shown), ...notes],
    body,
    notes: content.notes.map(({ label, paragraph, text_before: before }, index) => ({
      part: notes[index]!,
      label,
      place: { para: body.all[paragraph.index]!, before: before.length },
      isGone: false,
    })),
    ...sections,
    threads: content.comments.map((comment) => readThread(comment, [body, ...shown, ...notes])),
    author,
    ...lists,
    settings: { keys: { ...content.settings } },
    refs: new Map(),
    decided: new Map(),
    maybe: [],
    open: new Map(),
    refusals: [],
  };
}

interface Lists {
  readonly definitions: Map<string, ListDefinition>;
  readonly instances: Map<string, ListInstance>;
}

function readDefinitions({ list_styles: styles }: ContentJson): Map<string, ListDefinition> {
  return new Map(
    styles.map(({ id, levels }) => {
      const own = levels.map(({ level, number_format: format, pattern, start }) => {
        return [level, { format, pattern, start }] as const;
      });
      return [id, { id, levels: new Map(own) }];
    }),
  );
}

/**
 * Returns headers and footers in the order in which matches are counted: by section, header before footer, then
 * default, first, even.
 */
function inOrder(shown: readonly Part[]): Part[] {
  const place = ({ kind, type, sections }: Part): number =>
    sections[0]! * 6 + (kind === "header" ? 0 : 3) + ["default", "first", "even"].indexOf(type);
  return [...shown].sort((one, other) => place(one) - place(other));
}

interface PartSources {
  readonly content: ContentJson;
  readonly blocks: readonly ContentParagraph[];
  readonly lists: Lists;
}

function readPart(own: Omit<Part, "paras" | "all" | "tables">, { content, blocks, lists }: PartSources): Part {
  const part: Part = { ...own, paras: [], all: [], tables: [] };
  const cells = readTables(part, content, blocks);
  for (const block of blocks) {
    const para = readPara(part, block, { cell: cells.get(cellKey(block)), lists });
    part.paras.push(para);
    part.all.push(para);
  }
  return part;
}

function readPara(
  part: Part,
  source: ContentParagraph,
  { cell, lists }: { readonly cell: Cell | undefined; readonly lists: Lists },
): Para {
  return newPara(part, cell, {
    source,
    items: undefined,
    uploaded: undefined,
    style: known(source.style_id),
    list: known(source.list && { level: source.list.level, instance: instanceOf(lists, source.list) }),
    format: { keys: (source.paragraph_format ?? {}) as Look["keys"] },
    mark: source.mark,
  });
}

function instanceOf({ definitions, instances }: Lists, list: NonNullable<ContentParagraph["list"]>): ListInstance {
  const key = `${list.list_style} ${list.instance}`;
  const present = instances.get(key);
  if (present !== undefined) return present;
  const definition = definitions.get(list.list_style) ?? { id: list.list_style, levels: new Map() };
  const made: ListInstance = { definition, number: list.instance, starts: new Map(), maybe: new Map() };
  instances.set(key, made);
  return made;
}

function cellKey({ table }: ContentParagraph): string {
  return table === undefined ? "" : `${table.number} ${table.row} ${table.column}`;
}

/** Makes the tables of a part and returns its cells. */
function readTables(part: Part, content: ContentJson, blocks: readonly ContentParagraph[]): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  const rowOf = (number: number, row: number): Row => part.tables[number - 1]!.rows[row - 1]!;
  for (const table of content.tables.filter((one) => isOf(part, one.part))) {
    const inside = table.inside?.number;
    const last = table.last_index ?? -1;
    // A cell ends with its own paragraph. So the cell around a table is that of the next paragraph in the outer
    // table.
    const next = blocks.slice(last + 1).find((block) => inside !== undefined && block.table?.number === inside);
    const around = next && (cells.get(cellKey(next)) ?? addCell(cells, next, rowOf));
    const allRows: Row[] = [];
    const made: Table = {
      part,
      rows: [],
      allRows,
      columnNow: Array.from({ length: table.columns + 1 }, (_, column) => column),
      columns: known(table.columns),
      style: known(table.style_id),
      around,
    };
    for (let row = 0; row < table.rows; row += 1) allRows.push({ table: made, cells: [] });
    made.rows.push(...allRows);
    part.tables.push(made);
  }
  for (const block of blocks) if (block.table !== undefined && !cells.has(cellKey(block))) addCell(cells, block, rowOf);
  return cells;
}

function addCell(cells: Map<string, Cell>, block: ContentParagraph, rowOf: (number: number, row: number) => Row): Cell {
  const { number, row, column, column_span: columnSpan = 1, row_span: rowSpan = 1 } = block.table!;
  const cell: Cell = { row: rowOf(number, row), column, columnSpan, rowSpan };
  cells.set(cellKey(block), cell);
  cell.row.cells.push(cell);
  return cell;
}

type PartJson = ContentJson["tables"][number]["part"];

/** True if this is the part that the JSON names. */
export function isOf(part: Part, named: PartJson): boolean {
  if (named === undefined) return part.kind === "body";
  if (part.kind !== named.kind) return false;
  return "number" in named ? part.number === named.number : isShown(part, named.type, named.section.number);
}

function isShown(part: Part, type: string, section: number): boolean {
  return part.type === type && part.sections.includes(section);
}

function readSections(
  content: ContentJson,
  body: Part,
  shown: readonly Part[],
): Pick<Model, "sections" | "lastSection"> {
  const sections = content.sections.map(
    ({ number, section_type: type, page_setup: setup, last_index: last }, index) => {
      const own = shown.filter((part) => part.sections.includes(number)).map((part) => [shownKey(part), part] as const);
      const section: Section = { type: known(type), setup: { keys: setup as Look["keys"] }, shown: new Map(own) };
      const end = index < content.sections.length - 1 && last !== undefined ? body.all[last] : undefined;
      if (end !== undefined) end.ends = section;
      return section;
    },
  );
  const lastSection = sections.at(-1) ?? { type: known("next_page"), setup: { keys: {} }, shown: new Map() };
  return { sections, lastSection };
}

export function shownKey({ kind, type }: { readonly kind: PartKind | string; readonly type: string }): string {
  return `${kind} ${type}`;
}

function readThread(comment: ContentJson["comments"][number], parts: readonly Part[]): Thread {
  const paras = anchorParas(comment, parts);
  return {
    author: known(comment.author),
    text: comment.text,
    paras,
    texts: paras.map(({ source }) => source?.text),
    anchor: known(comment.anchor_text),
    resolved: comment.resolved,
    replies: comment.replies.map(({ author, text }) => ({ author: known(author), text })),
  };
}

/**
 * Returns the paragraphs of a comment. The JSON names the first one. The result has one paragraph more than the text of
 * the anchor has lines.
 */
function anchorParas(
  { paragraph, anchor_text: text }: ContentJson["comments"][number],
  parts: readonly Part[],
): readonly Para[] {
  if (paragraph === undefined) return [];
  const part = parts.find((one) => isOf(one, paragraph.part));
  return part?.all.slice(paragraph.index, paragraph.index + text.split("\n").length + 1) ?? [];
}
