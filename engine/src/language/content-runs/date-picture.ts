// Formats dates by a date picture: `d MMMM yyyy`, `M/d/yyyy h:mm am/pm`.
//
// Words are English, like the codes. A date is shown with the clock that it was written with, without conversion between time
// zones.

/** The clock of an ISO 8601 date, as written. */
export interface Clock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Returns the clock of a date; undefined if the text is not a date. A date without a time is midnight. */
export function readClock(date: string): Clock | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2}))?)?/.exec(date);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map((digits) => Number(digits ?? 0));
  if (month! < 1 || month! > 12 || day! < 1 || day! > 31 || hour! > 23 || minute! > 59) return undefined;
  return { year: year!, month: month!, day: day!, hour: hour!, minute: minute!, second: second! };
}

const MONTHS = "January February March April May June July August September October November December".split(" ");
const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/** Letters for a part of the date, and words in single quotes. Everything else is copied. */
const ITEMS = /'([^']*)'?|[aA][mM]\/[pP][mM]|[dD]+|M+|[yY]+|h+|H+|m+|[sS]+/g;

export function writeDate(clock: Clock, picture: string): string {
  return picture.replace(ITEMS, (item, quoted?: string) => quoted ?? writeItem(clock, item));
}

function writeItem(clock: Clock, item: string): string {
  const { year, month, day, hour, minute, second } = clock;
  const padded = (value: number): string => String(value).padStart(item.length > 1 ? 2 : 1, "0");
  if (/^am\/pm$/i.test(item)) return hour < 12 ? "AM" : "PM";
  switch (item[0]) {
    case "d":
    case "D":
      return item.length < 3 ? padded(day) : abbreviate(DAYS[weekday(clock)]!, item);
    case "M":
      return item.length < 3 ? padded(month) : abbreviate(MONTHS[month - 1]!, item);
    case "y":
    case "Y":
      return item.length < 3 ? String(year % 100).padStart(2, "0") : String(year).padStart(4, "0");
    case "h":
      return padded(((hour + 11) % 12) + 1);
    case "H":
      return padded(hour);
    case "m":
      return padded(minute);
    case "s":
    case "S":
      return padded(second);
    default:
      return item;
  }
}

/** Returns the first three letters of a name for an item of three letters, otherwise the whole name. */
function abbreviate(name: string, item: string): string {
  return item.length === 3 ? name.slice(0, 3) : name;
}

/** Returns the day of the week from Sunday, by Zeller's congruence. */
function weekday({ year, month, day }: Clock): number {
  const late = month < 3;
  const [y, m] = late ? [year - 1, month + 12] : [year, month];
  const century = Math.floor(y / 100);
  const inCentury = y % 100;
  const sum =
    day +
    Math.floor((13 * (m + 1)) / 5) +
    inCentury +
    Math.floor(inCentury / 4) +
    Math.floor(century / 4) +
    5 * century;
  return (sum + 6) % 7;
}
