// Checks the merges of the folder `merges` of the large corpus, which a person settles. Its README states the results.
//
// Each choice must give whole paragraphs. The copies are merged in several orders, which must change nothing.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nodeZlib } from "@versus/engine/node-zlib";
import { type Decisions, decideTask, mergeTask, type RedlineJson } from "@versus/engine/tasks";
import { plainText } from "../compare/content/line.ts";
import { readContent } from "../compare/read-content.ts";
import { compareSettled } from "../compare/redline-checks.ts";

/** The results of a folder: the conflicts as text, and the problems of one merge. */
interface SettledFolder {
  readonly folder: string;
  readonly copies: readonly string[];
  /** The numbers of copies that are merged at once. With several, the copies are merged in every order. */
  readonly sizes: readonly number[];
  /** Each conflict as its scope and the copies of its sides, in the order of the conflicts. Undefined if it varies. */
  readonly conflicts?: readonly string[];
  /** Returns what is wrong with the result of one choice. */
  readonly problems: (result: SettledResult) => readonly (string | false)[];
}

interface SettledResult {
  /** The number of the conflict, from 1, and the chosen copy or `original`. */
  readonly choice: string;
  readonly rest: "accept" | "reject";
  /** The texts of the paragraphs of the body. */
  readonly lines: readonly string[];
  readonly versions: ReadonlyMap<string, readonly string[]>;
}

const LAW = "Governing Law.";

const FOLDERS: readonly SettledFolder[] = [
  {
    folder: "settle",
    copies: ["ann", "bea"],
    sizes: [2],
    conflicts: ["paragraphs ann|bea"],
    problems: ({ choice, lines, versions }) => [isVersion(choice, lines, versions)],
  },
  {
    folder: "g2",
    copies: ["ann", "bea", "cy"],
    sizes: [3],
    conflicts: ["paragraphs ann|bea|cy"],
    problems: ({ choice, rest, lines }) => [
      !lines.includes("Term and Termination") && "the next heading is not a paragraph",
      // Only Ann changes the heading before the clause, so no conflict decides it.
      lines.includes("Invoicing; Late Payment") !== (rest === "reject") && "the heading is wrong",
      lines.some((line) => line.startsWith("Provider shall invoice")) === (choice === "1 ann") && "the clause is wrong",
    ],
  },
  {
    folder: "g3",
    copies: ["ann", "bea", "cy"],
    sizes: [3],
    conflicts: ["words ann|bea", "rows bea|cy", "paragraphs ann|cy", "words ann|bea"],
    problems: ({ choice, lines }) => [
      choice === "2 cy" && !lines.includes("15 July 2026") && "the row has no new date",
      choice === "2 bea" && lines.includes("15 July 2026") && "the row is not deleted",
      choice === "3 ann" && lines.includes("Dry run") && "both new rows are there",
      choice === "3 cy" && lines.includes("Pilot") && "both new rows are there",
    ],
  },
  {
    folder: "g4",
    copies: ["ann", "bea", "cy"],
    sizes: [3],
    conflicts: ["move ann|bea|cy"],
    problems: ({ choice, rest, lines, versions }) => {
      const laws = lines.filter((line) => line.startsWith(LAW));
      const isEdited = laws[0]?.includes("State of New York") === true;
      const mover = choice === "1 ann" || choice === "1 bea";
      const chosen = versions.get(choice.slice(2)) ?? versions.get("base")!;
      return [
        laws.length !== 1 && "the clause is not there once",
        lawPlace(lines) !== lawPlace(chosen) && "the clause is at another position",
        isEdited !== (choice === "1 cy" || (mover && rest === "accept")) && "the edit is lost or not decided",
      ];
    },
  },
  {
    folder: "split",
    copies: ["split", "del", "append", "word"],
    sizes: [2, 3],
    problems: ({ choice, rest, lines, versions }) => [rest === "reject" && isVersion(choice, lines, versions)],
  },
];

/** Returns the position of the clause by the text before it. */
function lawPlace(lines: readonly string[]): string {
  return lines[lines.findIndex((line) => line.startsWith(LAW)) - 1] ?? "";
}

function isVersion(choice: string, lines: readonly string[], versions: SettledResult["versions"]): string | false {
  const wanted = versions.get(choice.slice(2)) ?? versions.get("base")!;
  return lines.join("\n") !== wanted.join("\n") && `${JSON.stringify(lines)} instead of ${JSON.stringify(wanted)}`;
}

export interface SettledMerges {
  readonly merges: number;
  /** The number of merges without a problem. */
  readonly right: number;
  readonly problems: readonly string[];
}

/** Merges and settles the folders. Returns undefined if the corpus does not have them. */
export function checkSettledMerges(root: string): SettledMerges | undefined {
  if (!existsSync(join(root, "merges/README.md"))) return undefined;
  let [merges, right] = [0, 0];
  const problems: string[] = [];
  for (const folder of FOLDERS) {
    for (const set of folder.sizes.flatMap((size) => setsOf(folder.copies, size))) {
      const all = ordersOf(set);
      // Large documents are merged in two orders, because the time of this check counts.
      const some = folder.sizes.length > 1 ? all : [all[0]!, all.at(-1)!];
      const orders = some.map((order) => settleMerge(root, { ...folder, copies: order }));
      merges += orders.length;
      const found = orders.flatMap((one) => one.problems);
      if (orders.some(({ results }) => results !== orders[0]!.results)) found.push("the order changes a result");
      if (found.length === 0) right += orders.length;
      problems.push(...[...new Set(found)].map((problem) => `merges/${folder.folder} ${set.join("+")}: ${problem}`));
    }
  }
  return { merges, right, problems };
}

function settleMerge(root: string, folder: SettledFolder): { problems: string[]; results: string } {
  const bytesOf = (name: string): Uint8Array => readFileSync(join(root, "merges", folder.folder, `${name}.docx`));
  const revisions = folder.copies.map((name) => ({ bytes: bytesOf(name), name: `${name}.docx`, author: name }));
  const base = { bytes: bytesOf("base"), name: "base.docx" };
  const merged = mergeTask({ base, revisions, date: DATE, codec: nodeZlib, formats: ["docx", "json"] });
  const docx = merged.artifacts.get("docx")!;
  const { conflicts = [] } = JSON.parse(new TextDecoder().decode(merged.artifacts.get("json"))) as RedlineJson;
  const versions = new Map(["base", ...folder.copies].map((name) => [name, linesOf(bytesOf(name))]));
  const listed = conflicts.map(({ scope, sides }) => `${scope} ${namesOf(sides).toSorted().join("|")}`);
  const results: string[] = [];
  const problems: string[] = merged.notices.map(({ code }) => code);
  if (folder.conflicts !== undefined && folder.conflicts.join() !== listed.join()) problems.push(listed.join());
  for (const [at, { id, sides }] of conflicts.entries()) {
    for (const name of ["original", ...namesOf(sides)]) {
      const choice = `${at + 1} ${name}`;
      for (const rest of ["accept", "reject"] as const) {
        const decisions = { conflicts: [{ id, choose: fileOf(name) }], rest };
        const lines = linesOf(decided(docx, decisions));
        // The first side of every other conflict depends on the order of the copies.
        if (rest === "reject") results.push(`${listed[at]} ${choice} ${rest}: ${lines.join("\n")}`);
        const wrong = folder.problems({ choice, rest, lines, versions }).filter((problem) => problem !== false);
        problems.push(...wrong.map((problem) => `choice ${choice}, rest ${rest}: ${problem}`));
      }
    }
  }
  for (const name of ["original", ...folder.copies]) {
    const settled = decided(docx, wholly(name, conflicts));
    const wanted = readContent(bytesOf(name === "original" ? "base" : name), { withFormatting: true });
    const { difference, formatting } = compareSettled(wanted, readContent(settled, { withFormatting: true }));
    const place = difference?.place ?? formatting?.difference?.place;
    if (place !== undefined) problems.push(`all for ${name}: ${place}`);
  }
  return { problems, results: results.toSorted().join("\n") };
}

const DATE = "2026-01-02T03:04:05Z";

/** Returns the decisions that take everything of one copy, or of the original. */
function wholly(name: string, conflicts: readonly { readonly id: number }[]): Decisions {
  const choose = fileOf(name);
  const accept = name === "original" ? {} : { accept: { revisions: [choose] } };
  return { ...accept, conflicts: conflicts.map(({ id }) => ({ id, choose })), rest: "reject" };
}

function decided(bytes: Uint8Array, decisions: Decisions): Uint8Array {
  const outcome = decideTask({ bytes, codec: nodeZlib, decisions });
  if (outcome.kind === "refused") throw new Error(JSON.stringify(outcome.problems));
  return outcome.docx;
}

function fileOf(name: string): string {
  return name === "original" ? name : `${name}.docx`;
}

function namesOf(sides: readonly { readonly revisions: readonly string[] }[]): string[] {
  return sides.flatMap(({ revisions }) => revisions.map((file) => file.replace(".docx", "")));
}

function linesOf(bytes: Uint8Array): string[] {
  const { stories } = readContent(bytes);
  return stories[0]!.lines.filter(({ kind }) => kind === "paragraph").map(plainText);
}

function setsOf(names: readonly string[], size: number): string[][] {
  if (size === 0) return [[]];
  return names.flatMap((name, at) => setsOf(names.slice(at + 1), size - 1).map((rest) => [name, ...rest]));
}

function ordersOf(names: readonly string[]): string[][] {
  if (names.length === 0) return [[]];
  return names.flatMap((name, at) => ordersOf(names.toSpliced(at, 1)).map((rest) => [name, ...rest]));
}
