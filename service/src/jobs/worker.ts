// Claims work for its free slots, sends heartbeats, and aborts work that another worker took over.
//
// It does not know where work comes from. The loop asks for as much as there are free slots, and then sleeps until it
// is woken (a new job, a free slot) or its time is over. Work must not block the process: heartbeats would stop, and
// other workers would take the jobs.

/** A source of work, which also keeps and settles it. */
export interface WorkSource<Claim> {
  /** Returns at most `most` claims; empty if there is no work. */
  claim(most: number): Promise<readonly Claim[]>;
  /** Sends a heartbeat for the claims. Returns those that this worker has lost. */
  keep(claims: readonly Claim[]): Promise<readonly Claim[]>;
  /** Does the work and settles it. */
  run(claim: Claim, signal: AbortSignal): Promise<void>;
}

export interface WorkerOptions {
  readonly concurrency: number;
  /** How long the worker sleeps if nobody wakes it. */
  readonly pollMilliseconds: number;
  /** The interval of heartbeats. */
  readonly keepMilliseconds: number;
  /** Receives problems of claiming, keeping or settling. The work is retried or taken over by others. */
  readonly report: (problem: unknown) => void;
}

export class Worker<Claim> {
  readonly #source: WorkSource<Claim>;
  readonly #options: WorkerOptions;
  readonly #running = new Map<Claim, AbortController>();
  readonly #ends = new Set<Promise<void>>();
  readonly #keeping: NodeJS.Timeout;
  readonly #loop: Promise<void>;
  #isStopping = false;
  #isAwake = false;
  #wakeUp: () => void = () => {};

  /** Starts the loop at once. */
  constructor(source: WorkSource<Claim>, options: WorkerOptions) {
    this.#source = source;
    this.#options = options;
    this.#keeping = setInterval(() => this.#keep(), options.keepMilliseconds);
    this.#loop = this.#takeWork();
  }

  /** Notes that there may be work. */
  wake(): void {
    this.#isAwake = true;
    this.#wakeUp();
  }

  /** Stops claiming, and waits for the running work. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.wake();
    await this.#loop;
    await Promise.all(this.#ends);
    clearInterval(this.#keeping);
  }

  async #takeWork(): Promise<void> {
    while (!this.#isStopping) {
      this.#isAwake = false;
      const free = this.#options.concurrency - this.#running.size;
      if (free > 0) for (const claim of await this.#claim(free)) this.#begin(claim);
      if (!this.#isAwake) await this.#sleep();
    }
  }

  async #claim(most: number): Promise<readonly Claim[]> {
    try {
      return await this.#source.claim(most);
    } catch (problem) {
      this.#options.report(problem);
      return [];
    }
  }

  #begin(claim: Claim): void {
    const controller = new AbortController();
    this.#running.set(claim, controller);
    const end = this.#run(claim, controller.signal).finally(() => {
      this.#running.delete(claim);
      this.#ends.delete(end);
      this.wake();
    });
    this.#ends.add(end);
  }

  async #run(claim: Claim, signal: AbortSignal): Promise<void> {
    try {
      await this.#source.run(claim, signal);
    } catch (problem) {
      this.#options.report(problem);
    }
  }

  async #keep(): Promise<void> {
    if (this.#running.size === 0) return;
    try {
      const lost = await this.#source.keep([...this.#running.keys()]);
      for (const claim of lost) this.#running.get(claim)?.abort(new Error("The job was given to another worker"));
    } catch (problem) {
      this.#options.report(problem);
    }
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#options.pollMilliseconds);
      this.#wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
