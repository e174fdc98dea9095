// Tests health, the description, the pages for developers and the reference topics.

import assert from "node:assert/strict";
import { refused } from "../calls/service.ts";
import { privateUrlOf } from "../running/programs.ts";
import { theme } from "../running/theme.ts";

const OPEN = { key: undefined };

const OPERATIONS = [
  "GET /health",
  "POST /v1/compare",
  "GET /v1/compare/{comparison_id}",
  "DELETE /v1/compare/{comparison_id}",
  "POST /v1/compare/{comparison_id}/acknowledge",
  "POST /v1/files",
  "GET /v1/files/{file_id}",
  "GET /v1/files/{file_id}/content",
  "DELETE /v1/files/{file_id}",
  "POST /v1/files/{file_id}/acknowledge",
  "POST /v1/edit/initiate",
  "GET /v1/edit/initiate/{file_id}",
  "POST /v1/edit",
  "GET /v1/edit/{edit_id}",
  "DELETE /v1/edit/{edit_id}",
  "POST /v1/edit/{edit_id}/acknowledge",
  "POST /v1/compare/selective",
  "POST /v1/create",
  "GET /v1/create/{creation_id}",
  "DELETE /v1/create/{creation_id}",
  "POST /v1/create/{creation_id}/acknowledge",
  "GET /v1/reference/{topic}",
  "GET /v1/usage",
];

export const pages = theme(
  "pages",
  ({ service, world, log, test }) => {
    test("health needs no key", ["health", "2.health", "21.open"], async () => {
      const { status, json } = await service.get("/health", OPEN);
      assert.equal(status, 200);
      assert.deepEqual([json.status, json.region], ["ok", "us"]);
      assert.deepEqual(Object.keys(json).sort(), ["region", "status", "time", "version"]);
      assert.ok(Math.abs(Date.parse(json.time) - Date.now()) < 5000);
    });

    test("readiness names the parts, on the private port alone, of workers too", ["2.ready"], async () => {
      refused(await service.get("/health/ready", OPEN), 404, "NOT_FOUND");
      for (const privateUrl of [privateUrlOf(log), privateUrlOf(world.workerLines)]) {
        const reply = await fetch(`${privateUrl}/health/ready`);
        assert.equal(reply.status, 200);
        assert.deepEqual(await reply.json(), {
          status: "ready",
          checks: { storage: "ok", queue: "ok", clock: "ok", converter: "ok", renderer: "ok" },
        });
      }
    });

    test(
      "the description declares version 1.0.0, both regions and every operation",
      ["general.7", "versioning.description", "versioning.prefix", "conventions.base"],
      async () => {
        const { status, json } = await service.get("/openapi.json", OPEN);
        assert.equal(status, 200);
        assert.match(json.openapi, /^3[.]1/);
        assert.equal(json.info.version, "1.0.0");
        const regions = json.servers.map(({ description }: { description: string }) => description).join(" ");
        for (const region of ["United States", "United Kingdom"]) assert.ok(regions.includes(region));
        const operations = service.description.operations().map(({ method, path }) => `${method} ${path}`);
        for (const operation of OPERATIONS) {
          assert.ok(operations.includes(operation), operation);
        }
      },
    );

    test(
      "the description marks Authorization optional and lists 422 where there are parameters",
      ["auth.2", "errors.422"],
      async () => {
        const { json } = await service.get("/openapi.json", OPEN);
        const paths = Object.values<Record<string, DescribedOperation>>(json.paths);
        const operations = paths.flatMap((methods) => Object.values(methods));
        for (const { operationId, parameters, requestBody, security, responses } of operations) {
          if (security === undefined) continue;
          const header = parameters.find(({ name }) => name === "Authorization");
          assert.equal(header?.required, false, operationId);
          if (parameters.some((parameter) => parameter.in !== "header") || requestBody !== undefined) {
            assert.ok(responses["422"], operationId);
          }
        }
      },
    );

    test("the docs page is a page that loads nothing from elsewhere", ["general.7", "21.open"], async () => {
      const { status, headers, body } = await service.get("/docs", OPEN);
      assert.equal(status, 200);
      assert.match(headers["content-type"] ?? "", /^text\/html/);
      assert.ok(headers["content-security-policy"]);
      assert.doesNotMatch(String(body), /<(?:script|link|img)[^>]+(?:src|href)="https?:/);
    });

    test("the changelog is Markdown with a dated entry for the version", ["20.changelog", "21.open"], async () => {
      const { status, headers, body } = await service.get("/changelog", OPEN);
      assert.equal(status, 200);
      assert.match(headers["content-type"] ?? "", /^text\/markdown/);
      assert.match(String(body), /^## 1\.0\.0, \d{4}-\d\d-\d\d$/m);
    });
  },
  ({ service, test }) => {
    test(
      "the errors topic explains every code that a description names",
      ["reference.topics", "19.errors"],
      async () => {
        const { status, json } = await service.get("/v1/reference/errors");
        assert.equal(status, 200);
        assert.equal(json.topic, "errors");
        const { body } = await service.get("/openapi.json");
        const codes = new Set([...String(body).matchAll(/\b([A-Z]{3,}(?:_[A-Z]+)+): /g)].map(([, code = ""]) => code));
        assert.ok(codes.size > 10);
        for (const code of codes) assert.ok(json.text.includes(code), code);
        for (const code of ["DOCUMENT_PROTECTED", "SOURCE_UPLOAD_FAILED", "PDF_RENDER_FAILED", "COMPARISON_FAILED"]) {
          assert.ok(json.text.includes(code), code);
        }
      },
    );

    test("the redline topic explains the markup", ["reference.topics", "19.redline"], async () => {
      const { json } = await service.get("/v1/reference/redline");
      assert.equal(json.topic, "redline");
      for (const tag of ["<ins", "<del", "<moved-from", "<moved-to", "<conflict", "Rebuilding"])
        assert.ok(json.text.includes(tag), tag);
    });

    test(
      "an unknown topic is INVALID_REQUEST and lists those there are",
      ["reference.unknown", "errors.reference", "19.unknown"],
      async () => {
        const message = "topic must be one of errors, redline, listing, edits, local_copy";
        refused(await service.get("/v1/reference/nonsense"), 400, "INVALID_REQUEST", message);
      },
    );

    test("a topic is of at most 20 KB, and the same each time", ["19.size", "versioning.description"], async () => {
      for (const topic of ["errors", "redline", "listing", "edits", "local_copy"]) {
        const [one, other] = [await service.get(`/v1/reference/${topic}`), await service.get(`/v1/reference/${topic}`)];
        assert.ok(Buffer.byteLength(one.json.text) <= 20 * 1024);
        assert.deepEqual(one.json, other.json);
      }
    });

    test("no page and no operation may be read from a page of another site", ["21.cors"], async () => {
      const headers = { origin: "https://elsewhere.example" };
      for (const path of ["/health", "/openapi.json", "/v1/usage", "/v1/compare/x"]) {
        assert.equal((await service.get(path, { headers })).headers["access-control-allow-origin"], undefined);
      }
    });

    test("topics need a key", ["reference.free"], async () => {
      refused(await service.get("/v1/reference/errors", OPEN), 401, "INVALID_API_KEY");
    });

    test("every reply forbids to be cached, framed and guessed at", ["6.download"], async () => {
      for (const path of ["/health", "/v1/usage", "/v1/nothing", "/v1/compare/x"]) {
        const { headers } = await service.get(path);
        assert.equal(headers["x-content-type-options"], "nosniff");
        assert.equal(headers["cache-control"], "private, no-store");
        assert.match(headers["content-security-policy"] ?? "", /frame-ancestors 'none'/);
      }
    });
  },
  ({ service, test }) => {
    test("the listing topic explains every field of the content", ["reference.topics", "19.listing"], async () => {
      const { json } = await service.get("/v1/reference/listing");
      assert.equal(json.topic, "listing");
      const words = ["blocks", "tables", "sections", "headers", "footers", "notes", "comments", "revisions"];
      const fields = ["list_styles", "settings", "index", "id", "text", "content", "style_id", "outline_level", "mark"];
      for (const field of [...words, ...fields]) assert.match(json.text, new RegExp(`\`${field}\``), field);
      for (const rule of ["occurrence", "prefix", "suffix", "case-sensitive"])
        assert.ok(json.text.includes(rule), rule);
    });

    test("the edits topic explains runs and format keys", ["reference.topics", "19.edits"], async () => {
      const { json } = await service.get("/v1/reference/edits");
      for (const word of ["tab", "break", "field", "cross_reference", "footnote", "hyperlink", "bold", "null"]) {
        assert.match(json.text, new RegExp(`\\b${word}\\b`), word);
      }
    });

    test(
      "the local_copy topic tells how to work with a user's own file",
      ["reference.topics", "19.local_copy"],
      async () => {
        const { json } = await service.get("/v1/reference/local_copy");
        for (const word of ["SHA-256", "file_id", "acknowledge", "upload"]) assert.ok(json.text.includes(word), word);
      },
    );
  },
);

interface DescribedOperation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: unknown;
  readonly security?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
}
