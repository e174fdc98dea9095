// Names that a request gives to what it makes (spec 2, Refs): one namespace, each defined once, before it is used.

import type { Content } from "../../document/content-runs/content-run.ts";
import { walkRuns } from "../../document/content-runs/walk-runs.ts";
import { type Found, type Problem, refuse } from "../refusal.ts";
import type { Edit } from "../shape/check-edits.ts";
import { isFields } from "../shape/field-shape.ts";

export type MadeKind = "paragraph" | "section" | "table" | "row" | "column" | "header" | "note" | "comment";

/** A paragraph that the request makes: the edit that does, or the name of the part around it, and its place there. */
export interface MadeParagraph {
  readonly kind: "made";
  readonly group: string;
  readonly item: number;
}

export interface Made {
  readonly kind: MadeKind;
  readonly name: string;
  /** The place of the edit that makes it. */
  readonly edit: number;
  /** For a paragraph. */
  readonly paragraph?: MadeParagraph;
  /** For a part: how many paragraphs it is made with. */
  readonly paragraphs?: number;
}

/** The group of the paragraphs that an edit makes, or that stand in one of the cells it makes. */
export function groupOf(edit: number, cell = ""): string {
  return `edit ${edit}${cell}`;
}

/** The group of the paragraphs of a part that the request makes. */
export function partGroup(name: string): string {
  return `part ${name}`;
}

/** What a reference in new text leads to is looked up by whoever knows locators. */
export type CheckTarget = (to: Readonly<Record<string, unknown>>, field: string) => readonly Problem[];

export class Refs {
  readonly #made = new Map<string, Made>();

  /** What a name stands for, if it is of one of the kinds. */
  find(name: string, kinds: readonly MadeKind[], field: string): Found<Made> {
    const made = this.#made.get(name);
    if (made === undefined) return refuse(field, "REF_UNDEFINED", "No earlier edit of the request defines this ref.");
    if (kinds.includes(made.kind)) return { found: made };
    return refuse(field, "REF_WRONG_KIND", `This ref names a ${made.kind}.`);
  }

  /** Takes in the names that an edit defines, and has the references in its new text checked, in the order they stand in. */
  define(edit: Edit, index: number, checkTarget: CheckTarget): Problem[] {
    const problems: Problem[] = [];
    for (const event of eventsOf(edit, index)) {
      if ("to" in event) problems.push(...checkTarget(event.to, event.field));
      else if (this.#made.has(event.made.name)) {
        problems.push({ field: event.field, reason: "REF_DUPLICATE", message: "This ref is defined already." });
      } else this.#made.set(event.made.name, event.made);
    }
    return problems;
  }
}

type Event =
  | { readonly made: Made; readonly field: string }
  | { readonly to: Readonly<Record<string, unknown>>; readonly field: string };

const KINDS: Readonly<Partial<Record<Edit["type"], MadeKind>>> = {
  split_paragraph: "paragraph",
  insert_section_break: "section",
  insert_table: "table",
  insert_table_row: "row",
  insert_table_column: "column",
  add_header_footer: "header",
  add_comment: "comment",
};

function* eventsOf(edit: Edit, index: number): Generator<Event> {
  const field = `edits[${index}]`;
  const group =
    typeof edit.ref === "string" && edit.type === "add_header_footer" ? partGroup(edit.ref) : groupOf(index);
  if (edit.content !== undefined) yield* eventsOfContent(edit.content as Content, `${field}.content`, index);
  if (Array.isArray(edit.new_paragraphs)) {
    yield* eventsOfItems(edit.new_paragraphs, `${field}.new_paragraphs`, { index, group });
  }
  for (const [name, cells] of [
    ["rows", edit.rows],
    ["cells", [edit.cells]],
  ] as const) {
    if (Array.isArray(cells)) yield* eventsOfCells(cells, `${field}.${name}`, index);
  }
  const kind = KINDS[edit.type];
  if (typeof edit.ref !== "string" || kind === undefined) return;
  const paragraphs = Array.isArray(edit.new_paragraphs) ? edit.new_paragraphs.length : 1;
  const paragraph: MadeParagraph = { kind: "made", group, item: 0 };
  yield {
    made: { kind, name: edit.ref, edit: index, paragraphs, ...(kind === "paragraph" ? { paragraph } : {}) },
    field: `${field}.ref`,
  };
}

/** Rows of cells, or one row. */
function* eventsOfCells(rows: readonly unknown[], field: string, index: number): Generator<Event> {
  const isOne = field.endsWith(".cells");
  for (const [row, cells] of rows.entries()) {
    for (const [column, cell] of (Array.isArray(cells) ? cells : []).entries()) {
      const own = isOne ? `${field}[${column}]` : `${field}[${row}][${column}]`;
      const group = groupOf(index, ` cell ${row} ${column}`);
      const items: unknown = isFields(cell) ? cell.new_paragraphs : undefined;
      if (Array.isArray(items)) yield* eventsOfItems(items, `${own}.new_paragraphs`, { index, group });
      else yield* eventsOfContent(cell as Content, own, index);
    }
  }
}

function* eventsOfItems(
  items: readonly unknown[],
  field: string,
  { index, group }: { readonly index: number; readonly group: string },
): Generator<Event> {
  for (const [item, given] of (items as readonly { readonly content: Content; readonly ref?: string }[]).entries()) {
    yield* eventsOfContent(given.content, `${field}[${item}].content`, index);
    if (given.ref === undefined) continue;
    const paragraph: MadeParagraph = { kind: "made", group, item };
    yield { made: { kind: "paragraph", name: given.ref, edit: index, paragraph }, field: `${field}[${item}].ref` };
  }
}

function* eventsOfContent(content: Content, field: string, index: number): Generator<Event> {
  for (const { run, field: own } of walkRuns(content, field)) {
    if (run.type === "cross_reference") yield { to: run.to, field: `${own}.to` };
    if ((run.type !== "footnote" && run.type !== "endnote") || run.ref === undefined) continue;
    const paragraphs = run.content === undefined ? (run.new_paragraphs?.length ?? 0) : 1;
    yield { made: { kind: "note", name: run.ref, edit: index, paragraphs }, field: `${own}.ref` };
  }
}
