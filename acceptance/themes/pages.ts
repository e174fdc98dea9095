// Health, the description, the pages for developers and the reference topics.

import assert from "node:assert/strict";
import { refused } from "../calls/service.ts";
import { theme } from "../running/theme.ts";

const OPEN = { key: undefined };

export const pages = theme(
  "pages",
  ({ service, test }) => {
    test("health needs no key", async () => {
      const { status, json } = await service.get("/health", OPEN);
      assert.equal(status, 200);
      assert.deepEqual([json.status, json.region], ["ok", "us"]);
      assert.deepEqual(Object.keys(json).sort(), ["region", "status", "time", "version"]);
      assert.ok(Math.abs(Date.parse(json.time) - Date.now()) < 5000);
    });

    test("readiness names the parts", async () => {
      const { status, json } = await service.get("/health/ready", OPEN);
      assert.equal(status, 200);
      assert.deepEqual([json.status, json.checks.storage, json.checks.queue], ["ready", "ok", "ok"]);
    });

    test("the description declares version 1.0.0, both regions and every operation", async () => {
      const { status, json } = await service.get("/openapi.json", OPEN);
      assert.equal(status, 200);
      assert.match(json.openapi, /^3[.]1/);
      assert.equal(json.info.version, "1.0.0");
      assert.equal(json.servers.length, 2);
      const operations = service.description.operations().map(({ method, path }) => `${method} ${path}`);
      for (const operation of [
        "GET /health",
        "GET /health/ready",
        "POST /v1/compare",
        "GET /v1/compare/{comparison_id}",
        "DELETE /v1/compare/{comparison_id}",
        "POST /v1/compare/{comparison_id}/acknowledge",
        "GET /v1/reference/{topic}",
        "GET /v1/usage",
      ]) {
        assert.ok(operations.includes(operation), operation);
      }
    });

    test("the description marks Authorization optional and lists 422 where there are parameters", async () => {
      const { json } = await service.get("/openapi.json", OPEN);
      const { get } = json.paths["/v1/compare/{comparison_id}"];
      const header = get.parameters.find(({ name }: { name: string }) => name === "Authorization");
      assert.equal(header.required, false);
      assert.ok(get.responses["422"]);
    });

    test("the docs page is a page that loads nothing from elsewhere", async () => {
      const { status, headers, body } = await service.get("/docs", OPEN);
      assert.equal(status, 200);
      assert.match(headers["content-type"] ?? "", /^text\/html/);
      assert.ok(headers["content-security-policy"]);
      assert.doesNotMatch(String(body), /<(?:script|link|img)[^>]+(?:src|href)="https?:/);
    });

    test("the changelog is Markdown with a dated entry for the version", async () => {
      const { status, headers, body } = await service.get("/changelog", OPEN);
      assert.equal(status, 200);
      assert.match(headers["content-type"] ?? "", /^text\/markdown/);
      assert.match(String(body), /^## 1\.0\.0, \d{4}-\d\d-\d\d$/m);
    });
  },
  ({ service, test }) => {
    test("the errors topic explains every code that a description names", async () => {
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
    });

    test("the redline topic explains the markup", async () => {
      const { json } = await service.get("/v1/reference/redline");
      assert.equal(json.topic, "redline");
      for (const tag of ["<ins", "<del", "<moved-from", "<moved-to"]) assert.ok(json.text.includes(tag), tag);
    });

    test("an unknown topic is INVALID_REQUEST and lists those there are", async () => {
      const reply = await service.get("/v1/reference/nonsense");
      refused(reply, 400, "INVALID_REQUEST");
      for (const topic of ["errors", "redline", "listing", "edits", "local_copy"]) {
        assert.ok(reply.json.error.message.includes(topic), topic);
      }
    });

    test("topics need a key", async () => {
      refused(await service.get("/v1/reference/errors", OPEN), 401, "INVALID_API_KEY");
    });

    test("every reply forbids to be cached, framed and guessed at", async () => {
      for (const path of ["/health", "/v1/usage", "/v1/nothing", "/v1/compare/x"]) {
        const { headers } = await service.get(path);
        assert.equal(headers["x-content-type-options"], "nosniff");
        assert.equal(headers["cache-control"], "private, no-store");
        assert.match(headers["content-security-policy"] ?? "", /frame-ancestors 'none'/);
      }
    });
  },
);
