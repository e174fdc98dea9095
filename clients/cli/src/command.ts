// Defines a command of the program, its surroundings, and the two errors that end it early.

/**
 * 0: done. 1: not possible; with --exit-code, the documents differ. 2: wrong arguments; with --exit-code, also not
 * possible.
 */
export type ExitCode = 0 | 1 | 2;

/**
 * Maps the name of an option to its type: a flag or an option with a value. An option may have a letter, and may be
 * repeatable (`multiple`).
 */
export type CommandOptions = Readonly<
  Record<string, { readonly type: "string" | "boolean"; readonly short?: string; readonly multiple?: boolean }>
>;

export interface Command {
  /** One or two words, such as `keys create`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The usage line, also shown after wrong arguments. */
  readonly usage: string;
  /** The text that `versus help NAME` adds to the usage. */
  readonly help: string;
  /** The options that shells complete; undefined for none. */
  readonly options?: CommandOptions;
  /**
   * Runs the command. Returns the exit code, or nothing for 0. An exit code other than 0 is an answer, such as "the
   * documents differ". Throws a Misuse or a Refusal if it cannot do what the words ask.
   */
  readonly run: (words: readonly string[], surroundings: Surroundings) => Promise<void> | Promise<ExitCode>;
}

/** Everything outside the program that a command reads or writes, except files. */
export interface Surroundings {
  readonly stdin: () => Promise<Uint8Array>;
  /** Standard input, one line at a time as it arrives. */
  readonly stdinLines: () => AsyncIterable<string>;
  readonly stdout: Channel;
  readonly stderr: Channel;
  readonly now: () => Date;
  /** Milliseconds since an arbitrary moment, for differences. */
  readonly elapsed: () => number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The system's name for the user who runs the program. */
  readonly user: () => string;
  /** Shows a file in the browser. Returns false if no browser could be started. */
  readonly openInBrowser: (path: string) => Promise<boolean>;
  /** Resolves when the program is asked to end. A second request, a second or more later, ends it at once. */
  readonly untilInterrupted: () => Promise<void>;
  /** Ends the program, whatever still runs. */
  readonly endNow: (code: number) => void;
}

export interface Channel {
  readonly isTerminal: boolean;
  readonly write: (content: string | Uint8Array) => void;
}

/** The error for wrong arguments; the usage is shown with it. */
export class Misuse extends Error {}

/** The error for a request that cannot be carried out. The message says what is wrong, where, and what to do. */
export class Refusal extends Error {}
