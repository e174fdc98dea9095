// Resolves names that a request gives to what it makes (EDT-25).
//
// There is one namespace. Each name is defined once, before it is used.

import { wordList } from "../../failures/nearest-name.ts";
import { type Content, noteParagraphs } from "../../language/content-runs/content-run.ts";
import { walkRuns } from "../../language/content-runs/walk-runs.ts";
import { isFields } from "../../language/value-problems.ts";
import { type Lookup, type Problem, refuse } from "../refusal.ts";
import type { Bringing, Edit, EditTypeName } from "../shape/edit-types.ts";
import { Halves } from "./halves.ts";

export type MadeKind = "paragraph" | "section" | "table" | "row" | "column" | "header" | "note" | "comment";

/** A paragraph that the request makes: the group of the edit that makes it, or of the part around it, and its index there. */
export interface MadeParagraph {
  readonly kind: "made";
  readonly group: string;
  readonly item: number;
}

export interface CreatedObject {
  readonly kind: MadeKind;
  readonly name: string;
  /** The index of the edit that makes it. */
  readonly edit: number;
  /** Set only for a paragraph. */
  readonly paragraph?: MadeParagraph;
  /** For a part: the number of paragraphs that it is made with. Other kinds do not use it. */
  readonly paragraphs?: number;
  /** Set only for a part: its kind. */
  readonly part?: string;
}

/** The part and the section that contain a new paragraph. */
export interface StandsIn {
  /** The kind of the part. */
  readonly kind: string;
  /** The uploaded part, or the group of a part that the request makes. */
  readonly part: object | string;
  /** The number of the uploaded section in the body; 1 in a part that the request makes. */
  readonly section: number;
}

/** Returns the group of the paragraphs that an edit makes, or of those in one of its cells. */
export function groupOf(edit: number, cell = ""): string {
  return `edit ${edit}${cell}`;
}

/** Returns the key of a new paragraph. */
export function madeKey({ group, item }: Pick<MadeParagraph, "group" | "item">): string {
  return `${group} ${item}`;
}

/** Returns the group of the paragraphs of a part that the request makes. */
export function partGroup(name: string): string {
  return `part ${name}`;
}

/** Resolves the target of a reference in new text. The caller knows the forms of locators. */
export type CheckTarget = (to: Readonly<Record<string, unknown>>, field: string) => readonly Problem[];

export class Refs {
  readonly halves = new Halves();
  readonly #made = new Map<string, CreatedObject>();
  /** Maps an edit to the part and section of its new paragraphs, and a moved paragraph to its new part and section. */
  readonly #surroundings = new Map<string, StandsIn>();
  /** Maps the name of a new section to the number of the uploaded section that it was split from. */
  readonly #splitFrom = new Map<string, number>();
  /** Maps a new paragraph to the content that it is made with, and the content that later edits insert into it. */
  readonly #contents = new Map<string, Content[]>();

  /** Returns the object with this name if it is of one of the kinds. */
  find(name: string, kinds: readonly MadeKind[], field: string): Lookup<CreatedObject> {
    const made = this.#made.get(name);
    if (made === undefined) return refuse(field, "REF_UNDEFINED", "No earlier edit of the request defines this ref.");
    if (kinds.includes(made.kind)) return { found: made };
    return refuse(field, "REF_WRONG_KIND", `This ref names a ${made.kind}; a ${wordList(kinds)} is needed here.`);
  }

  /** Yields the created objects that a value of a request names, each with its JSON path. */
  *namesIn(value: unknown, field: string): Generator<{ readonly made: CreatedObject; readonly field: string }> {
    if (Array.isArray(value)) for (const [at, item] of value.entries()) yield* this.namesIn(item, `${field}[${at}]`);
    if (!isFields(value)) return;
    const isName = typeof value.ref === "string" && Object.keys(value).length === 1;
    const made = isName ? this.#made.get(value.ref as string) : undefined;
    if (made !== undefined) yield { made, field };
    else for (const [key, item] of Object.entries(value)) yield* this.namesIn(item, `${field}.${key}`);
  }

  /** Defines the names of an edit and checks the references in its new text, in reading order. */
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

  /** Records the part and the section of the paragraphs that an edit makes. */
  standIn(edit: number, surroundings: StandsIn): void {
    this.#surroundings.set(groupOf(edit), surroundings);
  }

  /** Records that a new paragraph was moved. */
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

  /** Records which section an edit splits. `name` is the ref of the second part. */
  splitSection(name: unknown, section: number): void {
    if (typeof name === "string") this.#splitFrom.set(name, section);
  }

  /** Returns the number of the uploaded section that a new one was split from. */
  sectionOf({ name }: CreatedObject): number {
    return this.#splitFrom.get(name) ?? 1;
  }

  addContent({ group, item }: MadeParagraph, content: Content): void {
    const key = madeKey({ group, item });
    this.#contents.set(key, [...(this.#contents.get(key) ?? []), content]);
  }

  /** Returns the content of a new paragraph so far: what it is made with, and what later edits insert. */
  contentsOf(paragraph: MadeParagraph): readonly Content[] {
    return this.#contents.get(madeKey(paragraph)) ?? [];
  }
}

type Event =
  | { readonly made: CreatedObject; readonly field: string }
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

/** Yields the events of rows of cells, or of one row. */
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
