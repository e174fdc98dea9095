// Lists the facts of an old text that its rewrite lacks: numbers, codes, rule ids, elements, links.
//
// - `node tools/prose/check-facts.ts OLD NEW` compares two files
// - `node tools/prose/check-facts.ts --since COMMIT [PATH ...]` compares changed files; several are read as one text,
//   so a fact may move
//
// In source files, only comments are read. A lost fact may be right: the person who rewrites decides, and the commit
// says why.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readComments } from "./comments.ts";
import { lostFacts } from "./facts.ts";

/** Returns the text of a file that people read: the comments of a source file, all of any other file. */
function proseOf(path: string, text: string): string {
  return /\.[cm]?[jt]s$/.test(path)
    ? readComments(text)
        .map((comment) => comment.text)
        .join("\n")
    : text;
}

function readPairs(words: readonly string[]): { old: string; present: string } {
  if (words[0] !== "--since") {
    const [old = "", present = ""] = words;
    return { old: proseOf(old, readFileSync(old, "utf8")), present: proseOf(present, readFileSync(present, "utf8")) };
  }
  const git = (...given: string[]): string => execFileSync("git", given, { encoding: "utf8", maxBuffer: 2 ** 28 });
  const [, commit = "HEAD", ...paths] = words;
  const changed = git("diff", "--name-status", "--no-renames", commit, "--", ...paths)
    .trim()
    .split("\n");
  const texts = changed.filter(Boolean).map((line) => {
    const [status = "", path = ""] = line.split("\t");
    return {
      old: status === "A" ? "" : proseOf(path, git("show", `${commit}:${path}`)),
      present: existsSync(path) ? proseOf(path, readFileSync(path, "utf8")) : "",
    };
  });
  return { old: texts.map(({ old }) => old).join("\n"), present: texts.map(({ present }) => present).join("\n") };
}

function main(words: readonly string[]): void {
  const { old, present } = readPairs(words);
  const lost = lostFacts(old, present);
  for (const fact of lost) console.log(fact);
  console.log(`${lost.length} facts lost`);
  process.exitCode = lost.length > 0 ? 1 : 0;
}

if (import.meta.main) main(process.argv.slice(2));
