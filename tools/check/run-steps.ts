// Runs commands, a few at a time, and reports each when it ends.
//
// A report has one line, the output of a failed command, and the tests that passed only at the second attempt. The
// lines that name a failure are also printed before the output, so that the beginning of a long report contains them.

import { spawn } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import type { Step } from "./steps.ts";
import { SECOND_TRY, sumTallies, type Tally, tallyOf, tallyText } from "./tally.ts";

/** The folder of the steps, the number that run at the same time, and the receiver of their report. */
export interface RunSettings {
  readonly root: string;
  readonly atOnce: number;
  readonly print: (text: string) => void;
}

/** Starts all steps in order, `atOnce` at a time, also after a failure. Returns the sum of their tallies. */
export async function runSteps(steps: readonly Step[], settings: RunSettings): Promise<Tally> {
  const waiting = [...steps];
  const tallies: Tally[] = [];
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) tallies.push(await runStep(step, settings));
  };
  await Promise.all(Array.from({ length: settings.atOnce }, work));
  return sumTallies(tallies);
}

/** The start of a line that names a failure, in the output of vitest, the acceptance and the proofs. */
const FAILURE = /^\s*FAIL(?:ED)? /;

async function runStep({ name, command }: Step, { root, print }: RunSettings): Promise<Tally> {
  const started = performance.now();
  const { output, succeeded } = await runCommand(command, root);
  const tally = tallyOf(output, succeeded);
  const passed = succeeded && tally.failed === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(`${passed ? "ok  " : "FAIL"} ${name.padEnd(26)} ${seconds.padStart(6)} s   ${tallyText(tally)}`);
  const lines = output.split("\n").filter((line) => (passed ? line.startsWith(SECOND_TRY) : FAILURE.test(line)));
  for (const line of lines) print(`     ${line.trim()}`);
  if (!passed) print(`$ ${command}\n${output.trimEnd()}\n`.replace(/^(?=.)/gm, "     "));
  return tally;
}

// The commands of installed packages come first on the path, then this same Node, whatever Node the shell has.
function runCommand(command: string, root: string): Promise<{ output: string; succeeded: boolean }> {
  const path = [join(root, "node_modules/.bin"), dirname(process.execPath), process.env.PATH ?? ""].join(delimiter);
  const child = spawn(command, {
    cwd: root,
    shell: true,
    env: { ...process.env, PATH: path, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ output: `${output}${error.message}`, succeeded: false }));
    child.on("close", (code) => resolve({ output, succeeded: code === 0 }));
  });
}
