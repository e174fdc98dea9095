// Tests the running service on a Ceph bucket whose owner has used up the quota (SRV-66).

import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documentOf } from "../jobs/testing/documents.ts";
import type { RunningService } from "../main.ts";
import { makeServiceBench, type ServiceBench } from "../testing/running-service.ts";
import { madeBytes, organization } from "./object-store.contract.ts";
import { openStore } from "./open-store.ts";
import { isPartAway, isStoreFull, isUnanswered } from "./part-away.ts";
import { startTestCeph } from "./testing/ceph.ts";

const ceph = await startTestCeph();
afterAll(() => ceph?.stop());

describe("a store whose quota is used up", { skip: ceph === undefined }, () => {
  const bucket = "versus-full";
  const place = `s3://${bucket}?region=default&encryption=off&endpoint=${encodeURIComponent(ceph?.endpoint ?? "")}`;
  const megabyte = 1024 * 1024;
  let bench: ServiceBench;
  let service: RunningService;
  let key: string;

  beforeAll(async () => {
    const { endpoint, credentials } = ceph!;
    const client = new S3Client({ region: "default", forcePathStyle: true, endpoint, credentials });
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    client.destroy();
    bench = await makeServiceBench({
      VERSUS_STORE: place,
      VERSUS_STORE_CREDENTIALS: `${credentials.accessKeyId}:${credentials.secretAccessKey}`,
    });
    await bench.operator.createOrganization({ slug: "acme", name: "Acme", zeroDay: false, retentionDays: null });
    const wanted = { organization: "acme", name: "test", scopes: ["read", "write"] as const, expiresAt: null };
    key = (await bench.operator.createKey(wanted)).text;
    service = await bench.start("api", "worker");
  });
  afterAll(() => bench?.close());

  const ask = (method: string, path: string, body?: FormData): Promise<Response> =>
    fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(body === undefined ? {} : { body }),
    });
  const readiness = async () => {
    const reply = await fetch(`${service.privateUrl}/health/ready`);
    const { checks } = (await reply.json()) as { checks: Record<string, string> };
    return { status: reply.status, checks };
  };

  function write(): Promise<Response> {
    const form = new FormData();
    for (const name of ["original", "modified"]) {
      form.append(name, new Blob([new Uint8Array(documentOf(`${name}.`))]), `${name}.docx`);
    }
    return ask("POST", "/v1/compare", form);
  }

  async function comparisonOf(reply: Response): Promise<string> {
    expect(reply.status).toBe(202);
    return ((await reply.json()) as { comparison_id: string }).comparison_id;
  }

  const readJob = async (id: string) =>
    (await (await ask("GET", `/v1/compare/${id}`)).json()) as { status: string; downloads: { url: string }[] };
  const statusOf = async (id: string) => (await readJob(id)).status;

  test.each([
    ["one call", 1000],
    ["parts", 20 * megabyte],
  ])("a write in %s is refused", async (_, size) => {
    await ceph?.setQuota(1);
    try {
      const store = openStore(place, () => ceph!.credentials);
      const content = madeBytes(size, [1_000_003]);
      const problem = await store.put("full/a", content, { organization, mostBytes: 2 * size }).then(
        () => undefined,
        (refused: unknown) => refused,
      );
      // Ceph answers 403 without reading the body, so a long write may end as a cut connection.
      expect(isPartAway(problem)).toBe(true);
      if (size === 1000) expect(problem).toMatchObject({ name: "QuotaExceeded", $metadata: { httpStatusCode: 403 } });
      expect(isStoreFull(problem) || isUnanswered(problem)).toBe(true);
      await expect(store.checkRoom()).rejects.toThrow();
      await store.check();
    } finally {
      await ceph?.setQuota("off");
    }
  });

  test("[SRV-66] callers get 503, readiness is red, reads and deletions go on, and all heals with the quota", async () => {
    const [kept, gone] = [await comparisonOf(await write()), await comparisonOf(await write())];
    for (const id of [kept, gone]) await expect.poll(() => statusOf(id), { timeout: 30_000 }).toBe("ready");
    expect(await readiness()).toMatchObject({ status: 200, checks: { storage: "ok" } });
    await ceph?.setQuota(1);
    const refused = await write();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await refused.json()).toMatchObject({ error: { code: "SERVICE_UNAVAILABLE" } });
    await expect.poll(async () => (await readiness()).status, { timeout: 5_000, interval: 200 }).toBe(503);
    expect((await readiness()).checks.storage).not.toBe("ok");
    const { downloads } = await readJob(kept);
    expect((await fetch(downloads[0]!.url)).status).toBe(200);
    expect((await ask("DELETE", `/v1/compare/${gone}`)).status).toBe(202);
    // The trial writes of ten seconds do not turn it green.
    await new Promise((resolve) => setTimeout(resolve, 11_000));
    expect((await readiness()).status).toBe(503);
    await ceph?.setQuota(500 * megabyte);
    await expect.poll(async () => (await readiness()).status, { timeout: 15_000, interval: 200 }).toBe(200);
    const after = await comparisonOf(await write());
    await expect.poll(() => statusOf(after), { timeout: 30_000 }).toBe("ready");
    await ceph?.setQuota("off");
  }, 120_000);
});
