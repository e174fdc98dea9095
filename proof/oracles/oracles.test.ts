// Tests the validator and docxodus as oracles, with their errors.

import { afterAll, expect, test } from "vitest";
import { trackedBytes, writeTracked } from "../fuzz/decisions/tracked-document.ts";
import { Random } from "../runner/random.ts";
import { docxodusAccept, docxodusCompare, docxodusReject, stopDocxodus } from "./docxodus-decisions.ts";
import { validateAtOnce } from "./validate-at-once.ts";
import { kindOf, newKinds, stopValidator, validationKinds } from "./validation-kinds.ts";

afterAll(() => {
  stopValidator();
  stopDocxodus();
});

const SECONDS = 1000;
const sound = trackedBytes(writeTracked(new Random(1), undefined));

test.each([
  [
    "Sch_MissRequiredAttribute",
    "The required attribute 'val' is missing.",
    "Sch_MissRequiredAttribute /word/header.xml w:shd val",
  ],
  [
    "Sch_AttributeUnionFailedEx",
    "The 'http://x/main:color' attribute is invalid.",
    "Sch_AttributeUnionFailedEx /word/header.xml w:shd color",
  ],
  ["Sch_Unexpected", "The element has unexpected child element 'b'.", "Sch_Unexpected /word/header.xml w:shd"],
  [
    "Sch_Invalid",
    "The element has invalid child element 'http://x/main:smartTag'.",
    "Sch_Invalid /word/header.xml smartTag",
  ],
])("the kind of %s has no numbers and names its attribute", (id, description, kind) => {
  expect(kindOf({ id, description, part: "/word/header12.xml", xpath: "/w:hdr[1]/w:p[3]/w:shd[2]" })).toBe(kind);
});

test("only kinds that were not there before are new", () => {
  expect(newKinds(["a", "b"], ["b", "c"])).toEqual(["c"]);
});

test("the validator answers with kinds, at once or later, and calls what it cannot read a kind", {
  timeout: 120 * SECONDS,
}, async () => {
  expect(await validationKinds(sound)).toEqual([]);
  expect(validateAtOnce(sound)).toEqual([]);
  expect((await validationKinds(Uint8Array.of(1, 2, 3)))[0]).toMatch(/^throws /);
});

test("docxodus answers with a document, or with why not", { timeout: 60 * SECONDS }, async () => {
  expect(await docxodusAccept(sound)).toHaveProperty("ok");
  expect(await docxodusReject(Uint8Array.of(1, 2, 3))).toHaveProperty("error");
  expect(await docxodusCompare(sound, sound)).toHaveProperty("ok");
  expect(await docxodusCompare(sound, Uint8Array.of(1, 2, 3))).toHaveProperty("error");
});
