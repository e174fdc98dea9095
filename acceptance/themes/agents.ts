// Tests that refusals tell agents how to repair a request.

import assert from "node:assert/strict";
import { repair } from "../agents/repair.ts";
import { type FaultyRequest, faultyRequests } from "../agents/requests.ts";
import type { Service } from "../calls/service.ts";
import { wordDocument } from "../documents/word.ts";
import { once, type Stage, theme } from "../running/theme.ts";
import { upload } from "./editing.ts";

export const agents = theme("agents", writeRepairTests, writeHintTests);

/** Minimum share of the requests that are repaired in one turn. */
const LEAST_REPAIRED = 0.9;

function writeRepairTests({ service, test }: Stage): void {
  test("a program that follows the details alone repairs faulty requests in one turn", ["5.hints"], async () => {
    const { isCorpus, requests } = faultyRequests();
    if (!isCorpus) console.log("agents: no corpus of faulty requests here; a few of our own stand in");
    const files = new Map<string, Promise<string>>();
    const fileOf = (document: Buffer): Promise<string> => {
      const key = document.toString("base64");
      const file = files.get(key) ?? upload(service, document);
      files.set(key, file);
      return file;
    };
    const meant = new Map<string, Promise<string>>();
    const left: string[] = [];
    for (const [index, request] of requests.entries()) {
      const problem = await tryToRepair(service, request, { fileId: await fileOf(request.document), meant });
      if (problem !== undefined) left.push(`${index} ${request.kind}: ${problem}`);
    }
    const count = requests.length - left.length;
    for (const line of left) console.log(`agents: not repaired: ${line}`);
    console.log(`agents: ${count} of ${requests.length} faulty requests repaired in one turn`);
    assert.ok(count >= requests.length * LEAST_REPAIRED, left.join("\n"));
  });
}

/** Returns the reason why the repaired request differs from the intended one; undefined if it does not. */
async function tryToRepair(
  service: Service,
  { request, fixed }: FaultyRequest,
  { fileId, meant }: { readonly fileId: string; readonly meant: Map<string, Promise<string>> },
): Promise<string | undefined> {
  const first = await send(service, request, fileId);
  if (first.status >= 500) return first.body.toString();
  const repaired = first.json.error === undefined ? request : repair(request, first.json.error.details ?? []);
  const ours = await send(service, repaired, fileId);
  if (ours.json.status !== "ready") return ours.body.toString();
  const key = `${fileId} ${JSON.stringify(fixed)}`;
  const wanted = meant.get(key) ?? contentWith(service, fixed, fileId);
  meant.set(key, wanted);
  const [own, other] = await Promise.all([contentOf(service, ours.json), wanted]);
  return own === other ? undefined : "the repaired request does something else";
}

/** Returns the content that an accepted request results in. */
async function contentWith(service: Service, request: object, fileId: string): Promise<string> {
  const reply = await send(service, request, fileId);
  assert.equal(reply.json.status, "ready", reply.body.toString());
  return contentOf(service, reply.json);
}

/** Sends a request with a fixed date, so that two results can be compared. */
function send(service: Service, request: unknown, fileId: string) {
  const body = { ...(request as object), file_id: fileId, date: "2026-03-04T05:06:07Z", wait: true };
  return service.postJson(body, {}, "/v1/edit");
}

/** Returns the content of the edited file as JSON, without its id and name. Waits until the file can be read. */
async function contentOf(service: Service, { file_id: fileId }: { readonly file_id: string }): Promise<string> {
  for (;;) {
    const { status, json } = await service.get(`/v1/files/${fileId}/content?format=json`);
    if (status === 200) return JSON.stringify(json.document);
    assert.equal(status, 202);
  }
}

function writeHintTests({ service, log, test }: Stage): void {
  const text = "The Lessee shall pay the tiresome deposit.";
  const fileOf = once(() => upload(service, wordDocument(text)));

  test("what was searched is shown in the reply and nowhere else", ["5.hints-not-kept"], async () => {
    const fileId = await fileOf();
    const edits = [{ type: "delete", paragraphs: { index: 0 }, text: { match: "the tiresom depositt" } }];
    const reply = await service.postJson({ file_id: fileId, schema_version: 1, edits }, {}, "/v1/edit");
    assert.equal(reply.status, 400);
    const [detail] = reply.json.error.details;
    assert.equal(detail.field, "edits[0].text.match");
    assert.equal(detail.context, text);
    assert.equal(detail.did_you_mean, "the tiresome deposit");
    for (const message of [detail.message, reply.json.error.message]) assert.doesNotMatch(message, /tiresome/);
    assert.ok(!log.some((line) => /tiresome/.test(line)));
  });
}
