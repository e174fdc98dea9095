// Tests schedules of changes with real parts: Postgres, a store and sandboxed children.

import { afterAll, beforeAll, expect, test } from "vitest";
import { mergeCalls } from "../merges/testing/merge-calls.ts";
import { scheduleRenderers } from "../redlines/schedule-renderers.ts";
import { startWholeService, type WholeService } from "./testing/whole-service.ts";

let service: WholeService;
const merges = mergeCalls(() => service);

beforeAll(async () => {
  service = await startWholeService({ renderers: scheduleRenderers });
  await service.work();
});
afterAll(() => service.close());

/** Returns the rows of a CSV, without the line of heads. */
async function rowsOf(url: string): Promise<string[]> {
  return (await service.download(url)).body.trimEnd().split("\r\n").slice(1);
}

test("[REN-9] a comparison has schedules when they are asked for, one row for each change", async () => {
  const tenant = await service.addTenant();
  const comparisonId = await service.create(tenant);
  const asked = "?format=schedule,schedule_csv,json";
  expect((await service.read(tenant, comparisonId, asked)).status).toBe("processing");
  const { status, downloads } = await service.untilEnded(tenant, comparisonId, asked);
  expect(status).toBe("ready");
  const [word, csv, json] = downloads;
  expect([word!.file_name, csv!.file_name]).toEqual(["contract-v2-changes.docx", "contract-v2-changes.csv"]);
  expect((await service.download(word!.url)).body.slice(0, 2)).toBe("PK");
  const { headers } = await service.download(csv!.url);
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  const { summary } = JSON.parse((await service.download(json!.url)).body);
  expect(await rowsOf(csv!.url)).toHaveLength(summary.changes);
});

test("[REN-9] a merge has schedules too, its conflicts first, also by the field formats", async () => {
  const tenant = await service.addTenant();
  const mergeId = await merges.create(tenant, { options: { formats: "schedule_csv" } });
  const { downloads } = await merges.untilEnded(tenant, mergeId, "?format=schedule_csv");
  expect(downloads[0]!.file_name).toBe("contract-changes.csv");
  expect((await rowsOf(downloads[0]!.url))[0]).toMatch(/^1,[^,]*,Conflict 1,/);
});
