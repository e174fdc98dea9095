// Records the differences of a comparison, and counts by reason what could not be predicted.

export interface Report {
  readonly differences: string[];
  readonly open: Map<string, number>;
}

/** Records a difference unless both values are equal. */
export function hold(
  report: Report,
  what: string,
  both: { readonly expected: unknown; readonly actual: unknown },
): void {
  const [expected, actual] = [show(both.expected), show(both.actual)];
  if (expected !== actual) report.differences.push(`${what}: expected ${expected}, there is ${actual}`);
}

export function countOpen(report: Report, reason: string): void {
  report.open.set(reason, (report.open.get(reason) ?? 0) + 1);
}

const LONGEST = 160;

function show(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(sorted(value));
  return text.length > LONGEST * 4 ? `${text.slice(0, LONGEST)}…${text.slice(-LONGEST)} (${text.length})` : text;
}

/** Returns a value with sorted keys, because the order of keys has no meaning. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([, own]) => own !== undefined);
  return Object.fromEntries(
    entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, own]) => [key, sorted(own)]),
  );
}
