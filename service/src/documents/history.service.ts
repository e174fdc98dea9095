// Tests GET …/history with the whole service.

import { afterAll, beforeAll, expect, test } from "vitest";
import {
  refusal,
  startWholeService,
  type Tenant,
  until,
  type WholeService,
} from "../comparisons/testing/whole-service.ts";
import { DocumentHistoryResponse } from "../contract/document-schemas.ts";
import { documentCalls, type Stored } from "./testing/document-calls.ts";

let service: WholeService;
let acme: Tenant;
const { create, add, merge, untilEnded } = documentCalls(() => service);

beforeAll(async () => {
  service = await startWholeService();
  acme = await service.addTenant();
});
afterAll(() => service.close());

function pathOf({ document_id }: Pick<Stored, "document_id">, query = ""): string {
  return `/v1/documents/${document_id}/history${query}`;
}

async function read(tenant: Tenant, stored: Stored, query = "") {
  const reply = await service.call(tenant, "GET", pathOf(stored, query));
  return { reply, history: DocumentHistoryResponse.strict().parse(reply.json()) };
}

async function untilMade(tenant: Tenant, stored: Stored, query = "") {
  const { history } = await until(
    () => read(tenant, stored, query),
    ({ history: { status } }) => status !== "processing",
  );
  return history;
}

function told({ blocks }: DocumentHistoryResponse): string[][] {
  return blocks.map(({ content }) => content.map(({ text, version_id }) => `${version_id}:${text}`));
}

test("[HIS-10] what a merge took from a branch is told as that branch's", async () => {
  await service.work();
  const first = await create(acme, { text: ["The fee is 10 euros.", "It is due."] });
  const inBranch = (text: readonly string[]) =>
    add(acme, first.document_id, { text, fields: { parent_version_id: first.version_id } });
  const ann = await inBranch(["The yearly fee is 10 euros.", "It is due."]);
  const bea = await inBranch(["The fee is 10 euros.", "It is due soon."]);
  for (const stored of [ann, bea]) await untilEnded(acme, stored);
  const merged = await merge(acme, first.document_id, { version_ids: [ann.version_id, bea.version_id] });
  await untilEnded(acme, merged);
  const { version_id: root } = first;
  expect(told(await untilMade(acme, merged))).toEqual([
    [`${root}:The `, `${ann.version_id}:yearly `, `${root}:fee is 10 euros.`],
    [`${root}:It is due`, `${bea.version_id}: soon`, `${root}:.`],
  ]);
});

test("[HIS-12] [HIS-13] [HIS-15] the first read starts a history, and later ones tell it along the line of the version", async () => {
  const first = await create(acme, { text: ["The fee is 10 euros.", "It is due."], fields: { author: "Ann" } });
  const { reply, history } = await read(acme, first);
  expect(history).toEqual({ ...first, status: "processing", downloads: [], blocks: [] });
  expect(reply.headers["retry-after"]).toBe("1");
  await service.work();
  await untilEnded(acme, first);
  const second = await add(acme, first.document_id, { text: ["The fee is 20 euros.", "It is due."] });
  await untilEnded(acme, second);
  const branch = await add(acme, first.document_id, {
    text: ["The fee is 10 euros.", "It is due soon."],
    fields: { parent_version_id: first.version_id, author: "Bob" },
  });
  await untilEnded(acme, branch);
  const [one, two] = [await untilMade(acme, second, `?version_id=${second.version_id}`), await untilMade(acme, branch)];
  const { version_id: root } = first;
  expect(told(one)).toEqual([
    [`${root}:The fee is `, `${second.version_id}:20`, `${root}: euros.`],
    [`${root}:It is due.`],
  ]);
  expect(told(two)).toEqual([
    [`${root}:The fee is 10 euros.`],
    [`${root}:It is due`, `${branch.version_id}: soon`, `${root}:.`],
  ]);
  expect(two.blocks[1]!.content.map(({ author }) => author)).toEqual(["Ann", "Bob", "Ann"]);
  expect(two).toMatchObject({ status: "ready", downloads: [{ format: "docx", file_name: "contract-history.docx" }] });
  const again = (await read(acme, branch)).reply;
  expect(again.headers["x-engine-version"]).toMatch(/^\d/);
  const file = await service.download(two.downloads[0]!.url);
  expect(file.rawPayload.subarray(0, 2).toString()).toBe("PK");
  expect(file.headers["content-type"]).toContain("wordprocessingml");
});

test("[HIS-14] a version that failed has a failed history, and what is not there is refused", async () => {
  const broken = await create(acme, { text: new TextEncoder().encode("PK no document") }).catch(() => undefined);
  expect(broken).toBeUndefined();
  const first = await create(acme);
  for (const [query, wanted] of [
    ["?version_id=x", "400 INVALID_VERSION_ID"],
    ["?version_id=ver_01jb2m3n4p5q6r7s8t9v0w1x2y", "404 VERSION_NOT_FOUND"],
  ] as const) {
    expect(refusal(await service.call(acme, "GET", pathOf(first, query))), query).toBe(wanted);
  }
  const other = await service.addTenant();
  expect(refusal(await service.call(other, "GET", pathOf(first)))).toBe("404 DOCUMENT_NOT_FOUND");
});

test("[HIS-13] nothing of a history is left when its document is deleted", async () => {
  const tenant = await service.addTenant();
  const first = await create(tenant);
  await untilEnded(tenant, first);
  const { downloads } = await untilMade(tenant, first);
  await service.call(tenant, "DELETE", `/v1/documents/${first.document_id}`);
  expect(refusal(await service.download(downloads[0]!.url))).toBe("410 CONTENT_DELETED");
  expect(refusal(await service.call(tenant, "GET", pathOf(first)))).toBe("404 DOCUMENT_NOT_FOUND");
});
