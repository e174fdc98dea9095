import { expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { docx, p } from "../../testing/documents.ts";
import { Failure } from "../failures/failure.ts";
import { type HistoryRequest, historyTask } from "./history-task.ts";
import { mergeTask } from "./merge-task.ts";

function version(number: number, body: string): HistoryRequest["versions"][number] {
  const date = `2026-03-0${number}T05:06:07Z`;
  return { bytes: docx(body), id: `id ${number}`, name: `lease ${number}`, author: number === 1 ? null : "Ann", date };
}

function request(over: Partial<HistoryRequest> = {}): HistoryRequest {
  const versions = [
    version(1, p("The fee is 10 euros.")),
    version(2, p("The yearly fee is 10 euros.")),
    version(3, p("The yearly fee is 20 euros.")),
  ];
  return { versions, codec: nodeZlib, formats: ["json", "docx"], ...over };
}

function jsonOf(asked: HistoryRequest): unknown {
  return JSON.parse(new TextDecoder().decode(historyTask(asked).artifacts.get("json")));
}

test("the JSON tells of each passage the version, its author and its date", () => {
  const [first, second, third] = [
    { version_id: "id 1", author: null, date: "2026-03-01T05:06:07Z" },
    { version_id: "id 2", author: "Ann", date: "2026-03-02T05:06:07Z" },
    { version_id: "id 3", author: "Ann", date: "2026-03-03T05:06:07Z" },
  ];
  expect(jsonOf(request())).toEqual({
    schema_version: 1,
    version_id: "id 3",
    blocks: [
      {
        id: expect.stringMatching(/^[0-9A-F]{8}$/),
        content: [
          { text: "The ", ...first },
          { text: "yearly ", ...second },
          { text: "fee is ", ...first },
          { text: "20", ...third },
          { text: " euros.", ...first },
        ],
      },
    ],
    notices: [],
  });
});

test("[HIS-11] the same versions give the same bytes", () => {
  const [one, other] = [historyTask(request()), historyTask(request())];
  expect([...one.artifacts]).toEqual([...other.artifacts]);
  expect(one.steps).toBe(other.steps);
});

test("[HIS-10] versions with tracked changes are read with them accepted, and told", () => {
  const tracked = p("The fee is ", '<w:ins w:id="1" w:author="Bea"><w:r><w:t>10 euros.</w:t></w:r></w:ins>');
  const asked = request({ versions: [version(1, p("The fee is ")), version(2, tracked), version(3, p("The fee."))] });
  expect(jsonOf(asked)).toMatchObject({
    blocks: [
      {
        content: [
          { text: "The fee", version_id: "id 1" },
          { text: ".", version_id: "id 2" },
        ],
      },
    ],
  });
  expect(historyTask(asked).notices).toMatchObject([{ code: "TRACKED_CHANGES_ACCEPTED", source: "lease 2" }]);
});

test("[HIS-10] of a conflict in a merge the first revision's side stands", () => {
  const file = (text: string): Uint8Array => docx(p(text));
  const { artifacts } = mergeTask({
    base: { bytes: file("The fee is 10 euros."), name: "base.docx" },
    revisions: [
      { bytes: file("The fee is 20 euros."), name: "a.docx", author: "Ann" },
      { bytes: file("The fee is 30 euros."), name: "b.docx", author: "Bob" },
    ],
    date: "2026-03-04T05:06:07Z",
    codec: nodeZlib,
    formats: ["docx"],
  });
  const merged = { ...version(2, ""), bytes: artifacts.get("docx")! };
  const asked = request({ versions: [version(1, p("The fee is 10 euros.")), merged] });
  expect(jsonOf(asked)).toMatchObject({
    blocks: [{ content: [{ text: "The fee is " }, { text: "20" }, { text: " euros." }] }],
  });
});

test("a version that cannot be read is named", () => {
  const [first, second] = request().versions;
  let caught: unknown;
  try {
    historyTask(request({ versions: [first!, { ...second!, bytes: new Uint8Array(8) }] }));
  } catch (problem) {
    caught = problem;
  }
  expect(caught).toBeInstanceOf(Failure);
  expect((caught as Failure).place.source).toBe("versions[1]");
});
