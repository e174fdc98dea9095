// Tests the OpenAPI description that is written from the routes.

import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { comparisonFormats } from "../contract/formats.ts";
import { exampleComparedNames, exampleOpenRecord } from "../contract/record-schemas.ts";
import { ComparisonJob, ComparisonPath, jobReadQuery } from "../contract/schemas.ts";
import type { JsonSchema, OpenApi, OperationObject } from "./description/openapi-shape.ts";
import type { RouteModule } from "./server-parts.ts";
import { exampleForm, registerExamples } from "./testing/example-routes.ts";
import { startTestServer, type TestServer } from "./testing/test-server.ts";

const open: TestServer[] = [];

const registerReads: RouteModule = (app) => {
  app.get(
    "/v1/compare/:comparison_id",
    {
      config: {
        operation: {
          id: "readComparison",
          tag: "Compare",
          summary: "Read a comparison.",
          refusals: ["CONTENT_DELETED"],
        },
      },
      schema: {
        params: ComparisonPath,
        querystring: jobReadQuery(comparisonFormats, ["docx", "md"]),
        response: { 200: ComparisonJob },
      },
    },
    async ({ params }) => {
      const answer = { status: "processing" as const, downloads: [], pending_formats: ["docx"] };
      return { ...params, ...answer, ...exampleComparedNames, ...exampleOpenRecord };
    },
  );
  app.post(
    "/v1/bodies",
    {
      config: { operation: { id: "sendBody", tag: "Compare", summary: "Send a body." } },
      schema: {
        body: z.strictObject({ job: z.string(), at: z.iso.datetime({ offset: true }) }).meta({ id: "SentBody" }),
        response: { 200: { content: { "text/html": { schema: z.string() } } } },
      },
    },
    async (_, reply) => reply.type("text/html").send(""),
  );
};

async function describe(...routes: RouteModule[]): Promise<OpenApi> {
  const server = startTestServer({ routes });
  open.push(server);
  const reply = await server.app.inject("/openapi.json");
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

function operationsOf(api: OpenApi): [string, OperationObject][] {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, OperationObject] => [`${method} ${path}`, operation]),
  );
}

test("headers are described where they come, and say whether they always do", async () => {
  const api = await describe(registerExamples, (app) => {
    app.get(
      "/v1/jobs/:job",
      {
        config: { readsJob: true, operation: { id: "readOne", tag: "Jobs", summary: "Read a job." } },
        schema: { response: { 200: z.string() } },
      },
      async () => "",
    );
  });
  const { responses } = api.paths["/v1/jobs/{job}"]!.get!;
  const headersOf = (status: string) => Object.keys(responses[status]?.headers ?? {});
  expect(headersOf("200")).toEqual(expect.arrayContaining(["X-Request-Id", "X-Engine-Version", "Retry-After"]));
  expect(headersOf("401")).toEqual(["X-Request-Id", "WWW-Authenticate"]);
  expect(api.components.headers).toMatchObject({
    EngineVersion: { required: true },
    RetryWhileProcessing: { required: false },
    RetryAfter: { required: true },
  });
});

test("the description is OpenAPI 3.1, version 1.0.0, and names both regions", async () => {
  const api = await describe(registerExamples);
  expect(api.openapi).toBe("3.1.0");
  expect(api.info).toMatchObject({ title: "Versus", version: "1.0.0" });
  expect(api.servers.map(({ url }) => url)).toEqual(["https://api.example.com", "https://api.uk.example.com"]);
});

test("routes with an operation are described, others are not", async () => {
  const api = await describe(registerExamples, registerReads);
  expect(operationsOf(api).map(([place, { operationId }]) => `${operationId}: ${place}`)).toEqual([
    "health: get /health",
    "createExample: post /v1/examples",
    "readExample: get /v1/examples/{comparison_id}",
    "readComparison: get /v1/compare/{comparison_id}",
    "sendBody: post /v1/bodies",
  ]);
});

test("the key is an optional header of every operation but health", async () => {
  for (const [place, operation] of operationsOf(await describe(registerExamples, registerReads))) {
    const header = operation.parameters.find(({ name }) => name === "Authorization");
    if (place.includes("health")) expect(header).toBeUndefined();
    else expect(header).toMatchObject({ in: "header", required: false });
    expect(operation.security).toEqual(header === undefined ? undefined : [{ ApiKey: [] }, {}]);
  }
});

test("every operation with parameters or a body lists 422, and every refusal has the one envelope", async () => {
  for (const [place, { responses }] of operationsOf(await describe(registerExamples, registerReads))) {
    expect(Object.hasOwn(responses, 422)).toBe(!place.includes("health"));
    for (const [status, { content }] of Object.entries(responses)) {
      if (Number(status) < 400 || place.includes("ready")) continue;
      expect(content).toEqual({ "application/json": { schema: { $ref: "#/components/schemas/ErrorResponse" } } });
    }
  }
});

test("an operation lists its own refusals and those of all, by status", async () => {
  const api = await describe(registerExamples);
  const { responses } = api.paths["/v1/examples"]!.post!;
  expect(Object.keys(responses).map(Number)).toEqual([202, 400, 401, 402, 403, 409, 410, 413, 415, 422, 429, 500, 503]);
  expect(responses["400"]?.description).toMatch(/^UNSUPPORTED_FILE_TYPE: .* INVALID_REQUEST: /);
  expect(Object.keys(responses["429"]?.headers ?? {})).toContain("Retry-After");
});

test("a form is described by the rules it is held to", async () => {
  const api = await describe(registerExamples);
  const { requestBody } = api.paths["/v1/examples"]!.post!;
  expect(requestBody).toEqual({
    required: true,
    content: {
      "multipart/form-data": {
        schema: {
          type: "object",
          required: ["original", "modified"],
          properties: {
            original: { type: "string", format: "binary", description: "The base." },
            modified: { type: "string", format: "binary", description: "The revised copy." },
            author: { type: "string", examples: ["Jane Doe"], description: "Who the changes are by." },
            granularity: { type: "string", enum: ["word", "character"], description: "Smallest mark." },
          },
          additionalProperties: false,
        },
      },
    },
  });
  const parameters = api.paths["/v1/examples"]!.post!.parameters.map(({ name }) => name);
  expect(parameters).toContain("Idempotency-Key");
});

test("an operation that takes JSON or a form is described with both, and takes both", async () => {
  const Body = z.strictObject({ name: z.string() }).meta({ id: "EitherBody" });
  const either: RouteModule = (app) => {
    app.route({
      method: "POST",
      url: "/v1/either",
      config: {
        access: "open",
        form: exampleForm,
        operation: { id: "either", tag: "Either", summary: "Send either." },
      },
      schema: { body: { content: { "application/json": { schema: Body } } }, response: { 200: z.string() } },
      handler: async ({ body }) => JSON.stringify(body ?? null),
    });
  };
  const server = startTestServer({ routes: [either] });
  open.push(server);
  const { paths } = (await server.app.inject("/openapi.json")).json() as OpenApi;
  const { content } = paths["/v1/either"]!.post!.requestBody!;
  expect(Object.keys(content)).toEqual(["application/json", "multipart/form-data"]);
  expect(content["application/json"]?.schema).toEqual({ $ref: "#/components/schemas/EitherBody" });
  const send = (type: string, payload: string) =>
    server.app.inject({ method: "POST", url: "/v1/either", headers: { "content-type": type }, payload });
  expect((await send("application/json", '{"name":"a"}')).statusCode).toBe(200);
  expect((await send("application/json", '{"name":1}')).statusCode).toBe(400);
  expect((await send("application/json", "")).statusCode).toBe(400);
  expect((await send("multipart/form-data; boundary=x", "--x--\r\n")).statusCode).toBe(200);
  expect((await send("text/plain", "x")).statusCode).toBe(415);
});

test("shapes are written once, under their names, and every reference leads to one", async () => {
  const api = await describe(registerExamples, registerReads);
  const names = Object.keys(api.components.schemas);
  expect(names).toEqual([
    "ChangeSummary",
    "ComparisonCreatedResponse",
    "ComparisonJob",
    "DownloadEntry",
    "ErrorDetail",
    "ErrorResponse",
    "FailedJobError",
    "HealthResponse",
    "ParagraphName",
    "RedlineNotice",
    "SentBody",
  ]);
  const references = [...JSON.stringify(api).matchAll(/"\$ref":"#\/components\/(schemas|headers)\/(\w+)"/g)];
  expect(references.length).toBeGreaterThan(20);
  for (const [, kind, name] of references) expect(Object.keys(api.components[kind as "schemas"])).toContain(name);
  expect(JSON.stringify(api)).not.toMatch(/\$defs|\$schema|Input"/);
});

test("what we answer may gain fields, what is sent to us may not; a time is a time", async () => {
  const { schemas } = (await describe(registerExamples, registerReads)).components;
  expect(schemas.ComparisonJob?.additionalProperties).toBeUndefined();
  expect(schemas.SentBody?.additionalProperties).toBe(false);
  const fields = schemas.DownloadEntry?.properties as Record<string, JsonSchema> | undefined;
  const described = { type: "string", format: "date-time", description: expect.stringMatching(/time/) };
  expect(fields?.expires_at).toEqual(described);
});

test("the formats of a read are described as a list of names, docx by default", async () => {
  const { parameters } = (await describe(registerReads)).paths["/v1/compare/{comparison_id}"]!.get!;
  const [id, format] = parameters;
  expect(id).toMatchObject({ name: "comparison_id", in: "path", required: true, schema: { type: "string" } });
  expect(format).toMatchObject({ name: "format", in: "query", required: false });
  expect(format?.schema).toEqual({
    type: "array",
    items: { type: "string", enum: ["docx", "md"] },
    default: ["docx"],
  });
});

test("two different shapes of one name are found when the server starts", async () => {
  const shape = z.object({ a: z.string().default("x") }).meta({ id: "Twofold" });
  const operation = { id: "twofold", tag: "Compare", summary: "Twofold." };
  const server = startTestServer({
    routes: [
      (app) =>
        app.post(
          "/v1/twofold",
          { config: { operation }, schema: { body: shape, response: { 200: shape } } },
          async () => ({
            a: "",
          }),
        ),
    ],
  });
  open.push(server);
  await expect(server.app.ready()).rejects.toThrow("two shapes are called Twofold");
});
