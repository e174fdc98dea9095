// Tests creating calls that wait for their result (SRV-107, SRV-108).

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusal, startWholeService, type Tenant, type WholeService } from "../comparisons/testing/whole-service.ts";
import { limits } from "../contract/limits.ts";
import { ownersOf, slices } from "../register-slices.ts";
import type { OwnerKind } from "../storage/owner-kind.ts";
import { formOf } from "../testing/form-of-route.ts";

const kinds = ownersOf(slices).filter(({ path }) => ["/v1/compare", "/v1/merge", "/v1/create"].includes(path));
const none = () => Promise.reject(new Error("no upload is needed"));

async function ask(on: WholeService, { path }: OwnerKind, over: Readonly<Record<string, string>> = {}) {
  const route = on.routes.find(({ url, methods }) => url === path && methods.includes("POST"));
  const form = await formOf(route!.config!.form!, { upload: none });
  for (const [name, value] of Object.entries(over)) form.append(name, value);
  return form;
}

describe.each(kinds)("waiting for a $noun", (kind) => {
  let service: WholeService;
  beforeAll(async () => {
    service = await startWholeService();
    await service.work();
  });
  afterAll(() => service.close());

  test("[SRV-107] is answered as a read when it is ready, and again when the call is repeated", async () => {
    const tenant = await service.addTenant();
    const headers = { "idempotency-key": "one" };
    const send = async (over: Readonly<Record<string, string>>) =>
      service.sendForm(tenant, kind.path, await ask(service, kind, over), headers);
    const reply = await send({ wait: "true", reference: "M-1" });
    expect(reply.statusCode, reply.body).toBe(200);
    const answer = reply.json();
    expect(answer).toMatchObject({ status: "ready", reference: "M-1", downloads: [{ format: "docx" }] });
    expect(reply.headers).toMatchObject({ "x-engine-version": "0.9.0" });
    expect(reply.headers).not.toHaveProperty("retry-after");
    const id = answer[kind.id];
    expect((await service.call(tenant, "GET", `${kind.path}/${id}`)).json()).toEqual(answer);
    expect((await service.download(answer.downloads[0].url)).statusCode).toBe(200);
    // The record keeps only the 202, and `wait` is not part of the digest of a call.
    const repeated = await send({ reference: "M-1" });
    expect([repeated.statusCode, repeated.json()]).toEqual([202, { [kind.id]: id, status: "processing" }]);
    const waiting = await send({ reference: "M-1", wait: "1" });
    expect([waiting.statusCode, waiting.json()]).toEqual([200, answer]);
    expect(waiting.headers["idempotency-replayed"]).toBe("true");
    expect(refusal(await send({ reference: "M-1", wait: "maybe" }))).toBe("400 INVALID_REQUEST");
    expect((await service.call(tenant, "DELETE", `${kind.path}/${id}`)).statusCode).toBe(202);
    expect(refusal(await send({ reference: "M-1", wait: "true" }))).toBe("410 CONTENT_DELETED");
  });
});

describe("where nobody works", () => {
  let service: WholeService;
  let tenant: Tenant;
  const [comparison] = kinds as [OwnerKind];
  beforeAll(async () => {
    service = await startWholeService();
    tenant = await service.addTenant();
  });
  const send = async () => service.sendForm(tenant, comparison.path, await ask(service, comparison, { wait: "true" }));

  test("[SRV-108] one more than 200 is answered at once, and stopping answers all of them", async () => {
    const { watch } = service.parts;
    const patience = { isEnough: () => false, milliseconds: 60_000, most: limits.waiters };
    const waiting = Array.from({ length: limits.waiters }, (_, at) => watch.ask(`cmp_${at}`, async () => at, patience));
    const before = performance.now();
    const full = await send();
    expect(full.statusCode).toBe(202);
    expect(full.json()).toMatchObject({ status: "processing", downloads: [], pending_formats: ["docx"] });
    expect(full.headers["retry-after"]).toBe("1");
    await service.close();
    expect(await Promise.all(waiting)).toHaveLength(limits.waiters);
    expect(performance.now() - before).toBeLessThan(15_000);
  });
});
