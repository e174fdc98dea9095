// Tests comparisons, files and creations that fail, each for its reason.
//
// Our own faults are not charged. Runs before the worker starts: the sources are damaged before anybody reads them.
// Workers with little time or memory take the rest.

import assert from "node:assert/strict";
import type { Reply } from "../calls/request.ts";
import { creations, end, files, make } from "../calls/subjects.ts";
import { broken, wordDocument } from "../documents/word.ts";
import { once, type Stage, theme } from "../running/theme.ts";

/** Enough different paragraphs for more than a second and more than the minimum memory. */
const PARAGRAPHS = 25_000;

export const failing = theme("failing", (stage) => {
  const { service, world, test } = stage;
  const organization = once(() => world.makeOrganization());
  /** Owner of everything except comparisons, so that the test can check that its whole count is given back. */
  const owner = once(() => world.makeOrganization());
  const ended = once(async () => ({
    ...(await endAll(stage, (await organization()).key)),
    ...(await endOthers(stage, (await owner()).key)),
  }));

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

  test("an upload that was altered or lost in the store fails, and is given back", fileRules, async () => {
    const { alteredFile, lostFile } = await ended();
    for (const { status, json } of [alteredFile, lostFile]) {
      assert.deepEqual([status, json.status, json.error.code], [200, "failed", "SOURCE_UPLOAD_FAILED"]);
    }
    const { key } = await owner();
    assert.equal((await service.get("/v1/usage", { key })).json.documents, 0);
  });

  test("an upload that takes too long to read fails by our fault, and is given back", fileRules, async () => {
    const { json } = (await ended()).slowFile;
    assert.deepEqual([json.status, json.error.code], ["failed", "SOURCE_UPLOAD_FAILED"]);
    assert.match(json.error.message, /too long/);
  });

  test(
    "a creation whose paragraphs were lost fails with CREATION_FAILED, and is given back",
    creationRules,
    async () => {
      const { json } = (await ended()).lostCreation;
      assert.deepEqual([json.status, json.error.code, json.error.details], ["failed", "CREATION_FAILED", undefined]);
    },
  );

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
const fileRules = ["10.error", "4.given-back", "file.failed"] as const;
const creationRules = ["creation.error", "4.given-back"] as const;
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

type OtherEnds = Readonly<Record<"alteredFile" | "lostFile" | "slowFile" | "lostCreation", Reply>>;

async function endOthers({ service, world }: Pick<Stage, "service" | "world">, key: string): Promise<OtherEnds> {
  const objectOf = async (id: string): Promise<string> => {
    const [row] = await world.rows("select object_key from objects where owner_id = $1", [id]);
    return row.object_key;
  };
  const [altered, lost, creation] = [
    await make(service, files, { key }),
    await make(service, files, { key }),
    await make(service, creations, { key }),
  ];
  const slow = await make(service, files, {
    key,
    form: [{ field: "document", fileName: "large.docx", content: manyParagraphs("large", 60_000) }],
  });
  await world.objects.damage(await objectOf(altered));
  for (const id of [lost, creation]) await world.objects.remove(await objectOf(id));
  const ends: Record<string, Reply> = {};
  await world.workWith({ VERSUS_CHILD_SECONDS: "1" }, async () => {
    ends.alteredFile = await end(service, files, { id: altered, key });
    ends.lostFile = await end(service, files, { id: lost, key });
    ends.slowFile = await end(service, files, { id: slow, key });
    ends.lostCreation = await end(service, creations, { id: creation, key });
  });
  return ends as OtherEnds;
}

function manyParagraphs(word: string, count = PARAGRAPHS): Buffer {
  return wordDocument(...Array.from({ length: count }, (_, index) => `${word} ${index} ${index * 7} ${index * 13}`));
}
