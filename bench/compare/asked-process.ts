// A program that is started once and asked many things: one JSON line in, one JSON line out.
//
// A question has a time of its own. A program that lets it pass, or ends, is ended with everything it started; the
// question is answered by an error, and the next one starts the program again. Lines that are no answer are a program
// talking to itself.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface Program {
  readonly command: string;
  readonly words: readonly string[];
}

export type Reply<Value> = { readonly ok: Value } | { readonly error: string };

export class AskedProcess<Question extends object, Value> {
  readonly #program: Program;
  #child: ChildProcessWithoutNullStreams | undefined;
  /** Settles the question that is being answered. */
  #settle: (reply: Reply<Value>) => void = () => {};

  constructor(program: Program) {
    this.#program = program;
  }

  /** Asks one question and waits for its answer, at most `patience` milliseconds. Questions come one after the other. */
  ask(question: Question, patience: number): Promise<Reply<Value>> {
    const child = this.#child ?? this.#start();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#giveUp(`takes more than ${patience / 1000} s`), patience);
      this.#settle = (reply) => {
        clearTimeout(timer);
        this.#settle = () => {};
        resolve(reply);
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
      if (this.#child === child) this.#giveUp("ends without an answer");
    };
    child.on("error", onEnd).on("exit", onEnd);
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (this.#child === child && line.startsWith("{")) this.#settle(JSON.parse(line) as Reply<Value>);
    });
    return child;
  }

  #giveUp(error: string): void {
    this.stop();
    this.#settle({ error });
  }
}
