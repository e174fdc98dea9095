// Tests what a new field shows until a word processor computes it (CRT-5).

import { expect, test } from "vitest";
import { nodeZlib } from "../../../platform/node-zlib.ts";
import { relationships, wordParts, zip } from "../../../testing/packages.ts";
import { openDocument } from "../../document/open-document.ts";
import { wordNames } from "../../document/word-names.ts";
import { readClock, writeDate } from "./date-picture.ts";
import { readFieldCode } from "./field-code.ts";
import { fieldResult, fieldValues, filePropertyOf } from "./field-result.ts";

const CORE = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties";
const document = openDocument(
  zip(
    wordParts({
      "_rels/.rels": relationships(
        ["rId1", "officeDocument", "word/document.xml"],
        ["rId2", "core", "docProps/core.xml"],
        ["rId3", "extended-properties", "docProps/app.xml"],
        ["rId4", "custom-properties", "docProps/custom.xml"],
      ).replace(/"[^"]*\/core"/, `"${CORE}"`),
      "docProps/core.xml":
        '<c xmlns="urn:c"><title>Deed</title><creator>Ann</creator><lastModifiedBy>Bob</lastModifiedBy><created>2025-01-31T09:05:00Z</created><modified>2025-12-01T23:59:58Z</modified></c>',
      "docProps/app.xml": '<p xmlns="urn:p"><Company>Firm</Company></p>',
      "docProps/custom.xml": '<p xmlns="urn:p"><property name="Matter No"><lpwstr>A-17</lpwstr></property></p>',
    }),
  ),
  { codec: nodeZlib, names: wordNames() },
);
const values = fieldValues(document, "2026-03-04T15:06:07+02:00");

test.each([
  ["PAGE", "1"],
  ["NUMPAGES \\* arabic", "1"],
  ["SECTIONPAGES \\* roman", "i"],
  ["PAGE \\* Roman", "I"],
  ["PAGE \\* alphabetic", "a"],
  ["PAGE \\*ALPHABETIC", "A"],
  [" DATE ", "3/4/2026"],
  ['DATE \\@ "d MMMM yyyy"', "4 March 2026"],
  ["CREATEDATE", "1/31/2025 9:05:00 AM"],
  ['SAVEDATE \\@ "yyyy-MM-dd HH:mm:ss"', "2025-12-01 23:59:58"],
  ["TITLE", "Deed"],
  ["AUTHOR", "Ann"],
  ["DOCPROPERTY lastsavedby", "Bob"],
  ["DOCPROPERTY Company", "Firm"],
  ["DOCPROPERTY Subject", ""],
  ['DOCPROPERTY "matter no"', "A-17"],
  ["FILENAME", ""],
])("[CRT-5] %s shows %j", (code, expected) => {
  expect(fieldResult(readFieldCode(code)!, values).text).toBe(expected);
});

test("[CRT-5] what depends on the layout or the file is computed when the document is opened", () => {
  const stale = ["PAGE", "NUMPAGES", "FILENAME", "DATE", "TITLE"].filter(
    (code) => fieldResult(readFieldCode(code)!, values).isStale,
  );
  expect(stale).toEqual(["PAGE", "NUMPAGES", "FILENAME"]);
});

test.each([
  "",
  "page",
  "PAGE 1",
  "PAGE \\* Upper",
  "PAGE \\* roman \\* arabic",
  'PAGE \\@ "d"',
  "DATE \\@ d",
  'DATE \\@ "d" \\@ "M"',
  'DATE \\@ "a\\b"',
  "DATE \\* roman",
  "DOCPROPERTY",
  "DOCPROPERTY two words",
  'DOCPROPERTY "a" \\* Upper',
  'TITLE "new"',
  "FILENAME \\p",
  "PAGE\nPAGE",
  'INCLUDETEXT "a"',
  'INCLUDEPICTURE "a"',
  "DDE a b",
  "DDEAUTO a b",
  "IMPORT a",
  "LINK a",
  "MACROBUTTON a b",
  "TOC",
  "REF a",
  'HYPERLINK "https://a.example"',
])("[CRT-5] %j is not offered", (code) => {
  expect(readFieldCode(code)).toBeUndefined();
});

test("[CRT-5] a property that the file does not have is not known", () => {
  expect(filePropertyOf(values.properties, "Nothing")).toBeUndefined();
});

test.each([
  ["d/dd/ddd/dddd", "9/09/Tue/Tuesday"],
  ["M/MM/MMM/MMMM", "6/06/Jun/June"],
  ["yy yyyy YY", "26 2026 26"],
  ["h:mm am/pm", "1:05 PM"],
  ["hh HH H m s ss", "01 13 13 5 7 07"],
  ["'day' d 'o''clock'", "day 9 oclock"],
  ["(d.M.)", "(9.6.)"],
])("[CRT-6] the picture %j shows %j", (picture, expected) => {
  expect(writeDate(readClock("2026-06-09T13:05:07Z")!, picture)).toBe(expected);
});

test.each([
  ["2000-02-29", "Tuesday"],
  ["1999-12-31", "Friday"],
  ["2026-01-01", "Thursday"],
  ["2026-11-15", "Sunday"],
])("[CRT-6] %s is a %s", (date, day) => {
  expect(writeDate(readClock(date)!, "dddd h am/pm")).toBe(`${day} 12 AM`);
});

test.each(["", "yesterday", "2026-13-01", "2026-01-32T00:00:00Z", "2026-01-01T24:00:00Z"])(
  "[CRT-6] %j is no date",
  (date) => expect(readClock(date)).toBeUndefined(),
);
