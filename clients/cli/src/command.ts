// What a command of the program is, what it is handed, and the two ways in which it ends early.

/** 0: done. 1: could not be done, or documents differ. 2: called wrongly, or could not be compared. */
export type ExitCode = 0 | 1 | 2;

/** By name: a flag, or an option that takes a value, perhaps with a letter of its own. */
export type CommandOptions = Readonly<
  Record<string, { readonly type: "string" | "boolean"; readonly short?: string; readonly multiple?: boolean }>
>;

export interface Command {
  /** One word, or two: `keys create`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** How it is called, shown when it was called otherwise. */
  readonly usage: string;
  /** What `versus help NAME` adds to that. */
  readonly help: string;
  /** Its options, as shells complete them; none where they are not told. */
  readonly options?: CommandOptions;
  /** Gives another exit code than 0 where that is the answer. Throws a Misuse or a Refusal when it cannot do what the words ask. */
  readonly run: (words: readonly string[], surroundings: Surroundings) => Promise<void> | Promise<ExitCode>;
}

/** Everything outside that a command reads or writes, files apart. */
export interface Surroundings {
  readonly stdin: () => Promise<Uint8Array>;
  /** The same, a line at a time as it comes. */
  readonly stdinLines: () => AsyncIterable<string>;
  readonly stdout: Channel;
  readonly stderr: Channel;
  readonly now: () => Date;
  /** Milliseconds since some moment, for differences. */
  readonly elapsed: () => number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Who runs the program, as the system knows them. */
  readonly user: () => string;
  /** Shows a file in the browser; false where there is none. */
  readonly openInBrowser: (path: string) => Promise<boolean>;
  /** Until somebody asks the program to end. Asked again, a second or more later, it ends at once. */
  readonly untilInterrupted: () => Promise<void>;
  /** Ends the program, whatever still runs. */
  readonly endNow: (code: number) => void;
}

export interface Channel {
  readonly isTerminal: boolean;
  readonly write: (content: string | Uint8Array) => void;
}

/** The command was called wrongly: its usage is shown. */
export class Misuse extends Error {}

/** What was asked cannot be done; the message says what is wrong, where, and what to do. */
export class Refusal extends Error {}
