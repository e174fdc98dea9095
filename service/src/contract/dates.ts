// Writes and reads dates as Word documents store them, to the second.

/** Returns the time in UTC. It dates every change of a comparison, and a created document. */
export function documentDate(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

/** Day, minutes, seconds and offset as XML Schema permits them: no year 0 and no offset over 14 hours. */
const isoForm = /^((?!0000)\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)?(?:[.,]\d+)?(Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))?$/i;

/**
 * Returns the date of an edit's changes in the form that documents use, or undefined if `given` is not a valid date.
 * The caller writes ISO 8601; without an offset, the date is in UTC. An offset is kept, because readers show the clock
 * time that the date is written with.
 */
export function readDocumentDate(given: string): string | undefined {
  const [, day, minutes, seconds = ":00", offset = "Z"] = isoForm.exec(given) ?? [];
  if (day === undefined || minutes === undefined) return undefined;
  const clock = `${day}T${minutes}${seconds}`;
  // `Date` reads a day that its month does not have, such as 30 February, as a day of the next month.
  const time = new Date(`${clock}Z`);
  const isReal = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(clock);
  return isReal ? `${clock}${offset.toUpperCase()}` : undefined;
}
