// Tests the embedded view of a comparison with the whole service.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { viewArtifact } from "../jobs/redline-pages.ts";
import { type ComparisonPlace, makeOld, putArtifact } from "./testing/old-comparison.ts";
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

const placeOf = (tenant: Tenant): ComparisonPlace => ({
  ...service.parts,
  organization: tenant.key.record.caller.organization,
});

test("[VEW-7] a fragment that was stored before views were is made a view by its first read", async () => {
  await service.work();
  const id = await service.create(acme);
  await service.untilEnded(acme, id);
  await makeOld(id, placeOf(acme));
  const pages = await Promise.all([view(acme, id), view(acme, id)]);
  for (const page of pages) {
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("Supply Agreement");
    expect(Number(page.headers["content-length"])).toBe(page.rawPayload.length);
  }
  expect((await service.objects(id)).filter(({ role }) => role === viewArtifact)).toHaveLength(1);
  expect((await view(acme, id)).body).toBe(pages[0]!.body);
});

/**
 * Measures the processor time of each turn of the event loop in milliseconds. Other load on the machine does not count.
 */
function watchTurns(): { readonly end: () => number[] } {
  const spent: number[] = [];
  let isOver = false;
  let before = process.threadCpuUsage();
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    spent.push((user + system) / 1000);
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    end: () => {
      isOver = true;
      return spent;
    },
  };
}

test("[VEW-7] six large views at once hold up nobody", async () => {
  await service.work();
  const id = await service.create(acme);
  await service.untilEnded(acme, id);
  const facts = JSON.stringify({ version: 2, title: "Large", css: "sha256-x", fonts: [] });
  const large = 40 * 1024 * 1024;
  const stored = Buffer.from(`${facts}\n${"<p>text</p>".repeat(large / 11)}`);
  await putArtifact(id, [viewArtifact, stored], placeOf(acme));
  const url = `${await service.listen()}/v1/compare/${id}/html`;
  const read = `fetch(${JSON.stringify(url)}, { headers: { authorization: ${JSON.stringify(acme.key.authorization)} } })
    .then(async (reply) => { let bytes = 0; for await (const piece of reply.body) bytes += piece.length; console.log(reply.status, bytes); })`;
  const turns = watchTurns();
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => promisify(execFile)(process.execPath, ["-e", read])),
  );
  const spent = turns.end().sort((one, other) => one - other);
  for (const { stdout } of replies) {
    const [status, bytes] = stdout.trim().split(" ").map(Number);
    expect(status).toBe(200);
    expect(bytes).toBeGreaterThan(large);
  }
  expect(spent[Math.floor(spent.length * 0.99)]).toBeLessThan(10);
  // This turn includes the start of the six readers.
  expect(spent.at(-1)).toBeLessThan(200);
}, 120_000);
