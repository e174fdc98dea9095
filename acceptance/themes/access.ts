// Tests keys with restricted rights.

import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { refused } from "../calls/service.ts";
import { merges } from "../calls/subjects.ts";
import { type Stage, theme } from "../running/theme.ts";

const CHANGE_MILLISECONDS = 5000;

export const access = theme("access", writeKeyTests, writeOrganizationTests);

function writeKeyTests({ service, world, ordinary, test }: Stage): void {
  test("a key has the form that scanners know", ["3.form"], () => {
    assert.match(ordinary.key, /^versus_[0-9a-z]{12}_[A-Za-z0-9_-]{43}$/);
  });

  test("the scheme is read in any case", ["auth.1"], async () => {
    const headers = { authorization: `bearer ${ordinary.key}` };
    assert.equal((await service.get("/v1/usage", { key: undefined, headers })).status, 200);
  });

  test("a key for reading reads and does nothing else", ["3.scopes", "5.INSUFFICIENT_SCOPE", "9.keys"], async () => {
    const key = await world.makeKey(ordinary.slug, ["--scopes", "read"]);
    const { id } = await service.ready();
    assert.equal((await service.get(`/v1/compare/${id}`, { key })).status, 200);
    assert.equal((await service.get("/v1/reference/errors", { key })).status, 200);
    refused(await service.postComparison({ key }), 403, "INSUFFICIENT_SCOPE");
    refused(await service.post(`/v1/compare/${id}/acknowledge`, { key }), 403, "INSUFFICIENT_SCOPE");
    refused(await service.call("DELETE", `/v1/compare/${id}`, { key }), 403, "INSUFFICIENT_SCOPE");
  });

  test("a key that is replaced works beside its successor for a while", ["3.rotate", "3.operator"], async () => {
    const key = await world.makeKey(ordinary.slug);
    const successor = await world.versus(["keys", "rotate", key.split("_")[1] ?? "", "--overlap", "24h"]);
    for (const either of [key, successor]) assert.equal((await service.get("/v1/usage", { key: either })).status, 200);
    const [row] = await world.rows("select expires_at from keys where key_id = $1", [key.split("_")[1]]);
    const left = row.expires_at.getTime() - Date.now();
    assert.ok(left > 23.9 * 3_600_000 && left <= 24 * 3_600_000, `${left} ms`);
  });

  test("a list of keys says what they may do, and shows none", ["3.form", "3.operator"], async () => {
    const key = await world.makeKey(ordinary.slug, ["--scopes", "read"]);
    const [, id = "", ...secret] = key.split("_");
    const list = await world.versus(["keys", "list", ordinary.slug]);
    assert.ok(list.includes(id) && list.includes("read"), list);
    assert.ok(!list.includes(secret.join("_")));
  });

  test("no operation makes, lists or ends keys", ["3.operator"], () => {
    const paths = service.description.operations().map(({ path }) => path);
    assert.deepEqual(
      paths.filter((path) => /key|organization/i.test(path)),
      [],
    );
  });
}

function writeOrganizationTests({ service, world, test }: Stage): void {
  test(
    "keys of a detached account are API_KEY_ORG_MISMATCH until it is attached again",
    [
      "auth.3",
      "3.account",
      "3.five-seconds",
      "errors.compare.API_KEY_ORG_MISMATCH",
      "errors.merge.API_KEY_ORG_MISMATCH",
    ],
    async () => {
      const { key, slug } = await world.makeOrganization();
      const id = await service.submit({ key });
      await world.versus(["organizations", "detach-account", slug]);
      await setTimeout(CHANGE_MILLISECONDS);
      refused(await service.postComparison({ key }), 403, "API_KEY_ORG_MISMATCH");
      refused(await service.get(`/v1/compare/${id}`, { key }), 403, "API_KEY_ORG_MISMATCH");
      refused(await service.post(`/v1/compare/${id}/acknowledge`, { key }), 403, "API_KEY_ORG_MISMATCH");
      refused(await service.call("DELETE", `/v1/compare/${id}`, { key }), 403, "API_KEY_ORG_MISMATCH");
      refused(await service.get("/v1/compare/x", { key }), 403, "API_KEY_ORG_MISMATCH");
      refused(await service.postForm(merges.form(), { key }, merges.path), 403, "API_KEY_ORG_MISMATCH");
      await world.versus(["organizations", "attach-account", slug]);
      await setTimeout(CHANGE_MILLISECONDS);
      assert.equal((await service.get(`/v1/compare/${id}`, { key })).status, 200);
    },
  );

  test("an installation of the other region knows its own keys alone", ["general.5", "3.region"], async () => {
    const settings = { VERSUS_REGION: "uk" };
    const [api, british] = [await world.startApi(settings), await world.makeOrganization([], settings)];
    const uk = service.at(api.url);
    assert.equal((await uk.get("/health")).json.region, "uk");
    assert.equal((await uk.get("/v1/usage", { key: british.key })).status, 200);
    refused(await uk.get("/v1/usage"), 401, "INVALID_API_KEY");
    refused(await service.get("/v1/usage", { key: british.key }), 401, "INVALID_API_KEY");
    await api.stop();
  });

  test(
    "an organization that is deleted leaves nothing in the store, and the program proves it",
    ["9.erase-tenant"],
    async () => {
      const { key, slug } = await world.makeOrganization();
      const { downloads } = await service.ready({ key });
      const [{ organization_id: id }] = await world.rows("select organization_id from organizations where slug = $1", [
        slug,
      ]);
      assert.equal(await world.objects.isEmpty(`${id}/`), false);
      const said = await world.versus(["organizations", "delete", slug, "--confirm", slug]);
      assert.match(said, /delet|gone|nothing/i);
      assert.ok(await world.objects.isEmpty(`${id}/`));
      assert.deepEqual(await world.rows("select 1 from comparisons where organization_id = $1", [id]), []);
      refused(await service.get(downloads[0]?.url ?? ""), 410, "CONTENT_DELETED");
    },
  );
}
