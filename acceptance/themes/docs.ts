// Tests the pages for developers in a browser.
//
// axe-core finds no problem, in light and dark and on a phone, and no page needs horizontal scrolling.

import assert from "node:assert/strict";
import axe from "axe-core";
import type { BrowserContextOptions, Page } from "playwright-core";
import type { Service } from "../calls/service.ts";
import { openBrowser } from "../running/browser.ts";
import { type Stage, theme } from "../running/theme.ts";

const WAYS: Readonly<Record<string, BrowserContextOptions>> = {
  "in light": { viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  "in dark": { viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
  "on a phone": { viewport: { width: 390, height: 844 }, colorScheme: "light" },
};

export const docs = theme("docs", writeExampleTests, writeBrowserTests);

/** Returns the path of every page under /docs that /llms.txt lists. */
async function pagesOf(service: Service): Promise<string[]> {
  const { body } = await service.get("/llms.txt", { key: undefined });
  const paths = [...String(body).matchAll(/\]\((\/docs[^)]*)\.md\)/g)].map(([, path = ""]) => path);
  assert.ok(paths.length >= 10);
  return paths;
}

function writeExampleTests({ service, test }: Stage): void {
  test("every example of the description is what its shape says", ["general.7"], () => {
    assert.ok(service.description.checkExamples() > 50);
  });

  test("every page is there as Markdown too, without a key", ["21.open", "21.llms", "docs.markdown"], async () => {
    for (const path of await pagesOf(service)) {
      const { status, headers, body } = await service.get(`${path}.md`, { key: undefined });
      assert.equal(status, 200);
      assert.match(headers["content-type"] ?? "", /^text\/markdown/);
      assert.match(String(body), /^# /);
    }
  });
}

function writeBrowserTests({ service, test }: Stage): void {
  for (const [way, options] of Object.entries(WAYS)) {
    test(`every page is without a fault ${way}`, ["docs.accessible"], async () => {
      const browser = await openBrowser();
      try {
        const page = await (await browser.newContext(options)).newPage();
        const faults: string[] = [];
        for (const path of await pagesOf(service)) {
          await page.goto(service.url + path);
          faults.push(...(await faultsOf(page)).map((fault) => `${path}: ${fault}`));
        }
        assert.deepEqual(faults, []);
      } finally {
        await browser.close();
      }
    });
  }

  test("the form of an operation sends it and shows the reply", ["general.7"], async () => {
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`${service.url}/docs/reference`);
      const article = page.locator("article", { hasText: "GET /health" }).first();
      await article.locator("summary").click();
      await article.locator("button").click();
      await article.locator("output", { hasText: '"status": "ok"' }).waitFor({ timeout: 10_000 });
    } finally {
      await browser.close();
    }
  });
}

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
}

async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<{ readonly violations: readonly Violation[] }>(
    "axe.run({ resultTypes: ['violations'] })",
  );
  const overhang = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  return [
    ...violations.map(({ id, help, nodes }) => `${id} (${nodes.length}): ${help}. ${nodes[0]?.html.slice(0, 120)}`),
    ...(overhang > 0 ? [`it is ${overhang} pixels too wide`] : []),
  ];
}
