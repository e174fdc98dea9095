import { type EditType, editExamples, editTypes } from "@versus/engine/tasks";
import { expect, test } from "vitest";
import { unaskedOperation } from "./asked-operations.ts";

const context = { sentences: "make the first clause shorter", isRewritten: false };

test("an operation or a setting that the table does not know is refused", () => {
  expect(unaskedOperation({ type: "format_disk" }, context)).toBeDefined();
  expect(unaskedOperation({ type: "constructor" }, context)).toBeDefined();
  expect(unaskedOperation({ type: "set_document_settings", settings: { macro: true } }, context)).toBeDefined();
});

test("an edit that is all tracked needs no words of its own", () => {
  const asked = new Set(
    editExamples.filter((edit) => unaskedOperation(edit, context) === undefined).map(({ type }) => type),
  );
  expect(asked).toContain("replace");
  expect(asked).toContain("set_page_setup");
  expect(asked).not.toContain("accept_revision");
  expect(asked).not.toContain("add_hyperlink");
});

test("an operation that is not tracked needs words of its own; the settings have theirs each", () => {
  const free = Object.entries<EditType>(editTypes).filter(
    ([, { tracked, asked }]) => tracked === "none" && asked === "freely",
  );
  expect(free.map(([type]) => type)).toEqual(["set_document_settings"]);
});
