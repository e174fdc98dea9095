// Keeps a program running and asks it questions: one JSON line in, one JSON line out.
//
// Programs that read arbitrary documents crash on some and hang on others. So each question has a time limit. A program
// that exceeds it, or ends, is killed with everything it started. The question is then answered by an error, and the
// next question starts the program again. Lines that are not answers are other output of the program.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { Readable } from "node:stream";

export interface Program {
  readonly command: string;
  readonly words: readonly string[];
}

export type Reply<Value> = { readonly ok: Value } | { readonly error: string };

export class KeptProcess {
  readonly #program: Program;
  #child: ChildProcessWithoutNullStreams | undefined;
  /** Settles the current question. */
  #settle: (reply: Reply<unknown>) => void = () => {};

  constructor(program: Program) {
    this.#program = program;
  }

  /**
   * Asks one question and waits for its answer, at most `patience` milliseconds. Callers ask one question after
   * another.
   */
  ask<Value>(question: object, patience: number): Promise<Reply<Value>> {
    const child = this.#child ?? this.#start();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#giveUp("it took too long"), patience);
      this.#settle = (reply) => {
        clearTimeout(timer);
        this.#settle = () => {};
        resolve(reply as Reply<Value>);
      };
      child.stdin.write(`${JSON.stringify(question)}\n`);
    });
  }

  /** Kills the program with everything it started. */
  stop(): void {
    const child = this.#child;
    this.#child = undefined;
    if (child?.pid === undefined) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // The program has already ended.
    }
  }

  #start(): ChildProcessWithoutNullStreams {
    const { command, words } = this.#program;
    // A separate process group, so that its children are killed with it.
    const child = spawn(command, words, { detached: true });
    this.#child = child;
    child.stderr.resume();
    child.stdin.on("error", () => {});
    const onEnd = (): void => {
      if (this.#child === child) this.#giveUp("the program ended");
    };
    child.on("error", onEnd).on("exit", onEnd);
    readLines(child.stdout, (line) => {
      if (this.#child === child && line.startsWith("{")) this.#settle(JSON.parse(line) as Reply<unknown>);
    });
    return child;
  }

  #giveUp(error: string): void {
    this.stop();
    this.#settle({ error });
  }
}

/** Splits at line feeds only. `readline` also splits at characters that JSON does not escape. */
function readLines(stream: Readable, onLine: (line: string) => void): void {
  let pieces: string[] = [];
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    const [first, ...others] = chunk.split("\n");
    pieces.push(first!);
    for (const other of others) {
      onLine(pieces.join(""));
      pieces = [other];
    }
  });
}
