// Names that a request gives to what it makes (EDT-25): one namespace, each defined once, before it is used.

import { wordList } from "../../failures/nearest-name.ts";
import { type Content, noteParagraphs } from "../../language/content-runs/content-run.ts";
import { walkRuns } from "../../language/content-runs/walk-runs.ts";
import { isFields } from "../../language/value-problems.ts";
import { type Found, type Problem, refuse } from "../refusal.ts";
import type { Bringing, Edit, EditTypeName } from "../shape/edit-types.ts";
import { Halves } from "./halves.ts";

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
  /** For a part: its kind. */
  readonly part?: string;
}

/** What a new paragraph stands in. */
export interface StandsIn {
  /** The kind of the part. */
  readonly kind: string;
  /** The part itself: an uploaded one, or the group of one that the request makes. */
  readonly part: object | string;
  /** The number of the uploaded section, in the body. */
  readonly section: number;
}

/** The group of the paragraphs that an edit makes, or that stand in one of the cells it makes. */
export function groupOf(edit: number, cell = ""): string {
  return `edit ${edit}${cell}`;
}

/** A new paragraph as a key. */
export function madeKey({ group, item }: Pick<MadeParagraph, "group" | "item">): string {
  return `${group} ${item}`;
}

/** The group of the paragraphs of a part that the request makes. */
export function partGroup(name: string): string {
  return `part ${name}`;
}

/** What a reference in new text leads to is looked up by whoever knows locators. */
export type CheckTarget = (to: Readonly<Record<string, unknown>>, field: string) => readonly Problem[];

export class Refs {
  readonly halves = new Halves();
  readonly #made = new Map<string, Made>();
  /** By edit: where its paragraphs stand; by paragraph, where it was moved. */
  readonly #surroundings = new Map<string, StandsIn>();
  /** By name of a new section: the number of the uploaded one that it was split from. */
  readonly #splitFrom = new Map<string, number>();
  /** By new paragraph: the text that edits put into it. */
  readonly #contents = new Map<string, Content[]>();

  /** What a name stands for, if it is of one of the kinds. */
  find(name: string, kinds: readonly MadeKind[], field: string): Found<Made> {
    const made = this.#made.get(name);
    if (made === undefined) return refuse(field, "REF_UNDEFINED", "No earlier edit of the request defines this ref.");
    if (kinds.includes(made.kind)) return { found: made };
    return refuse(field, "REF_WRONG_KIND", `This ref names a ${made.kind}; a ${wordList(kinds)} is needed here.`);
  }

  /** What some value of a request names, each with its JSON path. */
  *namesIn(value: unknown, field: string): Generator<{ readonly made: Made; readonly field: string }> {
    if (Array.isArray(value)) for (const [at, item] of value.entries()) yield* this.namesIn(item, `${field}[${at}]`);
    if (!isFields(value)) return;
    const isName = typeof value.ref === "string" && Object.keys(value).length === 1;
    const made = isName ? this.#made.get(value.ref as string) : undefined;
    if (made !== undefined) yield { made, field };
    else for (const [key, item] of Object.entries(value)) yield* this.namesIn(item, `${field}.${key}`);
  }

  /** Takes in the names that an edit defines, and has the references in its new text checked, in the order they stand in. */
  define(edit: Edit, index: number, checkTarget: CheckTarget): Problem[] {
    const problems: Problem[] = [];
    for (const event of eventsOf(edit, index)) {
      if ("content" in event) this.addContent(event.paragraph, event.content);
      else if ("to" in event) problems.push(...checkTarget(event.to, event.field));
      else if (this.#made.has(event.made.name)) {
        problems.push({
          field: event.field,
          reason: "REF_DUPLICATE",
          message: "An earlier edit already defines this ref. Choose another name.",
        });
      } else this.#made.set(event.made.name, event.made);
    }
    return problems;
  }

  /** Notes where the paragraphs stand that an edit makes. */
  standIn(edit: number, surroundings: StandsIn): void {
    this.#surroundings.set(groupOf(edit), surroundings);
  }

  /** Notes that a new paragraph was moved. */
  moveTo(paragraph: MadeParagraph, surroundings: StandsIn): void {
    this.#surroundings.set(madeKey(paragraph), surroundings);
  }

  surroundingsOf({ group, item }: { readonly group: string; readonly item?: number }): StandsIn {
    const moved = item === undefined ? undefined : this.#surroundings.get(madeKey({ group, item }));
    if (moved !== undefined) return moved;
    const part = this.#made.get(group.replace(/^part /, ""));
    return (
      this.#surroundings.get(/^edit \d+/.exec(group)?.[0] ?? "") ?? {
        kind: part?.part ?? "body",
        part: group,
        section: 1,
      }
    );
  }

  /** Notes which section an edit splits; `name` is what it calls the second part. */
  splitSection(name: unknown, section: number): void {
    if (typeof name === "string") this.#splitFrom.set(name, section);
  }

  /** The number of the uploaded section that a new one was split from. */
  sectionOf({ name }: Made): number {
    return this.#splitFrom.get(name) ?? 1;
  }

  addContent({ group, item }: MadeParagraph, content: Content): void {
    const key = madeKey({ group, item });
    this.#contents.set(key, [...(this.#contents.get(key) ?? []), content]);
  }

  /** What edits put into a new paragraph so far. */
  contentsOf(paragraph: MadeParagraph): readonly Content[] {
    return this.#contents.get(madeKey(paragraph)) ?? [];
  }
}

type Event =
  | { readonly made: Made; readonly field: string }
  | { readonly paragraph: MadeParagraph; readonly content: Content }
  | { readonly to: Readonly<Record<string, unknown>>; readonly field: string };

const KINDS: Readonly<Partial<Record<EditTypeName, MadeKind>>> = {
  split_paragraph: "paragraph",
  insert_section_break: "section",
  insert_table: "table",
  insert_table_row: "row",
  insert_table_column: "column",
  add_header_footer: "header",
  add_comment: "comment",
};

function* eventsOf(edit: Bringing, index: number): Generator<Event> {
  const field = `edits[${index}]`;
  const group =
    typeof edit.ref === "string" && edit.type === "add_header_footer" ? partGroup(edit.ref) : groupOf(index);
  if (edit.content !== undefined) yield* eventsOfContent(edit.content, `${field}.content`, index);
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
  const part = kind === "header" ? { part: edit.part!.kind } : {};
  if (kind === "header" && edit.content !== undefined) yield { paragraph, content: edit.content };
  yield {
    made: { kind, name: edit.ref, edit: index, paragraphs, ...(kind === "paragraph" ? { paragraph } : {}), ...part },
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
    const paragraph: MadeParagraph = { kind: "made", group, item };
    yield { paragraph, content: given.content };
    if (given.ref === undefined) continue;
    yield { made: { kind: "paragraph", name: given.ref, edit: index, paragraph }, field: `${field}[${item}].ref` };
  }
}

function* eventsOfContent(content: Content, field: string, index: number): Generator<Event> {
  for (const { run, field: own } of walkRuns(content, field)) {
    if (run.type === "cross_reference") yield { to: run.to, field: `${own}.to` };
    if ((run.type !== "footnote" && run.type !== "endnote") || run.ref === undefined) continue;
    const paragraphs = noteParagraphs(run);
    const group = partGroup(run.ref);
    for (const [item, text] of paragraphs.entries()) {
      yield { paragraph: { kind: "made", group, item }, content: text };
    }
    yield {
      made: { kind: "note", name: run.ref, edit: index, paragraphs: paragraphs.length, part: run.type },
      field: `${own}.ref`,
    };
  }
}
