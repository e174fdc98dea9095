// Checks the shape of the engine: names of its public interface, files per folder, types, citations.
//
// The name of a type must mean one thing, and comments may only cite what a reader of the repository can open.

import { dirname } from "node:path";
import type { Problem } from "./syntax-tree.ts";

/** A source file as text. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

const DOOR = "engine/src/index.ts";
const MOST_NAMES = 40;
const MOST_FILES = 15;
const ENGINE = /^engine\/src\/.*(?<!\.test)\.ts$/;

export function checkShape(files: readonly SourceText[]): Problem[] {
  const engine = files.filter(({ path }) => ENGINE.test(path));
  return [...doorProblems(engine), ...folderProblems(engine), ...nameProblems(engine), ...files.flatMap(citations)];
}

function doorProblems(files: readonly SourceText[]): Problem[] {
  const door = files.find(({ path }) => path === DOOR);
  const names = [...(door?.text.matchAll(/export (?:type )?\{([^}]*)\}/g) ?? [])].flatMap(([, list = ""]) =>
    list.split(",").filter((name) => name.trim() !== ""),
  );
  if (names.length <= MOST_NAMES) return [];
  return [
    problem(
      DOOR,
      1,
      "door",
      `has ${names.length} names, at most ${MOST_NAMES}: tools take inside.ts, callers of tasks tasks.ts`,
    ),
  ];
}

function folderProblems(files: readonly SourceText[]): Problem[] {
  const folders = Map.groupBy(files, ({ path }) => dirname(path));
  return [...folders].flatMap(([folder, inside]) => {
    if (inside.length <= MOST_FILES) return [];
    return [problem(folder, 1, "folder", `has ${inside.length} files, at most ${MOST_FILES}: part it by topic`)];
  });
}

const TYPE = /^export (?:interface|type|(?:abstract )?class) (\w+)/gm;

function nameProblems(files: readonly SourceText[]): Problem[] {
  const named = files.flatMap(({ path, text }) =>
    [...text.matchAll(TYPE)].map((match) => ({ path, name: match[1]!, line: lineAt(text, match.index) })),
  );
  return [...Map.groupBy(named, ({ name }) => name)].flatMap(([name, [first, ...others]]) =>
    others.map(({ path, line }) =>
      problem(path, line, "type-name", `${name} is exported by ${first!.path} too: one name means one thing`),
    ),
  );
}

const CITATION = /^\s*(?:\/\/|\/?\*).*\bspec \d/gm;

/** Returns comments that cite a document which is not in the repository. */
function citations({ path, text }: SourceText): Problem[] {
  return [...text.matchAll(CITATION)].map((match) =>
    problem(
      path,
      lineAt(text, match.index),
      "citation",
      "cite a rule of docs/design: the specification is not in the repository",
    ),
  );
}

function problem(path: string, line: number, rule: string, message: string): Problem {
  return { path, line, rule, message };
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
