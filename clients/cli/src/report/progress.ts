// Shows the present stage and the seconds of each stage on a terminal. A pipe gets nothing.

import type { Channel } from "../command.ts";

export class Progress {
  readonly #channel: Channel | undefined;
  readonly #elapsed: () => number;
  #begun: number | undefined;

  constructor(channel: Channel | undefined, elapsed: () => number) {
    this.#channel = channel?.isTerminal ? channel : undefined;
    this.#elapsed = elapsed;
  }

  /** Begins a stage and ends the previous one. */
  begin(stage: string): void {
    this.end();
    this.#begun = this.#elapsed();
    this.#channel?.write(stage);
  }

  end(): void {
    if (this.#begun === undefined) return;
    const seconds = (this.#elapsed() - this.#begun) / 1000;
    this.#begun = undefined;
    this.#channel?.write(` ${seconds.toFixed(2)} s\n`);
  }
}
