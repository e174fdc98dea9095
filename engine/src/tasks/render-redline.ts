// Renders the artifacts of a document with tracked changes: the document, JSON, Markdown, fragment, schedules.

import type { OutputBudget } from "../failures/output-budget.ts";
import { saveWithin } from "../library/documents.ts";
import { countChanges, type Redline, toJson } from "../library/redline.ts";
import { scheduleDocument } from "../library/schedule.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import { renderHtml } from "../render/html/render-html.ts";
import { writeMarkdown } from "../render/markdown/render-markdown.ts";
import type { RedlineJson, RedlineSummary } from "../render/redline.ts";
import { scheduleCsv } from "../render/schedule/schedule-csv.ts";
import { scheduleRows } from "../render/schedule/schedule-rows.ts";
import { encodeLimited, jsonLimited, outputBudget } from "./output-limit.ts";

/**
 * `fragment` is the document's part of the embedded view (render/html), as JSON. `schedule` is a Word document that
 * lists the changes.
 */
export type RedlineFormat = "docx" | "json" | "md" | "fragment" | "schedule" | "schedule_csv" | "schedule_json";

export interface RenderingRequest {
  readonly formats: readonly RedlineFormat[];
  readonly newBudget: () => OutputBudget;
  readonly codec: Codec;
}

export interface RenderedRedline {
  readonly artifacts: Map<RedlineFormat, Uint8Array>;
  /** The summary of the JSON, counted when it is called unless a format needed the JSON. */
  readonly summary: () => RedlineSummary;
}

/**
 * Renders the formats in their order. The JSON is made once and shared with the other renderings. Throws a Failure for
 * an artifact that exceeds its budget.
 */
export function renderRedline(redline: Redline, { formats, newBudget, codec }: RenderingRequest): RenderedRedline {
  const isRead = formats.some((format) => FROM_JSON.has(format));
  const html = formats.includes("fragment") ? renderHtml(redline.document, redline.about, newBudget()) : undefined;
  const json = html?.redline ?? (isRead ? toJson(redline) : undefined);
  const made: Record<RedlineFormat, () => Uint8Array> = {
    docx: () => saveWithin(redline.document, newBudget()),
    json: () => jsonLimited(json, newBudget),
    // The fragment was counted while it was written, without its pictures.
    fragment: () => new TextEncoder().encode(JSON.stringify(html!.fragment)),
    md: () => encodeLimited(writeMarkdown(json!), newBudget()),
    ...schedulesOf(json!, newBudget, codec),
    schedule_json: () => jsonLimited(scheduleRows(json!), newBudget),
  };
  const artifacts = new Map(formats.map((format) => [format, made[format]()]));
  const counted = json?.summary;
  return { artifacts, summary: () => counted ?? countChanges(redline) };
}

/** Returns the writers of the schedules of a redline (UNT-5). */
function schedulesOf(redline: RedlineJson, newBudget: () => OutputBudget, codec: Codec) {
  return {
    schedule: () => saveWithin(scheduleDocument(redline, codec), newBudget()),
    schedule_csv: () => encodeLimited(scheduleCsv(scheduleRows(redline)), newBudget()),
  };
}

export interface ScheduleRequest {
  /** The JSON of a redline, as the format `json` has it. */
  readonly json: Uint8Array;
  readonly format: "schedule" | "schedule_csv";
  readonly codec: Codec;
}

/**
 * Lists the changes of a stored redline. Returns undefined for JSON of an earlier version, which has no units. Throws a
 * Failure if the schedule exceeds the limit.
 */
export function scheduleTask({ json, format, codec }: ScheduleRequest): Uint8Array | undefined {
  const redline: RedlineJson | Omit<RedlineJson, "units"> = JSON.parse(new TextDecoder().decode(json));
  return "units" in redline ? schedulesOf(redline, () => outputBudget(json.length), codec)[format]() : undefined;
}

const FROM_JSON: ReadonlySet<RedlineFormat> = new Set(["json", "md", "schedule", "schedule_csv", "schedule_json"]);
