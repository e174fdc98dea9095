// A program that is started once and then asked many things: one JSON line in, one JSON line out.
//
// Programs that read any document of the world die of some and hang on others. So a question has a time of its own; a
// program that lets it pass, or ends, is ended with everything it started, the question is answered by an error, and
// the next question starts the program again. Lines that are no answer are a program talking to itself.

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
  /** Settles the question that is being answered. */
  #settle: (reply: Reply<unknown>) => void = () => {};

  constructor(program: Program) {
    this.#program = program;
  }

  /** Asks one question and waits for its answer, at most `patience` milliseconds. Questions come one after the other. */
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

  /** Ends the program with everything it started. */
  stop(): void {
    const child = this.#child;
    this.#child = undefined;
    if (child?.pid === undefined) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }

  #start(): ChildProcessWithoutNullStreams {
    const { command, words } = this.#program;
    // A group of its own, so that what it starts ends with it.
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

/** Splits at line feeds alone; readline also splits at characters that JSON leaves as they are. */
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
