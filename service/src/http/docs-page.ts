// The page at /docs: the description made readable, with a form for every operation. One file: its style and script
// stand in it, and its policy lets nothing else run, load or be reached than this server.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { VersusApp } from "../contract/app.ts";
import { writeDocsPage } from "./description/docs-html.ts";
import type { OpenApi } from "./description/openapi-shape.ts";

const style = readFileSync(join(import.meta.dirname, "description/docs-page.css"), "utf8");
const script = readFileSync(join(import.meta.dirname, "description/docs-page.js"), "utf8");

const policy = [
  "default-src 'none'",
  `style-src '${hashOf(style)}'`,
  `script-src '${hashOf(script)}'`,
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export function registerDocsPage(app: VersusApp, describe: () => OpenApi): void {
  let page: string | undefined;
  app.get("/docs", { config: { access: "open" } }, async (_, reply) => {
    page ??= writeDocsPage(describe(), { style, script });
    reply.type("text/html; charset=utf-8").header("content-security-policy", policy);
    return page;
  });
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
