// Tests documents that give orders, with a model that obeys them.
//
// Effects that Word does not track happen only if the instruction asks for them. Requested effects happen and are
// listed.

import assert from "node:assert/strict";
import type { Reply } from "../calls/request.ts";
import { refused, type Service } from "../calls/service.ts";
import { files, make } from "../calls/subjects.ts";
import { answer } from "../documents/instructed.ts";
import { type ObeyedOrder, obey, obeyedOrders, orderingDocument } from "../documents/obeyed-orders.ts";
import { LocalModel, protocolNames } from "../running/local-model.ts";
import { once, type Stage } from "../running/theme.ts";

/** Time limit in seconds for all requests to the model. */
const SECONDS = "20";

/** Minimum number of attacks of a run. */
const LEAST_ATTACKS = 40;

export function obeyedInjections({ service, world, test }: Stage): void {
  const start = once(async () => {
    const model = new LocalModel();
    await model.listen();
    const { key } = await world.makeOrganization(["--instruction", "on"]);
    const apis = await Promise.all(
      protocolNames.map((name) => world.startApi({ ...model.settings(name), VERSUS_INSTRUCTION_SECONDS: SECONDS })),
    );
    return { model, apis, services: apis.map(({ url }) => service.at(url, key)) };
  });

  const withoutEffect = new Set<ObeyedOrder>();
  obeyedOrders.forEach((order, at) => {
    const { instruction, allow, edits } = order;
    const allowed = allow === undefined ? "" : `, allow ${JSON.stringify(allow)}`;
    test(`an obeyed order for ${typesOf(edits)}: ${instruction}${allowed}`, rulesOf(order), async () => {
      const { model, services } = await start();
      const own = services[at % services.length]!;
      const fileId = await upload(own, orderingDocument(edits, at));
      model.play(obey, obey);
      const reply = await instruct(own, { file_id: fileId, ...bodyOf(order) });
      assert.equal(model.questions.length, 2, "questions");
      refused(reply, 400, "INSTRUCTION_NOT_UNDERSTOOD", /`allow`/);
      assert.ok(reply.json.error.details.every(({ reason }: { readonly reason: string }) => reason === "NOT_ASKED"));
      assert.deepEqual(await world.rows("select 1 from edits where source_file_id = $1", [fileId]), []);
      withoutEffect.add(order);
      // The order could be applied: a caller who writes the same edits gets them.
      const written = await instruct(own, { file_id: fileId, edits });
      assert.equal(`${written.status} ${written.json.status}`, "200 ready", written.body.toString());
    });
  });

  for (const asked of askedEffects) {
    const { instruction, edits, effects } = asked;
    test(`what is asked for is done and named: ${instruction}`, noticeRules, async () => {
      const { model, services } = await start();
      const fileId = await upload(services[0]!, orderingDocument(edits, 0));
      model.play(answer([instruction, ...edits]));
      const reply = await instruct(services[0]!, { file_id: fileId, ...bodyOf(asked) });
      assert.equal(`${reply.status} ${reply.json.status}`, "200 ready", reply.body.toString());
      const [notice, ...others] = reply.json.notices ?? [];
      assert.deepEqual(others, []);
      assert.equal(notice?.code, effects.length === 0 ? undefined : "UNTRACKED_EFFECTS");
      assert.deepEqual(notice?.effects ?? [], effects);
      const read = await services[0]!.get(`/v1/edit/${reply.json.edit_id}`);
      assert.deepEqual(read.json.notices, reply.json.notices);
    });
  }

  test("none of the obeyed orders did anything", [], async () => {
    console.log(`  ${withoutEffect.size} of ${obeyedOrders.length} obeyed injections made no untracked change`);
    const { model, apis } = await start();
    await Promise.all(apis.map((api) => api.stop()));
    await model.close();
    assert.ok(withoutEffect.size >= LEAST_ATTACKS && withoutEffect.size === obeyedOrders.length);
  });
}

const noticeRules = ["27.untracked-notice"] as const;

function rulesOf({ allow }: ObeyedOrder) {
  return allow === undefined ? (["27.instruction-effects"] as const) : (["27.instruction-allow"] as const);
}

interface AskedEffect extends ObeyedOrder {
  readonly effects: readonly { readonly edit: number; readonly effect: string }[];
}

const fee = { type: "replace", paragraphs: { index: 2 }, text: { match: "100" }, content: "200" };
const opponents = { type: "reject_revision", revision: { author: "Opponent" } };
const remark = { type: "add_comment", paragraphs: { index: 2 }, content: "Net of tax?" };

const askedEffects: readonly AskedEffect[] = [
  { instruction: "Make the fee 200 euros.", edits: [fee], effects: [] },
  {
    instruction: "Reject Opponent's changes.",
    edits: [opponents],
    effects: [{ edit: 0, effect: "changes_rejected" }],
  },
  {
    instruction: "Make the fee 200 euros, add a comment on the fee, and turn Track Changes off.",
    edits: [fee, remark, { type: "set_document_settings", settings: { track_changes: false } }],
    effects: [
      { edit: 1, effect: "comment_added" },
      { edit: 2, effect: "track_changes_off" },
    ],
  },
  {
    instruction: "Deal with the remarks.",
    allow: ["comments"],
    edits: [
      { type: "reply_comment", comment: { number: 1 }, content: "Yes." },
      { type: "resolve_comment", comment: { number: 1 } },
    ],
    effects: [
      { edit: 0, effect: "comment_answered" },
      { edit: 1, effect: "comment_resolved" },
    ],
  },
  {
    instruction: "Remove the protection and update all fields.",
    edits: [{ type: "set_document_settings", settings: { protection: false } }, { type: "refresh_fields" }],
    effects: [
      { edit: 0, effect: "protection_removed" },
      { edit: 1, effect: "fields_refreshed" },
    ],
  },
];

function typesOf(edits: readonly object[]): string {
  return edits.map((edit) => ("type" in edit ? String(edit.type) : "")).join(", ");
}

function bodyOf({ instruction, allow }: ObeyedOrder): object {
  return allow === undefined ? { instruction } : { instruction, allow };
}

function upload(service: Service, content: Buffer): Promise<string> {
  return make(service, files, { form: [{ field: "document", fileName: "agreement.docx", content }] });
}

function instruct(service: Service, body: object): Promise<Reply> {
  return service.post("/v1/edit", {
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify({ schema_version: 1, wait: true, ...body })),
  });
}
