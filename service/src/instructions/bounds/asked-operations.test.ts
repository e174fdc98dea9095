// Tests which operations need words of the instruction.

import { type EditType, editExamples, editTypes } from "@versus/engine/tasks";
import { expect, test } from "vitest";
import { untrackedKindOf } from "../untracked-effects.ts";
import { unaskedOperation } from "./asked-operations.ts";

const context = { sentences: "make the first clause shorter", isRewritten: false };

test("an operation that the table does not know is refused", () => {
  expect(unaskedOperation({ type: "format_disk" }, context)).toBeDefined();
  expect(unaskedOperation({ type: "constructor" }, context)).toBeDefined();
});

test("an edit that is all tracked needs no words of its own", () => {
  const asked = new Set(
    editExamples.filter((edit) => unaskedOperation(edit, context) === undefined).map(({ type }) => type),
  );
  expect(asked).toContain("replace");
  expect(asked).toContain("set_page_setup");
  expect(asked).not.toContain("insert_table_of_contents");
  expect(asked).not.toContain("add_hyperlink");
});

test("[INS-36] every operation that is not tracked has an untracked effect, and no other has", () => {
  const untracked = Object.entries<EditType>(editTypes).filter(([, { tracked }]) => tracked === "none");
  const withEffect = Object.keys(editTypes).filter((type) => untrackedKindOf({ type }) !== undefined);
  expect(withEffect).toEqual(untracked.map(([type]) => type));
});
