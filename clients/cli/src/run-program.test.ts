import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documentOf, revisionsOf } from "../testing/documents.ts";
import { makeFolder, runShell, runVersus } from "../testing/run-versus.ts";
import type { Surroundings } from "./command.ts";
import { commandNames, loadCommands } from "./commands.ts";
import { runProgram } from "./run-program.ts";

/**
 * Returns surroundings with a terminal and fixed clocks. Each call of the elapsed time is a quarter of a second later.
 */
function surroundings(over: Partial<Surroundings> = {}): { told: string[]; printed: string[]; around: Surroundings } {
  const told: string[] = [];
  const printed: string[] = [];
  let milliseconds = 0;
  const around: Surroundings = {
    stdin: async () => new Uint8Array(),
    stdinLines: async function* () {},
    stdout: { isTerminal: true, write: (text) => printed.push(String(text)) },
    stderr: { isTerminal: true, write: (text) => told.push(String(text)) },
    now: () => new Date("2026-03-04T05:06:07.891Z"),
    elapsed: () => {
      milliseconds += 250;
      return milliseconds;
    },
    environment: {},
    user: () => "tester",
    openInBrowser: async () => false,
    untilInterrupted: async () => {},
    endNow: () => {},
    ...over,
  };
  return { told, printed, around };
}

function comparePaths(): { words: string[]; output: string } {
  const folder = makeFolder({ "before.docx": documentOf("One."), "after.docx": documentOf("Two.") });
  const output = join(folder, "out.docx");
  return { words: ["compare", join(folder, "before.docx"), join(folder, "after.docx"), "-o", output], output };
}

test("a terminal is told each stage and how long it took", async () => {
  const { told, printed, around } = surroundings();
  const { words } = comparePaths();
  expect(await runProgram(words, around)).toBe(0);
  expect(told.join("")).toBe("opening 0.25 s\ncomparing 0.25 s\nchecking 0.25 s\nrendering 0.25 s\n");
  expect(printed.join("")).toMatch(/^1 change \(1 insertion, 1 deletion\) -> .*out\.docx\n$/);
});

test("a stage that fails ends its line before the message", async () => {
  const { told, around } = surroundings();
  const folder = makeFolder({ "bad.docx": "no package" });
  const bad = join(folder, "bad.docx");
  expect(await runProgram(["compare", bad, bad, "-o", join(folder, "out.docx")], around)).toBe(1);
  expect(told.join("")).toMatch(/^opening 0\.25 s\nversus: .*bad\.docx: \S/);
});

test("quiet tells a terminal nothing", async () => {
  const { told, printed, around } = surroundings();
  expect(await runProgram([...comparePaths().words, "--quiet"], around)).toBe(0);
  expect([...told, ...printed]).toEqual([]);
});

test("the changes are dated now by the clock handed in", async () => {
  const { words, output } = comparePaths();
  await runProgram(words, surroundings().around);
  const dates = revisionsOf(readFileSync(output)).map(({ author, date }) => `${author} ${date}`);
  expect(new Set(dates)).toEqual(new Set(["Versus 2026-03-04T05:06:07Z"]));
});

test("a fault of our own says where and repeats nothing it was given", async () => {
  const stdin = async () => {
    throw new RangeError("a confidential word");
  };
  const { told, around } = surroundings({ stdin });
  expect(await runProgram(["compare", "-", "after.docx", "-o", "-"], around)).toBe(1);
  expect(told.join("")).toMatch(/^versus: Internal error\..*\nRangeError\n +at /);
  expect(told.join("")).not.toContain("confidential");
});

test("every command has the name by which it is loaded", async () => {
  expect((await loadCommands()).map(({ name }) => name)).toEqual(commandNames);
});

test.each(["--help", "-h", "help"])("versus %s lists every command", async (word) => {
  const { code, stdout } = runVersus(makeFolder({}), [word]);
  expect(code).toBe(0);
  const lines = stdout.toString().split("\n");
  for (const { name, summary } of await loadCommands()) {
    expect(lines.some((line) => line.startsWith(`  ${name}  `) && line.endsWith(`  ${summary}`))).toBe(true);
  }
});

test.each([[["help", "compare"]], [["compare", "--help"]], [["compare", "x", "-h"]]])(
  "versus %j tells all about compare",
  async (words) => {
    const { printed, around } = surroundings();
    expect(await runProgram(words, around)).toBe(0);
    for (const option of ["-o, --output", "--json", "--md", "--author", "--date", "-q, --quiet", "-h, --help"]) {
      expect(printed.join("")).toContain(`${option} `);
    }
  },
);

test("versus --version names the version", () => {
  expect(runVersus(makeFolder({}), ["--version"]).stdout.toString()).toMatch(/^versus \d+\.\d+\.\d+\n$/);
});

test.each([
  [[], "Name a command."],
  [["contrast"], 'Unknown command "contrast".'],
  [["help", "contrast"], 'Unknown command "contrast".'],
  [["--colour"], 'Unknown command "--colour".'],
])("versus %j is wrong usage", (words, message) => {
  const { code, stdout, stderr } = runVersus(makeFolder({}), words);
  expect({ code, stdout: stdout.toString() }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toBe(`versus: ${message}\n\nUsage: versus COMMAND [...]\nversus help explains it.\n`);
});

test("a reader who goes away is no crash", () => {
  expect(runShell(makeFolder({}), "versus help compare | true").stderr).toBe("");
});
