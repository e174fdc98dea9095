// Tests how lists of styles are read, how documents and templates are chosen, and the bar.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readArguments } from "../../../runner/arguments.ts";
import { ownCorpus } from "../../find-corpus.ts";
import { openCorpusDocument } from "../../read-document.ts";
import type { TemplateResult } from "./check-template.ts";
import { planTemplateJobs, reportTemplates } from "./edit-template.ts";
import { readStyleLists } from "./style-lists.ts";

const corpus = ownCorpus();
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** Returns a document of the repository with these styles and lists. */
function withLists(styles: string, numbering: string): Uint8Array {
  const [file] = corpus.files.filter(({ path }) => path.endsWith(".docx"));
  const { package: opened, main } = openCorpusDocument(readFileSync(join(corpus.root, file!.path)));
  for (const [kind, content] of Object.entries({ styles, numbering })) {
    const bytes = new TextEncoder().encode(`<w:${kind} ${WORD}>${content}</w:${kind}>`);
    const known = opened.relationships(main).find((relationship) => relationship.kind === kind)?.part;
    const type = `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml`;
    if (known !== undefined) opened.replaceBytes(known, bytes);
    else opened.relate(main, kind, opened.add(`word/${kind}.xml`, type, bytes));
  }
  return opened.save(1);
}

const level = (index: number, text: string, style = ""): string =>
  `<w:lvl w:ilvl="${index}">${style === "" ? "" : `<w:pStyle w:val="${style}"/>`}<w:lvlText w:val="${text}"/></w:lvl>`;
const definition = (id: number, content: string): string =>
  `<w:abstractNum w:abstractNumId="${id}">${content}</w:abstractNum>`;
const list = (id: number, of: number, more = ""): string =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${more}</w:num>`;
const style = (id: string, content: string, kind = "paragraph"): string =>
  `<w:style w:type="${kind}" w:styleId="${id}"><w:name w:val="${id}"/>${content}</w:style>`;
const numbered = (id: number, at?: number): string =>
  `<w:pPr><w:numPr>${at === undefined ? "" : `<w:ilvl w:val="${at}"/>`}<w:numId w:val="${id}"/></w:numPr></w:pPr>`;
const basedOn = (id: string): string => `<w:basedOn w:val="${id}"/>`;

function shown(styles: string, numbering: string): Record<string, string> {
  return Object.fromEntries(readStyleLists(withLists(styles, numbering)).shown);
}

test("lists of two files are the same when they say the same, whatever their ids", () => {
  const one = shown(style("A", numbered(1)), definition(1, level(0, "x")) + list(1, 1));
  const same = shown(style("A", numbered(9)), definition(4, level(0, "x")) + list(9, 4));
  const other = shown(style("A", numbered(1)), definition(1, level(0, "y")) + list(1, 1));
  const starts = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="3"/></w:lvlOverride>';
  const started = shown(style("A", numbered(1)), definition(1, level(0, "x")) + list(1, 1, starts));
  expect(same).toEqual(one);
  expect(other).not.toEqual(one);
  expect(started).not.toEqual(one);
});

test("the nearest style that names a list decides, a level names its own style, and a list that is not there is none", () => {
  const found = shown(
    [
      style("A", numbered(1, 1)),
      style("B", basedOn("A")),
      style("C", basedOn("A") + numbered(0)),
      style("D", basedOn("A") + numbered(7)),
      style("E", numbered(1, 1)),
      style("L", numbered(1), "numbering"),
      style("F", numbered(2)),
    ].join(""),
    [
      definition(1, `<w:styleLink w:val="L"/>${level(0, "x", "E")}${level(1, "y")}`),
      definition(2, '<w:numStyleLink w:val="L"/>'),
      list(1, 1),
      list(2, 2),
    ].join(""),
  );
  const levels = Object.entries(found).map(([id, told]) => `${id} ${told.slice(0, 7)}`);
  expect(levels.sort()).toEqual(["A level 1", "B level 1", "C none", "D none", "E level 0", "F level 0", "L level 0"]);
  expect(found.F).toBe(found.L);
});

test("documents and templates are drawn by the seed, and each document has one template, or every one", () => {
  const options = (...words: string[]) => readArguments(["edit", "--template", ...words], ["template"], ["only"]);
  const jobs = planTemplateJobs({ corpus, options: options() });
  expect(planTemplateJobs({ corpus, options: options() })).toEqual(jobs);
  expect(jobs.length).toBeGreaterThan(0);
  for (const { templates } of jobs) expect(templates.length).toBeLessThanOrEqual(1);
});

test("a problem misses the bar and is told; so does a run in which no style shows a list", () => {
  const pair = { template: "t", imported: 2, numbered: 1, problems: {} };
  const good: TemplateResult = { path: "a", unread: "", pairs: [pair] };
  const about = { corpus: "own", seed: 1 };
  expect(reportTemplates([good], about).bar.isMet).toBe(true);
  expect(reportTemplates([{ ...good, pairs: [{ ...pair, numbered: 0 }] }], about).bar.isMet).toBe(false);
  const bad = { ...good, pairs: [{ ...pair, problems: { "no new lint finding": "rule" } }] };
  const { text, tally } = reportTemplates([good, bad], about);
  expect(tally).toEqual({ passed: 1, failed: 1 });
  expect(text).toContain("failed: a with t: no new lint finding: rule");
});
