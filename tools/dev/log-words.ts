// Shortens the service's log for a person: one short line for each line of JSON.

import { isKnownWarning } from "./versus-program.ts";

interface LogLine {
  readonly level?: number;
  readonly msg?: string;
  readonly method?: string;
  readonly route?: string;
  readonly status?: number;
  readonly milliseconds?: number;
}

/** pino's number for a warning. */
const WARNING = 40;

/**
 * Returns a request as `POST /v1/compare 202 34 ms`, a warning or error unchanged, and undefined for any other line of
 * JSON. Text that is not JSON is returned unchanged, except an empty line and the known warning.
 */
export function logWords(line: string): string | undefined {
  const entry = parse(line);
  if (entry === undefined) return line === "" || isKnownWarning(line) ? undefined : line;
  if ((entry.level ?? 0) >= WARNING) return line;
  if (entry.msg !== "request") return undefined;
  return `${entry.method} ${entry.route} ${entry.status} ${entry.milliseconds} ms`;
}

function parse(line: string): LogLine | undefined {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return undefined;
  }
}
