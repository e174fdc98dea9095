// Makes small documents as data, and random revised copies: paragraphs of words, and tables.

import type { Random } from "../../runner/random.ts";

export interface Word {
  readonly text: string;
  readonly isBold: boolean;
}

export interface Paragraph {
  readonly kind: "paragraph";
  readonly words: readonly Word[];
  readonly isCentred: boolean;
}

export interface Table {
  readonly kind: "table";
  readonly rows: readonly (readonly string[])[];
}

export type Block = Paragraph | Table;

/** The names of the edits. */
export const editNames = [
  "insert word",
  "replace word",
  "delete words",
  "delete block",
  "insert paragraph",
  "move paragraph",
  "split",
  "join",
  "bold",
  "centre",
  "edit cell",
  "insert row",
  "delete row",
  "insert column",
  "delete column",
  "insert table",
  "rename term",
  "use term",
] as const;

export type EditName = (typeof editNames)[number];

const SYLLABLES = ["ba", "co", "di", "fu", "ga", "lo", "mi", "nu", "pe", "ra", "so", "ti", "vu", "zo"] as const;

/** Returns a word of five syllables, which is very rarely made twice. */
function newWord(random: Random): string {
  return random.list(5, () => random.pick(SYLLABLES)).join("");
}

/** A term that bases use several times, and the term that replaces it everywhere. */
export const TERM = { old: "deposit", new: "surety bond" } as const;

function plain(text: string): Word {
  return { text, isBold: false };
}

function newParagraph(random: Random, words: number): Paragraph {
  return { kind: "paragraph", words: random.list(words, () => plain(newWord(random))), isCentred: false };
}

function newTable(random: Random): Table {
  const columns = 2 + random.below(2);
  return { kind: "table", rows: random.list(2 + random.below(2), () => random.list(columns, () => newWord(random))) };
}

/** Returns a base. It ends with a paragraph, and no two tables follow each other. */
export function newBase(random: Random): Block[] {
  const blocks: Block[] = [];
  const count = 2 + random.below(6);
  for (let at = 0; at < count; at += 1) {
    const isTable = random.chance(0.25) && blocks.at(-1)?.kind !== "table" && at < count - 1;
    blocks.push(
      isTable ? newTable(random) : withSpace(withTerms(newParagraph(random, random.below(8)), random), random),
    );
  }
  return blocks;
}

/** The last word of a paragraph that ends with a space. */
const NO_WORD = plain("");

function withSpace(paragraph: Paragraph, random: Random): Paragraph {
  const { words } = paragraph;
  return words.length > 0 && random.chance(0.1) ? { ...paragraph, words: [...words, NO_WORD] } : paragraph;
}

function withTerms(paragraph: Paragraph, random: Random): Paragraph {
  return { ...paragraph, words: paragraph.words.map((word) => (random.chance(0.15) ? plain(TERM.old) : word)) };
}

function renamed(blocks: readonly Block[]): readonly Block[] {
  const rename = (text: string): string => text.replaceAll(TERM.old, TERM.new);
  return blocks.map((block) =>
    block.kind === "table"
      ? { ...block, rows: block.rows.map((cells) => cells.map(rename)) }
      : { ...block, words: block.words.map((word) => ({ ...word, text: rename(word.text) })) },
  );
}

/**
 * Returns a copy with one edit, or the same blocks if the edit does not fit. Inserted words are from a short list, so
 * that copies may agree.
 */
export function edited(blocks: readonly Block[], name: EditName, random: Random): readonly Block[] {
  const at = random.below(blocks.length);
  const block = blocks[at]!;
  if (name === "insert table" || name === "insert paragraph") return inserted(blocks, { at, name, random });
  if (name === "move paragraph") return moved(blocks, at, random);
  if (name === "delete block") return fits(without(blocks, at)) ? without(blocks, at) : blocks;
  if (name === "rename term") return renamed(blocks);
  if (name === "join") return joined(blocks, at);
  if (name === "split") return split(blocks, at, random);
  const one = block.kind === "paragraph" ? editedParagraph(block, name, random) : editedTable(block, name, random);
  return blocks.map((each, index) => (index === at ? one : each));
}

/** Words that several copies may insert. */
export const COMMON = ["alpha", "beta", "gamma"] as const;

function editedParagraph(paragraph: Paragraph, name: EditName, random: Random): Paragraph {
  const { words } = paragraph;
  const at = random.below(words.length + 1);
  const word = plain(name === "use term" ? TERM.old : random.pick(COMMON));
  if (name === "insert word" || name === "use term")
    return { ...paragraph, words: [...words.slice(0, at), word, ...words.slice(at)] };
  if (name === "replace word" && at < words.length) return { ...paragraph, words: words.with(at, word) };
  if (name === "delete words") {
    return { ...paragraph, words: [...words.slice(0, at), ...words.slice(at + 1 + random.below(3))] };
  }
  if (name === "bold" && at < words.length) {
    return { ...paragraph, words: words.with(at, { ...words[at]!, isBold: true }) };
  }
  return name === "centre" ? { ...paragraph, isCentred: !paragraph.isCentred } : paragraph;
}

function editedTable(table: Table, name: EditName, random: Random): Table {
  const { rows } = table;
  const [row, column] = [random.below(rows.length), random.below(rows[0]!.length)];
  if (name === "edit cell") {
    return { ...table, rows: rows.with(row, rows[row]!.with(column, `${rows[row]![column]!} ${random.pick(COMMON)}`)) };
  }
  if (name === "insert row") {
    const cells = rows[0]!.map(() => newWord(random));
    return { ...table, rows: [...rows.slice(0, row), cells, ...rows.slice(row)] };
  }
  if (name === "delete row" && rows.length > 1) return { ...table, rows: rows.filter((_, at) => at !== row) };
  if (name === "insert column") {
    return { ...table, rows: rows.map((cells) => cells.toSpliced(column, 0, newWord(random))) };
  }
  if (name === "delete column" && rows[0]!.length > 1) {
    return { ...table, rows: rows.map((cells) => cells.toSpliced(column, 1)) };
  }
  return table;
}

function without(blocks: readonly Block[], at: number): readonly Block[] {
  return blocks.filter((_, index) => index !== at);
}

/** True if every table is followed by a paragraph. */
function fits(blocks: readonly Block[]): boolean {
  const isApart = blocks.every(({ kind }, at) => kind === "paragraph" || blocks[at + 1]?.kind === "paragraph");
  return blocks.length > 0 && isApart;
}

function inserted(
  blocks: readonly Block[],
  { at, name, random }: { at: number; name: EditName; random: Random },
): readonly Block[] {
  const block = name === "insert table" ? newTable(random) : newParagraph(random, 3);
  const place = name === "insert table" ? at : random.below(blocks.length + 1);
  const result = blocks.toSpliced(place, 0, block);
  return fits(result) ? result : blocks;
}

function moved(blocks: readonly Block[], at: number, random: Random): readonly Block[] {
  const block = blocks[at]!;
  if (block.kind === "table" || block.words.length < 3) return blocks;
  const rest = without(blocks, at);
  const result = rest.toSpliced(random.below(rest.length + 1), 0, block);
  return fits(result) ? result : blocks;
}

function joined(blocks: readonly Block[], at: number): readonly Block[] {
  const [one, other] = [blocks[at]!, blocks[at + 1]];
  if (one.kind === "table" || other?.kind !== "paragraph") return blocks;
  const words = one.words.at(-1)?.text === "" ? one.words.slice(0, -1) : one.words;
  return blocks.toSpliced(at, 2, { ...other, words: [...words, ...other.words] });
}

function split(blocks: readonly Block[], at: number, random: Random): readonly Block[] {
  const block = blocks[at]!;
  if (block.kind === "table" || block.words.length < 2) return blocks;
  const place = 1 + random.below(block.words.length - 1);
  const halves = [block.words.slice(0, place), block.words.slice(place)].map((words) => ({ ...block, words }));
  return blocks.toSpliced(at, 1, ...halves);
}

/** Returns the text of the blocks, cell by cell, as readers of views return it. */
export function textsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) =>
    block.kind === "table" ? block.rows.flat() : [block.words.map(({ text }) => text).join(" ")],
  );
}

/** Returns the blocks as text for people: bold words between stars, and a caret before a centred paragraph. */
export function shownBlocks(blocks: readonly Block[]): string {
  const lines = blocks.map((block) => {
    if (block.kind === "table") return block.rows.map((cells) => `  | ${cells.join(" | ")} |`).join("\n");
    const words = block.words.map(({ text, isBold }) => (isBold ? `*${text}*` : text));
    return `  ${block.isCentred ? "^" : ""}${words.join(" ")}¶`;
  });
  return lines.join("\n");
}

export function markupOf(blocks: readonly Block[]): string {
  return blocks.map((block) => (block.kind === "table" ? tableMarkup(block) : paragraphMarkup(block))).join("");
}

function paragraphMarkup({ words, isCentred }: Paragraph): string {
  const properties = isCentred ? '<w:pPr><w:jc w:val="center"/></w:pPr>' : "";
  const runs = words.map(({ text, isBold }, at) => {
    const look = isBold ? "<w:rPr><w:b/></w:rPr>" : "";
    const space = at === 0 ? "" : run("", " ");
    return text === "" ? space : space + run(look, text);
  });
  return `<w:p>${properties}${runs.join("")}</w:p>`;
}

function run(look: string, text: string): string {
  return `<w:r>${look}<w:t xml:space="preserve">${text}</w:t></w:r>`;
}

function tableMarkup({ rows }: Table): string {
  const grid = rows[0]!.map(() => '<w:gridCol w:w="2000"/>').join("");
  const cells = (texts: readonly string[]): string =>
    texts
      .map((text) => `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr><w:p>${run("", text)}</w:p></w:tc>`)
      .join("");
  const body = rows.map((texts) => `<w:tr>${cells(texts)}</w:tr>`).join("");
  return `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${body}</w:tbl>`;
}
