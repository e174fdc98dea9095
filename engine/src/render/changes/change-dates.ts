// Converts the date of a tracked change to UTC, to the second, with a Z.
//
// Word writes its local time with a Z or without any zone. Both are read as UTC, as every reader does. Other programs
// write an offset. The result is undefined if the text is not a date.

export function utcDate(date: string | undefined): string | undefined {
  const [, day, time, seconds = ":00", zone = "Z"] = DATE.exec(date ?? "") ?? [];
  if (day === undefined) return undefined;
  const milliseconds = Date.parse(`${day}T${time}${seconds}${zone}`);
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds).toISOString().replace(/\.\d+Z$/, "Z");
}

const DATE = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)?(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/;
