// Names that others chose, made fit for a terminal: a file from elsewhere may have a name that steers it.

export function printable(name: string): string {
  return name.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, "?");
}
