// Reads that wait for something to be settled are woken by the database: the transaction that settles it also notifies,
// and one connection of the process listens. So nobody asks again and again, whichever process did the work.
//
// What is notified while the connection is away is lost. When it is back, everybody who waits is woken once and looks for
// himself; and nobody waits for longer than he said, so a connection that cannot be made costs time and nothing else.

import { sql } from "kysely";
import type pg from "pg";
import { clientConfig, type DatabaseConfig, type Transaction } from "./database.ts";
import { liveConnections } from "./live-connections.ts";
import { statement } from "./statement.ts";

const channel = "versus_settled";
/** Before the connection is tried again. */
const restMilliseconds = 500;
/** A connection that listens says nothing of itself: it is asked, and given up when it does not answer. */
const pingMilliseconds = 3000;
const ListeningClient = liveConnections(pingMilliseconds);

/** Whoever waits for it is woken when the transaction commits. */
export async function notifySettled(transaction: Transaction, ownerId: string): Promise<void> {
  await notify(transaction, { ownerId });
}

const notify = statement((database, { ownerId }: { readonly ownerId: string }) => ({
  compile: () => sql`select pg_notify(${channel}, ${ownerId})`.compile(database),
}));

export interface Patience<Answer> {
  readonly isEnough: (answer: Answer) => boolean;
  readonly milliseconds: number;
  /** When so many wait who have such a limit, one more is given the first answer. */
  readonly most?: number;
}

/** Connects when somebody first waits. */
export class OwnerWatch {
  readonly #config: DatabaseConfig;
  /** By owner: what wakes each of those who wait for it. */
  readonly #waiting = new Map<string, Set<() => void>>();
  /** How many wait who have a limit. */
  #limited = 0;
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #pinging: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(config: DatabaseConfig) {
    this.#config = config;
  }

  /** Asks at once, and again when the owner is settled, until the answer is enough or the time is over. */
  async ask<Answer>(
    ownerId: string,
    question: () => Promise<Answer>,
    { isEnough, milliseconds, most }: Patience<Answer>,
  ): Promise<Answer> {
    if (most !== undefined && this.#limited >= most) return question();
    if (most === undefined) return this.#askUntil(ownerId, question, { isEnough, milliseconds });
    this.#limited++;
    try {
      return await this.#askUntil(ownerId, question, { isEnough, milliseconds });
    } finally {
      this.#limited--;
    }
  }

  async #askUntil<Answer>(
    ownerId: string,
    question: () => Promise<Answer>,
    { isEnough, milliseconds }: Patience<Answer>,
  ): Promise<Answer> {
    const end = performance.now() + milliseconds;
    for (;;) {
      // The ear before the question: what is settled in between is heard.
      const ear = this.#openEar(ownerId);
      try {
        const answer = await question();
        const left = end - performance.now();
        if (isEnough(answer) || left <= 0 || this.#isClosed) return answer;
        this.#connect();
        await ear.hear(left);
      } finally {
        ear.close();
      }
    }
  }

  /** Whoever waits is given the answer of now. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#pinging);
    this.#wakeAll();
    await this.#client?.end().catch(() => {});
  }

  #openEar(ownerId: string) {
    const ears = this.#waiting.get(ownerId) ?? new Set();
    this.#waiting.set(ownerId, ears);
    let timer: NodeJS.Timeout | undefined;
    let wake = () => {};
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    ears.add(wake);
    return {
      hear: (milliseconds: number): Promise<void> => {
        timer = setTimeout(wake, milliseconds);
        return woken;
      },
      close: (): void => {
        clearTimeout(timer);
        ears.delete(wake);
        if (ears.size === 0) this.#waiting.delete(ownerId);
      },
    };
  }

  /** At most one at a time. */
  #connect(): void {
    if (this.#client !== undefined || this.#isClosed) return;
    const client = new ListeningClient(clientConfig(this.#config));
    this.#client = client;
    client.on("notification", ({ payload = "" }) => this.#wake(payload));
    client.on("end", () => this.#lose());
    client
      .connect()
      .then(() => client.query(`listen ${channel}`))
      .then(
        // What was settled before it listened was not heard.
        () => {
          this.#wakeAll();
          this.#pinging = setInterval(() => client.query("select 1").catch(() => {}), pingMilliseconds).unref();
        },
        () => client.end().catch(() => {}),
      );
  }

  #lose(): void {
    this.#client = undefined;
    clearInterval(this.#pinging);
    if (this.#waiting.size === 0 || this.#isClosed) return;
    this.#retry = setTimeout(() => this.#connect(), restMilliseconds);
  }

  #wake(ownerId: string): void {
    for (const wake of this.#waiting.get(ownerId) ?? []) wake();
  }

  #wakeAll(): void {
    for (const ownerId of this.#waiting.keys()) this.#wake(ownerId);
  }
}
