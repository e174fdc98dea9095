// Tests which Postgres is used, and the error without one.

import { expect, test } from "vitest";
import { startPostgres } from "./start-postgres.ts";

test("the Postgres that DATABASE_URL names is used, and not stopped", async () => {
  const { url, stop } = await startPostgres({ DATABASE_URL: "postgres://somewhere/else" });
  await stop();
  expect(url).toBe("postgres://somewhere/else");
});

test("without any Postgres the message says what to install", async () => {
  const started = startPostgres({ PATH: "/nowhere" }, "/nowhere");
  await expect(started).rejects.toThrow("apt-get install postgresql");
});
