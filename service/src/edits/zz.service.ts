import { afterAll, beforeAll, test } from "vitest";
import { startWholeService, type WholeService } from "../comparisons/testing/whole-service.ts";
import { documentOf } from "../jobs/testing/documents.ts";
import { editCalls } from "./testing/edit-calls.ts";
let service: WholeService;
beforeAll(async () => { service = await startWholeService(); await service.work(); });
afterAll(() => service.close());
const { upload, post } = editCalls(() => service);
test("latency", async () => {
  const tenant = await service.addTenant();
  for (const n of [10, 2000]) {
    const fileId = await upload(tenant, documentOf("Due in 30 days.", ...Array.from({ length: n }, (_, i) => `Paragraph ${i} ${"word ".repeat(40)}`)));
    await service.call(tenant, "GET", `/v1/files/${fileId}/content`);
    const waits: number[] = [];
    for (let i = 0; i < 21; i++) {
      const t = performance.now(); await post(tenant, { file_id: fileId, wait: true }); waits.push(performance.now() - t);
    }
    console.log(n, "wait", waits.sort((a, b) => a - b)[10]!.toFixed(0));
  }
});
