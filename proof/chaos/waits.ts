// Reads from the service's own record how long comparisons took from acceptance to their end.

import type { Client } from "pg";

export interface Waits {
  readonly count: number;
  /** All three are in seconds. */
  readonly half: number;
  readonly hundredth: number;
  readonly longest: number;
}

export async function waitsOf(database: Client, slug: string): Promise<Waits> {
  const { rows } = await database.query<Record<keyof Waits, string>>(
    `select count(*) as count, percentile_disc(0.5) within group (order by seconds) as half,
       percentile_disc(0.99) within group (order by seconds) as hundredth, max(seconds) as longest
     from (select extract(epoch from finished_at - comparisons.created_at) as seconds
       from comparisons join organizations using (organization_id) where slug = $1 and finished_at is not null) as ended`,
    [slug],
  );
  const { count, half, hundredth, longest } = rows[0]!;
  return { count: Number(count), half: Number(half), hundredth: Number(hundredth), longest: Number(longest) };
}

export function tellWaits(killed: Waits, quiet: Waits): string[] {
  return [lineOf("while workers are killed", killed), lineOf("without a death, at the same rate", quiet)];
}

function lineOf(when: string, { count, half, hundredth, longest }: Waits): string {
  const [p50, p99, most] = [half, hundredth, longest].map((seconds) => `${seconds.toFixed(2)} s`);
  return `waiting of ${count} comparisons ${when}: p50 ${p50}, p99 ${p99}, maximum ${most}`;
}
