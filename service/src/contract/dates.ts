// Dates as documents hold them: to the second.

/** In UTC: the date of every change of a comparison, and of a document that is made. */
export function documentDate(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

/** Day, minutes, seconds, offset, as XML Schema takes them: there is no year 0, and no offset past 14 hours. */
const isoForm = /^((?!0000)\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)?(?:[.,]\d+)?(Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))?$/i;

/**
 * The date of an edit's changes as its caller gives it: ISO 8601, without an offset in UTC. An offset stays as it is:
 * readers show the clock that a date is written with. Undefined for what is no such date.
 */
export function readDocumentDate(given: string): string | undefined {
  const [, day, minutes, seconds = ":00", offset = "Z"] = isoForm.exec(given) ?? [];
  if (day === undefined || minutes === undefined) return undefined;
  const clock = `${day}T${minutes}${seconds}`;
  // A day that its month has not would be read as one of the next.
  const time = new Date(`${clock}Z`);
  const isReal = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(clock);
  return isReal ? `${clock}${offset.toUpperCase()}` : undefined;
}
