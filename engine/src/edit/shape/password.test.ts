// Tests that a password is removed from edits and nothing else changes (EDT-89).

import { expect, test } from "vitest";
import { takePassword } from "./password.ts";

test("[EDT-89] a password is taken out of the edits that hold one, and all else stays", () => {
  const protect = (protection: unknown) => ({
    type: "set_document_settings",
    settings: { track_changes: true, protection },
  });
  const others = [{ type: "refresh_fields" }, protect(false), protect({ edit: "comments" })];
  expect(takePassword(others)).toEqual({ edits: others, password: undefined });
  const given = [
    ...others,
    protect({ edit: "read_only", password: "a" }),
    protect({ edit: "comments", password: "b" }),
  ];
  expect(takePassword(given)).toEqual({
    edits: [...others, protect({ edit: "read_only" }), protect({ edit: "comments" })],
    password: "a",
  });
});
