// Child processes that serve one task at a time, and the requests that wait for them.
//
// Each slot keeps a child, gives it one task after another, and replaces it after a number of tasks, after any trouble, and
// when its owner says so. Requests are served first come first served.

/** A process that serves tasks one after the other. */
export interface PoolChild<Task, Result> {
  /** True once it has ended, by itself or not. */
  readonly isGone: boolean;
  /** How many tasks it has been given. */
  readonly served: number;
  /** Throws when `signal` is aborted. */
  run(task: Task, signal: AbortSignal): Promise<Result>;
  /** Ends it, and waits until it is gone. */
  end(): Promise<void>;
}

export interface PoolOptions<Task, Result, Child extends PoolChild<Task, Result>> {
  /** How many work at the same time. */
  readonly children: number;
  /** How many tasks one child is given before it is replaced. */
  readonly recycleAfter: number;
  /** When children start: `ahead` of the first request, or when a request asks for one. */
  readonly starts: "ahead" | "asked";
  start(): Promise<Child>;
  /** True if the child, which has just given this result, may be given another task. */
  isWell(child: Child, result: Result): boolean;
}

interface Request<Task, Result> {
  readonly task: Task;
  readonly signal: AbortSignal;
  readonly resolve: (result: Result) => void;
  readonly reject: (problem: unknown) => void;
}

/** The place of one child after another. */
interface Slot<Child> {
  /** The one that will follow, when it was started ahead of time. */
  next: Promise<Child> | undefined;
}

export class ChildPool<Task, Result, Child extends PoolChild<Task, Result>> {
  readonly #options: PoolOptions<Task, Result, Child>;
  readonly #requests: Request<Task, Result>[] = [];
  /** Slots that wait for a request with a child at hand. */
  readonly #waiting: (() => void)[] = [];
  /** Slots that wait for a request before they start a child. */
  readonly #asleep: (() => void)[] = [];
  readonly #slots: Promise<void>[];
  /** Of every request that has no result yet. */
  readonly #open = new Set<AbortController>();
  #isClosed = false;

  constructor(options: PoolOptions<Task, Result, Child>) {
    this.#options = options;
    this.#slots = Array.from({ length: options.children }, () => this.#keepSlot());
  }

  /**
   * Runs as soon as a child is free, first come first served. Throws when `signal` is aborted (the child is killed),
   * when the pool is closed, and when no child can be started.
   */
  async run(task: Task, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    if (this.#isClosed) throw closed();
    const giveUp = new AbortController();
    const abort = () => giveUp.abort(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    this.#open.add(giveUp);
    try {
      return await this.#queue(task, giveUp.signal);
    } finally {
      // The caller's signal may live long and must not hold on to documents.
      signal.removeEventListener("abort", abort);
      this.#open.delete(giveUp);
    }
  }

  /** Kills what runs, and waits until every child is gone. Idle children cost nothing to kill: end the work first. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const request of this.#open) request.abort(closed());
    for (const wake of [...this.#waiting.splice(0), ...this.#asleep.splice(0)]) wake();
    await Promise.all(this.#slots);
  }

  #queue(task: Task, signal: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      const request = { task, signal, resolve, reject };
      this.#requests.push(request);
      signal.addEventListener("abort", () => this.#forget(request), { once: true });
      // A child at hand is asked before another is started.
      (this.#waiting.shift() ?? this.#asleep.shift())?.();
    });
  }

  /** One that still waits for a child is given up. */
  #forget(request: Request<Task, Result>): void {
    const at = this.#requests.indexOf(request);
    if (at < 0) return;
    this.#requests.splice(at, 1);
    request.reject(request.signal.reason);
  }

  async #keepSlot(): Promise<void> {
    const isAhead = this.#options.starts === "ahead";
    const slot: Slot<Child> = { next: isAhead ? this.#start() : undefined };
    while (!this.#isClosed) {
      if (!isAhead && slot.next === undefined && !(await this.#isAsked())) break;
      const starting = slot.next ?? this.#start();
      slot.next = undefined;
      try {
        const child = await starting;
        await this.#useUp(child, slot);
        await child.end();
      } catch (problem) {
        // Nothing can be started. The next request is told, and then it is tried again.
        (await this.#take())?.reject(problem);
      }
    }
    await slot.next?.then((child) => child.end()).catch(() => {});
  }

  #start(): Promise<Child> {
    const started = this.#options.start();
    // Looked at when the slot needs it; until then a failure is no unhandled one.
    started.catch(() => {});
    return started;
  }

  /** Gives the child tasks until it has to go. The one after it is started while it works on its last. */
  async #useUp(child: Child, slot: Slot<Child>): Promise<void> {
    for (let isWell = true; isWell; ) {
      const request = await this.#take();
      if (request === undefined) return;
      if (child.isGone) {
        this.#requests.unshift(request);
        return;
      }
      const isLast = child.served + 1 >= this.#options.recycleAfter;
      if (isLast) slot.next = this.#start();
      isWell = (await this.#serve(child, request)) && !isLast;
    }
  }

  /** Tells whether the child may be given another task. */
  async #serve(child: Child, { task, signal, resolve, reject }: Request<Task, Result>): Promise<boolean> {
    try {
      const result = await child.run(task, signal);
      resolve(result);
      return this.#options.isWell(child, result);
    } catch (problem) {
      reject(problem);
      return false;
    }
  }

  /** The next request; nothing when the pool is closed. */
  async #take(): Promise<Request<Task, Result> | undefined> {
    while (!this.#isClosed) {
      const request = this.#requests.shift();
      if (request !== undefined) return request;
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    return undefined;
  }

  /** Waits until there is a request; false when the pool is closed. */
  async #isAsked(): Promise<boolean> {
    while (!this.#isClosed && this.#requests.length === 0) {
      await new Promise<void>((resolve) => {
        this.#asleep.push(resolve);
      });
    }
    return !this.#isClosed;
  }
}

function closed(): Error {
  return new Error("The sandbox was closed");
}
