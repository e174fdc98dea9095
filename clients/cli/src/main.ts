#!/usr/bin/env node
// The `versus` program: the one place where it meets the process it runs in.

import { buffer } from "node:stream/consumers";
import type { Channel } from "./command.ts";
import { runProgram } from "./run-program.ts";

const exitCode = await runProgram(process.argv.slice(2), {
  stdin: () => buffer(process.stdin),
  stdout: channelOf(process.stdout),
  stderr: channelOf(process.stderr),
  now: () => new Date(),
  elapsed: () => performance.now(),
});
// One that was set by a reader who went away stands.
process.exitCode ??= exitCode;

/** What is written is on its way when the program ends: Node waits for it. A reader who has gone away is no crash. */
function channelOf(stream: NodeJS.WriteStream): Channel {
  stream.on("error", () => {
    process.exitCode = 1;
  });
  return { isTerminal: stream.isTTY === true, write: (content) => stream.write(content) };
}
