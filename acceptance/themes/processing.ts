// A comparison that nobody works on yet: the worker is started after this theme.

import assert from "node:assert/strict";
import { refused } from "../calls/service.ts";
import { theme } from "../running/theme.ts";

export const processing = theme("processing", ({ service, zeroDay, world, test }) => {
  test(
    "a comparison is accepted with an id and nothing else",
    ["general.1", "states.created", "compare.202", "conventions.ids", "1.form", "conventions.bodies"],
    async () => {
      const { status, json } = await service.postComparison();
      assert.equal(status, 202);
      assert.match(json.comparison_id, /^cmp_[0-9a-hjkmnp-tv-z]{26}$/);
      assert.deepEqual(json, { comparison_id: json.comparison_id, status: "processing" });
    },
  );

  test("ids grow with time", ["1.form"], async () => {
    const ids = [await service.submit(), await service.submit()];
    assert.deepEqual(ids.toSorted(), ids);
  });

  test(
    "a read while processing says what is pending and when to ask again",
    ["states.pending", "limits.retry-after", "job.pending_formats", "job.downloads", "general.1"],
    async () => {
      const id = await service.submit();
      const reply = await service.get(`/v1/compare/${id}`);
      assert.equal(reply.status, 200);
      assert.equal(reply.headers["retry-after"], "1");
      assert.deepEqual(reply.json, {
        comparison_id: id,
        status: "processing",
        downloads: [],
        pending_formats: ["docx"],
      });
    },
  );

  test("pending formats stand in the order asked", ["job.pending_formats"], async () => {
    const id = await service.submit();
    const { json } = await service.get(`/v1/compare/${id}?format=json,md&format=docx`);
    assert.deepEqual(json.pending_formats, ["json", "md", "docx"]);
  });

  test("a comparison that is processing cannot be acknowledged", ["9.CONFLICT"], async () => {
    const { key } = zeroDay;
    const id = await service.submit({ key });
    const reply = await service.post(`/v1/compare/${id}/acknowledge`, { key });
    refused(reply, 409, "CONFLICT");
    assert.match(reply.json.error.message, /processing/);
  });

  test("while it is processing no deadline runs", ["21.no-deadline"], async () => {
    const { key } = zeroDay;
    const id = await service.submit({ key });
    await world.rows("update comparisons set created_at = created_at - interval '2 days' where comparison_id = $1", [
      id,
    ]);
    assert.equal((await service.get(`/v1/compare/${id}`, { key })).json.status, "processing");
    const [row] = await world.rows("select delete_at from comparisons where comparison_id = $1", [id]);
    assert.equal(row.delete_at, null);
  });

  test("a comparison that is processing can be erased", ["9.erase"], async () => {
    const id = await service.submit();
    assert.equal((await service.call("DELETE", `/v1/compare/${id}`)).status, 202);
    refused(await service.get(`/v1/compare/${id}`), 410, "CONTENT_DELETED");
  });

  test("too many unfinished jobs are refused with 429, and say so", ["4.unfinished", "5.RATE_LIMITED"], async () => {
    const { key } = await world.makeOrganization();
    const api = await world.startApi({ VERSUS_UNFINISHED_JOBS: "1" });
    await service.submit({ key });
    const reply = await service.at(api.url).postComparison({ key });
    refused(reply, 429, "RATE_LIMITED");
    assert.ok(Number(reply.headers["retry-after"]) > 0);
    assert.match(reply.json.error.message, /jobs/);
    await api.stop();
  });
});
