// Checks that commits change comments and layout alone: the code of every file stays the same.
//
// - `node tools/prose/check-same-code.ts COMMIT ...` checks each commit against its parent; A..B means every commit of the range.
// - `node tools/prose/check-same-code.ts --rename Place=IndexPair COMMIT` permits one new identifier.
// - `node tools/prose/check-same-code.ts --since COMMIT` checks the working tree against a commit.
//
// Each changed source file is parsed before and after, and both syntax trees are compared without positions. With --rename,
// an identifier of the old tree may have the new name in the new tree. `--rename` may be repeated, also for one old name.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { isNode, parseSource } from "../guards/syntax-tree.ts";

/** A source file before and after a change; undefined where the file does not exist. */
export interface ChangedFile {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Maps an old identifier to the names that may replace it. */
export type Renames = ReadonlyMap<string, readonly string[]>;

/** Returns one problem for each file whose code differs. */
export function checkSameCode(files: readonly ChangedFile[], renames: Renames = new Map()): string[] {
  return files.flatMap(({ path, before, after }) => {
    if (before === undefined) return [`${path}: the file is new`];
    if (after === undefined) return [`${path}: the file was deleted`];
    const [old, present] = [parseSource(path, before), parseSource(path, after)];
    if (old === undefined || present === undefined) return [`${path}: is not valid TypeScript`];
    const line = findDifference(old.module, present.module, renames);
    return line === undefined ? [] : [`${path}:${present.lineOf(line)}: the code differs`];
  });
}

/** Returns the position of the first node that differs in the new tree, or undefined if the trees are equal. */
function findDifference(old: unknown, present: unknown, renames: Renames): number | undefined {
  let position = 1;
  return isSame(old, present) ? undefined : position;

  function isSame(was: unknown, is: unknown): boolean {
    if (!isNode(was) || !isNode(is)) return was === is;
    if (Array.isArray(was) && Array.isArray(is)) {
      return was.length === is.length && was.every((item, index) => isSame(item, is[index]));
    }
    if (isPosition(was) && isPosition(is)) return true;
    if (is.span !== undefined) position = is.span.start;
    if (was.type === "Identifier" && is.type === "Identifier" && isRenamed(was.value, is.value)) return true;
    const [one, other] = [normalized(was), normalized(is)];
    const fields = Object.keys(one);
    if (fields.length !== Object.keys(other).length) return false;
    return fields.every((field) =>
      field === "specifiers" ? isSameSet(one[field], other[field]) : isSame(one[field], other[field]),
    );
  }

  /** The formatter sorts the names of an import, so a rename may change their order. */
  function isSameSet(was: unknown, is: unknown): boolean {
    const [names, others] = [was as readonly unknown[], is as readonly unknown[]];
    return names.length === others.length && names.every((name) => others.some((other) => isSame(name, other)));
  }

  function isRenamed(was: unknown, is: unknown): boolean {
    return was !== is && renames.get(String(was))?.includes(String(is)) === true;
  }
}

/** True for a bare position, which swc stores for the dots of a spread. */
function isPosition(node: object): boolean {
  return Object.keys(node).every((key) => key === "start" || key === "end" || key === "ctxt");
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a node that make up code, with short forms written out: `{ a }` becomes `{ a: a }`. */
function normalized(node: Fields): Fields {
  const { span: _span, ctxt: _context, ...rest } = node;
  if (rest.type === "TemplateElement") return rest;
  const { raw: _raw, ...fields } = rest;
  if (fields.type === "Identifier") return { optional: false, typeAnnotation: null, ...fields };
  if (fields.type === "ImportSpecifier") return { ...fields, imported: fields.imported ?? fields.local };
  if (fields.type === "AssignmentPatternProperty" && fields.value === null) {
    return { type: "KeyValuePatternProperty", key: fields.key, value: fields.key };
  }
  if (fields.type !== "ObjectExpression") return fields;
  return { ...fields, properties: (fields.properties as Fields[]).map(longForm) };
}

function longForm(property: Fields): Fields {
  return property.type === "Identifier" ? { type: "KeyValueProperty", key: property, value: property } : property;
}

const sourceFile = /\.(?:[cm]?[jt]s|tsx)$/;

/** Reads the source files that a commit changes, or those that the working tree changes against `commit`. */
function readChanges(git: (...words: string[]) => string, commit: string, isWorkingTree: boolean): ChangedFile[] {
  const range = isWorkingTree ? [commit] : [`${commit}^`, commit];
  const paths = git("diff", "--name-only", "--no-renames", ...range).split("\n");
  const read = (revision: string, path: string): string | undefined => {
    try {
      return git("show", `${revision}:${path}`);
    } catch {
      return undefined;
    }
  };
  return paths
    .filter((path) => sourceFile.test(path))
    .map((path) => ({
      path,
      before: read(range[0]!, path),
      after: isWorkingTree ? (existsSync(path) ? readFileSync(path, "utf8") : undefined) : read(commit, path),
    }));
}

function main(words: readonly string[]): void {
  const git = (...given: string[]): string =>
    execFileSync("git", given, { encoding: "utf8", maxBuffer: 2 ** 28, stdio: ["ignore", "pipe", "ignore"] });
  const renames = new Map<string, string[]>();
  const commits: string[] = [];
  let since: string | undefined;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]!;
    if (word === "--since") since = words[++index];
    else if (word === "--rename") {
      const [old = "", name = ""] = (words[++index] ?? "").split("=");
      renames.set(old, [...(renames.get(old) ?? []), name]);
    } else if (word.includes(".."))
      commits.push(...git("rev-list", "--no-merges", word).trim().split("\n").filter(Boolean));
    else commits.push(word);
  }
  const problems = [
    ...commits.flatMap((commit) =>
      checkSameCode(readChanges(git, commit, false), renames).map((problem) => `${commit.slice(0, 8)} ${problem}`),
    ),
    ...(since === undefined ? [] : checkSameCode(readChanges(git, since, true), renames)),
  ];
  for (const problem of problems) console.log(problem);
  const checked = commits.length + (since === undefined ? 0 : 1);
  console.log(`${checked} changes checked, ${problems.length} problems`);
  process.exitCode = problems.length > 0 || checked === 0 ? 1 : 0;
}

if (import.meta.main) main(process.argv.slice(2));
