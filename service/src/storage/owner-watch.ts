// Wakes reads that wait for an owner to be settled.
//
// The settling transaction sends a notification, and one connection of each process listens. Reads therefore do not
// poll, whichever process did the work.
//
// Notifications are lost while the connection is down. When it is back, all waiting reads are woken once and look for
// themselves. No read waits longer than its limit, so a connection that cannot be made costs only time (SRV-51).

import { sql } from "kysely";
import type pg from "pg";
import { clientConfig, type DatabaseConfig, type Transaction } from "./database.ts";
import { liveConnections } from "./live-connections.ts";
import { statement } from "./statement.ts";

const channel = "versus_settled";
/** The pause before the connection is tried again, in milliseconds. */
const restMilliseconds = 500;
/** A listening connection reports nothing by itself, so it is pinged, and destroyed if it does not answer. */
const pingMilliseconds = 3000;
const ListeningClient = liveConnections(pingMilliseconds);

/** Wakes the reads that wait for the owner when the transaction commits. */
export async function notifySettled(transaction: Transaction, ownerId: string): Promise<void> {
  await notify(transaction, { ownerId });
}

const notify = statement((database, { ownerId }: { readonly ownerId: string }) => ({
  compile: () => sql`select pg_notify(${channel}, ${ownerId})`.compile(database),
}));

export interface Patience<Answer> {
  readonly isEnough: (answer: Answer) => boolean;
  readonly milliseconds: number;
  /** Limit of waiting reads, counted over all reads that have such a limit. A read beyond it gets its first answer. */
  readonly most?: number;
}

/** A watch that connects when a read first waits. */
export class OwnerWatch {
  readonly #config: DatabaseConfig;
  /** Maps an owner to the functions that wake the reads that wait for it. */
  readonly #waiting = new Map<string, Set<() => void>>();
  /** How many waiting reads have a limit. */
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
      // Registered before the question, so that a settling in between is noticed.
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

  /** Gives all waiting reads the current answer. */
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

  /** Opens the connection, unless there is one. */
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
        // The connection did not hear what was settled before it listened.
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
