// Tests edits from instructions with the whole service and a local provider.

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { refusal, startWholeService, type WholeService } from "../comparisons/testing/whole-service.ts";
import { editCalls } from "../edits/testing/edit-calls.ts";
import { type AdmitInstruction, instructionBudget } from "../http/rate/instruction-budget.ts";
import type { Prompt } from "./provider.ts";

let service: WholeService;
let answers: readonly string[] = [];
const prompts: Prompt[] = [];
let admit: AdmitInstruction = async () => async () => {};

beforeAll(async () => {
  const ask = async (prompt: Prompt) => ({ kind: "text" as const, text: answers[prompts.push(prompt) - 1] ?? "" });
  service = await startWholeService({ provider: { ask }, admit: (organizationId) => admit(organizationId) });
});
afterAll(() => service.close());
beforeEach(() => {
  prompts.length = 0;
});

const { upload, post, postForm, read, ended } = editCalls(() => service);
const instruction = "Make it sixty days.";
const sixty = { type: "replace", paragraphs: { index: 0 }, text: { match: "30" }, content: "60" };
const answerOf = (...edits: readonly unknown[]) => JSON.stringify({ steps: [{ asked: instruction, edits }] });

test("a file that is still prepared gives nothing to build from", async () => {
  const tenant = await service.addTenant({ instruction: true });
  const reply = await post(tenant, { file_id: await upload(tenant), edits: undefined, instruction });
  expect(refusal(reply)).toBe("409 CONFLICT");
  expect(reply.headers["retry-after"]).toBe("1");
  expect(prompts).toEqual([]);
}, 20_000);

test("what was built is carried out and told, and a repeated call asks nobody", async () => {
  await service.work();
  const tenant = await service.addTenant({ instruction: true });
  const fileId = await upload(tenant);
  answers = [answerOf(sixty)];
  const headers = { "idempotency-key": "once" };
  const body = { file_id: fileId, edits: undefined, instruction };
  const { edit_id: id, file_id: made } = (await post(tenant, body, headers)).json();
  expect(await ended(tenant, id)).toMatchObject({ status: "ready", edits: [sixty], edit_count: 1 });
  expect((await service.call(tenant, "GET", `/v1/files/${made}/content`)).body).toContain("Due in 60 days.");
  const again = await post(tenant, body, headers);
  expect(again.headers["idempotency-replayed"]).toBe("true");
  expect(again.json().edit_id).toBe(id);
  expect(prompts).toHaveLength(1);
});

test("what the engine refuses of it is repaired, or is no edit", async () => {
  const tenant = await service.addTenant({ instruction: true });
  const body = { file_id: await upload(tenant), edits: undefined, instruction };
  const absent = answerOf({ ...sixty, text: { match: "31" } });
  answers = [absent, answerOf(sixty)];
  const { edit_id: id } = (await post(tenant, body)).json();
  expect((await ended(tenant, id)).status).toBe("ready");
  prompts.length = 0;
  answers = [absent, absent];
  const reply = await post(tenant, body);
  expect(refusal(reply)).toBe("400 INSTRUCTION_NOT_UNDERSTOOD");
  expect(reply.json().error.details).toMatchObject([{ edit: 0, reason: "TEXT_NOT_FOUND" }]);
  expect(await service.count("edits", tenant)).toBe(1);
});

test("a form takes an instruction too, and written edits are not told again", async () => {
  const tenant = await service.addTenant({ instruction: true });
  const fileId = await upload(tenant);
  answers = [answerOf(sixty)];
  const formed = (await postForm(tenant, { file_id: fileId, edits: undefined, instruction })).json();
  expect((await ended(tenant, formed.edit_id)).edits).toEqual([sixty]);
  const written = (await post(tenant, { file_id: fileId })).json();
  expect((await read(tenant, written.edit_id)).edits).toBeUndefined();
});

test("over the budget of its organization an instruction is 429, and nobody is asked", async () => {
  const tenant = await service.addTenant({ instruction: true });
  const unlimited = admit;
  const { database, clock } = service;
  admit = instructionBudget({ database, clock: clock.read }, { atOnce: 1, perMinute: 2, perDay: 0, seconds: 60 });
  try {
    answers = [answerOf(sixty), answerOf(sixty)];
    for (let calls = 0; calls < 2; calls++) {
      const body = { file_id: await upload(tenant), edits: undefined, instruction };
      expect((await post(tenant, body)).statusCode).toBe(202);
    }
    const reply = await post(tenant, { file_id: await upload(tenant), edits: undefined, instruction });
    expect(refusal(reply)).toBe("429 RATE_LIMITED");
    expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
    expect(prompts).toHaveLength(2);
  } finally {
    admit = unlimited;
  }
});
