// Lists the changes of a redline for the service: the JSON of the redline in, a table of its changes out (UNT-5).

import { saveWithin } from "../library/documents.ts";
import { scheduleDocument } from "../library/schedule.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import type { RedlineJson } from "../render/redline.ts";
import { scheduleCsv } from "../render/schedule/schedule-csv.ts";
import { scheduleRows } from "../render/schedule/schedule-rows.ts";
import { encodeLimited, outputBudget } from "./output-limit.ts";

export interface ScheduleRequest {
  /** The JSON of a redline, as the format `json` has it. */
  readonly json: Uint8Array;
  readonly format: "schedule" | "schedule_csv";
  readonly codec: Codec;
}

/**
 * Returns the schedule. Returns undefined for JSON of an earlier version, which has no units. Throws a Failure if the
 * schedule exceeds the limit.
 */
export function scheduleTask({ json, format, codec }: ScheduleRequest): Uint8Array | undefined {
  const redline: RedlineJson | Omit<RedlineJson, "units"> = JSON.parse(new TextDecoder().decode(json));
  if (!("units" in redline)) return undefined;
  const budget = outputBudget(json.length);
  return format === "schedule"
    ? saveWithin(scheduleDocument(redline, codec), budget)
    : encodeLimited(scheduleCsv(scheduleRows(redline)), budget);
}
