// Tests renderings that separate jobs make from the redline.

import { afterAll, beforeAll, expect, test } from "vitest";
import { JobFailure } from "../jobs/job-queue.ts";
import type { Renderer } from "../redlines/renderers.ts";
import { regenerate } from "./regenerate.ts";
import { startWholeService, type Tenant, until, type WholeService } from "./testing/whole-service.ts";

let service: WholeService;
/** The work of the renderer under test. */
let makePdf: (redline: Uint8Array) => Promise<Uint8Array>;

const renderers: Renderer[] = [
  { format: "pdf", failureCode: "PDF_RENDER_FAILED", source: "docx", render: (redline) => makePdf(redline) },
];

beforeAll(async () => {
  service = await startWholeService({ renderers });
  await service.work();
});
afterAll(() => service.close());

const sizeOf = async (redline: Uint8Array) => new TextEncoder().encode(`%PDF of ${redline.length} bytes`);

/** Sources whose form requests both renderings with the comparison. */
const both = { options: { formats: "pdf,viewer" } };

function finished(comparisonId: string): Promise<Awaited<ReturnType<WholeService["row"]>>> {
  return until(
    () => service.row(comparisonId),
    (row) => row.finished_at !== null,
  );
}

test("a rendering of its own follows the redline, which does not wait for it; the hour begins with the last", async () => {
  const tenant = await service.addTenant({ zeroDay: true });
  const gate = Promise.withResolvers<void>();
  makePdf = async (redline) => gate.promise.then(() => sizeOf(redline));
  const comparisonId = await service.create(tenant, both);
  const { downloads } = await service.untilEnded(tenant, comparisonId, "?format=docx,viewer");
  const redlineAt = service.clock.read();
  const { size } = (await service.objects(comparisonId)).find(({ role }) => role === "docx")!;
  expect(downloads.map(({ file_name }) => file_name)).toEqual(["contract-v2-redline.docx", "contract-v2-redline.html"]);
  expect((await service.read(tenant, comparisonId, "?format=docx,pdf")).pending_formats).toEqual(["pdf"]);
  expect(await service.row(comparisonId)).toMatchObject({
    finished_at: null,
    delete_at: new Date(redlineAt.getTime() + 70 * 60_000),
  });

  service.clock.pass(120);
  gate.resolve();
  const job = await service.untilEnded(tenant, comparisonId, "?format=pdf");
  expect((await service.download(job.downloads[0]!.url)).body).toBe(`%PDF of ${size} bytes`);
  expect(await finished(comparisonId)).toMatchObject({
    finished_at: service.clock.read(),
    delete_at: new Date(service.clock.read().getTime() + 3_600_000),
  });
});

test("[SRV-18] a rendering that fails fails the reads that ask for it; the comparison stays ready, and counted", async () => {
  const tenant = await service.addTenant();
  makePdf = async () => {
    throw new JobFailure("PDF_RENDER_FAILED", "RENDER_TIMEOUT");
  };
  const comparisonId = await service.create(tenant, both);
  await finished(comparisonId);
  expect(await service.read(tenant, comparisonId, "?format=docx,pdf")).toMatchObject({
    status: "failed",
    downloads: [{ format: "docx" }],
    error: { code: "PDF_RENDER_FAILED", upstream_code: "RENDER_TIMEOUT" },
  });
  expect((await service.read(tenant, comparisonId, "?format=docx,viewer")).status).toBe("ready");
  expect(await service.usage(comparisonId)).toMatchObject({ documents: 2, given_back_at: null });
});

test("a renderer that has a fault is tried again, and at last fails with its own code", async () => {
  const tenant = await service.addTenant();
  makePdf = async () => {
    throw new Error("a fault");
  };
  const comparisonId = await service.create(tenant, both);
  const pdfJob = service.database
    .selectFrom("jobs")
    .where("owner_id", "=", comparisonId)
    .where("attempts", ">", 0)
    .select("job_id");
  const [job] = await until(
    () => pdfJob.execute(),
    (jobs) => jobs.length > 0,
  );
  expect((await service.read(tenant, comparisonId, "?format=pdf")).status).toBe("processing");
  // Simulates the second fault; the delay after it is too long for a test.
  await service.database.updateTable("jobs").set({ attempts: 2 }).where("job_id", "=", job!.job_id).execute();
  await finished(comparisonId);
  expect((await service.read(tenant, comparisonId, "?format=pdf")).error).toMatchObject({
    code: "PDF_RENDER_FAILED",
    upstream_code: "PDF_RENDER_FAILED",
  });
});

async function forget(comparisonId: string, format: string): Promise<void> {
  await service.database
    .deleteFrom("artifacts")
    .where("owner_id", "=", comparisonId)
    .where("format", "=", format)
    .execute();
  await service.database
    .deleteFrom("objects")
    .where("owner_id", "=", comparisonId)
    .where("role", "=", format)
    .execute();
}

async function makeOlder(tenant: Tenant, format: string): Promise<string> {
  makePdf = sizeOf;
  const comparisonId = await service.create(tenant, both);
  await finished(comparisonId);
  await forget(comparisonId, format);
  return comparisonId;
}

const regenerating = () => ({ ...service.parts, rendered: renderers.map(({ format }) => format) });

test("a comparison made before a format existed gets it when it is regenerated, once", async () => {
  const tenant = await service.addTenant();
  const comparisonId = await makeOlder(tenant, "viewer");
  const before = await service.row(comparisonId);
  expect(await regenerate("viewer", regenerating())).toBe(1);
  expect(await regenerate("viewer", regenerating())).toBe(0);
  expect((await service.untilEnded(tenant, comparisonId, "?format=viewer")).status).toBe("ready");
  expect(await service.row(comparisonId)).toEqual(before);
});

test("a format of the engine is made by comparing again, and all that follows from the redline is made from the new one", async () => {
  const tenant = await service.addTenant({ zeroDay: true });
  const comparisonId = await makeOlder(tenant, "json");
  expect((await service.read(tenant, comparisonId, "?format=json")).status).toBe("processing");
  const before = await service.row(comparisonId);
  expect(await regenerate("json", regenerating())).toBe(1);
  const job = await service.untilEnded(tenant, comparisonId, "?format=docx,json,md,pdf,viewer");
  expect(job.status).toBe("ready");
  const roles = (await service.objects(comparisonId)).map(({ role }) => role);
  expect(roles).toEqual(["docx", "json", "md", "modified", "original", "pdf", "view", "viewer"]);
  expect(await service.row(comparisonId)).toEqual(before);
});

test("[REN-1] the first read that asks for a rendering has it made, once; other reads have no effect", async () => {
  const tenant = await service.addTenant();
  let made = 0;
  makePdf = async (redline) => {
    made += 1;
    return sizeOf(redline);
  };
  const comparisonId = await service.create(tenant);
  await service.untilEnded(tenant, comparisonId, "?format=docx,json,md");
  expect(made).toBe(0);
  const reads = await Promise.all([1, 2, 3].map(() => service.read(tenant, comparisonId, "?format=docx,pdf")));
  expect(reads.map(({ status }) => status)).toEqual(["processing", "processing", "processing"]);
  expect((await service.untilEnded(tenant, comparisonId, "?format=docx,pdf")).status).toBe("ready");
  expect(made).toBe(1);
});

test("[REN-2] a rendering that is asked for before the redline is there follows it", async () => {
  const tenant = await service.addTenant();
  makePdf = sizeOf;
  const comparisonId = await service.create(tenant);
  expect((await service.read(tenant, comparisonId, "?format=pdf")).status).toBe("processing");
  expect((await service.untilEnded(tenant, comparisonId, "?format=pdf")).status).toBe("ready");
});

test("[REN-3] a format of the form that nobody makes is refused", async () => {
  const tenant = await service.addTenant();
  const reply = await service.send(tenant, { options: { formats: "docx,xlsx" } });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().error.code).toBe("UNSUPPORTED_FORMAT");
});

test("a format that nobody makes cannot be regenerated", async () => {
  await expect(regenerate("pdf_changed_pages_only", regenerating())).rejects.toThrow(
    "There is no renderer for the format pdf_changed_pages_only",
  );
});
