// The allowance of an organization: documents a calendar month (UTC). Whatever was given back does not count.

/** A calendar month in UTC; `end` is the first instant of the next. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

export function monthOf(time: Date): Period {
  const year = time.getUTCFullYear();
  const month = time.getUTCMonth();
  return { start: new Date(Date.UTC(year, month, 1)), end: new Date(Date.UTC(year, month + 1, 1)) };
}

/** Whether the whole cost fits. Without a limit everything does. */
export function fits(cost: number, { used, limit }: { readonly used: number; readonly limit: number | null }): boolean {
  return limit === null || used + cost <= limit;
}
