// Tests the `roundtrip` command and its report.

import { join } from "node:path";
import { expect, test } from "vitest";
import { readArguments } from "../../runner/arguments.ts";
import { ownCorpus } from "../find-corpus.ts";
import { type RoundTrip, work } from "./check-file.ts";
import { reportRoundTrips } from "./report-round-trips.ts";
import { roundtrip } from "./roundtrip.ts";

const corpus = ownCorpus();

test.each(["1", "2"])("the repository's own documents make the round trip on %s threads", async (jobs) => {
  const options = readArguments(["roundtrip", "--all", "--no-office", "--jobs", jobs], ["no-office"]);
  const { tally, figures, bar } = await roundtrip.run({ corpus, options });
  expect(tally).toEqual({ passed: 4, failed: 0 });
  expect(figures).toMatchObject({ files: 4, opened: 4, changed: { word: 4, run: 0, nothing: 0 }, harmed: 0 });
  expect(bar.isMet).toBe(true);
});

test("a document that does not open is refused with its code, and is not harmed", () => {
  const file = join(corpus.root, "hostile/unbalanced.docx");
  const result = work({ path: "x.docx", file, seed: 1, keepAs: undefined });
  expect(result).toMatchObject({ problems: [], change: undefined, refusal: { code: "XML_INVALID" } });
});

const kept: RoundTrip = {
  path: "docx/plain/x.docx",
  refusal: undefined,
  problems: [],
  change: "word",
  noticeCodes: ["PART_MISSING"],
  xmlParts: 3,
  paragraphs: 2,
};
const refused: RoundTrip = { ...kept, change: undefined, refusal: { code: "XML_INVALID", reason: "No." } };
const harmed: RoundTrip = { ...kept, problems: ["changed: word/a.xml holds other bytes"] };

function report(results: readonly RoundTrip[], lost: readonly string[] = []): ReturnType<typeof reportRoundTrips> {
  const files = results.map(({ path }) => ({ path, bytes: 1, features: new Map<string, number>(), producer: "" }));
  const office = { kind: "run", asked: 1, opened: 1 - lost.length, neverOpened: [], lost } as const;
  return reportRoundTrips({ corpus: "large", seed: 1, files, results, office });
}

test.each([
  ["two that do not open are within the bar", [kept, refused, refused], [], "1/0 met"],
  ["three are not", [kept, refused, refused, refused], [], "1/3 short"],
  ["one that is harmed is not", [kept, harmed], [], "1/1 short"],
  ["nor is one that LibreOffice no longer opens", [kept, kept], ["docx/plain/x.docx"], "1/1 short"],
  ["nor no document at all", [], [], "0/0 short"],
])("%s", (_name, results, lost, expected) => {
  const { tally, bar } = report(results, lost);
  expect(`${tally.passed}/${tally.failed} ${bar.isMet ? "met" : "short"}`).toBe(expected);
});

test("every document that does not open is named with code and reason", () => {
  const { text, figures } = report([kept, refused]);
  expect(text).toContain("does not open: docx/plain/x.docx: XML_INVALID: No.");
  expect(text).toContain("Notices: PART_MISSING 2");
  expect(figures).toMatchObject({ refused: ["docx/plain/x.docx"], notices: { PART_MISSING: 2 } });
});
