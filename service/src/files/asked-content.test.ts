// Tests the options of a read of content.

import { expect, test } from "vitest";
import { ApiError } from "../contract/api-error.ts";
import { askedContent, type ContentParameters, isWhole } from "./asked-content.ts";

function faultsOf(given: ContentParameters): string[] {
  try {
    askedContent(given);
  } catch (problem) {
    const { code, details } = problem as ApiError;
    return problem instanceof ApiError ? [code, ...details.map(({ field = "" }) => field)] : [];
  }
  return [];
}

test("[SRV-86] a read without options is of the whole Markdown; only stored readings are whole", () => {
  expect(askedContent({})).toEqual({ format: "md" });
  expect([{}, { format: "json" }].map((given) => isWhole(askedContent(given)))).toEqual([true, true]);
  const parts = [
    { format: "staged" },
    { from: "0" },
    { through: "9" },
    { search: "x" },
    { format: "json", fields: "text" },
  ];
  expect(parts.map((given) => isWhole(askedContent(given)))).toEqual(parts.map(() => false));
});

test("[SRV-86] options are read as they are written, fields repeated or separated by commas", () => {
  const given = { format: "json", from: "3", through: "7", search: " a b", fields: ["text, list", "notes"] };
  const fields = ["text", "list", "notes"];
  expect(askedContent(given)).toEqual({ format: "json", from: 3, through: 7, search: " a b", fields });
});

test("[SRV-86] every option that cannot be meant is named, all of them together", () => {
  expect(faultsOf({ format: "docx" })).toEqual(["UNSUPPORTED_FORMAT"]);
  expect(faultsOf({ from: "-1", through: "1e3", search: "", fields: "nothing,text" })).toEqual([
    "VALIDATION_ERROR",
    ...["from", "through", "search", "fields", "format"],
  ]);
  expect(faultsOf({ from: "2", through: "1" })).toEqual(["VALIDATION_ERROR", "through"]);
  expect(faultsOf({ from: ["1", "2"] })).toEqual(["VALIDATION_ERROR", "from"]);
  expect(faultsOf({ from: "9999999999" })).toEqual(["VALIDATION_ERROR", "from"]);
});
