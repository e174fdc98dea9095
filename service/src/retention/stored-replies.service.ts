// Tests that a deletion empties the stored replies of the calls that created the owner.

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  refusal,
  startWholeService,
  type Tenant,
  until,
  type WholeService,
} from "../comparisons/testing/whole-service.ts";
import { fileCalls } from "../files/testing/file-calls.ts";

let service: WholeService;
let tenant: Tenant;
const files = fileCalls(() => service);
beforeAll(async () => {
  service = await startWholeService();
  tenant = await service.addTenant();
  await service.work();
});
afterAll(() => service.close());

const creationForm = (): FormData => {
  const form = new FormData();
  form.append("name", "wombat.docx");
  form.append("paragraphs", JSON.stringify([{ style_id: "Normal", text: "One." }]));
  return form;
};

/** Each creating call with a key: the field of its reply that has the owner's id, and its path. */
const calls = [
  {
    id: "comparison_id",
    path: "/v1/compare",
    send: (headers: Record<string, string>) => service.send(tenant, { originalName: "wombat.docx", headers }),
  },
  {
    id: "file_id",
    path: "/v1/files",
    send: (headers: Record<string, string>) => files.send(tenant, { name: "wombat.docx", headers }),
  },
  {
    id: "creation_id",
    path: "/v1/create",
    send: (headers: Record<string, string>) => service.sendForm(tenant, "/v1/create", creationForm(), headers),
  },
] as const;

test.each(calls)("[SRV-49] deleting what $path created empties the stored reply, and a repeat is 410", async (call) => {
  const headers = { "idempotency-key": `key-${call.id}` };
  const first = await call.send(headers);
  expect(first.statusCode).toBeLessThan(300);
  const ownerId: string = first.json()[call.id];
  const again = await call.send(headers);
  expect([again.json()[call.id], again.headers["idempotency-replayed"]]).toEqual([ownerId, "true"]);
  await until(
    async () => (await service.call(tenant, "GET", `${call.path}/${ownerId}`)).json(),
    ({ status }) => status !== "processing",
  );

  expect((await service.call(tenant, "DELETE", `${call.path}/${ownerId}`)).statusCode).toBeLessThan(300);
  const stored = async () =>
    (await sql<{ whole: string }>`select idempotency::text as whole from idempotency`.execute(service.database)).rows
      .map(({ whole }) => whole)
      .filter((whole) => whole.includes("wombat") || whole.includes(`"${ownerId}"`));
  await until(stored, (rows) => rows.length === 0);
  expect(refusal(await call.send(headers))).toBe("410 CONTENT_DELETED");
  // The key cannot be used for another body either.
  const other = await service.sendForm(tenant, call.path, new FormData(), headers);
  expect(other.statusCode).toBeGreaterThanOrEqual(400);
});
