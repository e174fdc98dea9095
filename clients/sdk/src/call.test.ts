import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { DecisionRequest, SelectiveRequest } from "./description.ts";
import { VersusJobFailed, VersusRefusal, VersusUnreachable } from "./errors.ts";
import { Versus } from "./versus.ts";

let server: Server | undefined;
afterEach(() => void server?.close());

interface Heard {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

type Answer = readonly [status: number, body?: object, headers?: Readonly<Record<string, string>>];

/** Serves the answers in turn. The last answer is repeated. */
async function serving(...answers: Answer[]): Promise<{ readonly versus: Versus; readonly heard: Heard[] }> {
  const heard: Heard[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { method = "", url = "", headers } = request;
    heard.push({ method, url, headers, body: Buffer.concat(pieces).toString() });
    const [status, body = {}, own = {}] = answers.length > 1 ? answers.shift()! : answers[0]!;
    response.writeHead(status, { "content-type": "application/json", ...own }).end(JSON.stringify(body));
  };
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { versus: new Versus({ baseUrl: `http://127.0.0.1:${port}/`, key: "k" }), heard };
}

const refusal = (code: string) => ({ error: { code, message: "No.", request_id: "req_1" } });
const file = (name: string) => ({ name, data: new TextEncoder().encode(name) });
const busy: Answer = [503, refusal("SERVICE_UNAVAILABLE"), { "retry-after": "0" }];

test("a comparison is submitted once, waited for and read in the formats that were asked for", async () => {
  const job = { comparison_id: "cmp_1", status: "processing", downloads: [] };
  const soon = { "retry-after": "0" };
  const { versus, heard } = await serving([202, job, soon], [200, job, soon], [200, { ...job, status: "ready" }]);
  const seen: string[] = [];
  const done = await versus.compare(
    { original: file("a.docx"), modified: file("b.docx"), ignore_case: true },
    { formats: ["docx", "json"], onProgress: ({ status }) => seen.push(status) },
  );
  expect([done.id, done.job.status, seen]).toEqual(["cmp_1", "ready", ["processing"]]);
  expect(heard.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "POST /v1/compare",
    "GET /v1/compare/cmp_1?format=docx%2Cjson",
    "GET /v1/compare/cmp_1?format=docx%2Cjson",
  ]);
  expect(heard[0]!.headers.authorization).toBe("Bearer k");
  expect(heard[0]!.body).toMatch(/name="original"; filename="a.docx".*name="ignore_case"\r\n\r\ntrue.*name="wait"/s);
});

test("a creating call is tried again with the same idempotency key and the same body", async () => {
  const { versus, heard } = await serving(busy, busy, [200, { creation_id: "crt_1", status: "ready", downloads: [] }]);
  await versus.create({ name: "a.docx", paragraphs: [{ style_id: "Normal", text: "One." }] });
  expect(heard).toHaveLength(3);
  expect(new Set(heard.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  expect(heard[2]!.body).toContain('[{"style_id":"Normal","text":"One."}]');
});

test.each<[string, (versus: Versus) => Promise<unknown>]>([
  [
    "a comparison of versions",
    ({ documents }) => documents.compare("doc_1", { from_version_id: "ver_1", to_version_id: "ver_2" }),
  ],
  ["a comparison of ranges", (versus) => versus.compareRanges({} as SelectiveRequest)],
  ["decisions", (versus) => versus.decide("cmp_1", {} as DecisionRequest)],
  ["a webhook", ({ webhooks }) => webhooks.create({ url: "https://example.com", events: [] })],
])("%s carries an idempotency key and is repeated with it", async (_, act) => {
  const { versus, heard } = await serving(busy, [200, { file_id: "fil_1", status: "ready" }]);
  await act(versus);
  const posted = heard.filter(({ method }) => method === "POST").map(({ headers }) => headers["idempotency-key"]);
  expect(posted).toEqual([expect.any(String), posted[0]]);
});

test("a POST without an idempotency key is sent once", async () => {
  const { versus, heard } = await serving(busy);
  await expect(versus.webhooks.test("whk_1")).rejects.toMatchObject({ status: 503, code: "SERVICE_UNAVAILABLE" });
  expect(heard).toHaveLength(1);
});

test("a refusal is an error with its code, request and details, and is not tried again", async () => {
  const details = [{ reason: "UNKNOWN_FIELD", message: "No such field." }];
  const body = { error: { ...refusal("INVALID_REQUEST").error, details } };
  const { versus, heard } = await serving([400, body]);
  const problem = await versus.usage("key").catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(VersusRefusal);
  expect(problem).toMatchObject({ status: 400, code: "INVALID_REQUEST", requestId: "req_1", details });
  expect(heard.map(({ url }) => url)).toEqual(["/v1/usage?by=key"]);
});

test("a job that failed is an error with its codes", async () => {
  const error = { code: "COMPARISON_FAILED", upstream_code: "ENGINE_TIMEOUT", message: "Too long." };
  const { versus } = await serving([200, { merge_id: "mrg_1", status: "failed", error }]);
  const problem = await versus
    .merge({ original: file("a.docx"), revisions: [file("b.docx"), file("c.docx")] })
    .catch(String);
  expect(problem).toBe("VersusJobFailed: mrg_1 failed with COMPARISON_FAILED: Too long.");
  await expect(versus.merges.wait("mrg_1")).rejects.toBeInstanceOf(VersusJobFailed);
});

test("a list is one sequence over its pages", async () => {
  const page = (id: string, next_cursor: string | null): Answer => [200, { files: [{ file_id: id }], next_cursor }];
  const { versus, heard } = await serving(page("1", "c 1"), page("2", null));
  const found: unknown[] = [];
  for await (const { file_id } of versus.files.list({ reference: "M-1" })) found.push(file_id);
  expect(found).toEqual(["1", "2"]);
  expect(heard.map(({ url }) => url)).toEqual(["/v1/files?reference=M-1", "/v1/files?reference=M-1&cursor=c+1"]);
});

test("an answer that is not of the service, and none at all, are told as such", async () => {
  const { versus } = await serving([404, { other: true }]);
  await expect(versus.usage()).rejects.toThrow(VersusUnreachable);
  const away = new Versus({ baseUrl: "http://127.0.0.1:1", retries: 0 });
  await expect(away.usage()).rejects.toThrow("http://127.0.0.1:1 does not answer.");
});

test("waiting ends when the caller says so", async () => {
  const { versus } = await serving([200, { status: "processing" }, { "retry-after": "30" }]);
  const stop = new AbortController();
  const waiting = versus.comparisons.wait("cmp_1", { signal: stop.signal, onProgress: () => stop.abort() });
  await expect(waiting).rejects.toThrow("aborted");
});
