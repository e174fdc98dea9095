// Keeps child processes that serve one task at a time, and queues the requests that wait for them.
//
// Each slot keeps one child and gives it one task after another. The slot replaces its child after a number of tasks,
// after any trouble, and when `isWell` is false. Requests are served first come, first served. No request waits for
// ever: a request that gets no child in time has the result of a task that took too long. If every child runs a task
// that gives way, and a task arrives that does not, one of the running tasks is stopped.

/** A process that serves one task after another. */
export interface PoolChild<Task, Result> {
  /** True after the process has ended, for whatever reason. */
  readonly isGone: boolean;
  /** The number of tasks that the child has received. */
  readonly served: number;
  /** Throws if `signal` is aborted. */
  run(task: Task, signal: AbortSignal): Promise<Result>;
  /** Ends the process, and waits for its end. */
  end(): Promise<void>;
}

export interface PoolOptions<Task, Result, Child extends PoolChild<Task, Result>> {
  /** How many children work at the same time. */
  readonly children: number;
  /** The number of tasks after which a child is replaced. */
  readonly recycleAfter: number;
  /** When children start: `ahead` of the first request, or when a request arrives. */
  readonly starts: "ahead" | "asked";
  /** Maximum number of seconds that a request waits for a child. */
  readonly seconds: number;
  /** The result of a request that waited too long. */
  readonly late: Result;
  start(): Promise<Child>;
  /** True if the task is stopped for one that does not give way. By default no task gives way. */
  givesWay?(task: Task): boolean;
  /** Makes the error that `run` throws for a stopped task. Without it no task is stopped. */
  gaveWay?(): Error;
  /** True if the child, which has just given this result, may get another task. */
  isWell(child: Child, result: Result): boolean;
}

interface Request<Task, Result> {
  /** Ends the wait for a child. */
  readonly timer: NodeJS.Timeout;
  readonly task: Task;
  readonly signal: AbortSignal;
  /** Stops the task. */
  readonly stop: (reason: Error) => void;
  readonly resolve: (result: Result) => void;
  readonly reject: (problem: unknown) => void;
}

/** A position that one child after another fills. */
interface Slot<Child> {
  /** The next child, if it was started ahead of time. */
  next: Promise<Child> | undefined;
}

export class ChildPool<Task, Result, Child extends PoolChild<Task, Result>> {
  readonly #options: PoolOptions<Task, Result, Child>;
  readonly #requests: Request<Task, Result>[] = [];
  /** Wakes slots that have a child and wait for a request. */
  readonly #waiting: (() => void)[] = [];
  /** Wakes slots that wait for a request before they start a child. */
  readonly #asleep: (() => void)[] = [];
  readonly #slots: Promise<void>[];
  /** Requests that a child works on. */
  readonly #served = new Set<Request<Task, Result>>();
  /** The controllers of all requests that have no result yet. */
  readonly #open = new Set<AbortController>();
  #isClosed = false;

  constructor(options: PoolOptions<Task, Result, Child>) {
    this.#options = options;
    this.#slots = Array.from({ length: options.children }, () => this.#keepSlot());
  }

  /**
   * Runs the task when a child is free, first come, first served. Returns `late` if no child is free in time. Throws if
   * `signal` is aborted (the child is killed), the pool is closed, no child can be started, or the task gave way.
   */
  async run(task: Task, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    if (this.#isClosed) throw closed();
    const giveUp = new AbortController();
    const abort = () => giveUp.abort(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    this.#open.add(giveUp);
    try {
      return await this.#queue(task, giveUp);
    } finally {
      // The caller's signal may live long and must not keep documents in memory.
      signal.removeEventListener("abort", abort);
      this.#open.delete(giveUp);
    }
  }

  /**
   * Kills running tasks, and waits for the end of every child. To stop gently, end the work first: idle children cost
   * nothing to kill.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const request of this.#open) request.abort(closed());
    for (const wake of [...this.#waiting.splice(0), ...this.#asleep.splice(0)]) wake();
    await Promise.all(this.#slots);
  }

  #queue(task: Task, controller: AbortController): Promise<Result> {
    return new Promise((resolve, reject) => {
      const { seconds, late } = this.#options;
      const { signal } = controller;
      const giveUp = () => this.#forget(request) && resolve(late);
      const timer = setTimeout(giveUp, seconds * 1000);
      const stop = (reason: Error) => controller.abort(reason);
      const request = { timer, task, signal, stop, resolve, reject };
      this.#requests.push(request);
      signal.addEventListener("abort", () => this.#forget(request) && reject(signal.reason), { once: true });
      // A child that is ready is used before another is started.
      const wake = this.#waiting.shift() ?? this.#asleep.shift();
      if (wake === undefined) this.#makeRoom(task);
      else wake();
    });
  }

  /** Stops one running task if every child runs a task that gives way and `task` does not. */
  #makeRoom(task: Task): void {
    const { givesWay, gaveWay, children } = this.#options;
    if (givesWay === undefined || gaveWay === undefined || givesWay(task) || this.#served.size < children) return;
    const [first] = this.#served;
    if ([...this.#served].every((request) => givesWay(request.task))) first?.stop(gaveWay());
  }

  /** Removes the request from the queue. True if it still waited for a child. */
  #forget(request: Request<Task, Result>): boolean {
    const at = this.#requests.indexOf(request);
    if (at < 0) return false;
    this.#requests.splice(at, 1);
    clearTimeout(request.timer);
    return true;
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
        // No child can be started. The next request gets the error, and then the slot tries again.
        const request = await this.#take();
        clearTimeout(request?.timer);
        request?.reject(problem);
      }
    }
    await slot.next?.then((child) => child.end()).catch(() => {});
  }

  #start(): Promise<Child> {
    const started = this.#options.start();
    // The slot awaits the promise later; until then a failure must not count as unhandled.
    started.catch(() => {});
    return started;
  }

  /** Gives the child tasks until it must be replaced. Its successor starts while it works on its last task. */
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

  /** True if the child may get another task. */
  async #serve(child: Child, request: Request<Task, Result>): Promise<boolean> {
    const { timer, task, signal, resolve, reject } = request;
    clearTimeout(timer);
    this.#served.add(request);
    try {
      const result = await child.run(task, signal);
      resolve(result);
      return this.#options.isWell(child, result);
    } catch (problem) {
      reject(problem);
      return false;
    } finally {
      this.#served.delete(request);
    }
  }

  /** Returns the next request, or undefined if the pool is closed. */
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

  /** Waits for a request. False if the pool is closed. */
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
