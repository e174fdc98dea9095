// Dates as a date picture shows them: `d MMMM yyyy`, `M/d/yyyy h:mm am/pm`.
//
// Words are English, as the codes are. A date is shown by the clock it was written with: no zone is reckoned over.

/** The clock of an ISO 8601 date, as it is written. */
export interface Clock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Undefined for what is no date; a date without a time is midnight. */
export function readClock(date: string): Clock | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2}))?)?/.exec(date);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map((digits) => Number(digits ?? 0));
  if (month! < 1 || month! > 12 || day! < 1 || day! > 31 || hour! > 23 || minute! > 59) return undefined;
  return { year: year!, month: month!, day: day!, hour: hour!, minute: minute!, second: second! };
}

const MONTHS = "January February March April May June July August September October November December".split(" ");
const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/** Letters that stand for a part of the date, and words in single quotes; everything else stays. */
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
      return item.length < 3 ? padded(day) : named(DAYS[weekday(clock)]!, item);
    case "M":
      return item.length < 3 ? padded(month) : named(MONTHS[month - 1]!, item);
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

/** Three letters of a name, or all of them. */
function named(name: string, item: string): string {
  return item.length === 3 ? name.slice(0, 3) : name;
}

/** From Sunday on, by Zeller's congruence. */
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
