// Buffers lines of the log, because a system call for each request would cost as much as the request.
//
// A line with a warning or an error is written at once, with the lines before it.

const mostHeld = 32 * 1024;
const holdMilliseconds = 100;
/** The start of a line of pino with the level info or below. */
const calmLine = /^\{"level":[123]0,/;

export class LogLines {
  readonly #write: (lines: string) => void;
  #held = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (lines: string) => void) {
    this.#write = write;
  }

  write(line: string): void {
    this.#held += line;
    if (this.#held.length > mostHeld || !calmLine.test(line)) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), holdMilliseconds);
  }

  /** Writes all buffered lines. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#held;
    this.#held = "";
    if (lines !== "") this.#write(lines);
  }
}
