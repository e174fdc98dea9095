// Polls readiness, and makes a cheap call with each key, repeatedly.
//
// Times are those of `performance.now()`.

import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "./call-service.ts";

interface Answer {
  readonly begunAt: number;
  readonly endedAt: number;
  /** 0 if there was no answer, or none in time. */
  readonly status: number;
}

const ANSWER_MILLISECONDS = 30_000;

/** Polls one address repeatedly, one request at a time. */
class Probe {
  readonly answers: Answer[] = [];
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #loop: Promise<void>;
  #isOver = false;

  constructor(url: string, headers: Readonly<Record<string, string>>, restMilliseconds: number) {
    this.#url = url;
    this.#headers = headers;
    this.#loop = this.#ask(restMilliseconds);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#loop;
  }

  /** Returns the milliseconds from `time` to the end of the first good answer after it. */
  firstGoodAfter(time: number): number {
    const good = this.answers.find(({ endedAt, status }) => endedAt > time && status === 200);
    return good === undefined ? Number.POSITIVE_INFINITY : good.endedAt - time;
  }

  async #ask(restMilliseconds: number): Promise<void> {
    while (!this.#isOver) {
      const begunAt = performance.now();
      const signal = AbortSignal.timeout(ANSWER_MILLISECONDS);
      const status = await fetch(this.#url, { headers: this.#headers, signal }).then(
        async (reply) => {
          await reply.arrayBuffer();
          return reply.status;
        },
        () => 0,
      );
      this.answers.push({ begunAt, endedAt: performance.now(), status });
      await sleep(restMilliseconds);
    }
  }
}

export class Probes {
  readonly #ready: Probe;
  readonly #keys: readonly Probe[];

  constructor(readyUrl: string, callers: readonly Caller[]) {
    this.#ready = new Probe(readyUrl, {}, 250);
    this.#keys = callers.map(({ url, key }) => new Probe(`${url}/v1/usage`, { authorization: `Bearer ${key}` }, 300));
  }

  async stop(): Promise<void> {
    await Promise.all([this.#ready, ...this.#keys].map((probe) => probe.stop()));
  }

  /** Returns the milliseconds from `time` until the first answer that is not ready. */
  redAfter(time: number): number {
    const red = this.#ready.answers.find(({ endedAt, status }) => endedAt > time && status !== 200);
    return red === undefined ? Number.POSITIVE_INFINITY : red.endedAt - time;
  }

  /** Returns the milliseconds from `time` until the first answer that is ready. */
  greenAfter(time: number): number {
    return this.#ready.firstGoodAfter(time);
  }

  /** Returns the milliseconds from `time` until every key had a good answer. Infinity if one key had none. */
  keysAfter(time: number): number {
    return Math.max(...this.#keys.map((probe) => probe.firstGoodAfter(time)));
  }

  /** The longest time in milliseconds that a call with a key waited for any answer. */
  get longest(): number {
    return Math.max(
      0,
      ...this.#keys.flatMap(({ answers }) => answers.map(({ begunAt, endedAt }) => endedAt - begunAt)),
    );
  }

  /** The number of answers with status 500, which a caller must never get. */
  get faults(): number {
    return this.#keys.flatMap(({ answers }) => answers).filter(({ status }) => status === 500).length;
  }
}
