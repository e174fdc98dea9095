// Reports on standard error how far a run is.
//
// On a terminal, one line rewrites itself. Elsewhere a line is printed every few seconds, so that a log stays short.

export interface Progress {
  advance(): void;
  /** Prints a line that stays, in addition to the progress. */
  say(line: string): void;
  finish(): void;
}

/** The part of a stream that progress needs. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Milliseconds between two lines. */
const INTERVAL = { terminal: 100, log: 5_000 } as const;

export function startProgress(label: string, total: number, output: ProgressOutput = process.stderr): Progress {
  const isTerminal = output.isTTY === true;
  const interval = isTerminal ? INTERVAL.terminal : INTERVAL.log;
  let done = 0;
  let lastTold = performance.now();
  const tell = (): void => {
    const line = `${label}: ${done} of ${total}`;
    output.write(isTerminal ? `\r\u001b[2K${line}` : `${line}\n`);
    lastTold = performance.now();
  };
  return {
    advance() {
      done += 1;
      if (performance.now() - lastTold >= interval) tell();
    },
    say(line) {
      output.write(`${isTerminal ? "\r\u001b[2K" : ""}${line}\n`);
    },
    finish() {
      if (isTerminal) output.write("\r\u001b[2K");
    },
  };
}
