// Tests the common rules of all kinds: comparisons, merges, files, creations, edits and documents.
//
// A path with an unknown id, or a call with a form and without a row in calls/subjects.ts, fails here.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { FormPart } from "../calls/form.ts";
import type { Call } from "../calls/request.ts";
import { refused } from "../calls/service.ts";
import {
  acknowledged,
  creators,
  documents,
  makeEnded,
  neverVersion,
  partsBefore,
  pathOf,
  type Subject,
  subjectOf,
  subjects,
  untilAllEnded,
} from "../calls/subjects.ts";
import { isErased } from "../running/erased.ts";
import { once, type Stage, theme } from "../running/theme.ts";

export const everySubject = theme(
  "subjects",
  writeListTests,
  writeRefusalTests,
  writeRetentionTests,
  writeCreatorTests,
  writeScopeTests,
);

function writeListTests({ service, test }: Stage): void {
  test("every path with an id, and every call that makes something, is tried here", ["9.alike"], () => {
    const operations = service.description.operations();
    for (const { path } of operations) subjectOf(path);
    const creating = operations.filter(({ takesForm }) => takesForm).map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(creating.sort(), Object.keys(creators).sort());
    for (const subject of subjects) {
      const names = operations.map(({ method, path }) => `${method} ${path}`);
      for (const name of [`GET ${subject.path}/{${subject.id}}`, `DELETE ${subject.path}/{${subject.id}}`]) {
        assert.ok(names.includes(name), name);
      }
      const acknowledge = `POST ${subject.path}/{${subject.id}}/acknowledge`;
      assert.equal(names.includes(acknowledge), acknowledged.includes(subject), acknowledge);
    }
  });
}

function writeRefusalTests({ service, test }: Stage): void {
  const broken = { headers: { "content-type": "application/json" }, body: Buffer.from("{") };
  const routes = service.description.operations().flatMap(({ method, path }) => {
    const subject = subjectOf(path);
    return subject === undefined ? [] : [{ method, path, subject }];
  });
  for (const { method, path, subject } of routes) {
    const { malformed, unknown } = subject.codes;
    const call = method === "GET" ? {} : broken;
    const named = path.replace("{version_id}", neverVersion);
    const ask = (id: string, query = "") => service.call(method, named.replace(/\{\w+\}/, id) + query, call);

    test(
      `${method} ${path}: an id of another form is ${malformed}`,
      ["1.malformed", "9.malformed", "5.order"],
      async () => {
        for (const id of subject.malformed) refused(await ask(id, "?format=odt"), 400, malformed);
      },
    );

    test(`${method} ${path}: one that nobody has is ${unknown}`, ["1.unknown", "9.unknown", "5.order"], async () => {
      refused(await ask(subject.never, "?format=odt"), 404, unknown);
    });
  }
}

const goneRules = ["9.alike", "9.repeat", "9.minute", "9.remains", "general.6.acknowledge"] as const;

function writeRetentionTests({ service, world, zeroDay, test }: Stage): void {
  const { key } = zeroDay;
  for (const subject of acknowledged) {
    const acknowledge = (id: string, call = {}) => service.post(`${pathOf(subject, id)}/acknowledge`, { key, ...call });

    test(`a ${subject.noun} that is acknowledged is gone at once, and deleted within a minute`, goneRules, async () => {
      const { id, reply } = await makeEnded(service, subject, { key });
      const { status, json } = await acknowledge(id);
      assert.deepEqual([status, json], [202, { [subject.id]: id, status: "deletion_queued" }]);
      refused(await service.get(pathOf(subject, id), { key }), 410, "CONTENT_DELETED");
      for (const { url } of reply.json.downloads) refused(await service.get(url), 410, "CONTENT_DELETED");
      assert.ok([202, 410].includes((await acknowledge(id)).status));
      await isErased(world, id, subject);
      refused(await acknowledge(id), 410, "CONTENT_DELETED");
      refused(await service.call("DELETE", pathOf(subject, id), { key }), 410, "CONTENT_DELETED");
    });

    test(`a ${subject.noun} that failed may be acknowledged`, ["9.failed"], async () => {
      const { id, reply } = await makeEnded(service, subject, { key, form: subject.failing() });
      assert.equal(reply.json.status, "failed");
      assert.equal((await acknowledge(id)).status, 202);
      refused(await service.get(pathOf(subject, id), { key }), 410, "CONTENT_DELETED");
    });

    test(`a ${subject.noun} takes no body but an empty one with its acknowledgement`, ["9.body"], async () => {
      const headers = { "content-type": "application/json" };
      const { id } = await makeEnded(service, subject, { key });
      refused(await acknowledge(id, { headers, body: Buffer.from('{"now":true}') }), 400, "INVALID_REQUEST");
      assert.equal((await acknowledge(id, { headers, body: Buffer.from("{}") })).status, 202);
    });

    test(
      `a ${subject.noun} made without zero-day retention is erased, not acknowledged`,
      ["9.CONFLICT", "9.erase"],
      async () => {
        const { id, reply } = await makeEnded(service, subject);
        const refusal = await service.post(`${pathOf(subject, id)}/acknowledge`);
        refused(refusal, 409, "CONFLICT");
        assert.match(refusal.json.error.message, /zero-day/);
        const { status, json } = await service.call("DELETE", pathOf(subject, id));
        assert.deepEqual([status, json], [202, { [subject.id]: id, status: "deletion_queued" }]);
        refused(await service.get(pathOf(subject, id)), 410, "CONTENT_DELETED");
        for (const { url } of reply.json.downloads) refused(await service.get(url), 410, "CONTENT_DELETED");
        await isErased(world, id, subject);
      },
    );
  }
}

function writeCreatorTests({ service, world, test }: Stage): void {
  const organization = once(() => world.makeOrganization());
  const used = async (call: { readonly key: string }) => (await service.get("/v1/usage", call)).json.documents;
  for (const [operation, creator] of Object.entries(creators)) {
    const { subject, status, other, takesJson, inside, documents = subject.documents } = creator;
    const { countedBefore = subject.ofFile === undefined ? 0 : 1 } = creator;
    const path = operation.split(" ")[1] ?? "";
    /** Prepares the next call with its form. */
    const ready = async (call: Call = {}) => {
      const made = await inside?.(service, call);
      const own = made === undefined ? path : path.replace(/\{\w+\}/, made.id);
      const form = made?.form ?? [...(await partsBefore(service, subject, call)), ...subject.form()];
      return { form, own, send: (over: Call, parts: readonly FormPart[]) => service.postForm(parts, over, own) };
    };

    test(`${operation} with an Idempotency-Key happens once`, ["6.idempotency", "6.idempotency-body"], async () => {
      const { key } = await organization();
      const call = { key, headers: { "idempotency-key": randomUUID() } };
      const { form, send } = await ready({ key });
      const before = await used(call);
      const [one, again] = [await send(call, form), await send(call, form)];
      assert.deepEqual([one.status, again.status], [status, status]);
      assert.equal(one.headers["idempotency-replayed"], undefined);
      assert.equal(again.headers["idempotency-replayed"], "true");
      assert.deepEqual(again.json, one.json);
      assert.equal(await used(call), before + documents);
      const changed = form.map((part) => (part.field === other.field ? other : part));
      refused(await send(call, changed), 409, "IDEMPOTENCY_CONFLICT");
    });

    test(`${operation} counts ${documents}, and is refused when that does not fit`, countRules, async () => {
      const limited = await world.makeOrganization(["--document-limit", String(documents + countedBefore)]);
      const call = { key: limited.key };
      const { form, send } = await ready(call);
      assert.equal((await send(call, form)).status, status);
      assert.equal(await used(call), documents + countedBefore);
      // A call that counts nothing always fits the allowance.
      if (documents === 0) return assert.equal((await send(call, form)).status, status);
      refused(await send(call, form), 402, "USAGE_LIMIT_REACHED");
      assert.equal(await used(call), documents + countedBefore);
      const [{ count }] = await world.rows(
        `select count(*)::int from ${subject.table} join organizations using (organization_id) where slug = $1`,
        [limited.slug],
      );
      assert.equal(count, 1);
    });

    test(`${operation} takes what it says and nothing else`, takenRules, async () => {
      const headers = { "content-type": takesJson ? "application/xml" : "application/json" };
      const { form, own, send } = await ready();
      refused(await service.post(own, { headers, body: Buffer.from("{}") }), 415, "UNSUPPORTED_MEDIA_TYPE");
      refused(await send({}, [...form, { field: "colour", content: "red" }]), 400, "INVALID_REQUEST");
      refused(await send({}, []), 400, "INVALID_REQUEST");
    });
  }
}

const takenRules = ["5.UNSUPPORTED_MEDIA_TYPE", "5.INVALID_REQUEST"] as const;

const countRules = [
  "4.compare",
  "4.merge",
  "errors.merge.USAGE_LIMIT_REACHED",
  "4.upload",
  "4.create",
  "4.edit",
  "4.document",
  "4.whole-cost",
  "limits.allowance",
] as const;

function writeScopeTests({ service, world, ordinary, zeroDay, test }: Stage): void {
  test("a key for reading reads everything and changes nothing", ["3.scopes", "5.INSUFFICIENT_SCOPE"], async () => {
    const key = await world.makeKey(ordinary.slug, ["--scopes", "read"]);
    const ids = new Map<Subject, string>();
    for (const subject of subjects) ids.set(subject, (await makeEnded(service, subject)).id);
    const documentId = ids.get(documents) ?? "";
    await service.postForm(documents.form(), {}, `${pathOf(documents, documentId)}/versions`);
    // The second version has a redline.
    const [, second] = await untilAllEnded(service, documentId);
    for (const { method, path, needsKey } of service.description.operations()) {
      if (!needsKey) continue;
      const subject = subjectOf(path);
      const named = path.replace("{version_id}", second?.version_id ?? "");
      const own = named.replace(/\{\w+_id\}/, subject === undefined ? "" : (ids.get(subject) ?? ""));
      const reply = await service.call(method, own.replace("{topic}", "errors"), { key });
      if (method === "GET") assert.equal(reply.status, 200, `${method} ${path}`);
      else refused(reply, 403, "INSUFFICIENT_SCOPE");
    }
  });

  test(
    "what is made under zero-day retention is stamped when it is made",
    ["general.6.stamped", "9.alike"],
    async () => {
      const organization = await world.makeOrganization();
      const call = { key: organization.key };
      const earlier = new Map<Subject, string>();
      for (const subject of acknowledged) earlier.set(subject, (await makeEnded(service, subject, call)).id);
      await world.versus(["organizations", "set", organization.slug, "--zero-day", "on"]);
      await setTimeout(100);
      for (const [subject, id] of earlier) {
        refused(await service.post(`${pathOf(subject, id)}/acknowledge`, call), 409, "CONFLICT");
        const later = await makeEnded(service, subject, call);
        assert.equal((await service.post(`${pathOf(subject, later.id)}/acknowledge`, call)).status, 202);
      }
    },
  );

  test("what is being made is not acknowledged twice by two at once", ["9.repeat"], async () => {
    const { key } = zeroDay;
    for (const subject of acknowledged) {
      const { id } = await makeEnded(service, subject, { key });
      const replies = await Promise.all(
        Array.from({ length: 4 }, () => service.post(`${pathOf(subject, id)}/acknowledge`, { key })),
      );
      for (const { status } of replies) assert.ok(status === 202 || status === 410, String(status));
    }
  });
}
