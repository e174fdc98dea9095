// Tests the history of a version: the version, author and date that introduced each passage.

import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import type { Call } from "../calls/request.ts";
import { refused, type Service } from "../calls/service.ts";
import { documents, neverVersion, pathOf, untilAllEnded } from "../calls/subjects.ts";
import { broken, wordDocument } from "../documents/word.ts";
import { once, type Stage, theme } from "../running/theme.ts";
import { add, type Stored, store } from "./documents.ts";

export const history = theme("history", writeHistoryTests, writeStateTests);

const PATIENCE_MILLISECONDS = 60_000;

function historyPath({ document_id }: Pick<Stored, "document_id">, query = ""): string {
  return `${pathOf(documents, document_id)}/history${query}`;
}

async function untilMade(service: Service, stored: Stored, call: Call = {}) {
  const path = historyPath(stored, `?version_id=${stored.version_id}`);
  for (const late = Date.now() + PATIENCE_MILLISECONDS; Date.now() < late; await setTimeout(200)) {
    const reply = await service.get(path, call);
    assert.equal(reply.status, 200, reply.body.toString());
    if (reply.json.status !== "processing") return reply;
    assert.equal(reply.headers["retry-after"], "1");
    assert.deepEqual([reply.json.blocks, reply.json.downloads], [[], []]);
  }
  throw new Error("the history took too long");
}

/** Returns the text of each block, each passage after the version that introduced it. */
function told(json: { readonly blocks: readonly { readonly content: readonly Passage[] }[] }): string[] {
  return json.blocks.map(({ content }) => content.map(({ text, version_id: id }) => `${id}:${text}`).join("|"));
}

interface Passage {
  readonly text: string;
  readonly version_id: string;
  readonly author: string | null;
  readonly date: string;
}

function writeHistoryTests({ service, world, test }: Stage): void {
  const line = once(async () => {
    const { key } = await world.makeOrganization();
    const root = { content: wordDocument("The fee is 10.", "It is due."), fields: { author: "Ann" } };
    const first = await store(service, root, { key });
    const branch = (author: string, ...texts: readonly string[]) => {
      const fields = { author, parent_version_id: first.version_id };
      return add(service, first.document_id, { content: wordDocument(...texts), fields }, { key });
    };
    const second = await branch("Bea", "The fee is 20.", "It is due.");
    const third = await branch("Cyd", "The fee is 10.", "It is due soon.");
    await untilAllEnded(service, first.document_id, { key });
    return { key, first, second, third };
  });

  test(
    "a passage is of the version that first had it, with author and date, and a Word document shows it",
    ["25.history"],
    async () => {
      const { key, first, third } = await line();
      const { json, headers } = await untilMade(service, third, { key });
      assert.deepEqual(
        [json.document_id, json.version_id, json.status],
        [third.document_id, third.version_id, "ready"],
      );
      const [one, two] = [first.version_id, third.version_id];
      assert.deepEqual(told(json), [`${one}:The fee is 10.`, `${one}:It is due|${two}: soon|${one}:.`]);
      const passage = json.blocks[1].content[1];
      assert.equal(passage.author, "Cyd");
      assert.match(passage.date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      assert.match(headers["x-engine-version"] ?? "", /^\d+\.\d+\.\d+$/);
      assert.deepEqual(
        json.downloads.map(({ format }: { format: string }) => format),
        ["docx"],
      );
      const word = await service.fetch(json.downloads[0].url);
      assert.equal(word.subarray(0, 2).toString(), "PK");
    },
  );

  test("a merge has the history of its branches", ["25.history-merges"], async () => {
    const { key, first, second, third } = await line();
    const body = Buffer.from(JSON.stringify({ version_ids: [second.version_id, third.version_id] }));
    const path = `${pathOf(documents, first.document_id)}/merges`;
    const reply = await service.call("POST", path, { key, body, headers: { "content-type": "application/json" } });
    assert.equal(reply.status, 202, reply.body.toString());
    await untilAllEnded(service, first.document_id, { key });
    const { json } = await untilMade(service, reply.json, { key });
    const [one, two, three] = [first, second, third].map(({ version_id: id }) => id);
    assert.deepEqual(told(json), [`${one}:The fee is |${two}:20|${one}:.`, `${one}:It is due|${three}: soon|${one}:.`]);
  });
}

function writeStateTests({ service, world, test }: Stage): void {
  test(
    "without version_id it is that of the latest version; a version that failed fails it",
    ["25.history-state"],
    async () => {
      const { key } = await world.makeOrganization();
      const first = await store(service, { content: wordDocument("One.") }, { key });
      await untilAllEnded(service, first.document_id, { key });
      await untilMade(service, first, { key });
      assert.equal((await service.get(historyPath(first), { key })).json.version_id, first.version_id);
      const failed = await add(service, first.document_id, { content: broken.mainPart() }, { key });
      await untilAllEnded(service, first.document_id, { key });
      const { json } = await untilMade(service, failed, { key });
      assert.deepEqual([json.status, json.error.code, json.downloads], ["failed", "DOCUMENT_UNREADABLE", []]);
    },
  );

  test("what is not there is refused", ["25.history-codes"], async () => {
    const { key } = await world.makeOrganization();
    const first = await store(service, { content: wordDocument("One.") }, { key });
    const { key: stranger } = await world.makeOrganization();
    const get = (query: string, call: Call = { key }) => service.get(historyPath(first, query), call);
    refused(await get("?version_id=x"), 400, "INVALID_VERSION_ID");
    refused(await get(`?version_id=${neverVersion}`), 404, "VERSION_NOT_FOUND");
    refused(await get("", { key: stranger }), 404, "DOCUMENT_NOT_FOUND");
    refused(await service.get(historyPath({ document_id: documents.never }), { key }), 404, "DOCUMENT_NOT_FOUND");
    refused(await service.get(historyPath({ document_id: "x" }), { key }), 400, "INVALID_DOCUMENT_ID");
  });
}
