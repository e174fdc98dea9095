// Pairs the items of a gap in order by similarity (CMP-91).
//
// Dynamic programming finds the pairs with the greatest sum of similarities, among all ways to pair without crossing.
// The best for the first r items of one side and c of the other leaves out either last item, or pairs the two. Pairs
// below `least` do not count.
//
// That costs one similarity per cell, so a large gap must not try every cell. Rows are the items of the longer side,
// columns those of the shorter.
// - Up to EVERY_PAIR cells, all are tried: 50 items find their candidates among 1,100.
// - Beyond that, a row tries the 2 * band + 1 columns around its position on the diagonal of the gap. At the ends this
//   window moves inward, so that its size stays the same. A shorter side of up to 2 * band + 1 items is thus always
//   tried completely.
//
// A gap costs at most max(EVERY_PAIR, (2 * band + 1) * longer side) similarities, each of one step.
//
// Sums are kept in whole units, so that equal similarities stay equal in any order. Among equal sums the one whose
// pairs come earlier wins, the earlier item of before first.

import type { Budget } from "./budget.ts";

/**
 * Number of items on each side of the diagonal that are tried in a large gap. A candidate further away is more likely a
 * move.
 */
const BAND = 64;

/** Maximum number of cells of a gap that is tried completely: 0.3 s of similarities between bags of 80 tokens. */
const EVERY_PAIR = 200_000;

/** Units per similarity of 1. */
const UNITS = 1_000_000;

export interface AlikePair {
  readonly before: number;
  readonly after: number;
  readonly similarity: number;
}

export interface AlikeGap {
  /** Number of items of each side. */
  readonly before: number;
  readonly after: number;
  /** Returns a number from 0 to 1. It is called at most once for two items, and once more if they are paired. */
  similarity(before: number, after: number): number;
  /** Minimum similarity of a pair. */
  readonly least: number;
  readonly budget: Budget;
  /** Number of items on each side of the diagonal that are tried in a large gap. Default `BAND`. */
  readonly band?: number;
}

/** Returns the pairs in order. After the budget is spent, the rest of the longer side stays unpaired. */
export function pairAlike(gap: AlikeGap): AlikePair[] {
  if (gap.before === 0 || gap.after === 0) return [];
  const table = new Table(gap);
  return table.fill().pairs();
}

/** The choice that gave the best sum of a cell. */
const SKIP_ROW = 0;
const SKIP_COLUMN = 1;
const PAIR = 2;

class Table {
  readonly #gap: AlikeGap;
  readonly #beforeIsRows: boolean;
  readonly #rows: number;
  readonly #columns: number;
  readonly #width: number;
  /** Indexed by row, then by the columns that the row tries: the choice of the cell. */
  readonly #choices: Uint8Array;
  /** Indexed by number of columns: the best sum of the rows so far. */
  readonly #best: Float64Array;
  #filled = 0;

  constructor(gap: AlikeGap) {
    this.#gap = gap;
    this.#beforeIsRows = gap.before >= gap.after;
    this.#rows = Math.max(gap.before, gap.after);
    this.#columns = Math.min(gap.before, gap.after);
    const isSmall = this.#rows * this.#columns <= EVERY_PAIR;
    this.#width = isSmall ? this.#columns : Math.min(2 * (gap.band ?? BAND) + 1, this.#columns);
    this.#choices = new Uint8Array(this.#rows * this.#width);
    this.#best = new Float64Array(this.#columns + 1);
  }

  fill(): this {
    let known = 0;
    for (let row = 0; row < this.#rows; row++) {
      if (!this.#gap.budget.spend(this.#width)) break;
      const end = this.#firstColumn(row) + this.#width;
      // Columns that no earlier row could reach are as good as the columns before them.
      this.#best.fill(this.#best[known]!, known, end + 1);
      known = end;
      this.#fillRow(row);
      this.#filled = row + 1;
    }
    return this;
  }

  /** Returns the first column that a row tries. Half the width is before the diagonal, except at both ends. */
  #firstColumn(row: number): number {
    const middle = Math.floor(((2 * row + 1) * this.#columns) / (2 * this.#rows));
    return Math.max(0, Math.min(middle - (this.#width >> 1), this.#columns - this.#width));
  }

  #fillRow(row: number): void {
    const first = this.#firstColumn(row);
    const best = this.#best;
    let above = best[first]!;
    for (let place = 0; place < this.#width; place++) {
      const column = first + place;
      const cell = row * this.#width + place;
      const skipRow = best[column + 1]!;
      const skipColumn = best[column]!;
      const isRowSkipped = this.#beforeIsRows ? skipRow >= skipColumn : skipRow > skipColumn;
      const skipped = isRowSkipped ? skipRow : skipColumn;
      const similarity = this.#similarityAt(row, column);
      const paired = similarity < this.#gap.least ? -1 : above + Math.round(similarity * UNITS);
      above = skipRow;
      best[column + 1] = Math.max(paired, skipped);
      this.#choices[cell] = paired > skipped ? PAIR : isRowSkipped ? SKIP_ROW : SKIP_COLUMN;
    }
  }

  #similarityAt(row: number, column: number): number {
    return this.#beforeIsRows ? this.#gap.similarity(row, column) : this.#gap.similarity(column, row);
  }

  /** Follows the choices back from the last cell. */
  pairs(): AlikePair[] {
    const pairs: AlikePair[] = [];
    let row = this.#filled - 1;
    let column = this.#columns - 1;
    while (row >= 0 && column >= 0) {
      const first = this.#firstColumn(row);
      column = Math.min(column, first + this.#width - 1);
      const cell = row * this.#width + column - first;
      const choice = column < first ? SKIP_ROW : this.#choices[cell];
      if (choice === PAIR) pairs.push(this.#pairAt(row, column));
      if (choice !== SKIP_COLUMN) row--;
      if (choice !== SKIP_ROW) column--;
    }
    return pairs.reverse();
  }

  #pairAt(row: number, column: number): AlikePair {
    const similarity = this.#similarityAt(row, column);
    return this.#beforeIsRows ? { before: row, after: column, similarity } : { before: column, after: row, similarity };
  }
}
