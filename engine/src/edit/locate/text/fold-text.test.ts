// Tests folding: characters that selectors treat as equal, and the offsets (EDT-30).

import { expect, test } from "vitest";
import { foldText } from "./fold-text.ts";

test("[EDT-30] what is read alike folds to one character, and places lead back", () => {
  expect(foldText("\u00a0\u2009\u200a\u201c\u2019\u2013\u2014\u2011\uff21\u00b2").text).toBe("   \"'---A2");
  expect(foldText("\u2026\ufb01\u00e9").text).toBe("\u2026\ufb01\u00e9");
  const { text, placeOf } = foldText("x\u{1d400}y");
  expect(text).toBe("xAy");
  expect([0, 1, 2, 3].map(placeOf)).toEqual([0, 1, 3, 4]);
});
