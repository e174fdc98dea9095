// Makes connections to Postgres that are destroyed if they fall silent.
//
// A connection may be lost without notice: a firewall drops it, or a machine freezes. Then neither an answer nor an
// error arrives, and a caller would wait for ever. A statement therefore has a time limit. Past it, the connection is
// destroyed, which fails the statement and keeps the connection out of its pool.
//
// A connection whose statement reports a read-only database is destroyed too. It leads to a server that is not, or no
// longer, the primary; a new connection may lead to another.
//
// The cause of one silent connection usually affects others. Idle connections of the same pool that have not answered
// since that statement was sent are destroyed with it, because each would cost another caller the same wait.

import pg from "pg";
import { isReadOnly, PartAway } from "./part-away.ts";

type Query = (statement: unknown, values?: unknown, callback?: unknown) => unknown;

interface Watched {
  /** When the connection last answered. */
  heardAt: number;
  statements: number;
}

interface Underlying {
  readonly connection: { readonly stream: { destroy(problem: Error): void } };
}

/**
 * Returns the class of one pool's connections. `address` is called for each new connection, because its password may
 * have been replaced.
 */
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
      // Without a listener the end of an idle connection would end the process.
      this.on("error", () => {});
      const begin = (): ((problem?: unknown) => void) => {
        const sentAt = performance.now();
        let isAnswered = false;
        // An answer that arrived while the process was busy is read first.
        const judge = () => setImmediate(() => isAnswered || giveUpSilent(this, sentAt));
        const timer = setTimeout(judge, silentMilliseconds);
        watched.statements += 1;
        return (problem) => {
          isAnswered = true;
          clearTimeout(timer);
          watched.statements -= 1;
          watched.heardAt = performance.now();
          if (isReadOnly(problem)) giveUp(this);
        };
      };
      this.query = timed(this.query.bind(this) as Query, begin) as typeof this.query;
    }
  };
}

/** Times each query. The driver takes a callback as its second or third argument, or returns a promise. */
function timed(query: Query, begin: () => (problem?: unknown) => void): Query {
  return (statement, values, callback) => {
    const given = typeof values === "function" ? values : callback;
    const end = begin();
    if (typeof given === "function") {
      const finish = (...outcome: unknown[]): void => {
        end(outcome[0]);
        given(...outcome);
      };
      return typeof values === "function" ? query(statement, finish) : query(statement, values, finish);
    }
    const answer = query(statement, values);
    if (answer instanceof Promise) answer.then(() => end(), end);
    else end();
    return answer;
  };
}
