// Finds the sessions that hold the lock for which a statement waits.
//
// Postgres reports them only while the statement waits, so a second connection asks meanwhile.

import pg from "pg";

export interface LockWatch {
  /** Describes the sessions that were last seen to hold a lock that the watched session waited for. */
  holders(): string;
  close(): Promise<void>;
}

const lookMilliseconds = 300;

interface Holder {
  readonly pid: number;
  readonly user: string | null;
  readonly program: string | null;
  readonly state: string | null;
  readonly seconds: number | null;
}

/** Watches the session `pid`. Does not read the text of statements, which may contain data. */
export function watchLocks(pid: number, config: pg.ClientConfig): LockWatch {
  let connected: Promise<pg.Client> | undefined;
  let seen: readonly Holder[] = [];
  let looking: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    connected ??= connect(config);
    const { rows } = await (await connected).query<Holder>(
      `select pid, usename as user, nullif(application_name, '') as program, state,
         extract(epoch from clock_timestamp() - xact_start)::int as seconds
       from pg_stat_activity where pid = any(pg_blocking_pids($1)) order by xact_start`,
      [pid],
    );
    if (rows.length > 0) seen = rows;
  };
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => {});
  }, lookMilliseconds);
  return {
    holders: () => (seen.length === 0 ? "the session that held it has ended" : seen.map(describe).join("; ")),
    close: async () => {
      clearInterval(timer);
      await looking;
      await connected?.then((client) => client.end()).catch(() => {});
    },
  };
}

async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config, statement_timeout: 5_000 });
  client.on("error", () => {});
  await client.connect();
  return client;
}

function describe({ pid, user, program, state, seconds }: Holder): string {
  const known = [user, program, state].filter((word) => word !== null).join(", ");
  return `session ${pid} (${known}) holds it, in a transaction of ${seconds ?? 0} s`;
}
