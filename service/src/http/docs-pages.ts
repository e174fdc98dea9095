// Serves the pages for developers at /docs.
//
// They are the guides, the reference with a form for every operation, the shapes, and the topics, settings and changes.
// Each page is written once, as Markdown. It is served as HTML and, with `.md` after its path, as Markdown; /llms.txt
// lists the pages for programs.
//
// A page is one file that contains its style and script. Its policy allows no other script, no other resource and no
// other server than this one.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { VersusApp } from "../contract/app.ts";
import { changelogText } from "./changelog.ts";
import { type Html, html } from "./description/html.ts";
import { markdownToHtml } from "./description/markdown-html.ts";
import type { OpenApi } from "./description/openapi-shape.ts";
import { type PageLink, pageHtml } from "./description/page-html.ts";
import { groupsOf, operationMarkdown, referenceHead, shapesMarkdown } from "./description/reference-markdown.ts";
import { tryForm } from "./description/try-form.ts";
import type { ReferenceText } from "./server-parts.ts";

const style = readFileSync(join(import.meta.dirname, "description/docs-page.css"), "utf8");
const script = readFileSync(join(import.meta.dirname, "description/docs-page.js"), "utf8");
const guideFolder = join(import.meta.dirname, "../../guides");

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

interface Page extends PageLink {
  /** One sentence that helps readers choose a page. */
  readonly says: string;
  readonly markdown: () => string;
  /** Set if the HTML contains more than the Markdown. */
  readonly body?: (toHtml: (markdown: string) => Html) => Html;
}

interface Guide {
  readonly name: string;
  readonly title: string;
  readonly says: string;
}

/** The files of the folder, in the order of the list. The first one is the page at /docs. */
const guides: readonly [Guide, ...Guide[]] = [
  { name: "quick-start", title: "Quick start", says: "From a key to a redline with curl, TypeScript and Python." },
  { name: "compare", title: "Compare", says: "Formats, options and how to read a redline." },
  { name: "embedding", title: "Show a redline", says: "The redline inside your own page, and its messages." },
  { name: "merge", title: "Merge", says: "Merge revised copies, read the conflicts and settle them." },
  {
    name: "documents",
    title: "Stored documents",
    says: "Versions, their redlines, and merges of branches.",
  },
  {
    name: "edit-with-an-agent",
    title: "Edit with an agent",
    says: "How a program reads, edits and repairs a request.",
  },
  { name: "command-line", title: "Command line", says: "Compare, decide, clean and diff from a terminal." },
  { name: "webhooks", title: "Webhooks", says: "Get notified when a result is ready, and verify the sender." },
  { name: "retention", title: "Retention", says: "How long documents are kept, and how to delete them." },
  { name: "self-host", title: "Self-host", says: "Install, operate, back up and upgrade." },
];

export function registerDocsPages(app: VersusApp, describe: () => OpenApi, texts: readonly ReferenceText[]): void {
  const pages = [...guidePages(), ...descriptionPages(describe), ...texts.map(textPage), changelogPage];
  for (const page of pages) registerPage(app, page, pages);
  app.get("/llms.txt", { config: { access: "open" } }, async (_, reply) => {
    reply.type("text/plain; charset=utf-8");
    return listForPrograms(pages);
  });
}

function registerPage(app: VersusApp, page: Page, pages: readonly Page[]): void {
  // Written on the first request, because the description is complete only then. Written once, because anyone may ask.
  let written: string | undefined;
  let markdown: string | undefined;
  app.get(page.path, { config: { access: "open" } }, async (_, reply) => {
    written ??= writePage(page, pages);
    reply.type("text/html; charset=utf-8").header("content-security-policy", policy);
    return written;
  });
  app.get(`${page.path}.md`, { config: { access: "open" } }, async (_, reply) => {
    reply.type("text/markdown; charset=utf-8");
    markdown ??= page.markdown();
    return markdown;
  });
}

function writePage(page: Page, pages: readonly Page[]): string {
  const known = new Set(["/changelog", "/openapi.json", "/llms.txt", ...pages.map(({ path }) => path)]);
  const pageOf = (code: string): string | undefined => {
    const path = code.replace(/^\/v1\/reference\/(\w+)$/, (_, topic: string) => pathOf(topic));
    return known.has(path) ? path : undefined;
  };
  const resolve = (href: string): string => href.replace(/^(\/docs[^#]*)\.md(?=#|$)/, "$1");
  const toHtml = (markdown: string): Html => markdownToHtml(markdown, { resolve, pageOf });
  const body = page.body?.(toHtml) ?? toHtml(page.markdown());
  return pageHtml({ page, pages, body, style, ...(page.body === undefined ? {} : { script }) });
}

function pathOf(name: string): string {
  return name === guides[0].name ? "/docs" : `/docs/${name.replaceAll("_", "-")}`;
}

function guidePages(): Page[] {
  return guides.map(({ name, title, says }) => {
    const text = readFileSync(join(guideFolder, `${name}.md`), "utf8");
    // The files are beside each other in the repository, and under /docs here.
    const markdown = text.replace(/\]\(([\w-]+)\.md/g, (_, other: string) => `](${pathOf(other)}.md`);
    return { path: pathOf(name), title, says, group: "Guides", markdown: () => markdown };
  });
}

function descriptionPages(describe: () => OpenApi): Page[] {
  return [
    {
      path: "/docs/reference",
      title: "Operations",
      says: "Every operation with its parameters, bodies and replies.",
      group: "Reference",
      markdown: () => referenceMarkdown(describe()),
      body: (toHtml) => referenceBody(describe(), toHtml),
    },
    {
      path: "/docs/shapes",
      title: "Shapes",
      says: "Every shape of requests and replies, with examples.",
      group: "Reference",
      markdown: () => shapesMarkdown(describe()),
    },
  ];
}

function referenceMarkdown(api: OpenApi): string {
  const groups = groupsOf(api).map(({ name, entries }) => `## ${name}\n\n${entries.map(operationMarkdown).join("\n")}`);
  return [referenceHead(api), ...groups].join("\n");
}

function referenceBody(api: OpenApi, toHtml: (markdown: string) => Html): Html {
  const groups = groupsOf(api).map(({ name, entries }) => {
    const articles = entries.map(
      (entry) => html`<article class="${entry.method}">${toHtml(operationMarkdown(entry))}
${tryForm(entry, api.components.schemas)}</article>\n`,
    );
    return html`${toHtml(`## ${name}`)}${articles}`;
  });
  return html`${toHtml(referenceHead(api))}
<p><label>Your API key, for the forms below; it stays in this page: <input id="key" type="password" autocomplete="off"></label></p>
${groups}`;
}

function textPage({ name, title, says, markdown }: ReferenceText): Page {
  return { path: pathOf(name), title, says, group: "Reference", markdown: () => markdown };
}

const changelogPage: Page = {
  path: "/docs/changelog",
  title: "Changes",
  says: "Changes of the API, newest first.",
  group: "Reference",
  markdown: () => changelogText,
};

/** Returns the list in the format of llmstxt.org. */
function listForPrograms(pages: readonly Page[]): string {
  const groups = Map.groupBy(pages, ({ group }) => group);
  const sections = [...groups].map(([group, listed]) => {
    const links = listed.map(({ path, title, says }) => `- [${title}](${path}.md): ${says}`);
    return `## ${group}\n\n${links.join("\n")}\n`;
  });
  return `# Versus

> An HTTP API that compares, edits and creates Word documents. Every change is a real tracked change.

Send your key as \`Authorization: Bearer <API_KEY>\`. An agent that edits documents needs "Edit with an agent" and "Edits".
The machine-readable description is at [/openapi.json](/openapi.json).

${sections.join("\n")}`;
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
