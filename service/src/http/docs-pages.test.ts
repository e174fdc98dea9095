// Tests the pages for developers: content, policy (SRV-91) and Markdown.

import { createHash } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { markdownToHtml } from "./description/markdown-html.ts";
import { operationMarkdown } from "./description/reference-markdown.ts";
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

test("the reference shows every operation, with a form that sends it", async () => {
  const { body, headers } = await read("/docs/reference");
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  for (const shown of ["/v1/examples/{comparison_id}", "Idempotency-Key", "DownloadEntry", "RATE_LIMITED"]) {
    expect(body).toContain(shown);
  }
  expect(body).toContain('<input name="original" data-in="form" type="file">');
});

test("a page is served as HTML and as Markdown, and says the same", async () => {
  const { body, headers } = await read("/docs/reference.md");
  expect(headers["content-type"]).toBe("text/markdown; charset=utf-8");
  expect(body).toContain("`POST /v1/examples`");
  expect(body).toContain("[DownloadEntry](/docs/shapes.md#downloadentry)");
  expect(body).not.toContain("<form");
});

test("[SRV-91] a page loads nothing from elsewhere, and its policy allows its own style and script alone", async () => {
  const { body, headers } = await read("/docs/reference");
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

const plain = { resolve: (href: string) => href, pageOf: () => undefined };

test("text of the description never becomes markup", () => {
  const hostile = '<img src=x onerror="alert(1)">';
  const operation = {
    operationId: "x",
    tags: ["T"],
    summary: hostile,
    description: `${hostile} \`${hostile}\` **${hostile}** [${hostile}](${hostile})`,
    parameters: [{ name: hostile, in: "query" as const, required: false, description: hostile, schema: {} }],
    responses: { 200: { description: hostile } },
  };
  const page = markdownToHtml(operationMarkdown({ path: hostile, method: "get", operation }), plain).text;
  expect(page).not.toContain("<img");
  expect(page).toContain("&#60;img src=x onerror=&#34;alert(1)&#34;&#62;");
});

test("Markdown becomes the HTML that it means", () => {
  const markdown = `# A \`b\` c

One
line, **bold \`code\`** and [a link](/docs/x.md#y).

- first
  goes on
- second

1. one

| A | B |
| --- | --- |
| \`a\\|b\` | c |

\`\`\`sh
x < y
\`\`\`

    {"indented": 1}
`;
  expect(markdownToHtml(markdown, plain).text).toBe(`<h1 id="a-b-c">A <code>b</code> c</h1>
<p>One
line, <strong>bold <code>code</code></strong> and <a href="/docs/x.md#y">a link</a>.</p>
<ul><li>first
goes on</li>
<li>second</li>
</ul>
<ol><li>one</li>
</ol>
<table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead>
<tbody><tr><th scope="row"><code>a|b</code></th><td data-label="B">c</td></tr>
</tbody></table>
<pre tabindex="0"><code>x &#60; y</code></pre>
<pre tabindex="0"><code>{&#34;indented&#34;: 1}</code></pre>
`);
});

test("the change log is Markdown with a dated entry for the version that is described", async () => {
  const { body, headers } = await read("/changelog");
  expect(headers["content-type"]).toBe("text/markdown; charset=utf-8");
  expect(body).toMatch(/^# Changes of the API\n\n## 1\.0\.0, \d{4}-\d{2}-\d{2}\n\n- /);
});
