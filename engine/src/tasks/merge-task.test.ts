import { expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { docx } from "../../testing/documents.ts";
import { Failure } from "../failures/failure.ts";
import type { RedlineJson } from "../render/redline.ts";
import { type MergeRequest, mergeTask } from "./merge-task.ts";

function file(text: string): Uint8Array {
  return docx(`<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`);
}

function request(over: Partial<MergeRequest> = {}): MergeRequest {
  return {
    base: { bytes: file("The fee is 10 euros."), name: "lease.docx" },
    revisions: [
      { bytes: file("The fee is 20 euros."), name: "lease-a.docx", author: "Ann" },
      { bytes: file("The fee is 10 euros."), name: "lease-b.docx", author: "Bob" },
    ],
    date: "2026-03-04T05:06:07Z",
    codec: nodeZlib,
    formats: ["json", "docx", "md"],
    ...over,
  };
}

test("the artifacts come in the order of the formats, and the JSON lists the base and every revision", () => {
  const stages: string[] = [];
  const { artifacts } = mergeTask(request({ onProgress: (stage) => stages.push(stage) }));
  expect([...artifacts.keys()]).toEqual(["json", "docx", "md"]);
  expect(stages).toEqual(["opening", "merging", "checking", "rendering"]);
  const json = JSON.parse(new TextDecoder().decode(artifacts.get("json")));
  expect(json).toMatchObject({
    kind: "merge",
    documents: [
      { role: "original", name: "lease.docx" },
      { role: "revision", name: "lease-a.docx" },
      { role: "revision", name: "lease-b.docx" },
    ],
    summary: { insertions: 1, deletions: 1, conflicts: 0 },
  });
});

test("the summary is that of the JSON, with or without it", () => {
  const { artifacts, summary } = mergeTask(request());
  expect(summary()).toEqual(JSON.parse(new TextDecoder().decode(artifacts.get("json"))).summary);
  expect(mergeTask(request({ formats: [] })).summary()).toEqual(summary());
});

test("the documents are shown as they were read", () => {
  let count = 0;
  mergeTask(request({ formats: [], onOpened: (base, revisions) => (count = [base, ...revisions].length) }));
  expect(count).toBe(3);
});

test.each([
  ["the base", "base", { base: { bytes: new Uint8Array(8), name: "lease.docx" } }],
  [
    "a revision",
    "revisions[1]",
    { revisions: [request().revisions[0]!, { bytes: new Uint8Array(8), name: "b.docx", author: "Bob" }] },
  ],
] as const)("a failure to read %s says so", (_, source, over) => {
  let caught: unknown;
  try {
    mergeTask(request(over));
  } catch (problem) {
    caught = problem;
  }
  expect(caught).toBeInstanceOf(Failure);
  expect((caught as Failure).place.source).toBe(source);
});

test("the same files give the same bytes", () => {
  const [first, second] = [mergeTask(request()), mergeTask(request())];
  for (const [format, bytes] of first.artifacts) expect(second.artifacts.get(format), format).toEqual(bytes);
});

test("[RND-10e] a notice about several copies is in the JSON once, with their names", () => {
  const tracked = '<w:p><w:ins w:id="1" w:author="Cy"><w:r><w:t>New.</w:t></w:r></w:ins></w:p>';
  const made = request();
  const revisions = made.revisions.map((copy, at) => ({ ...copy, bytes: docx(at === 2 ? "" : tracked) }));
  const { artifacts } = mergeTask({ ...made, revisions, formats: ["json"] });
  const { notices } = JSON.parse(new TextDecoder().decode(artifacts.get("json"))) as RedlineJson;
  const names = revisions.slice(0, 2).map(({ name }) => name);
  expect(notices.filter(({ code }) => code === "TRACKED_CHANGES_ACCEPTED")).toEqual([
    {
      code: "TRACKED_CHANGES_ACCEPTED",
      message: "2 revisions contain 2 tracked changes (2 insertions, 0 deletions); they were accepted first.",
      count: 2,
      actionable: true,
      sources: names,
      insertions: 2,
      deletions: 0,
    },
  ]);
});
