import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder, runVersus } from "../../testing/run-versus.ts";
import { loadCommands } from "../commands.ts";

const scriptFor = (shell: string): string => runVersus(makeFolder({}), ["completion", shell]).stdout.toString();

test("bash completes commands, their second words, and options", () => {
  const folder = makeFolder({ versus: scriptFor("bash") });
  const complete = (...words: readonly string[]): string[] => {
    const line = `source ${join(folder, "versus")}; COMP_WORDS=(versus "$@"); COMP_CWORD=$#; _versus; echo "\${COMPREPLY[@]}"`;
    return execFileSync("bash", ["-c", line, "bash", ...words], { encoding: "utf8" })
      .trim()
      .split(" ");
  };
  expect(complete("com")).toEqual(["compare", "completion"]);
  expect(complete("keys", "r")).toEqual(["rotate", "revoke", "rewrap"]);
  expect(complete("compare", "a.docx", "--ex")).toEqual(["--exit-code"]);
  expect(complete("compare", "a")).toEqual([""]);
});

test.each(["zsh", "fish"])("the script for %s names every command", async (shell) => {
  const script = scriptFor(shell);
  for (const { name } of await loadCommands()) for (const word of name.split(" ")) expect(script).toContain(word);
});

test("an unknown shell is refused", () => {
  const { code, stderr } = runVersus(makeFolder({}), ["completion", "tcsh"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('Unknown shell "tcsh". It must be bash, zsh, fish.')]);
});
