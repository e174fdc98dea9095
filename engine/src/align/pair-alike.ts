// Pairs the items of a gap with their edited twins, in order, by how alike they are.
//
// Of all ways to pair without crossing, the one with the greatest sum of likeness is found by dynamic programming:
// the best for the first r items of one side and c of the other is the best of leaving out either last item, or of
// pairing the two. Pairs below `least` do not count.
//
// That costs one likeness per cell, so a large gap must not try every cell. Rows are the items of the longer side,
// columns those of the shorter:
// - up to EVERY_PAIR cells, all are tried: 50 items find their twins among 1,100;
// - beyond, a row tries the 2 * band + 1 columns around its place on the gap's diagonal, moved inward at the ends so
//   that the number stays the same. A shorter side of up to 2 * band + 1 items is thus tried whole in any case.
// So a gap costs at most max(EVERY_PAIR, (2 * band + 1) * longer side) likenesses, each asked once and one step.
//
// Sums are kept in whole units, so that equal likenesses are equal whatever their order. Of equal sums the one whose
// pairs stand earlier wins, the earlier item of before first.

import type { Budget } from "./budget.ts";

/** Items either side of the diagonal that are tried in a large gap: further, an edited twin would rather have moved. */
const BAND = 64;

/** Cells of a gap that is tried whole: 0.3 s of likeness between bags of 80 tokens. */
const EVERY_PAIR = 200_000;

/** Likeness in whole numbers. */
const UNITS = 1_000_000;

export interface AlikePair {
  readonly before: number;
  readonly after: number;
  readonly likeness: number;
}

export interface AlikeGap {
  /** How many items each side has. */
  readonly before: number;
  readonly after: number;
  /** From 0 to 1; asked at most once for two items. */
  likeness(before: number, after: number): number;
  /** Items less alike than this are not paired. */
  readonly least: number;
  readonly budget: Budget;
  /** Items tried either side of the diagonal of a large gap. */
  readonly band?: number;
}

/** Pairs in order. Once the budget is spent the rest of the longer side stays unpaired. */
export function pairAlike(gap: AlikeGap): AlikePair[] {
  if (gap.before === 0 || gap.after === 0) return [];
  const table = new Table(gap);
  return table.fill().pairs();
}

/** How the best for a cell came about. */
const SKIP_ROW = 0;
const SKIP_COLUMN = 1;
const PAIR = 2;

class Table {
  readonly #gap: AlikeGap;
  readonly #beforeIsRows: boolean;
  readonly #rows: number;
  readonly #columns: number;
  readonly #width: number;
  /** Row by row, for each column tried, how its best came about. */
  readonly #choices: Uint8Array;
  /** By cell of the choices: the likeness, for cells that chose to pair. */
  readonly #likenesses = new Map<number, number>();
  /** By number of columns: the best sum of the rows so far. */
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
      // Columns no earlier row could reach: as good as what lies before them.
      this.#best.fill(this.#best[known]!, known, end + 1);
      known = end;
      this.#fillRow(row);
      this.#filled = row + 1;
    }
    return this;
  }

  /** The first column a row tries: its place on the diagonal less half the width, kept inside. */
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
      const likeness = this.#likenessAt(row, column);
      const paired = likeness < this.#gap.least ? -1 : above + Math.round(likeness * UNITS);
      above = skipRow;
      best[column + 1] = Math.max(paired, skipped);
      if (paired > skipped) this.#likenesses.set(cell, likeness);
      this.#choices[cell] = paired > skipped ? PAIR : isRowSkipped ? SKIP_ROW : SKIP_COLUMN;
    }
  }

  #likenessAt(row: number, column: number): number {
    return this.#beforeIsRows ? this.#gap.likeness(row, column) : this.#gap.likeness(column, row);
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
      if (choice === PAIR) pairs.push(this.#pairAt(row, column, this.#likenesses.get(cell)!));
      if (choice !== SKIP_COLUMN) row--;
      if (choice !== SKIP_ROW) column--;
    }
    return pairs.reverse();
  }

  #pairAt(row: number, column: number, likeness: number): AlikePair {
    return this.#beforeIsRows ? { before: row, after: column, likeness } : { before: column, after: row, likeness };
  }
}
