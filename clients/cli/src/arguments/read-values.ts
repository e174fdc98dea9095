// Values of options that go into documents: a line of text, a date.

import { Misuse } from "../command.ts";

/** A name or title that XML can hold. `option` names it: `--author`. */
export function readLine(option: string, text: string): string {
  const isWritable = text.trim() !== "" && !/[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(text);
  if (!isWritable) throw new Misuse(`${option} must be one line of text without control characters.`);
  return text;
}

/** A date without a time is its first second; a time without a zone would mean something else on every machine. */
const DATE = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** What --date says, in UTC and to the second; now where it is not given. */
export function readDate(text: string | undefined, now: () => Date): string {
  return toTheSecond(text === undefined ? now() : readMoment("--date", text));
}

/** The time that an option says. `option` names it: `--since`. */
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

/** The platform takes the 30th of February for the 1st of March. */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

function toTheSecond(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, "Z");
}
