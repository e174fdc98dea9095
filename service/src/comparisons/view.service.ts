import { afterAll, beforeAll, expect, test } from "vitest";
import { refusal, startWholeService, type Tenant, type WholeService } from "./testing/whole-service.ts";

let service: WholeService;
let acme: Tenant;
let other: Tenant;

beforeAll(async () => {
  service = await startWholeService();
  acme = await service.addTenant();
  other = await service.addTenant();
});
afterAll(() => service.close());

const view = (tenant: Tenant, id: string, query = "") => service.call(tenant, "GET", `/v1/compare/${id}/html${query}`);

test("[VEW-12] a redline that is not ready is refused with the time to wait; then it is a page of its own", async () => {
  const id = await service.create(acme);
  const early = await view(acme, id);
  expect([refusal(early), early.headers["retry-after"]]).toEqual(["409 CONFLICT", "1"]);
  expect(early.body).toContain("not ready yet");
  await service.work();
  await service.untilEnded(acme, id);
  const page = await view(acme, id, "?embed_origin=https://App.example.com:443&navigator=0");
  expect(page.statusCode).toBe(200);
  expect(page.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "sandbox allow-scripts",
    "cache-control": "private, no-store",
  });
  expect(page.body).toContain('"origin":"https://app.example.com"');
  expect(page.body).toContain('"showControls":false');
  expect(page.body).toMatch(/<ins id="change-\d+" data-c="\d+">20<\/ins>/);
  const job = await service.untilEnded(acme, id, "?format=json,viewer");
  const [json, file] = await Promise.all(job.downloads.map(({ url }) => service.download(url)));
  expect(page.body).toContain(`id="${JSON.parse(json!.body).blocks[0].id}"`);
  expect(file!.headers["content-security-policy"]).toBe("sandbox allow-scripts");
  expect(file!.body).toContain('"origin":null');
});

test("[VEW-13] ids and parameters are refused in order, and another's comparison is not there", async () => {
  await service.work();
  const id = await service.create(acme);
  await service.untilEnded(acme, id);
  const refused = async (tenant: Tenant, asked: string, query = ""): Promise<string> =>
    refusal(await view(tenant, asked, query));
  expect(await refused(acme, "cmp_x")).toBe("400 INVALID_COMPARISON_ID");
  expect(await refused(acme, id.replace("cmp_", "mrg_"))).toBe("400 INVALID_COMPARISON_ID");
  expect(await refused(other, id, "?embed_origin=x")).toBe("404 COMPARISON_NOT_FOUND");
  expect(await refused(acme, id, "?embed_origin=http://app.example.com")).toBe("400 INVALID_REQUEST");
  expect(await refused(acme, id, "?comment_cards=maybe")).toBe("400 INVALID_REQUEST");
});

test("[VEW-14] content that was acknowledged away is gone from the view at once", async () => {
  const tenant = await service.addTenant({ zeroDay: true });
  await service.work();
  const id = await service.create(tenant);
  await service.untilEnded(tenant, id);
  await service.call(tenant, "POST", `/v1/compare/${id}/acknowledge`);
  expect(refusal(await view(tenant, id))).toBe("410 CONTENT_DELETED");
});
