// Tests Idempotency-Keys on a real database, and claims of dead processes (SRV-75, SRV-85).

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ApiError } from "../contract/api-error.ts";
import type { CreateFromForm, VersusApp } from "../contract/app.ts";
import { newId } from "../contract/ids.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { PartAway } from "../storage/part-away.ts";
import { makeTestDatabase, type TestDatabase } from "../storage/testing/test-database.ts";
import { makeTestOrganization, type TestOrganization } from "../storage/testing/test-organization.ts";
import { createOnce, type KeyedCall } from "./idempotency.ts";
import { RunningClaims } from "./running-claims.ts";
import { exampleForm } from "./testing/example-routes.ts";
import { file, formBody, formHeaders, text } from "./testing/multipart.ts";
import { makeKeyOf, startTestServer, type TestServer } from "./testing/test-server.ts";

let parts: TestDatabase;
let organization: TestOrganization;
let server: TestServer;
let behaviour: "create" | "refuse" | "part away" | "break before" | "break after" | "wait" = "create";
let wait = Promise.withResolvers<void>();

beforeAll(async () => {
  parts = await makeTestDatabase();
});

afterAll(() => parts.close());

beforeEach(async () => {
  behaviour = "create";
  wait = Promise.withResolvers<void>();
  organization = await makeTestOrganization(parts.database);
  const key = makeKeyOf(organization);
  server = startTestServer({ database: parts.database, keys: [key], routes: [registerThings] });
  return () => server.close();
});

/** Registers a route that creates a row and the objects of its form, as a slice does. */
function registerThings(
  app: VersusApp,
  { database, createFromForm }: { database: Database; createFromForm: CreateFromForm<Transaction> },
): void {
  app.post("/v1/things", { config: { form: exampleForm } }, async (request, reply) => {
    const thingId = newId("cmp", server.clock.read, (size) => Buffer.from(randomUUID()).subarray(0, size));
    return createFromForm(request, reply, {
      objectKey: (field) => `${organization.organizationId}/${thingId}/${field}`,
      create: async (form, remember) => {
        if (behaviour === "refuse") throw new ApiError("USAGE_LIMIT_REACHED");
        if (behaviour === "part away") throw new PartAway("the database");
        if (behaviour === "wait") await wait.promise;
        const answer = { status: 202 as const, body: { thing_id: thingId, status: "processing" } };
        await database.transaction().execute(async (transaction) => {
          const files = [...form.files("original"), ...form.files("modified")];
          const rows = files.map(({ objectKey, sha256, size }) => ({
            object_key: objectKey,
            organization_id: organization.organizationId,
            owner_id: thingId,
            role: "original",
            sha256,
            size,
            created_at: server.clock.read(),
          }));
          await transaction.insertInto("objects").values(rows).execute();
          await remember(transaction, answer, "cmp_1");
          if (behaviour === "break before") throw new Error("broken");
        });
        if (behaviour === "break after") throw new Error("broken");
        return answer;
      },
    });
  });
}

const both = [file("original", "a.docx", "one"), file("modified", "b.docx", "two")];

async function post(idempotencyKey: string | undefined, fields = both) {
  const key = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
  const headers = { ...server.headers, ...formHeaders, ...key };
  const reply = await server.app.inject({ method: "POST", url: "/v1/things", headers, payload: formBody(fields) });
  const { thing_id: thingId, error } = reply.json();
  return { answer: `${reply.statusCode} ${error?.code ?? thingId}`, headers: reply.headers, error };
}

const owned = async () =>
  (
    await parts.database
      .selectFrom("objects")
      .where("organization_id", "=", organization.organizationId)
      .select("owner_id")
      .distinct()
      .execute()
  ).length;

/** Waits until a call of the organization has claimed its key. */
async function untilClaimed(): Promise<void> {
  const claims = parts.database.selectFrom("idempotency").where("organization_id", "=", organization.organizationId);
  while ((await claims.select("path").execute()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

test("without a key every call creates", async () => {
  const [one, other] = [await post(undefined), await post(undefined)];
  expect(one.answer).not.toBe(other.answer);
  expect(await owned()).toBe(2);
  expect(await server.stored()).toHaveLength(4);
});

test("with the same key and body the first reply is given again, and nothing is created", async () => {
  const first = await post("k");
  expect(first.answer).toMatch(/^202 cmp_/);
  expect(first.headers["idempotency-replayed"]).toBeUndefined();
  const again = await post("k");
  expect(again.answer).toBe(first.answer);
  expect(again.headers["idempotency-replayed"]).toBe("true");
  expect(await owned()).toBe(1);
  expect(await server.stored()).toHaveLength(2);
});

test("with the same key and another body the answer is a conflict", async () => {
  await post("k");
  const other = await post("k", [...both, text("author", "Jane")]);
  expect(other.answer).toBe("409 IDEMPOTENCY_CONFLICT");
  expect(await server.stored()).toHaveLength(2);
});

test("a repeat while the first call runs is a conflict, and afterwards its reply", async () => {
  behaviour = "wait";
  const running = post("k");
  await untilClaimed();
  const during = await post("k");
  expect(during.answer).toBe("409 IDEMPOTENCY_CONFLICT");
  expect(during.error.message).toContain("still running");
  expect(during.headers["retry-after"]).toBe("1");
  wait.resolve();
  const first = await running;
  expect(first.answer).toMatch(/^202 /);
  expect((await post("k")).answer).toBe(first.answer);
});

test("of twenty calls at once exactly one creates", async () => {
  const calls = await Promise.all(Array.from({ length: 20 }, () => post("k")));
  const created = new Set(calls.map(({ answer }) => answer).filter((answer) => answer.startsWith("202")));
  expect(created.size).toBe(1);
  expect(calls.every(({ answer }) => created.has(answer) || answer === "409 IDEMPOTENCY_CONFLICT")).toBe(true);
  expect(await owned()).toBe(1);
  expect(await server.stored()).toHaveLength(2);
});

test("a refusal is not stored: the same key may be used again", async () => {
  behaviour = "refuse";
  expect((await post("k")).answer).toBe("402 USAGE_LIMIT_REACHED");
  expect(await server.stored()).toEqual([]);
  behaviour = "create";
  expect((await post("k", [...both, text("author", "Jane")])).answer).toMatch(/^202 /);
});

test("[SRV-75] a call that failed because the database was away lets go of its key", async () => {
  behaviour = "part away";
  const failed = await post("k");
  expect([failed.answer, failed.headers["retry-after"]]).toEqual(["503 SERVICE_UNAVAILABLE", "5"]);
  behaviour = "create";
  await expect.poll(async () => (await post("k")).answer, { timeout: 5000, interval: 50 }).toMatch(/^202 /);
  expect(await owned()).toBe(1);
});

test("a fault before the commit leaves no file and no reply", async () => {
  behaviour = "break before";
  expect((await post("k")).answer).toBe("500 INTERNAL_ERROR");
  expect([await owned(), await server.stored()]).toEqual([0, []]);
  behaviour = "create";
  expect((await post("k")).answer).toMatch(/^202 /);
});

test("a fault after the commit keeps the files, and the repeat learns what was created", async () => {
  behaviour = "break after";
  expect((await post("k")).answer).toBe("500 INTERNAL_ERROR");
  expect(await owned()).toBe(1);
  expect(await server.stored()).toHaveLength(2);
  behaviour = "create";
  const again = await post("k");
  expect(again.headers["idempotency-replayed"]).toBe("true");
  expect(await owned()).toBe(1);
});

test("after 24 hours the key is free", async () => {
  const first = await post("k");
  server.clock.pass(24 * 3600 - 1);
  expect((await post("k")).answer).toBe(first.answer);
  server.clock.pass(1);
  const later = await post("k", [...both, text("author", "Jane")]);
  expect(later.answer).toMatch(/^202 /);
  expect(later.answer).not.toBe(first.answer);
});

test("the claim of a dead call is taken over; should it live after all, it creates nothing", async () => {
  behaviour = "wait";
  const dead = post("k");
  await untilClaimed();
  server.clock.pass(5 * 60);
  behaviour = "create";
  const second = await post("k");
  expect(second.answer).toMatch(/^202 /);
  wait.resolve();
  expect((await dead).answer).toBe("409 IDEMPOTENCY_CONFLICT");
  expect(await owned()).toBe(1);
  expect(await server.stored()).toHaveLength(2);
  expect((await post("k")).answer).toBe(second.answer);
});

/** Starts an API process. It is dead if nobody calls its `beat`. */
function startProcess() {
  const own = { database: parts.database, clock: server.clock.read };
  const claims = new RunningClaims({ ...own, report: () => {} });
  claims.close();
  return { ...own, claims };
}

test("[SRV-85] a claim is taken over 20 seconds after its process was last heard of, and not before", async () => {
  const { organizationId } = organization;
  const call = { organizationId, idempotencyKey: "k", path: "/v1/things", digest: Buffer.from("one") };
  const others = Array.from({ length: 3 }, (_, index) => ({ ...call, idempotencyKey: `other-${index}` }));
  const [first, second] = [startProcess(), startProcess()];
  const reply = (made: string) => ({ status: 202 as const, body: { made } });
  const create = (process: ReturnType<typeof startProcess>, keyed: KeyedCall, made: string) =>
    createOnce(keyed, process, async (remember) => {
      if (made === "late") await wait.promise;
      await parts.database.transaction().execute((transaction) => remember(transaction, reply(made), made));
      return reply(made);
    });
  const late = [call, ...others].map((keyed) => create(first, keyed, "late"));
  const ends = Promise.allSettled(late);
  await expect
    .poll(() =>
      parts.database.selectFrom("idempotency").where("organization_id", "=", organizationId).select("path").execute(),
    )
    .toHaveLength(4);
  for (let beat = 0; beat < 6; beat += 1) {
    server.clock.pass(19);
    await first.claims.beat();
  }
  server.clock.pass(19);
  await expect(create(second, call, "early")).rejects.toThrow("still running");
  server.clock.pass(1);
  expect(await create(second, call, "taken over")).toMatchObject({ body: { made: "taken over" }, replayed: false });
  // The process was only slow. Its remaining claims are its own, and the one that was taken over stays so.
  await first.claims.beat();
  await expect(create(second, others[0]!, "early")).rejects.toThrow("still running");
  wait.resolve();
  expect((await ends).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled", "fulfilled"]);
  expect(await create(second, call, "again")).toMatchObject({ body: { made: "taken over" }, replayed: true });
});

test("another organization may use the same key", async () => {
  const first = await post("k");
  const other = await makeTestOrganization(parts.database);
  organization = other;
  const key = makeKeyOf(other);
  await server.close();
  server = startTestServer({ database: parts.database, keys: [key], routes: [registerThings] });
  expect((await post("k")).answer).not.toBe(first.answer);
});

test.each(["", "a b", "schlüssel", "x".repeat(256)])("the key %.20j is refused", async (key) => {
  const { answer, error } = await post(key);
  expect(answer).toBe("400 INVALID_REQUEST");
  expect(error.details[0].field).toBe("Idempotency-Key");
});

test("a key of 255 characters is taken", async () => {
  expect((await post("~".repeat(255))).answer).toMatch(/^202 /);
});
