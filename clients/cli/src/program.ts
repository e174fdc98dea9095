// The `versus` program: the one place where it meets the process it runs in. main.ts loads it.
//
// Modules of Node that few commands use are loaded when they are asked for: the start of every other command is shorter.

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
  // One that was set by a reader who went away stands.
  process.exitCode ??= exitCode;
});

async function* stdinLines(): AsyncGenerator<string> {
  const { createInterface } = await import("node:readline");
  yield* createInterface({ input: process.stdin });
}

/** What is written is on its way when the program ends: Node waits for it. A reader who has gone away is no crash. */
function channelOf(stream: NodeJS.WriteStream): Channel {
  stream.on("error", () => {
    process.exitCode = 1;
  });
  return { isTerminal: stream.isTTY === true, write: (content) => stream.write(content) };
}

/** In a container the user may have a number and no name. */
function user(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? "unknown"}`;
  }
}

/** A launcher such as npm passes a Ctrl-C on that we have got already: only a later one is a second one. */
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
