// Takes work as long as it has free hands, keeps saying that it is alive, and lets go of what is no longer its own.
//
// It knows nothing of where work comes from. The loop asks for as much as there are free hands, and then sleeps until
// it is woken (a job came in, a hand is free) or it is time to look again. Work must not block the process: while it
// does, nobody hears that the worker is alive, and its jobs are given to others.

/** Where work comes from and goes to. */
export interface WorkSource<Claim> {
  /** Up to so many; none when there is no work. */
  claim(most: number): Promise<readonly Claim[]>;
  /** Says that the claims are being worked on; gives those that are not the worker's any more. */
  keep(claims: readonly Claim[]): Promise<readonly Claim[]>;
  /** Does the work and settles it. */
  run(claim: Claim, signal: AbortSignal): Promise<void>;
}

export interface WorkerOptions {
  readonly concurrency: number;
  /** How long it sleeps when nobody wakes it. */
  readonly pollMilliseconds: number;
  /** How often it says that it is alive. */
  readonly keepMilliseconds: number;
  /** Told what went wrong with taking, keeping or settling; the work is tried again or taken over by others. */
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

  /** Starts at once. */
  constructor(source: WorkSource<Claim>, options: WorkerOptions) {
    this.#source = source;
    this.#options = options;
    this.#keeping = setInterval(() => this.#keep(), options.keepMilliseconds);
    this.#loop = this.#takeWork();
  }

  /** There may be work. */
  wake(): void {
    this.#isAwake = true;
    this.#wakeUp();
  }

  /** Takes no more, and waits for what runs. */
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
