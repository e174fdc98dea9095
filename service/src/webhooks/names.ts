// Looks up the hosts of webhooks by asking name servers over the network.
//
// `getaddrinfo` of the system blocks one of the few threads that also read files, so a few slow names would block the
// whole process. A lookup has three seconds. One organization looks up four names at a time, and a process 64. Further
// lookups wait. While the process has a free slot, no organization waits for another one.

import { Resolver } from "node:dns/promises";

/** Returns every address of a name; empty without one. Throws NameTimedOut, and the reason of the signal. */
export type Resolve = (host: string, options: ResolveOptions) => Promise<readonly string[]>;

export interface ResolveOptions {
  readonly organizationId: string;
  /** Aborted if the result is no longer needed. */
  readonly signal: AbortSignal;
}

export class NameTimedOut extends Error {
  constructor() {
    super("the name servers did not answer in time");
    this.name = "NameTimedOut";
  }
}

const atOnce = 64;
const perOrganization = 4;
const nameMilliseconds = 3_000;
const tryMilliseconds = 2_000;
const tries = 2;
/**
 * Codes of name servers for a name that has no address of a family or does not exist, for names of invalid form, and
 * for servers that refuse or fail.
 */
const noAddress: ReadonlySet<unknown> = new Set([
  "ENODATA",
  "ENOTFOUND",
  "EBADNAME",
  "ENOTIMP",
  "EREFUSED",
  "ESERVFAIL",
]);

/** Returns the lookup. `servers` are addresses with or without a port; the default is the servers of the system. */
export function resolveByDns(servers?: readonly string[]): Resolve {
  const turns = new NameTurns();
  return (host, options) => turns.take(options, () => resolveName(host, servers));
}

async function resolveName(host: string, servers: readonly string[] | undefined): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: tryMilliseconds, tries });
  if (servers !== undefined) resolver.setServers(servers);
  const over = setTimeout(() => resolver.cancel(), nameMilliseconds);
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = found.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const problems = found.flatMap((answer) => (answer.status === "rejected" ? [answer.reason.code] : []));
    if (addresses.length === 0 && !problems.every((code) => noAddress.has(code))) throw new NameTimedOut();
    return addresses;
  } finally {
    clearTimeout(over);
  }
}

interface Waiter {
  readonly organizationId: string;
  readonly begin: () => void;
}

class NameTurns {
  readonly #running = new Map<string, number>();
  #count = 0;
  #waiting: Waiter[] = [];

  async take<Value>({ organizationId, signal }: ResolveOptions, work: () => Promise<Value>): Promise<Value> {
    await this.#turn(organizationId, signal);
    try {
      return await work();
    } finally {
      this.#end(organizationId);
    }
  }

  #turn(organizationId: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        reject(signal.reason);
      };
      const waiter: Waiter = {
        organizationId,
        begin: () => {
          signal.removeEventListener("abort", leave);
          resolve();
        },
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.push(waiter);
      this.#beginNext();
    });
  }

  /** Starts the first waiting lookup whose organization has a free slot. */
  #beginNext(): void {
    if (this.#count >= atOnce) return;
    const next = this.#waiting.find(({ organizationId }) => this.#runningOf(organizationId) < perOrganization);
    if (next === undefined) return;
    this.#waiting = this.#waiting.filter((other) => other !== next);
    this.#count += 1;
    this.#running.set(next.organizationId, this.#runningOf(next.organizationId) + 1);
    next.begin();
  }

  #end(organizationId: string): void {
    this.#count -= 1;
    const left = this.#runningOf(organizationId) - 1;
    if (left === 0) this.#running.delete(organizationId);
    else this.#running.set(organizationId, left);
    this.#beginNext();
  }

  #runningOf(organizationId: string): number {
    return this.#running.get(organizationId) ?? 0;
  }
}
