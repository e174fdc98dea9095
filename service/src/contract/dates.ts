// Dates as documents hold them.

/** UTC, to the second: the date of every change, and of a document that is made. */
export function documentDate(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
