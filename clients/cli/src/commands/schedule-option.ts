// Defines the option --schedule of `versus compare` and `versus merge`.

import { extname } from "node:path";
import { Misuse } from "../command.ts";

export const SCHEDULE_OPTION = { schedule: { type: "string" } } as const;

export const SCHEDULE_HELP = `      --schedule FILE
                     also write a table of the changes by clause: .docx, .csv or .json`;

export interface ScheduleValues {
  readonly schedule?: string | undefined;
  readonly server?: string | undefined;
}

/**
 * Returns the format of the schedule by the extension of its file, with its path. Empty without the option. Throws a
 * Misuse for JSON from a service, which makes the other two.
 */
export function plannedSchedule({
  schedule,
  server,
}: ScheduleValues): ["schedule" | "schedule_csv" | "schedule_json", string][] {
  if (schedule === undefined) return [];
  const ending = extname(schedule).toLowerCase();
  if (ending === ".csv") return [["schedule_csv", schedule]];
  if (ending !== ".json") return [["schedule", schedule]];
  if (server === undefined) return [["schedule_json", schedule]];
  throw new Misuse("With --server a schedule is .docx or .csv. For JSON use --json, whose units are the changes.");
}
