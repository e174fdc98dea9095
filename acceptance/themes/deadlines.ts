// Tests deadlines of retention, of stored replies and of the month.
//
// Nobody waits for an hour: the rows are moved back in time, which the service cannot distinguish from the passing of
// time.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { refused } from "../calls/service.ts";
import { comparisons, files, makeEnded, pathOf, type Subject, subjects } from "../calls/subjects.ts";
import { broken } from "../documents/word.ts";
import { isErased } from "../running/erased.ts";
import { once, type Stage, theme } from "../running/theme.ts";
import type { Organization } from "../running/world.ts";

/** Maximum time until a change by an operator takes effect. */
const CHANGE_MILLISECONDS = 5000;
const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export const deadlines = theme("deadlines", (stage) => {
  const { service, world, zeroDay, test } = stage;
  const { key } = zeroDay;
  const past: Deadlines["past"] = [];
  const keeping = once(() => world.makeOrganization(["--retention-days", "1"]));

  test("a download of a zero-day comparison ends an hour after it finished, to the second", hourRules, async () => {
    const { id, downloads } = await service.ready({ key });
    const [{ finished_at: finished }] = await world.rows(
      "select finished_at from comparisons where comparison_id = $1",
      [id],
    );
    const left = Date.parse(downloads[0]?.expires_at ?? "") - (finished.getTime() + HOUR);
    assert.ok(left <= 0 && left > -SECOND, `${left} ms`);
  });

  test("a zero-day comparison is there until its hour is over, and then gone", hourRules, async () => {
    const { id, downloads } = await service.ready({ key }, "docx,md,json");
    await moveBack(stage, id, HOUR - 30 * SECOND);
    const { json } = await service.get(`/v1/compare/${id}`, { key });
    const left = Date.parse(json.downloads[0].expires_at) - Date.now();
    assert.ok(left > 0 && left <= 30 * SECOND, `${left} ms`);
    assert.equal((await service.get(downloads[0]?.url ?? "")).status, 200);
    await moveBack(stage, id, 31 * SECOND);
    refused(await service.get(`/v1/compare/${id}`, { key }), 410, "CONTENT_DELETED");
    for (const { url } of downloads) refused(await service.get(url), 410, "CONTENT_DELETED");
    refused(await service.post(`/v1/compare/${id}/acknowledge`, { key }), 410, "CONTENT_DELETED");
    refused(await service.call("DELETE", `/v1/compare/${id}`, { key }), 410, "CONTENT_DELETED");
    past.push({ id, subject: comparisons });
  });

  test("a failed comparison has the same deadline", ["9.failed"], async () => {
    const id = await service.submit({ key, modified: broken.mainPart() });
    await service.end(id, { key });
    await moveBack(stage, id, HOUR - 30 * SECOND);
    assert.equal((await service.get(`/v1/compare/${id}`, { key })).json.status, "failed");
    await moveBack(stage, id, 31 * SECOND);
    refused(await service.get(`/v1/compare/${id}`, { key }), 410, "CONTENT_DELETED");
    past.push({ id, subject: comparisons });
  });

  test("without zero-day retention a comparison is there after a year", ["general.6.kept"], async () => {
    const { id } = await service.ready();
    await moveBack(stage, id, 400 * DAY);
    const { json } = await service.get(`/v1/compare/${id}`);
    assert.equal(json.status, "ready");
    assert.equal((await service.get(json.downloads[0].url)).status, 200);
  });

  test("--retention-days 1 ends a comparison a day after it finished", ["9.retention-days"], async () => {
    const organization = await keeping();
    const { id, downloads } = await service.ready({ key: organization.key });
    await moveBack(stage, id, DAY - 60 * SECOND);
    assert.equal((await service.get(`/v1/compare/${id}`, { key: organization.key })).status, 200);
    await moveBack(stage, id, 61 * SECOND);
    refused(await service.get(`/v1/compare/${id}`, { key: organization.key }), 410, "CONTENT_DELETED");
    refused(await service.get(downloads[0]?.url ?? ""), 410, "CONTENT_DELETED");
    past.push({ id, subject: comparisons });
  });

  test("--retention-days set later holds for what is there", ["9.retention-days"], async () => {
    const organization = await world.makeOrganization();
    const { id } = await service.ready({ key: organization.key });
    await moveBack(stage, id, 3 * DAY);
    assert.equal((await service.get(`/v1/compare/${id}`, { key: organization.key })).status, 200);
    await world.versus(["organizations", "set", organization.slug, "--retention-days", "2"]);
    await setTimeout(CHANGE_MILLISECONDS);
    refused(await service.get(`/v1/compare/${id}`, { key: organization.key }), 410, "CONTENT_DELETED");
    past.push({ id, subject: comparisons });
  });

  writeMadeTests(stage, { past, keeping });
  writeTimeTests(stage);

  test("what is past its deadline is deleted within a minute; its record remains", deletedRules, async () => {
    assert.equal(past.length, 10);
    for (const { id, subject } of past) await isErased(world, id, subject);
  });
});

const madeRules = ["9.hour-from-creation", "states.creation.hour", "limits.zero-day", "general.6.expires"] as const;

const hourRules = [
  "general.6.hour",
  "general.6.expires",
  "limits.zero-day",
  "states.deleted",
  "9.CONTENT_DELETED",
] as const;
const deletedRules = ["general.6.record", "9.minute", "9.remains"] as const;

interface Deadlines {
  /** Objects past their deadline, which are checked at the end. */
  readonly past: { readonly id: string; readonly subject: Subject }[];
  readonly keeping: () => Promise<Organization>;
}

function writeMadeTests(stage: Stage, { past, keeping }: Deadlines): void {
  const { service, world, zeroDay, test } = stage;
  const { key } = zeroDay;
  for (const subject of subjects.filter(({ hourFrom }) => hourFrom === "created_at")) {
    test(
      `a zero-day ${subject.noun} is gone an hour after it was made, and its address with it`,
      madeRules,
      async () => {
        const { id, reply } = await makeEnded(service, subject, { key });
        const [{ created_at: made }] = await world.rows(
          `select created_at from ${subject.table} where ${subject.id} = $1`,
          [id],
        );
        const [{ expires_at: expires, url }] = reply.json.downloads;
        const left = Date.parse(expires) - (made.getTime() + HOUR);
        assert.ok(left <= 0 && left > -SECOND, `${left} ms`);
        await moveBack(stage, id, HOUR - 30 * SECOND, subject);
        assert.equal((await service.get(pathOf(subject, id), { key })).status, 200);
        await moveBack(stage, id, 31 * SECOND, subject);
        refused(await service.get(pathOf(subject, id), { key }), 410, "CONTENT_DELETED");
        refused(await service.post(`${pathOf(subject, id)}/acknowledge`, { key }), 410, "CONTENT_DELETED");
        if (subject === files) refused(await service.get(url), 410, "CONTENT_DELETED");
        past.push({ id, subject });
      },
    );

    test(`--retention-days ends a ${subject.noun} so long after it finished`, ["9.retention-days"], async () => {
      const organization = await keeping();
      const { id } = await makeEnded(service, subject, { key: organization.key });
      await moveBack(stage, id, DAY - 60 * SECOND, subject);
      assert.equal((await service.get(pathOf(subject, id), { key: organization.key })).status, 200);
      await moveBack(stage, id, 61 * SECOND, subject);
      refused(await service.get(pathOf(subject, id), { key: organization.key }), 410, "CONTENT_DELETED");
      past.push({ id, subject });
    });
  }
}

function writeTimeTests({ service, world, test }: Stage): void {
  test("an Idempotency-Key is good for a day and no longer", ["6.idempotency-day"], async () => {
    const { key } = await world.makeOrganization();
    const headers = { "idempotency-key": randomUUID() };
    const first = await service.postComparison({ key, headers });
    const shift = (milliseconds: number) =>
      world.rows("update idempotency set created_at = created_at - $2 * interval '1 ms' where idempotency_key = $1", [
        headers["idempotency-key"],
        milliseconds,
      ]);
    await shift(DAY - 60 * SECOND);
    assert.deepEqual((await service.postComparison({ key, headers })).json, first.json);
    await shift(61 * SECOND);
    const later = await service.postComparison({ key, headers });
    assert.equal(later.status, 202);
    assert.equal(later.headers["idempotency-replayed"], undefined);
    assert.notEqual(later.json.comparison_id, first.json.comparison_id);
  });

  test("a new month begins with nothing used", ["4.allowance"], async () => {
    const { key } = await world.makeOrganization(["--document-limit", "2"]);
    const id = await service.submit({ key });
    refused(await service.postComparison({ key }), 402, "USAGE_LIMIT_REACHED");
    await world.rows(
      "update usage_entries set counted_at = date_trunc('month', counted_at, 'UTC') - interval '1 ms' where owner_id = $1",
      [id],
    );
    assert.equal((await service.get("/v1/usage", { key })).json.documents, 0);
    assert.equal((await service.postComparison({ key })).status, 202);
  });
}

/** Changes a row as if the object had been made, and had finished, earlier by this time. */
async function moveBack(
  { world }: Pick<Stage, "world">,
  id: string,
  milliseconds: number,
  subject: Subject = comparisons,
): Promise<void> {
  const columns = ["created_at", "finished_at", "delete_at"];
  const moved = columns.map((column) => `${column} = ${column} - $2 * interval '1 ms'`).join(", ");
  await world.rows(`update ${subject.table} set ${moved} where ${subject.id} = $1`, [id, milliseconds]);
}
