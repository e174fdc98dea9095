import { createHash } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { writeDocsPage } from "./description/docs-html.ts";
import { registerExamples } from "./testing/example-routes.ts";
import { startTestServer, type TestServer } from "./testing/test-server.ts";

let server: TestServer | undefined;

async function read(url: string) {
  server = startTestServer({ routes: [registerExamples] });
  const reply = await server.app.inject(url);
  expect(reply.statusCode).toBe(200);
  return reply;
}

afterEach(() => server?.close());

test("the page shows every operation, shape and error", async () => {
  const { body, headers } = await read("/docs");
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  for (const shown of [
    "/v1/examples/{comparison_id}",
    "createExample",
    "Idempotency-Key",
    "DownloadEntry",
    "RATE_LIMITED",
  ]) {
    expect(body).toContain(shown);
  }
  expect(body).toContain('<input name="original" data-in="form" type="file">');
});

test("the page loads nothing from elsewhere, and its policy allows its own style and script alone", async () => {
  const { body, headers } = await read("/docs");
  expect(body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  expect(body).not.toMatch(/@import|url\(/);
  const policy = String(headers["content-security-policy"]);
  for (const tag of ["style", "script"]) {
    const content = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(body)?.[1] ?? "";
    const hash = createHash("sha256").update(content).digest("base64");
    expect(policy).toContain(`${tag}-src 'sha256-${hash}'`);
  }
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self'");
});

test("text of the description never becomes markup", () => {
  const hostile = '<img src=x onerror="alert(1)">';
  const operation = {
    operationId: "x",
    tags: ["T"],
    summary: hostile,
    parameters: [],
    responses: { 200: { description: hostile } },
  };
  const page = writeDocsPage(
    {
      openapi: "3.1.0",
      info: { version: hostile, description: hostile },
      servers: [{ url: hostile, description: hostile }],
      tags: [{ name: "T" }],
      paths: { [hostile]: { get: operation } },
      components: { schemas: { Name: { description: hostile, type: "object" } }, headers: {}, securitySchemes: {} },
    },
    { style: "", script: "" },
  );
  expect(page).not.toContain("<img");
  expect(page).toContain("&#60;img src=x onerror=&#34;alert(1)&#34;&#62;");
});

test("the change log is Markdown with a dated entry for the version that is described", async () => {
  const { body, headers } = await read("/changelog");
  expect(headers["content-type"]).toBe("text/markdown; charset=utf-8");
  expect(body).toMatch(/^# Changes of the API\n\n## 1\.0\.0, \d{4}-\d{2}-\d{2}\n\n- /);
});
