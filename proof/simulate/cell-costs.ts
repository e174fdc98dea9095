// Computes the cost of a comparison to a cell, as `npm run bench -- cell --write` measured it.
//
// Costs are interpolated linearly between measured lengths. Beyond the shortest and the longest, they are extrapolated
// along the first and the last line.

import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface MeasuredSize {
  readonly pages: number;
  /** Milliseconds of processor time. */
  readonly cpu: {
    readonly api: number;
    readonly worker: number;
    readonly documents: number;
    readonly postgres: number;
  };
  readonly rowsInserted: number;
  readonly rowsUpdated: number;
  readonly rowsDeleted: number;
  readonly logBytes: number;
  readonly storeBytes: number;
}

/** The costs of one comparison; times in milliseconds of one core. */
export interface Costs {
  readonly api: number;
  readonly worker: number;
  readonly database: number;
  readonly rowsWritten: number;
  readonly logBytes: number;
  readonly storeBytes: number;
}

const measuredFile = join(import.meta.dirname, "measured-cell.json");

export function readMeasured(): readonly MeasuredSize[] {
  return (JSON.parse(readFileSync(measuredFile, "utf8")) as { readonly sizes: readonly MeasuredSize[] }).sizes;
}

/** Returns the costs of documents with so many pages. */
export function costsOf(pages: number, measured: readonly MeasuredSize[]): Costs {
  const points = measured.map((size) => ({ pages: size.pages, ...pointOf(size) }));
  const names = Object.keys(pointOf(measured[0]!)) as (keyof Costs)[];
  const upper = Math.max(
    1,
    points.findIndex((point) => point.pages >= pages),
  );
  const [below, above] =
    points[points.length - 1]!.pages < pages ? points.slice(-2) : points.slice(upper - 1, upper + 1);
  const share = (pages - below!.pages) / (above!.pages - below!.pages);
  const entries = names.map((name) => [name, below![name] + (above![name] - below![name]) * share]);
  return Object.fromEntries(entries) as unknown as Costs;
}

function pointOf({ cpu, rowsInserted, rowsUpdated, rowsDeleted, ...size }: MeasuredSize): Costs {
  return {
    api: cpu.api,
    worker: cpu.worker + cpu.documents,
    database: cpu.postgres,
    rowsWritten: rowsInserted + rowsUpdated + rowsDeleted,
    logBytes: size.logBytes,
    storeBytes: size.storeBytes,
  };
}
