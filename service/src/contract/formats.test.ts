// Tests how the `format` parameter of a read is parsed and refused.

import { expect, test } from "vitest";
import { comparisonFormatNames, readFormats } from "./formats.ts";

const read = (asked: string | string[] | undefined): string => readFormats(asked, comparisonFormatNames).join(" ");

test("without a format, docx is meant", () => {
  expect(read(undefined)).toBe("docx");
});

test.each([
  [["pdf", "docx"], "pdf docx"],
  ["pdf,docx", "pdf docx"],
  ["md, json", "md json"],
  [["viewer,pdf_changed_pages_only", "docx"], "viewer pdf_changed_pages_only docx"],
  [["docx", "pdf,docx", "docx"], "docx pdf"],
])("%j are read in the order asked, each once", (asked, formats) => {
  expect(read(asked)).toBe(formats);
});

test.each([["pptx"], ["docx,xlsx"], [["docx", "DOCX"]], [""], ["docx,"], ["constructor"]])("%j is refused", (asked) => {
  expect(() => read(asked)).toThrow(expect.objectContaining({ code: "UNSUPPORTED_FORMAT" }));
});

test("the refusal names the format asked for and those there are", () => {
  expect(() => read("docx,pptx")).toThrow(
    'Unknown format "pptx". The formats are docx, pdf, pdf_changed_pages_only, md, json, viewer, schedule, schedule_csv.',
  );
});
