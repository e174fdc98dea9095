// Tests the rows of a schedule and its three forms (UNT-5).

import { expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { docx, p } from "../../testing/documents.ts";
import { storiesOf } from "../document/text/stories.ts";
import { scheduleDocument } from "../library/schedule.ts";
import type { ChangeUnit, RedlineJson } from "../render/redline.ts";
import { scheduleCsv } from "../render/schedule/schedule-csv.ts";
import { type ScheduleRow, scheduleRows } from "../render/schedule/schedule-rows.ts";
import { compareTask } from "./compare-task.ts";
import { mergeTask } from "./merge-task.ts";
import { scheduleTask } from "./render-redline.ts";

const DATE = "2026-01-02T03:04:05Z";
const given = { date: DATE, codec: nodeZlib } as const;
const decode = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);
const bytesOf = (...texts: readonly string[]): Uint8Array => docx(texts.map((text) => p(text)).join(""));

const { artifacts } = compareTask({
  ...given,
  before: bytesOf("=in 30 days", "Gone."),
  after: bytesOf("=in 60 days"),
  names: { before: "old.docx", after: "new.docx" },
  author: "Ann, Ltd",
  formats: ["json", "schedule", "schedule_csv", "schedule_json"],
});
const json = JSON.parse(decode(artifacts.get("json"))) as RedlineJson;

test("[UNT-5] a schedule has one row for each change", () => {
  const rows = JSON.parse(decode(artifacts.get("schedule_json"))) as ScheduleRow[];
  const made = { author: "Ann, Ltd", date: "2026-01-02", clause: "" };
  expect(rows).toEqual([
    { number: "1", kind: "Replaced", before: "30", after: "60", ...made },
    { number: "2", kind: "Deleted", before: "Gone.", after: "", ...made },
  ]);
  expect(rows).toHaveLength(json.summary.changes);
});

test("[UNT-5] styles and checks have no number, and a merge has its conflicts first", () => {
  const revised = (name: string, ...texts: readonly string[]) => ({ bytes: bytesOf(...texts), name, author: name[0]! });
  const merged = mergeTask({
    ...given,
    base: { bytes: bytesOf("First.", "Due in 30 days."), name: "base.docx" },
    revisions: [revised("a.docx", "First one.", "Due in 60 days."), revised("b.docx", "First.", "Due in 90 days.")],
    formats: ["json"],
  });
  const redline = JSON.parse(decode(merged.artifacts.get("json"))) as RedlineJson;
  const style = { ...redline.units[0]!, kind: "style", style: "Normal", before: "11 pt", after: "10 pt" } as ChangeUnit;
  const rows = scheduleRows({ ...redline, units: [...redline.units, style] });
  expect(rows.map(({ number, kind, after }) => [number, kind, after])).toEqual([
    ["1", "Conflict 1", "A a: 60\nB b: 90"],
    ["2", "Inserted", " one"],
    ["", "Style Normal", "10 pt"],
  ]);
});

test("[UNT-5b] the CSV quotes what RFC 4180 asks for, and no cell is a formula", () => {
  expect(decode(artifacts.get("schedule_csv"))).toBe(
    "No.,Clause,Kind,Before,After,Author,Date\r\n" +
      '1,,Replaced,30,60,"Ann, Ltd",2026-01-02\r\n2,,Deleted,Gone.,,"Ann, Ltd",2026-01-02\r\n',
  );
  expect([...(artifacts.get("schedule_csv") ?? [])].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
  const row = { number: "", clause: '"a"', kind: "=1+1", before: "-x", after: "@y\nz", author: "+w", date: "" };
  expect(scheduleCsv([row]).split("\r\n")[1]).toBe(`,"""a""",'=1+1,'-x,"'@y\nz",'+w,`);
});

test("[UNT-5c] the document is one table on landscape paper with a head that is repeated, the same bytes every time", () => {
  const document = scheduleDocument(json, nodeZlib);
  const xml = decode(document.package.bytes(document.main));
  expect(xml).toContain('w:w="16838" w:h="11906" w:orient="landscape"');
  expect(xml.match(/<w:tblHeader\/>/g)).toHaveLength(1);
  expect(xml.match(/<w:tr>/g)).toHaveLength(3);
  expect(storiesOf(document).map(({ kind }) => kind)).toContain("body");
  expect(scheduleDocument(json, nodeZlib).package.save(6)).toEqual(document.package.save(6));
});

test("[REN-9] the schedule of stored JSON is that of the redline; JSON of an earlier version has none", () => {
  const stored = artifacts.get("json")!;
  for (const format of ["schedule", "schedule_csv"] as const) {
    expect(scheduleTask({ json: stored, format, codec: nodeZlib })).toEqual(artifacts.get(format));
  }
  const { units: _, ...earlier } = json;
  const bytes = new TextEncoder().encode(JSON.stringify(earlier));
  expect(scheduleTask({ json: bytes, format: "schedule", codec: nodeZlib })).toBeUndefined();
});
