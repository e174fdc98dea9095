// Connections to Postgres that are given up when they fall silent. A connection may be lost without a word: a firewall
// forgets it, a machine freezes. Nothing then answers, no error comes, and whoever asked would wait for ever.
//
// So a statement has its time. One that is past it has its connection destroyed, which fails the statement and keeps the
// connection out of its pool. What silenced one has most often silenced its neighbours: idle connections of the same pool
// that were not heard of since that statement was sent go with it, or each would cost another caller the same wait.

import pg from "pg";
import { PartAway } from "./part-away.ts";

type Query = (statement: unknown, values?: unknown, callback?: unknown) => unknown;

interface Watched {
  /** When it last answered. */
  heardAt: number;
  statements: number;
}

interface Underlying {
  readonly connection: { readonly stream: { destroy(problem: Error): void } };
}

/** The class of one pool's connections. `address` is asked for each new one: its password may have been replaced. */
export function liveConnections(
  silentMilliseconds: number,
  address?: () => string,
): new (
  config?: pg.ClientConfig,
) => pg.Client {
  const open = new Map<pg.Client, Watched>();
  const giveUp = (client: pg.Client): void => {
    open.delete(client);
    (client as unknown as Underlying).connection.stream.destroy(new PartAway("the database"));
  };
  const giveUpSilent = (late: pg.Client, sentAt: number): void => {
    giveUp(late);
    for (const [client, { heardAt, statements }] of open) {
      if (statements === 0 && heardAt < sentAt) giveUp(client);
    }
  };
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(address === undefined ? config : { ...config, connectionString: address() });
      const watched: Watched = { heardAt: performance.now(), statements: 0 };
      open.set(this, watched);
      this.on("end", () => open.delete(this));
      // Without a listener the death of one that nobody holds would end the process.
      this.on("error", () => {});
      const begin = (): (() => void) => {
        const sentAt = performance.now();
        let isAnswered = false;
        // An answer that arrived while the process was busy is read first.
        const judge = () => setImmediate(() => isAnswered || giveUpSilent(this, sentAt));
        const timer = setTimeout(judge, silentMilliseconds);
        watched.statements += 1;
        return () => {
          isAnswered = true;
          clearTimeout(timer);
          watched.statements -= 1;
          watched.heardAt = performance.now();
        };
      };
      this.query = timed(this.query.bind(this) as Query, begin) as typeof this.query;
    }
  };
}

/** The driver takes a callback in two places, or gives a promise. */
function timed(query: Query, begin: () => () => void): Query {
  return (statement, values, callback) => {
    const given = typeof values === "function" ? values : callback;
    const end = begin();
    if (typeof given === "function") {
      const told = (...outcome: unknown[]): void => {
        end();
        given(...outcome);
      };
      return typeof values === "function" ? query(statement, told) : query(statement, values, told);
    }
    const answer = query(statement, values);
    if (answer instanceof Promise) answer.then(end, end);
    else end();
    return answer;
  };
}
