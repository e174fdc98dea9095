// Tests the embedded view of a merge with the whole service.

import { afterAll, beforeAll, expect, test } from "vitest";
import { refusal, startWholeService, type Tenant, type WholeService } from "../comparisons/testing/whole-service.ts";
import { mergeCalls } from "./testing/merge-calls.ts";

let service: WholeService;
let acme: Tenant;
let other: Tenant;
const { create, untilEnded } = mergeCalls(() => service);

beforeAll(async () => {
  service = await startWholeService();
  acme = await service.addTenant();
  other = await service.addTenant();
});
afterAll(() => service.close());

const view = (tenant: Tenant, id: string, query = "") => service.call(tenant, "GET", `/v1/merge/${id}/html${query}`);

test("[VEW-7] the view of a merge has its conflicts, and lets the reader decide if it is asked to", async () => {
  const id = await create(acme);
  const early = await view(acme, id);
  expect([refusal(early), early.headers["retry-after"]]).toEqual(["409 CONFLICT", "1"]);
  await service.work();
  await untilEnded(acme, id);
  const page = await view(acme, id, "?decisions=true");
  expect([page.statusCode, page.headers["content-security-policy"]]).toEqual([200, "sandbox allow-scripts"]);
  expect(page.body).toContain('"kind":"conflict"');
  expect(page.body).toContain('"showDecisions":true');
  expect((await view(acme, id)).body).toContain('"showDecisions":false');
});

test("[VEW-13] a malformed id is refused before an unknown one, and an unknown id before a wrong parameter", async () => {
  const id = await create(acme);
  expect(refusal(await view(acme, "cmp_x", "?decisions=x"))).toBe("400 INVALID_MERGE_ID");
  expect(refusal(await view(other, id, "?decisions=x"))).toBe("404 MERGE_NOT_FOUND");
  expect(refusal(await view(acme, id, "?decisions=x"))).toBe("400 INVALID_REQUEST");
});
