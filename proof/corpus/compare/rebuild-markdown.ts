// Rebuilds the versions of a body from the Markdown of a redline alone (docs/design/render.md).
//
// A change of a merge names its revisions in one attribute, in their order, separated by a comma and a blank. The
// names may contain commas, so a reader must know the names. The Markdown is read back into blocks, like those of the
// JSON without names. The versions are then rebuilt by the same rules.
//
// A paragraph extends from its tag to the end of its line or cell, or to the next block. Content outside of
// paragraphs is not text: the signs of headings, and the rule below the head of a table.

import { type Block, type Change, type Row, rebuildJson, type Segment, type Side } from "./rebuild-json.ts";

/** Returns the texts of the paragraphs of the body, including those in cells, in order. */
export function rebuildMarkdown(markdown: string, side: Side, names: readonly string[] = []): string[] {
  return rebuildJson({ blocks: readBody(markdown, names) }, side);
}

function readBody(markdown: string, names: readonly string[]): Block[] {
  const reader = new MarkdownReader(names);
  for (const token of tokensOf(markdown)) if (!reader.take(token)) break;
  return withoutFilling(reader.blocks);
}

/** Drops the rule of a pipe table and the cells that only fill its rows: a cell of a document has a paragraph. */
function withoutFilling(blocks: readonly Block[]): Block[] {
  return blocks.map((block) => {
    if (block.rows === undefined) return block;
    const rows = block.rows.map((row) => {
      const cells = row.cells.filter((cell) => cell.blocks.length > 0);
      return { ...row, cells: cells.map((cell) => ({ ...cell, blocks: withoutFilling(cell.blocks) })) };
    });
    return { ...block, rows: rows.filter(({ cells }) => cells.length > 0) };
  });
}

type Token = { readonly kind: "text"; readonly text: string } | { readonly kind: "line" | "pipe" } | Tag;

interface Tag {
  readonly kind: "tag";
  readonly name: string;
  readonly form: "open" | "close" | "empty";
  readonly attributes: ReadonlyMap<string, string>;
}

const TOKENS = /<(\/?)([a-z-]+)([^>]*?)(\/?)>|(\n)|(\|)|\\(.)|&(#?\w+);|([^<\n|\\&]+)/gs;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

function* tokensOf(markdown: string): Generator<Token> {
  for (const [whole, closing, name, attributes, empty, line, pipe, escaped, entity] of markdown.matchAll(TOKENS)) {
    if (name !== undefined) {
      const form = closing === "/" ? "close" : empty === "/" ? "empty" : "open";
      yield { kind: "tag", name, form, attributes: readAttributes(attributes ?? "") };
    } else if (line !== undefined) yield { kind: "line" };
    else if (pipe !== undefined) yield { kind: "pipe" };
    else yield { kind: "text", text: escaped ?? (entity === undefined ? whole : decode(entity)) };
  }
}

function readAttributes(written: string): Map<string, string> {
  const found = written.matchAll(/ ([a-z-]+)="([^"]*)"/g);
  return new Map(
    [...found].map(([, name = "", value = ""]) => [name, value.replace(/&(#?\w+);/g, (_, e) => decode(e))]),
  );
}

/** Returns the character of an entity in the Markdown; empty for an entity that the Markdown does not use. */
export function decode(entity: string): string {
  return entity.startsWith("#") ? String.fromCodePoint(Number(entity.slice(1))) : (ENTITIES[entity] ?? "");
}

const CHANGES: ReadonlyMap<string, string> = new Map([
  // Read like a change that every version contains as it is.
  ["conflict", "conflict"],
  ["ins", "insertion"],
  ["del", "deletion"],
  ["moved-from", "moved_from"],
  ["moved-to", "moved_to"],
]);

/** Parts that follow the body. */
const OTHER_PARTS: ReadonlySet<string> = new Set(["header", "footer", "footnote", "endnote", "text-box"]);

type Draft<Value> = { -readonly [Key in keyof Value]: Value[Key] };
type DraftCell = { change?: Change; readonly blocks: Block[] };
type DraftRow = { change?: Change; readonly cells: DraftCell[] };
interface DraftTable {
  readonly form: "pipes" | "html";
  readonly rows: DraftRow[];
}

/** Returns the names that an attribute joins. */
function revisionsIn(joined: string, names: readonly string[]): string[] {
  let left = joined;
  return names.filter((name) => {
    if (left !== name && !left.startsWith(`${name}, `)) return false;
    left = left.slice(name.length + 2);
    return true;
  });
}

class MarkdownReader {
  readonly blocks: Block[] = [];
  readonly #names: readonly string[];
  /** The revisions of changes that name none. */
  #shared = "";
  /** The open tables, outermost first. */
  readonly #tables: DraftTable[] = [];
  #paragraph: Draft<Block> | undefined;
  /** The open lists of segments: that of the paragraph, then those of changes. */
  #open: Segment[][] = [];
  /** Number of characters of the numeral that are still to come. */
  #numeral = 0;
  #isLineStart = true;

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** Adds a token to the blocks. Returns false, and adds nothing, if the token begins the first part after the body. */
  take(token: Token): boolean {
    if (token.kind === "tag" && OTHER_PARTS.has(token.name)) return false;
    const table = this.#tables.at(-1);
    if (table?.form === "pipes" && this.#isLineStart && token.kind !== "pipe") this.#tables.pop();
    if (token.kind === "tag") this.#takeTag(token);
    else if (token.kind === "text") this.#addText(token.text);
    else if (token.kind === "pipe") this.#takePipe();
    else this.#endParagraph();
    this.#isLineStart = token.kind === "line";
    return true;
  }

  #takePipe(): void {
    // One space separates text from the pipe.
    const last = this.#open[0]?.at(-1);
    if (this.#paragraph !== undefined && last !== undefined) {
      this.#open[0]!.splice(-1, 1, { ...last, text: last.text!.slice(0, -1) });
    }
    this.#endParagraph();
    if (this.#isLineStart) {
      if (this.#tables.at(-1)?.form !== "pipes") this.#beginTable("pipes");
      this.#tables.at(-1)!.rows.push({ cells: [] });
    }
    this.#tables.at(-1)?.rows.at(-1)?.cells.push({ blocks: [] });
  }

  #takeTag(tag: Tag): void {
    const type = CHANGES.get(tag.name);
    if (type !== undefined) this.#takeChange(tag, type);
    else if (tag.name === "redline") this.#shared = tag.attributes.get("revision") ?? "";
    else if (tag.name === "object") this.#addObject();
    else if (tag.name === "br") this.#addText(tag.attributes.get("class") === "page" ? "\f" : "\n");
    else if (tag.name === "p") this.#beginParagraph(tag);
    else if (tag.name === "tr" && tag.form === "open") this.#tables.at(-1)!.rows.push({ cells: [] });
    else if (tag.name === "td" || tag.name === "table") this.#takeTable(tag);
  }

  #takeTable({ name, form }: Tag): void {
    this.#endParagraph();
    if (name === "td" && form === "open") this.#tables.at(-1)!.rows.at(-1)!.cells.push({ blocks: [] });
    else if (name === "table" && form === "open") this.#beginTable("html");
    else if (name === "table") this.#tables.pop();
  }

  #takeChange({ form, attributes }: Tag, type: string): void {
    const revisions = revisionsIn(attributes.get("revision") ?? this.#shared, this.#names);
    const change = { type, ...(this.#names.length === 0 ? {} : { revisions }) };
    if (form === "close") this.#open.pop();
    else if (form === "open") {
      const content: Segment[] = [];
      this.#open.at(-1)?.push({ ...change, content });
      this.#open.push(content);
    } else if (this.#paragraph !== undefined) this.#paragraph.mark = addChange(this.#paragraph.mark, change);
    else {
      const row = this.#tables.at(-1)?.rows.at(-1);
      const changed = attributes.get("scope") === "cell" ? row?.cells.at(-1) : row;
      if (changed !== undefined) changed.change = addChange(changed.change, change);
    }
  }

  #beginTable(form: DraftTable["form"]): void {
    const rows: DraftRow[] = [];
    this.#container().push({ type: "table", rows: rows as Row[] });
    this.#tables.push({ form, rows });
  }

  #beginParagraph({ attributes }: Tag): void {
    this.#endParagraph();
    const content: Segment[] = [];
    this.#paragraph = { type: "paragraph", content };
    this.#container().push(this.#paragraph);
    this.#open = [content];
    const label = attributes.get("label");
    this.#numeral = label === undefined ? 0 : label.length + 1;
  }

  #endParagraph(): void {
    this.#paragraph = undefined;
    this.#open = [];
  }

  #addText(text: string): void {
    const numeral = Math.min(this.#numeral, text.length);
    this.#numeral -= numeral;
    this.#open.at(-1)?.push({ text: text.slice(numeral) });
  }

  #addObject(): void {
    this.#open.at(-1)?.push({ text: "", object: "other" });
  }

  #container(): Block[] {
    return this.#tables.at(-1)?.rows.at(-1)?.cells.at(-1)?.blocks ?? this.blocks;
  }
}

function addChange(outer: Change | undefined, change: Change): Change {
  return outer === undefined ? change : { ...outer, content: [...(outer.content ?? []), change] };
}
