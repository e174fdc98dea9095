// Tests the checks of the `create` command and its bar.

import { openDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { createTask } from "@versus/engine/tasks";
import { expect, test } from "vitest";
import { readArguments } from "../../runner/arguments.ts";
import { seededRandom } from "../../runner/random.ts";
import { ownCorpus } from "../find-corpus.ts";
import { judge, type ListResult } from "./check-list.ts";
import { create, planJobs, reportLists } from "./create.ts";
import { changedDefinitions, readDefinitions, readParts, styleNames } from "./definitions.ts";
import { DATE, makeList } from "./make-list.ts";

test("lists over the repository's own documents and over none are made as asked", { timeout: 60_000 }, async () => {
  const options = readArguments(["create", "--sample", "6", "--jobs", "1", "--no-office"], ["no-office"]);
  const { tally, bar } = await create.run({ corpus: ownCorpus(), options });
  expect(tally).toEqual({ passed: 6, failed: 0 });
  expect(bar.isMet).toBe(true);
});

test("a list and its templates are the same in every run", () => {
  const styles = { paragraph: ["Normal"], character: [] };
  expect(makeList(seededRandom(1), styles)).toEqual(makeList(seededRandom(1), styles));
  const plan = { corpus: ownCorpus(), seed: 1, count: 9, office: undefined };
  expect(planJobs(plan)).toEqual(planJobs(plan));
  expect(planJobs(plan)[0]!.template).toBeUndefined();
});

const styles = { paragraph: ["Normal", "Heading1"], character: [] };
const list = makeList(seededRandom(7), styles);

function made(change: (parts: ReturnType<typeof openDocument>["package"]) => void): Uint8Array {
  const outcome = createTask({ paragraphs: list.paragraphs, date: DATE, codec: nodeZlib });
  if (outcome.kind === "refused") throw new Error("The list is refused");
  const { package: opened } = openDocument(outcome.docx, { codec: nodeZlib, names: wordNames() });
  change(opened);
  return opened.save(6);
}

const replace =
  (part: string, from: string | RegExp, to: string) => (opened: ReturnType<typeof openDocument>["package"]) => {
    const xml = new TextDecoder().decode(opened.bytes(part));
    expect(xml).toMatch(from);
    opened.replaceBytes(part, new TextEncoder().encode(xml.replace(from, to)));
  };

test.each([
  ["every text as asked", replace("word/document.xml", "<w:t>", "<w:t>x")],
  ["every style as asked", replace("word/document.xml", /pStyle w:val="\w+"/, 'pStyle w:val="Other"')],
  ["the linter finds nothing", replace("word/document.xml", /pStyle w:val="\w+"/, 'pStyle w:val="Other"')],
  ["no new kind of validation error", replace("word/document.xml", "<w:pPr>", "<w:pPr><w:nonsense/>")],
  ["nothing else of the template", replace("word/document.xml", 'w:w="12240"', 'w:w="11906"')],
  ["nothing else of the template", replace("word/settings.xml", "<w:zoom", "<w:trackRevisions/><w:zoom")],
] as const)("a document in which this does not hold is found: %s", { timeout: 30_000 }, async (check, change) => {
  const whole = await judge(
    made(() => {}),
    { list, template: undefined, theirs: undefined },
  );
  expect(new Set(Object.values(whole))).toEqual(new Set([""]));
  const broken = await judge(made(change), { list, template: undefined, theirs: undefined });
  expect(broken[check]).not.toBe("");
});

test("a document in which everything holds has no problem", { timeout: 30_000 }, async () => {
  const whole = await judge(
    made(() => {}),
    { list, template: undefined, theirs: undefined },
  );
  expect(new Set(Object.values(whole))).toEqual(new Set([""]));
});

test("a definition that did not come along as it was is found", () => {
  const definitions = readDefinitions(readParts(made(() => {})));
  expect(changedDefinitions(definitions, definitions)).toEqual([]);
  const [id] = [...definitions.styles.keys()];
  const without = { ...definitions, styles: new Map([...definitions.styles].slice(1)) };
  expect(changedDefinitions(definitions, without)).toEqual([`styles ${id}`]);
  expect(styleNames(without).paragraph).toEqual(expect.arrayContaining(["Heading1", "Normal"]));
});

test("a list that fails a check, or that LibreOffice shows otherwise, misses the bar and is named", () => {
  const good: ListResult = { name: "list 0", paragraphs: 3, problems: {} };
  const about = { corpus: "own", seed: 1, office: { kind: "not-asked", reason: "not here" } } as const;
  expect(reportLists([good], about).bar.isMet).toBe(true);
  const bad = { ...good, name: "list 1", problems: { "twice the same": "other bytes" } };
  const office = { kind: "asked", asked: 1, problems: ["list 0: another text"] } as const;
  const { text, tally, bar } = reportLists([good, bad], { ...about, office });
  expect({ tally, isMet: bar.isMet }).toEqual({ tally: { passed: 1, failed: 2 }, isMet: false });
  expect(text).toContain("failed: list 1: twice the same: other bytes");
  expect(text).toContain("not shown: list 0: another text");
});
