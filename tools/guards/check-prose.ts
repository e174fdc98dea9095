// Checks the sentences of comments and pages by the rules of `docs/english.md`.
//
// - `node tools/guards/check-prose.ts` fails if a folder has more or fewer hits than its budget
// - `node tools/guards/check-prose.ts --write` lowers the budgets; it never raises one
// - `node tools/guards/check-prose.ts --list PATH ...` prints the hits of files or folders
//
// `prose-budget.json` has a number of hits per folder or file. The longest matching path counts, and a path without a
// row has a budget of 0. Messages are checked by `check-messages.ts`.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readComments } from "../prose/comments.ts";
import { findHits, type Hit, sentencesOf } from "./prose-rules.ts";
import { listFiles, listSourceFiles } from "./source-files.ts";

const budgetFile = "tools/guards/prose-budget.json";

/** Files that programs write from other sources. */
const generated = /^(?:docs\/api\.md|clients\/sdk\/src\/description\.ts)$|\/THIRD-PARTY[^/]*$/;
/** Messages in Markdown, which `check-messages.ts` reads. */
const ofMessages = /^service\/src\/reference\/[^/]+\.md$/;

/** Maps a folder or file to its permitted number of hits. */
export type Budget = Readonly<Record<string, number>>;

/** A hit with its file. */
export interface FileHit extends Hit {
  readonly path: string;
}

/** Returns the hits of one file: of its comments, or of all its text if it is a page. */
export function hitsOf(path: string, text: string): FileHit[] {
  const sentences = path.endsWith(".md")
    ? sentencesOf(text)
    : readComments(text).flatMap((comment) => sentencesOf(comment.text, comment.line));
  return sentences.flatMap(findHits).map((hit) => ({ ...hit, path }));
}

/** Returns the hits of every comment and page below `root`. */
export function collectHits(root: string): FileHit[] {
  const paths = [...listSourceFiles(root), ...listFiles(root, "**/*.md")];
  return paths
    .filter((path) => !generated.test(path) && !ofMessages.test(path))
    .flatMap((path) => hitsOf(path, readFileSync(join(root, path), "utf8")));
}

/** Returns one problem for each row of the budget that does not equal the number of hits, and one for each hit without a row. */
export function checkBudget(hits: readonly FileHit[], budget: Budget): string[] {
  const found = Map.groupBy(hits, ({ path }) => rowFor(path, budget) ?? "");
  const rows = Object.entries(budget).flatMap(([row, permitted]) => {
    const number = found.get(row)?.length ?? 0;
    if (number > permitted) return [`${row}: ${number} hits, its budget is ${permitted}. List them with --list ${row}`];
    if (number < permitted || permitted === 0) return [`${row}: ${number} hits. Lower the budget with --write`];
    return [];
  });
  return [...rows, ...(found.get("") ?? []).map(shown)];
}

/** Returns the budget with each number lowered to the hits that are left. A row without hits is removed. */
export function lowerBudget(hits: readonly FileHit[], budget: Budget): Budget {
  const found = Map.groupBy(hits, ({ path }) => rowFor(path, budget) ?? "");
  const rows = Object.entries(budget).map(
    ([row, permitted]) => [row, Math.min(permitted, found.get(row)?.length ?? 0)] as const,
  );
  return Object.fromEntries(rows.filter(([, number]) => number > 0));
}

/** True if a path is the file or below the folder of a row. */
export function isBelow(path: string, row: string): boolean {
  return path === row || path.startsWith(`${row}/`);
}

function rowFor(path: string, budget: Budget): string | undefined {
  const rows = Object.keys(budget).filter((row) => isBelow(path, row));
  return rows.sort((one, other) => other.length - one.length)[0];
}

function shown({ path, line, rule, text }: FileHit): string {
  return `${path}:${line} ${rule}: ${text}`;
}

function main(words: readonly string[]): void {
  const root = process.cwd();
  const hits = collectHits(root);
  if (words[0] === "--list") {
    const listed = hits.filter(({ path }) => words.slice(1).some((row) => isBelow(path, row)));
    for (const hit of listed) console.log(shown(hit));
    console.log(`${listed.length} hits`);
    return;
  }
  const budget = JSON.parse(readFileSync(join(root, budgetFile), "utf8")) as Budget;
  if (words[0] === "--write") {
    writeFileSync(join(root, budgetFile), `${JSON.stringify(lowerBudget(hits, budget), null, 2)}\n`);
    return;
  }
  const problems = checkBudget(hits, budget);
  for (const problem of problems) console.log(problem);
  console.log(`${hits.length} hits, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

if (import.meta.main) main(process.argv.slice(2));
