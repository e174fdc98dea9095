// Tests zero-day retention, acknowledging and erasing.

import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { refused } from "../calls/service.ts";
import { broken } from "../documents/word.ts";
import { isErased } from "../running/erased.ts";
import { theme } from "../running/theme.ts";

const DELETED_MILLISECONDS = 60_000;

export const retention = theme(
  "retention",
  ({ service, world, zeroDay, test }) => {
    const { key } = zeroDay;
    const acknowledge = (id: string, call = {}) => service.post(`/v1/compare/${id}/acknowledge`, { key, ...call });

    test(
      "an acknowledged comparison is gone at once: reads and downloads answer 410",
      [
        "acknowledge.202",
        "general.6.acknowledge",
        "states.deleted",
        "errors.read.CONTENT_DELETED",
        "6.download-refused",
        "limits.zero-day",
      ],
      async () => {
        const { id, downloads } = await service.ready({ key }, "docx,md,json");
        const { status, json } = await acknowledge(id);
        assert.equal(status, 202);
        assert.deepEqual(json, { comparison_id: id, status: "deletion_queued" });
        refused(await service.get(`/v1/compare/${id}`, { key }), 410, "CONTENT_DELETED");
        for (const { url } of downloads) refused(await service.get(url), 410, "CONTENT_DELETED");
      },
    );

    test(
      "within a minute it is deleted, and acknowledging again is 410",
      ["9.minute", "9.CONTENT_DELETED", "9.repeat", "general.6.record"],
      async () => {
        const { id } = await service.ready({ key });
        assert.equal((await acknowledge(id)).status, 202);
        const end = Date.now() + DELETED_MILLISECONDS;
        let reply = await acknowledge(id);
        while (reply.status === 202 && Date.now() < end) {
          await setTimeout(200);
          reply = await acknowledge(id);
        }
        refused(reply, 410, "CONTENT_DELETED");
        refused(await service.call("DELETE", `/v1/compare/${id}`, { key }), 410, "CONTENT_DELETED");
        await isErased(world, id);
      },
    );

    test("no address outlives the hour after the comparison finished", ["general.6.expires"], async () => {
      const { id, downloads } = await service.ready({ key });
      await setTimeout(2100);
      const { json } = await service.get(`/v1/compare/${id}`, { key });
      assert.ok(Date.parse(json.downloads[0].expires_at) <= Date.parse(downloads[0]?.expires_at ?? "") + 1000);
    });
  },
  ({ service, zeroDay, test }) => {
    const { key } = zeroDay;
    const acknowledge = (id: string, call = {}) => service.post(`/v1/compare/${id}/acknowledge`, { key, ...call });

    test("an empty body and {} are the same as none, another is refused", ["9.body", "acknowledge.202"], async () => {
      const headers = { "content-type": "application/json" };
      const { id } = await service.ready({ key });
      refused(await acknowledge(id, { headers, body: Buffer.from('{"now":true}') }), 400, "INVALID_REQUEST");
      refused(await acknowledge(id, { headers, body: Buffer.from("[1]") }), 400, "INVALID_REQUEST");
      refused(await acknowledge(id, { headers, body: Buffer.from("{") }), 400, "INVALID_REQUEST");
      assert.equal((await acknowledge(id, { headers, body: Buffer.from("{}") })).status, 202);
      const other = await service.ready({ key });
      assert.equal((await acknowledge(other.id, { headers, body: Buffer.alloc(0) })).status, 202);
    });

    test(
      "a body larger than any is REQUEST_TOO_LARGE, one of another kind UNSUPPORTED_MEDIA_TYPE",
      ["5.REQUEST_TOO_LARGE", "5.UNSUPPORTED_MEDIA_TYPE"],
      async () => {
        const { id } = await service.ready({ key });
        const large = {
          headers: { "content-type": "application/json" },
          body: Buffer.from(`"${"x".repeat(300_000)}"`),
        };
        refused(await acknowledge(id, large), 413, "REQUEST_TOO_LARGE");
        const other = { headers: { "content-type": "text/plain" }, body: Buffer.from("x") };
        refused(await acknowledge(id, other), 415, "UNSUPPORTED_MEDIA_TYPE");
      },
    );

    test("a failed comparison may be acknowledged", ["9.failed"], async () => {
      const id = await service.submit({ key, modified: broken.mainPart() });
      assert.equal((await service.end(id, { key })).json.status, "failed");
      assert.equal((await acknowledge(id)).status, 202);
      refused(await service.get(`/v1/compare/${id}`, { key }), 410, "CONTENT_DELETED");
    });
  },
  ({ service, world, test }) => {
    test("without zero-day retention there is nothing to acknowledge", ["9.CONFLICT", "general.6.kept"], async () => {
      const { id } = await service.ready();
      const reply = await service.post(`/v1/compare/${id}/acknowledge`);
      refused(reply, 409, "CONFLICT");
      assert.match(reply.json.error.message, /zero-day/);
      assert.equal((await service.get(`/v1/compare/${id}`)).status, 200);
    });

    test("erasing works for everybody, and answers again while it is queued", ["9.erase"], async () => {
      const { id, downloads } = await service.ready();
      const { status, json } = await service.call("DELETE", `/v1/compare/${id}`);
      assert.equal(status, 202);
      assert.deepEqual(json, { comparison_id: id, status: "deletion_queued" });
      refused(await service.get(`/v1/compare/${id}`), 410, "CONTENT_DELETED");
      refused(await service.get(downloads[0]?.url ?? ""), 410, "CONTENT_DELETED");
      assert.ok([202, 410].includes((await service.call("DELETE", `/v1/compare/${id}`)).status));
      await isErased(world, id);
    });

    test("the setting is stamped on a comparison when it is made", ["general.6.stamped", "9.setting"], async () => {
      const organization = await world.makeOrganization();
      const call = { key: organization.key };
      const earlier = await service.ready(call);
      await world.versus(["organizations", "set", organization.slug, "--zero-day", "on"]);
      const later = await service.ready(call);
      refused(await service.post(`/v1/compare/${earlier.id}/acknowledge`, call), 409, "CONFLICT");
      await world.versus(["organizations", "set", organization.slug, "--zero-day", "off"]);
      assert.equal((await service.post(`/v1/compare/${later.id}/acknowledge`, call)).status, 202);
    });

    test("what was deleted stays counted", ["9.remains"], async () => {
      const organization = await world.makeOrganization();
      const call = { key: organization.key };
      const { id } = await service.ready(call);
      const { json } = await service.get("/v1/usage", call);
      await service.call("DELETE", `/v1/compare/${id}`, call);
      await setTimeout(1000);
      assert.deepEqual((await service.get("/v1/usage", call)).json, json);
    });
  },
);
