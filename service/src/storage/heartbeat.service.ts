// Tests the rows with which processes report that they are alive (CLK-2).

import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type HeartbeatParts, heardProcesses, requireConverter, startHeartbeat } from "./heartbeat.ts";
import { makeTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let bench: TestDatabase;
beforeAll(async () => {
  bench = await makeTestDatabase();
});
afterAll(() => bench.close());
beforeEach(() => bench.database.deleteFrom("processes").execute());

function beating(given: Partial<HeartbeatParts>): Promise<() => Promise<void>> {
  const report = (problem: unknown) => {
    throw problem;
  };
  const facts = { roles: ["worker"], version: "1.2.3", children: 2, journalId: () => undefined, report } as const;
  return startHeartbeat({ database: bench.database, ...facts, ...given });
}

test("a row says what the process is, and is removed when the process ends", async () => {
  const journalId = randomUUID();
  const stop = await beating({ journalId: () => journalId });
  expect(await bench.database.selectFrom("processes").selectAll().execute()).toMatchObject([
    { roles: ["worker"], journal_id: journalId, version: "1.2.3", host: hostname(), children: 2 },
  ]);
  await stop();
  expect(await bench.database.selectFrom("processes").selectAll().execute()).toEqual([]);
});

test("[CLK-2] a process counts until it was silent for a minute, by the clock of the database", async () => {
  const silent = async (id: string, seconds: number) => {
    const heard_at = sql<Date>`now() - make_interval(secs => ${seconds})`;
    await bench.database
      .insertInto("processes")
      .values({ process_id: id, roles: ["converter"], heard_at })
      .execute();
  };
  await silent("gone", 70);
  await expect(requireConverter(bench)).rejects.toThrow("no process converts");
  await silent("there", 50);
  await requireConverter(bench);
  expect((await heardProcesses(bench)).get("converter")).toBe(1);
  const stop = await beating({});
  const rows = await bench.database.selectFrom("processes").select("process_id").execute();
  expect(rows.map(({ process_id: id }) => id)).not.toContain("gone");
  await stop();
});
