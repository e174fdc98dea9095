// Measures other engines that show the same redline in a browser.
//
// docx-preview reads the document; pagedjs paginates our HTML.

import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { MadeRedline } from "./make-redline.ts";
import type { OpenedBrowser } from "./measure-view.ts";

export interface MeasuredPeer {
  readonly milliseconds: number;
  readonly pages: number;
}

const PATIENCE = 400_000;
const { resolve } = createRequire(import.meta.url);
/** Returns a file beside the entry file of a package, which the package's exports may not name. */
const beside = (name: string, file: string): string => join(dirname(resolve(name)), file);

type OpenedPage = Awaited<ReturnType<OpenedBrowser["newPage"]>>;

export function measureDocxPreview(browser: OpenedBrowser, { docx }: MadeRedline): Promise<MeasuredPeer> {
  const scripts = [resolve("jszip/dist/jszip.min.js"), beside("docx-preview", "docx-preview.min.js")];
  return inPage(browser, scripts, (page) => {
    const bytes = Buffer.from(docx).toString("base64");
    return page.evaluate(`(async () => {
      const bytes = Uint8Array.from(atob(${JSON.stringify(bytes)}), (sign) => sign.charCodeAt(0));
      const start = performance.now();
      await docx.renderAsync(bytes, document.body, undefined, { renderChanges: true });
      document.body.getBoundingClientRect();
      await new Promise(requestAnimationFrame);
      return { milliseconds: performance.now() - start, pages: document.querySelectorAll("section.docx").length };
    })()`);
  });
}

export function measurePaged(browser: OpenedBrowser, { css, html }: MadeRedline): Promise<MeasuredPeer> {
  const styles = `@page { size: A4; margin: 25.4mm } p, h1 { margin: 0; white-space: pre-wrap } ${css}`;
  return inPage(browser, [beside("pagedjs", "../dist/paged.min.js")], (page) =>
    page.evaluate(`(async () => {
      const source = document.createElement("template");
      source.innerHTML = ${JSON.stringify(html)};
      const content = document.createElement("template");
      const column = document.createElement("div");
      column.className = "vs";
      for (const chunk of source.content.querySelectorAll("template.ck")) column.append(chunk.content.cloneNode(true));
      content.content.append(column);
      const start = performance.now();
      const { total } = await new PagedModule.Previewer().preview(content.content, [{ "bench.css": ${JSON.stringify(styles)} }], document.body);
      return { milliseconds: performance.now() - start, pages: total };
    })()`),
  );
}

async function inPage(
  browser: OpenedBrowser,
  scripts: readonly string[],
  measure: (page: OpenedPage) => Promise<unknown>,
): Promise<MeasuredPeer> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(PATIENCE);
  for (const path of scripts) await page.addScriptTag({ path });
  return (await measure(page)) as MeasuredPeer;
}
