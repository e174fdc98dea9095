// Tests that today's script shows stored fragments of every version.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nodeZlib } from "@versus/engine/node-zlib";
import { compareTask } from "@versus/engine/tasks";
import { makeSampleContracts } from "@versus/tools/sample-contracts";
import { wholePage, writePage } from "@versus/viewer";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readView } from "../corpus/viewer/read-view.ts";
import { type EmbeddedView, embed, OVERFLOWING, openBrowser } from "./embedded-view.ts";

/**
 * Contains one fragment of every version that was ever stored: of a merge with moves, a conflict, a comment, notes, a
 * table, a header.
 */
const folder = join(import.meta.dirname, "../../viewer/fragments");

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test("[VEW-3] the version that the engine writes today is kept", () => {
  const { original, modified } = makeSampleContracts();
  const { artifacts } = compareTask({
    ...{ before: original, after: modified, names: { before: "a.docx", after: "b.docx" }, author: "Counsel" },
    ...{ date: "2026-01-02T03:04:05Z", codec: nodeZlib, formats: ["fragment"] },
  });
  const { version } = JSON.parse(new TextDecoder().decode(artifacts.get("fragment"))) as { version: number };
  expect(existsSync(join(folder, `version-${version}.json`))).toBe(true);
});

test.each(readdirSync(folder))("[VEW-3] today's script shows %s", async (name) => {
  const stored = readFileSync(join(folder, name), "utf8");
  const view = await embed(browser, (origin) => writePage(stored, { ...wholePage, origin }));
  await view.until("vs:ready");
  const { summary } = (await view.messages())[0] as unknown as { summary: object };
  const counts = { insertions: 6, deletions: 2, moves: 1, formats: 0, comments: 1, merge_conflicts: 1 };
  expect(summary).toEqual(name < "version-3" ? counts : { changes: 6, ...counts });
  const { laidOut, ids, pages } = await readView(view);
  expect(laidOut.shown).toBe(laidOut.stored);
  expect(laidOut.shown.length).toBeGreaterThan(400);
  expect(ids.length).toBeGreaterThan(15);
  expect(pages).toBe(1);
  expect(await view.frame.evaluate(OVERFLOWING)).toEqual([]);
  for (const text of ["Confidential", "Page 1 of 1", "As amended.", "Calculated daily."])
    expect(await view.frame.evaluate("document.querySelector('.page').textContent")).toContain(text);
  const visible = "[...document.querySelectorAll('script')].filter((one) => one.getClientRects().length > 0).length";
  expect(await view.frame.evaluate(visible)).toBe(0);
  await view.send({ type: "vs:scrollTo", anchorId: "conflict-1" });
  expect(await view.until("vs:highlighted")).toMatchObject({ anchorId: "conflict-1" });
  expect(view.errors).toEqual([]);
  await view.close();
});

test("[VEW-3] comments look the same whether a fragment has marks (version 1) or points (version 2)", async () => {
  const shown = await Promise.all(
    ["version-1.json", "version-2.json"].map(async (name) => {
      const stored = readFileSync(join(folder, name), "utf8");
      const view = await embed(browser, (origin) => writePage(stored, { ...wholePage, origin }));
      await view.until("vs:ready");
      const pages = await view.frame.evaluate("document.querySelector('.pages').innerHTML");
      await view.close();
      return pages;
    }),
  );
  expect(shown[1]).toBe(shown[0]);
});

test.each([300, 4_000])(
  "[VEW-37] a frame that is shown after %i ms has the pages of one that is never hidden",
  async (wait) => {
    const stored = readFileSync(join(folder, "version-2.json"), "utf8");
    const pagesOf = async (preload = ""): Promise<EmbeddedView> => {
      const view = await embed(browser, (origin) => writePage(stored, { ...wholePage, origin }), { preload });
      await view.until("vs:ready");
      return view;
    };
    const views = [await pagesOf(), await pagesOf(hideFrame(wait))];
    const read = (view: EmbeddedView): Promise<unknown> =>
      view.frame.evaluate("document.querySelector('.pages').innerHTML");
    const expected = await read(views[0]!);
    await expect.poll(() => read(views[1]!), { timeout: 10_000 }).toBe(expected);
    for (const view of views) await view.close();
  },
);

/** Returns a script for the host page that hides its frame until some time after the first message. */
function hideFrame(milliseconds: number): string {
  return `if (top === self) addEventListener("DOMContentLoaded", () => {
    const style = document.createElement("style");
    style.textContent = "iframe { display: none !important }";
    document.head.append(style);
    addEventListener("message", () => setTimeout(() => style.remove(), ${milliseconds}), { once: true });
  });`;
}
