// Connects the `versus` program to its process. main.ts loads it.
//
// Node modules that few commands need are loaded on demand, so other commands start faster.

import { userInfo } from "node:os";
import type { Channel } from "./command.ts";
import { runProgram } from "./run-program.ts";

void runProgram(process.argv.slice(2), {
  stdin: async () => (await import("node:stream/consumers")).buffer(process.stdin),
  stdinLines,
  stdout: channelOf(process.stdout),
  stderr: channelOf(process.stderr),
  now: () => new Date(),
  elapsed: () => performance.now(),
  environment: process.env,
  user,
  openInBrowser: async (path) => {
    const { openInBrowser } = await import("./files/open-in-browser.ts");
    return openInBrowser(path, process.env.BROWSER);
  },
  untilInterrupted,
  endNow: (code) => process.exit(code),
}).then((exitCode) => {
  // An exit code that was set after a failed write is kept.
  process.exitCode ??= exitCode;
});

async function* stdinLines(): AsyncGenerator<string> {
  const { createInterface } = await import("node:readline");
  yield* createInterface({ input: process.stdin });
}

/**
 * Returns a channel for a stream. Node writes pending output before the program ends. A reader that closes the stream
 * causes exit code 1, not a crash.
 */
function channelOf(stream: NodeJS.WriteStream): Channel {
  stream.on("error", () => {
    process.exitCode = 1;
  });
  return { isTerminal: stream.isTTY === true, write: (content) => stream.write(content) };
}

/** Returns the name of the user. In a container the user may have a number and no name. */
function user(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? "unknown"}`;
  }
}

/**
 * Resolves at the first signal. A launcher such as npm repeats a Ctrl-C that this process has already received, so only
 * a later signal counts as the second.
 */
function untilInterrupted(): Promise<void> {
  const sameMilliseconds = 1000;
  return new Promise((resolve) => {
    let first = Number.POSITIVE_INFINITY;
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.on(signal, () => {
        if (performance.now() - first > sameMilliseconds) process.exit(1);
        first = Math.min(first, performance.now());
        resolve();
      });
    }
  });
}
