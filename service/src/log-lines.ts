// Lines of the log on their way out, some at a time: a call to the system for every request would cost as much as the
// request. A line that tells of trouble goes out at once, with those before it.

const mostHeld = 32 * 1024;
const holdMilliseconds = 100;
/** Of pino: information and below. */
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

  /** Nothing is held afterwards. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#held;
    this.#held = "";
    if (lines !== "") this.#write(lines);
  }
}
