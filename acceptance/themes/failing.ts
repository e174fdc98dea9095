// Comparisons that fail, each for its reason; what was our fault is given back. Runs before the worker starts: the
// sources are damaged before anybody reads them, and workers with little time or memory take what is left.

import assert from "node:assert/strict";
import type { Reply } from "../calls/request.ts";
import { broken, wordDocument } from "../documents/word.ts";
import { once, type Stage, theme } from "../running/theme.ts";

/** Enough paragraphs, and none of them alike, for more than a second and more than the least memory. */
const PARAGRAPHS = 25_000;

export const failing = theme("failing", (stage) => {
  const { service, world, test } = stage;
  const organization = once(() => world.makeOrganization());
  const ended = once(async () => endAll(stage, (await organization()).key));

  test("a source that was altered in the store fails with SOURCE_UPLOAD_FAILED", uploadRules, async () => {
    failed((await ended()).altered, "SOURCE_UPLOAD_FAILED", "CHECKSUM_MISMATCH", "original");
  });

  test("a source that the store lost fails with SOURCE_UPLOAD_FAILED", uploadRules, async () => {
    failed((await ended()).lost, "SOURCE_UPLOAD_FAILED", "UPLOAD_INCOMPLETE", "modified");
  });

  test("a comparison that takes too long fails with ENGINE_TIMEOUT", engineRules, async () => {
    failed((await ended()).slow, "COMPARISON_FAILED", "ENGINE_TIMEOUT");
  });

  test("one that needs too much memory fails with ENGINE_TOO_COMPLEX", engineRules, async () => {
    failed((await ended()).large, "COMPARISON_FAILED", "ENGINE_TOO_COMPLEX");
  });

  test("a document without a body fails the job with PACKAGE_INVALID", ["6.upstream.unreadable"], async () => {
    failed((await ended()).withoutBody, "DOCUMENT_UNREADABLE", "PACKAGE_INVALID");
  });

  test("elements nested too deep fail the job with XML_INVALID", ["6.reader-limits"], async () => {
    failed((await ended()).tooDeep, "DOCUMENT_UNREADABLE", "XML_INVALID", "modified");
  });

  test(
    "what failed by our fault is given back, what failed by the document's is counted",
    ["4.given-back"],
    async () => {
      await ended();
      const { key } = await organization();
      assert.equal((await service.get("/v1/usage", { key })).json.documents, 4);
    },
  );

  test("a failed comparison stays failed; the same documents are another job", ["states.failed"], async () => {
    const { key } = await organization();
    const { comparison_id: id } = (await ended()).altered.json;
    const again = await service.get(`/v1/compare/${id}?format=md`, { key });
    assert.equal(again.json.status, "failed");
    const retried = await service.submit({ key });
    assert.notEqual(retried, id);
    assert.equal((await service.get(`/v1/compare/${retried}`, { key })).json.status, "processing");
  });
});

const uploadRules = ["job.SOURCE_UPLOAD_FAILED", "6.upstream.upload", "job.error", "6.error"] as const;
const engineRules = ["job.COMPARISON_FAILED", "6.upstream.engine", "job.error"] as const;

function failed({ status, json }: Reply, code: string, upstream: string, source?: string): void {
  assert.equal(status, 200);
  assert.equal(json.status, "failed");
  const { message, ...error } = json.error;
  assert.deepEqual(error, { code, upstream_code: upstream, ...(source === undefined ? {} : { source }) });
  assert.match(message, /^[A-Z].*[.]$/);
}

type Ended = Readonly<Record<"altered" | "lost" | "slow" | "large" | "withoutBody" | "tooDeep", Reply>>;

async function endAll({ service, world }: Pick<Stage, "service" | "world">, key: string): Promise<Ended> {
  const end = (id: string) => service.end(id, { key });
  const objectOf = async (id: string, role: string): Promise<string> => {
    const [row] = await world.rows("select object_key from objects where owner_id = $1 and role = $2", [id, role]);
    return row.object_key;
  };
  const big = { key, original: manyParagraphs("before"), modified: manyParagraphs("after") };
  const [altered, lost, slow] = [
    await service.submit({ key }),
    await service.submit({ key }),
    await service.submit(big),
  ];
  await world.objects.damage(await objectOf(altered, "original"));
  await world.objects.remove(await objectOf(lost, "modified"));
  const withoutBody = await service.submit({ key, modified: broken.withoutBody() });
  const tooDeep = await service.submit({ key, modified: broken.tooDeep() });
  const ends: Record<string, Reply> = {};
  await world.workWith({ VERSUS_CHILD_SECONDS: "1" }, async () => {
    for (const [name, id] of Object.entries({ altered, lost, slow, withoutBody, tooDeep })) ends[name] = await end(id);
  });
  const large = await service.submit(big);
  await world.workWith({ VERSUS_CHILD_MEGABYTES: "128" }, async () => {
    ends.large = await end(large);
  });
  return ends as Ended;
}

function manyParagraphs(word: string): Buffer {
  return wordDocument(
    ...Array.from({ length: PARAGRAPHS }, (_, index) => `${word} ${index} ${index * 7} ${index * 13}`),
  );
}
