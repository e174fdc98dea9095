// Makes two versions of a long contract.
//
// One paragraph in twenty is edited, some are moved, inserted or deleted. It has lists, notes, and tables with inserted
// and deleted rows.

import { type Block, type Chance, chanceFrom, type Paragraph, type Table, writeContract } from "./contract-parts.ts";

export interface MadePair {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** Number of characters that the edits touch; moved ones count once. */
  readonly edited: number;
}

export interface ContractShape {
  readonly paragraphs: number;
  /** Mean number of words of an ordinary paragraph. */
  readonly words: number;
  /** Share of the paragraphs that are in tables. Default: 0.06. */
  readonly inTables?: number;
}

const WORDS = 34;
const IN_TABLES = 0.06;
const TABLE = { rows: 5, columns: 3, words: 3 } as const;
const SECTION = 14;
const NOTE_EVERY = 40;

/** Shares of the paragraphs that are edited, moved, inserted and deleted. */
const SHARES = { edited: 0.05, moved: 0.01, inserted: 0.01, deleted: 0.01 } as const;
/** Number of possible distances of a move in blocks. The smallest distance is 3. */
const FARTHEST = 60;

/** Returns a contract of about this many paragraphs, including those in cells, and its revision. */
export function makePair(paragraphs: number, seed = 1): MadePair {
  return makeShaped({ paragraphs, words: WORDS }, seed);
}

export function makeShaped(shape: ContractShape, seed = 1): MadePair {
  const before = makeBlocks(shape, chanceFrom(seed));
  const { blocks, edited } = reviseBlocks(before, chanceFrom(seed + 1));
  return { before: writeContract(before), after: writeContract(blocks), edited };
}

export function makeBlocks({ paragraphs, words, inTables = IN_TABLES }: ContractShape, chance: Chance): Block[] {
  const blocks: Block[] = [];
  const cells = TABLE.rows * TABLE.columns;
  let tabled = 0;
  for (let made = 0; made < paragraphs; ) {
    if (tabled + cells <= inTables * (made + cells)) {
      blocks.push(makeTable(chance));
      tabled += cells;
      made += cells;
    } else {
      blocks.push(makeParagraph(blocks.length, words, chance));
      made += 1;
    }
  }
  return [...blocks, { kind: "paragraph", look: "body", words: chance.words(words) }];
}

function makeTable(chance: Chance): Table {
  const cell = (): string[] => chance.words(TABLE.words);
  const row = (): string[][] => Array.from({ length: TABLE.columns }, cell);
  return { kind: "table", rows: Array.from({ length: TABLE.rows }, row) };
}

function makeParagraph(index: number, words: number, chance: Chance): Paragraph {
  if (index % SECTION === 0) return { kind: "paragraph", look: "heading", words: chance.words(Math.min(words, 5)) };
  const count = Math.max(1, Math.round(words * (0.5 + chance.next())));
  const paragraph: Paragraph = {
    kind: "paragraph",
    look: index % SECTION > 9 ? "list" : "body",
    words: chance.words(count),
  };
  return index % NOTE_EVERY === 7 ? { ...paragraph, note: chance.words(12) } : paragraph;
}

const lengthOf = (words: readonly string[]): number => words.join(" ").length;

/** The blocks that replace a block, the block that moves elsewhere, and the number of touched characters. */
interface Fate {
  readonly here: readonly Block[];
  readonly elsewhere?: Paragraph;
  readonly edited: number;
}

export function reviseBlocks(before: readonly Block[], chance: Chance): { blocks: Block[]; edited: number } {
  const blocks: Block[] = [];
  let moving: { block: Paragraph; at: number }[] = [];
  let edited = 0;
  for (const block of before.slice(0, -1)) {
    const fate = fateOf(block, chance);
    edited += fate.edited;
    blocks.push(...fate.here);
    if (fate.elsewhere !== undefined) {
      moving.push({ block: fate.elsewhere, at: blocks.length + 3 + chance.below(FARTHEST) });
    }
    // A block that moves down is inserted after it has passed enough blocks.
    const arriving = moving.filter(({ at }) => at <= blocks.length);
    moving = moving.filter((each) => !arriving.includes(each));
    blocks.push(...arriving.map((each) => each.block));
  }
  return { blocks: [...blocks, ...moving.map(({ block }) => block), ...before.slice(-1)], edited };
}

function fateOf(block: Block, chance: Chance): Fate {
  if (block.kind === "table") return reviseTable(block, chance);
  const draw = chance.next();
  const { deleted, moved, edited, inserted } = SHARES;
  if (draw < deleted) return { here: [], edited: lengthOf(block.words) };
  // Moved paragraphs have no note, because some engines lose it, and a wrong result cannot be measured.
  if (draw < deleted + moved && block.look === "body" && block.note === undefined) {
    return { here: [], elsewhere: block, edited: lengthOf(block.words) };
  }
  if (draw < deleted + moved + edited) {
    const revised = reviseWords(block.words, chance);
    return { here: [{ ...block, words: revised.words }], edited: revised.edited };
  }
  if (draw < 1 - inserted) return { here: [block], edited: 0 };
  const words = chance.words(WORDS);
  return { here: [block, { kind: "paragraph", look: "body", words }], edited: lengthOf(words) };
}

/** Replaces one to three words, or inserts a few new ones. */
export function reviseWords(words: readonly string[], chance: Chance): { words: string[]; edited: number } {
  const at = chance.below(words.length);
  const count = Math.min(1 + chance.below(3), words.length - at);
  const isAddition = chance.next() < 0.3;
  const added = chance.words(count);
  const gone = isAddition ? [] : words.slice(at, at + count);
  const revised = [...words.slice(0, at), ...added, ...words.slice(at + gone.length)];
  return { words: revised, edited: lengthOf(added) + lengthOf(gone) };
}

/** In some tables, edits a cell, or inserts or deletes a row. */
function reviseTable(table: Table, chance: Chance): Fate {
  const draw = chance.below(5);
  const at = 1 + chance.below(table.rows.length - 1);
  const row = table.rows[at]!;
  const withRows = (rows: Table["rows"], edited: number): Fate => ({ here: [{ ...table, rows }], edited });
  if (draw === 0) {
    const revised = reviseWords(row[0]!, chance);
    return withRows(table.rows.with(at, [revised.words, ...row.slice(1)]), revised.edited);
  }
  if (draw === 1) {
    const added = row.map(() => chance.words(TABLE.words));
    return withRows(table.rows.toSpliced(at, 0, added), lengthOf(added.flat()));
  }
  if (draw === 2) return withRows(table.rows.toSpliced(at, 1), lengthOf(row.flat()));
  return withRows(table.rows, 0);
}
