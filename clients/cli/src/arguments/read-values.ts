// Reads option values that go into documents: a line of text, a date.

import { Misuse } from "../command.ts";

/** Returns a name or title that XML can contain. `option` names it in errors, such as `--author`. */
export function readLine(option: string, text: string): string {
  const isWritable = text.trim() !== "" && !/[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(text);
  if (!isWritable) throw new Misuse(`${option} must be one line of text without control characters.`);
  return text;
}

/**
 * Matches a date, which means its first second, or a date and time with a zone. A time without a zone would differ
 * between machines.
 */
const DATE = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** Returns the value of --date in UTC, to the second; the present time if it is undefined. */
export function readDate(text: string | undefined, now: () => Date): string {
  return toTheSecond(text === undefined ? now() : readMoment("--date", text));
}

/** Returns the time in an option. `option` names it in errors, such as `--since`. */
export function readMoment(option: string, text: string): Date {
  const [, day] = DATE.exec(text) ?? [];
  const time = Date.parse(text);
  if (day === undefined || Number.isNaN(time) || !isDay(day)) {
    throw new Misuse(
      `${option} must be an ISO 8601 date, or date and time with a time zone, such as 2026-01-31T09:30:00Z, not "${text}".`,
    );
  }
  return new Date(time);
}

/** True if the day exists. The platform reads the 30th of February as the 1st of March. */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

function toTheSecond(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, "Z");
}
