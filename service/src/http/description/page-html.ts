// Writes the frame of every page for developers: the list of pages beside the text of one.

import { Html, html, nothing } from "./html.ts";

export interface PageLink {
  readonly path: string;
  readonly title: string;
  readonly group: string;
}

interface PageParts {
  readonly page: PageLink;
  readonly pages: readonly PageLink[];
  readonly body: Html;
  /** Included in the page unchanged. */
  readonly style: string;
  readonly script?: string;
}

export function pageHtml({ page, pages, body, style, script }: PageParts): string {
  const groups = [...new Set(pages.map(({ group }) => group))];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · Versus</title>
<link rel="alternate" type="text/markdown" href="${page.path}.md">
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header class="menu"><a href="/docs">Versus</a> <a href="#pages">All pages</a></header>
<nav id="pages" aria-label="Pages">
<p class="title"><a href="/docs">Versus</a></p>
${groups.map((group) => html`<p class="group">${group}</p><ul>${linksOf(pages, group, page)}</ul>`)}
<p class="group">Files</p>
<ul><li><a href="/openapi.json">openapi.json</a></li><li><a href="/llms.txt">llms.txt</a></li>
<li><a href="${page.path}.md">This page as Markdown</a></li></ul>
</nav>
<main id="text">
${body}
</main>
${script === undefined ? nothing : html`<script>${new Html(script)}</script>`}
</body>
</html>
`.text;
}

function linksOf(pages: readonly PageLink[], group: string, current: PageLink): Html[] {
  return pages
    .filter((page) => page.group === group)
    .map(({ path, title }) => {
      const mark = path === current.path ? html` aria-current="page"` : nothing;
      return html`<li><a href="${path}"${mark}>${title}</a></li>`;
    });
}
