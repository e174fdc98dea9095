// Tests that one organization learns nothing about another.
//
// Objects of others and objects that never existed are answered with the same bytes. A refusal does not show what was
// wrong with a key.

import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { type Call, type Reply, send } from "../calls/request.ts";
import { refused } from "../calls/service.ts";
import {
  acknowledged as acknowledgedKinds,
  comparisons,
  makeEnded,
  neverVersion,
  pathOf,
  type Subject,
  statusOf,
  subjectOf,
  subjects,
} from "../calls/subjects.ts";
import { once, type Stage, theme } from "../running/theme.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const CHANGE_MILLISECONDS = 5000;
/** Headers that differ from reply to reply, whoever asks. */
const OWN = /^(?:date|x-request-id|ratelimit-.*)$/i;

const JSON_TYPE = { "content-type": "application/json" };
const calls: Readonly<Record<string, Call & { readonly query?: string }>> = {
  "without anything": {},
  "with formats": { query: "?format=docx,json" },
  "with an unknown format": { query: "?format=odt" },
  "with a body": { headers: JSON_TYPE, body: Buffer.from('{"a":1}') },
  "with a broken body": { headers: JSON_TYPE, body: Buffer.from("{") },
  "with a body that is too large": { headers: JSON_TYPE, body: Buffer.from(`"${"x".repeat(300_000)}"`) },
  "with a body of another kind": { headers: { "content-type": "text/plain" }, body: Buffer.from("x") },
  "with a form": { headers: { "content-type": "multipart/form-data; boundary=x" }, body: Buffer.from("--x--\r\n") },
};

export const isolation = theme(
  "isolation",
  (stage) => {
    const { service, zeroDay, second, test } = stage;
    const ids = new Map(subjects.map((subject) => [subject, once(() => makeOthers(stage, subject))]));
    const routes = service.description.operations().filter(({ path }) => path.includes("_id}"));
    const paths = [...new Set(routes.map(({ path }) => path))];

    test("there are routes with ids, and each has one of a kind that is tried here", ["auth.4"], () => {
      assert.ok(paths.length > subjects.length);
      for (const path of paths) assert.equal(path.replace("{version_id}", "").match(/\{\w+_id\}/g)?.length, 1, path);
    });

    for (const state of ["ready", "zero-day", "failed", "erased", "acknowledged"]) {
      for (const path of paths) {
        const subject = subjectOf(path)!;
        test(
          `${path} of another's ${subject.noun} that is ${state} is as if it had never been`,
          ["auth.4", "1.unknown"],
          async () => {
            const id = (await ids.get(subject)!())[state] ?? "";
            for (const method of METHODS) {
              for (const [name, { query = "", ...call }] of Object.entries(calls)) {
                if ((method === "GET" || method === "HEAD") && call.body !== undefined) continue;
                const [theirs, never] = [await ask(method, path, id), await ask(method, path, subject.never)];
                assert.equal(bytesOf(theirs), bytesOf(never), `${method} ${name}`);
                assert.ok(never.status >= 400, `${method} ${name} is ${never.status}`);

                function ask(verb: string, template: string, own: string): Promise<Reply> {
                  const named = template.replace("{version_id}", neverVersion);
                  const address = service.url + named.replace(`{${subject.id}}`, own) + query;
                  const headers = { ...call.headers, "x-request-id": "isolation" };
                  return send(verb, address, { ...call, headers, key: second.key });
                }
              }
            }
          },
        );
      }
    }

    for (const [subject, made] of ids) {
      test(`what others tried changed no ${subject.noun}`, ["auth.4"], async () => {
        const { ready = "", "zero-day": kept = "" } = await made();
        const told = async (id: string, call: Call = {}) =>
          statusOf(subject, (await service.get(pathOf(subject, id), call)).json);
        assert.equal(await told(ready), "ready");
        assert.equal(await told(kept, { key: zeroDay.key }), "ready");
      });
    }
  },
  (stage) => {
    const { service, world, ordinary, test } = stage;

    test("what one organization uses is not counted for another", ["auth.4"], async () => {
      const { key } = await world.makeOrganization();
      await service.submit();
      assert.equal((await service.get("/v1/usage", { key })).json.documents, 0);
    });

    test(
      "every fault of a key gets one and the same 401, on every operation",
      [
        "auth.2",
        "3.faults",
        "3.region",
        "general.5",
        "errors.compare.INVALID_API_KEY",
        "errors.merge.INVALID_API_KEY",
        "9.keys",
      ],
      async () => {
        const faults = await faultyKeys(stage);
        const { id } = await service.ready();
        for (const { method, path, needsKey } of service.description.operations()) {
          if (!needsKey) continue;
          const subject = subjectOf(path);
          const known = subject === undefined || subject === comparisons ? id : subject.never;
          const named = path.replace("{version_id}", neverVersion).replace(/\{\w+_id\}/, known);
          const address = service.url + named.replace("{topic}", "errors");
          const seen = new Map<string, string>();
          for (const [fault, authorization] of Object.entries(faults)) {
            const headers = { "x-request-id": "isolation", ...(authorization === undefined ? {} : { authorization }) };
            const reply = await send(method, address, { headers });
            refused(reply, 401, "INVALID_API_KEY");
            assert.equal(reply.headers["www-authenticate"], "Bearer");
            service.description.check(method, address, reply);
            seen.set(fault, bytesOf(reply));
          }
          for (const [fault, bytes] of seen) assert.equal(bytes, seen.get("missing"), `${method} ${path}, ${fault}`);
        }
      },
    );

    test(
      "a key that is revoked or past its time stops working within five seconds",
      ["3.five-seconds", "3.operator"],
      async () => {
        const [revoked, expiring] = [
          await world.makeKey(ordinary.slug),
          await world.makeKey(ordinary.slug, ["--expires", "1h"]),
        ];
        for (const key of [revoked, expiring]) assert.equal((await service.get("/v1/usage", { key })).status, 200);
        await world.versus(["keys", "revoke", idOf(revoked)]);
        await expire(world, expiring);
        await setTimeout(CHANGE_MILLISECONDS);
        for (const key of [revoked, expiring]) refused(await service.get("/v1/usage", { key }), 401, "INVALID_API_KEY");
      },
    );
  },
);

/** Makes objects of others, in each of their possible states. */
async function makeOthers(
  { service, zeroDay }: Pick<Stage, "service" | "zeroDay">,
  subject: Subject,
): Promise<Readonly<Record<string, string>>> {
  const { key } = zeroDay;
  const [ready, kept, failed, erased, acknowledged] = await Promise.all([
    makeEnded(service, subject),
    makeEnded(service, subject, { key }),
    makeEnded(service, subject, { form: subject.failing() }),
    makeEnded(service, subject),
    makeEnded(service, subject, { key }),
  ]);
  assert.equal(statusOf(subject, failed.reply.json), "failed");
  await service.call("DELETE", pathOf(subject, erased.id));
  if (acknowledgedKinds.includes(subject)) {
    await service.post(`${pathOf(subject, acknowledged.id)}/acknowledge`, { key });
  }
  return { ready: ready.id, "zero-day": kept.id, failed: failed.id, erased: erased.id, acknowledged: acknowledged.id };
}

/** Returns invalid Authorization headers, each with another fault. */
async function faultyKeys({
  world,
  ordinary,
  second,
}: Omit<Stage, "test">): Promise<Readonly<Record<string, string | undefined>>> {
  const { key, slug } = ordinary;
  const [prefix = "", id = "", ...secret] = key.split("_");
  const revoked = await world.makeKey(slug);
  await world.versus(["keys", "revoke", idOf(revoked)]);
  const expired = await world.makeKey(slug, ["--expires", "1h"]);
  const foreign = await world.makeOrganization([], { VERSUS_REGION: "uk" });
  const deleted = await world.makeOrganization();
  await world.versus(["organizations", "delete", deleted.slug, "--confirm", deleted.slug]);
  await expire(world, expired);
  return {
    missing: undefined,
    empty: "",
    malformed: "Bearer nonsense",
    "of another scheme": `Basic ${Buffer.from(`key:${key}`).toString("base64")}`,
    "without a scheme": key,
    "of another prefix": `Bearer other_${id}_${secret.join("_")}`,
    "with a wrong secret": `Bearer ${prefix}_${id}_${"A".repeat(43)}`,
    "that nobody has": `Bearer ${prefix}_${"0".repeat(12)}_${secret.join("_")}`,
    "with another's secret": `Bearer ${prefix}_${idOf(second.key)}_${secret.join("_")}`,
    revoked: `Bearer ${revoked}`,
    expired: `Bearer ${expired}`,
    "of the other region": `Bearer ${foreign.key}`,
    "of a deleted organization": `Bearer ${deleted.key}`,
  };
}

/** Lets a key expire. */
async function expire(world: Stage["world"], key: string): Promise<void> {
  await world.rows("update keys set expires_at = now() - interval '1 s' where key_id = $1", [idOf(key)]);
}

function idOf(key: string): string {
  return key.split("_")[1] ?? "";
}

/** Returns a reply as one text: status, headers as received, body. */
function bytesOf({ status, rawHeaders, body }: Reply): string {
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !OWN.test(name) ? [`${name}: ${rawHeaders[index + 1]}`] : [],
  );
  return [status, ...lines, "", body.toString("latin1")].join("\n");
}
