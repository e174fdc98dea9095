// Lists what is missing between the specification of editing, its rules and their tests.
//
// Each sentence of the specification has a rule, or a reason for having no rule. Each rule is a card of docs/design/edit.md, and
// a test is named after it.

import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { listFiles } from "../guards/source-files.ts";
import { readCards } from "./cards.ts";
import { type EditSentence, editSentences } from "./edit-sentences.ts";
import { type Sentence, sentencesOf } from "./spec-sentences.ts";

export interface Written {
  /** The sentences of the specification; undefined if it is not available. */
  readonly spec: readonly Sentence[] | undefined;
  readonly table: readonly EditSentence[];
  /** The numbers of the rules that have cards. Cards with letters (EDT-38b) count for their rule. */
  readonly rules: readonly number[];
  /** The numbers of the rules in the names of tests. */
  readonly tested: readonly number[];
}

/** Returns one sentence for each gap. */
export function findGaps({ spec, table, rules, tested }: Written): string[] {
  const known = new Set(table.map(([, digest]) => digest));
  const there = new Set(spec?.map(({ digest }) => digest));
  const [isRule, isTested] = [new Set(rules), new Set(tested)];
  const given = new Set(table.flatMap(([, , said]) => (typeof said === "string" ? [] : said)));
  return [
    ...(spec ?? []).filter(({ digest }) => !known.has(digest)).map(({ begins }) => `sentence without a row: ${begins}`),
    ...table
      .filter(([, digest]) => spec !== undefined && !there.has(digest))
      .map(([begins]) => `row without a sentence: ${begins}`),
    ...table.filter(([, , said]) => said.length === 0).map(([begins]) => `sentence without a rule: ${begins}`),
    ...[...given].filter((rule) => !isRule.has(rule)).map((rule) => `rule that is not in the design note: EDT-${rule}`),
    ...rules.filter((rule) => !isTested.has(rule)).map((rule) => `rule without a test: EDT-${rule}`),
    ...[...isTested].filter((rule) => !isRule.has(rule)).map((rule) => `test of no rule: EDT-${rule}`),
  ];
}

const beside = join(import.meta.dirname, "../../../shared/spec");

/** Reads the specification in the folder that VERSUS_SPEC names, by default beside the checkout. Undefined if there is no such file. */
export function readSpecification(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const named = environment.VERSUS_SPEC;
  const path = join(named === undefined || named === "" ? beside : resolve(named), "2-edit.md");
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

const SECTION = { from: "### Locators", to: "## Endpoints" };

/** Reads the rules and tests of a checkout. */
export function readWritten(root: string, specification: string | undefined): Written {
  const page = "docs/design/edit.md";
  const { cards } = readCards(page, readFileSync(join(root, page), "utf8"));
  const tests = listFiles(root, "engine/**/*.test.ts").map((path) => readFileSync(join(root, path), "utf8"));
  return {
    spec: specification === undefined ? undefined : sentencesOf(specification, SECTION),
    table: editSentences,
    rules: numbersIn(cards.flatMap(({ ids }) => ids).flatMap((id) => [...id.matchAll(/^EDT-(\d+)/g)])),
    tested: numbersIn(tests.flatMap((text) => namesOf(text)).flatMap((name) => [...name.matchAll(/\[EDT-(\d+)\]/g)])),
  };
}

function namesOf(test: string): string[] {
  return [...test.matchAll(/^\s*test(?:\.each\([^\n]*\))?\(\s*(["`])(.*?)\1/gms)].map(([, , name]) => name ?? "");
}

function numbersIn(matches: Iterable<RegExpMatchArray>): number[] {
  return [...new Set([...matches].map(([, digits]) => Number(digits)))];
}
