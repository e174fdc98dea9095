// Defines the allowance of an organization: documents per calendar month (UTC).
//
// Documents that were given back do not count.

/** A calendar month in UTC; `end` is the first moment of the next month. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

export function monthOf(time: Date): Period {
  const year = time.getUTCFullYear();
  const month = time.getUTCMonth();
  return { start: new Date(Date.UTC(year, month, 1)), end: new Date(Date.UTC(year, month + 1, 1)) };
}

/** True if the whole cost fits. Without a limit every cost fits. */
export function fits(cost: number, { used, limit }: { readonly used: number; readonly limit: number | null }): boolean {
  return limit === null || used + cost <= limit;
}
