// Tests a view in a sandboxed frame: pages, messages, hostile content and requests.

import { nodeZlib } from "@versus/engine/node-zlib";
import { compareTask, createTask } from "@versus/engine/tasks";
import { type PageOptions, wholePage, writePage } from "@versus/viewer";
import axe from "axe-core";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EmbeddedView, type EmbedOptions, embed, OVERFLOWING, openBrowser } from "./embedded-view.ts";

const HOSTILE = '</template><img src=x onerror="top.hit=1"><script>top.hit=1</script>';

function document(paragraphs: readonly string[]): Uint8Array {
  const made = createTask({
    paragraphs: paragraphs.map((text, index) => ({ style_id: index % 5 === 0 ? "Heading1" : "Normal", text })),
    date: "2026-01-02T03:04:05Z",
    codec: nodeZlib,
  });
  if (made.kind !== "created") throw new Error("not created");
  return made.docx;
}

const clauses = Array.from({ length: 40 }, (_, index) =>
  `Clause ${index} binds the parties for ${index} days. `.repeat(6),
);
const before = document(clauses);
const after = document(
  clauses.map((text, index) => (index % 4 === 1 ? text.replace("binds", `obliges ${HOSTILE}`) : text)),
);
const { artifacts } = compareTask({
  before,
  after,
  names: { before: "old.docx", after: "new.docx" },
  author: HOSTILE,
  date: "2026-01-02T03:04:05Z",
  codec: nodeZlib,
  formats: ["fragment", "json"],
});
const fragment = new TextDecoder().decode(artifacts.get("fragment"));
const json = JSON.parse(new TextDecoder().decode(artifacts.get("json"))) as { blocks: { id: string }[] };

let browser: Browser;
let view: EmbeddedView;
const open = (options: Partial<PageOptions> = {}, how?: EmbedOptions): Promise<EmbeddedView> =>
  embed(browser, (origin) => writePage(fragment, { ...wholePage, origin, ...options }), how);

beforeAll(async () => {
  browser = await openBrowser();
  view = await open();
  await view.until("vs:ready");
});
afterAll(() => browser.close());

interface Told {
  readonly anchorId: string;
  readonly kind: string;
  readonly changeType: string;
  readonly text: string;
  readonly author: string;
}

describe("[VEW-20] messages", () => {
  test("vs:changes comes before vs:ready and lists every change in order, with text as text", async () => {
    const messages = await view.messages();
    expect(messages.map(({ type }) => type)).toEqual(["vs:changes", "vs:ready"]);
    const { summary, changes } = messages[0] as unknown as { summary: Record<string, number>; changes: Told[] };
    expect(summary).toEqual({
      changes: 10,
      insertions: 10,
      deletions: 10,
      moves: 0,
      formats: 0,
      comments: 0,
      merge_conflicts: 0,
    });
    expect(changes).toHaveLength(20);
    expect(changes[1]).toMatchObject({ kind: "change", changeType: "insert", author: HOSTILE });
    expect(changes[1]!.text).toContain("<script>");
  });

  test("vs:next and vs:previous step over changes and wrap", async () => {
    const count = (await view.messages()).length;
    await view.send({ type: "vs:next" });
    expect(await view.until("vs:highlighted", count)).toMatchObject({ index: 0, total: 10 });
    await view.send({ type: "vs:previous" });
    expect(await view.until("vs:highlighted", count + 1)).toMatchObject({ index: 9, total: 10 });
    await view.send({ type: "vs:next" });
    expect(await view.until("vs:highlighted", count + 2)).toMatchObject({ index: 0, total: 10 });
  });

  test("vs:scrollTo takes the anchor of a change and the id of a block, and ignores other values", async () => {
    const count = (await view.messages()).length;
    for (const anchorId of ["", "a b", "x".repeat(129), 7, null, "nowhere"])
      await view.send({ type: "vs:scrollTo", anchorId });
    await view.send({ type: "vs:scrollTo", anchorId: json.blocks[39]!.id });
    expect(await view.until("vs:highlighted", count)).toEqual({
      type: "vs:highlighted",
      anchorId: json.blocks[39]!.id,
      index: -1,
      total: 10,
    });
    const place = await view.frame.evaluate(
      `document.getElementById(${JSON.stringify(json.blocks[39]!.id)}).getBoundingClientRect().top`,
    );
    expect(place).toBeGreaterThan(0);
    expect(place).toBeLessThan(900);
  });

  test("vs:setOptions hides kinds without an echo; the reader's own filter is told", async () => {
    const count = (await view.messages()).length;
    await view.send({ type: "vs:setOptions", options: { showInsertions: false, theme: "dark", nonsense: 1 } });
    await view.send({ type: "vs:next" });
    expect(await view.until("vs:highlighted", count)).toMatchObject({ total: 10 });
    expect(await view.frame.evaluate("document.documentElement.dataset.theme")).toBe("dark");
    await view.frame.waitForFunction("document.querySelector('.progress').hidden");
    expect(
      await view.frame.evaluate(
        "[...document.querySelectorAll('.pages ins')].every((one) => one.getClientRects().length === 0)",
      ),
    ).toBe(true);
    expect((await view.messages()).some(({ type }) => type === "vs:optionsChanged")).toBe(false);
    await view.frame.locator(".filter input").first().check();
    expect(await view.until("vs:optionsChanged")).toEqual({
      type: "vs:optionsChanged",
      options: {
        showInsertions: true,
        showDeletions: true,
        showComments: true,
        showMergeConflicts: true,
        showChangeCards: true,
      },
    });
    await view.send({ type: "vs:setOptions", options: { theme: "light" } });
  });

  test("a scrollTo before vs:ready is held, and the last one wins", async () => {
    // Pages wait for the provider, so they do not exist yet when the host answers.
    const held = await open({ fonts: "web" }, { held: [3, 7] });
    expect(await held.until("vs:highlighted")).toMatchObject({ index: 3 });
    expect((await held.messages()).map(({ type }) => type)).toEqual(["vs:changes", "vs:ready", "vs:highlighted"]);
    await held.close();
  });

  test.each([undefined, "https://other.example"])(
    "with the origin %s nothing is sent or taken, and pages are there",
    async (origin) => {
      const silent = await embed(browser, () => writePage(fragment, { ...wholePage, origin }));
      await silent.frame.waitForFunction("document.querySelector('.progress')?.hidden");
      await silent.send({ type: "vs:next" });
      expect(await silent.frame.locator(".sel").count()).toBe(0);
      expect(await silent.messages()).toEqual([]);
      expect(await silent.frame.locator(".page").count()).toBeGreaterThan(1);
      await silent.close();
    },
  );
});

test("[VEW-21] nothing of the document runs, and no request leaves", async () => {
  expect(await view.page.evaluate("typeof hit")).toBe("undefined");
  expect(view.errors).toEqual([]);
  expect(view.requests).toEqual([]);
});

describe("[VEW-36] fonts", () => {
  const LOADED =
    "[...document.fonts].filter(({ status }) => status === 'loaded').map((face) => face.family + face.weight)";

  test("come with the page", async () => {
    const carried = (await view.frame.evaluate(LOADED)) as string[];
    expect(carried).toEqual(["Carlito400", "Carlito700"]);
    const family = await view.frame.evaluate("getComputedStyle(document.querySelector('.pages .p')).fontFamily");
    expect(carried.map((face) => face.replace(/\d+$/, ""))).toContain(String(family).split(",")[0]);
  });

  test("are those of the machine with none, and no request leaves", async () => {
    const plain = await open({ fonts: "none" });
    await plain.until("vs:ready");
    expect([await plain.frame.evaluate("document.fonts.size"), plain.requests]).toEqual([0, []]);
    await plain.close();
  });

  test("are asked of the provider with web, and of nobody else", async () => {
    const asking = await open({ fonts: "web" });
    await asking.until("vs:ready");
    await expect.poll(() => asking.requests.length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect([...new Set(asking.requests)]).toEqual(["fonts.googleapis.com:443"]);
    await asking.close();
  });
});

test("[VEW-22] the pages hold the text of the document, and no page overflows its paper", async () => {
  const shown = await view.frame.evaluate(
    "[...document.querySelectorAll('.pages .p')].map((one) => one.textContent).join('').replace(/\\s/g, '').length",
  );
  const stored = await view.frame.evaluate(
    `[...document.querySelectorAll('script.ck')].map(({ text }) => {
      const parser = document.createElement('template');
      parser.innerHTML = text;
      return parser.content.textContent;
    }).join('').replace(/\\s/g, '').length`,
  );
  expect(shown).toBe(stored);
  expect(await view.frame.evaluate(OVERFLOWING)).toEqual([]);
});

test("[VEW-22] nor where paragraphs have automatic space, or lines that hold a break alone", async () => {
  const stored = JSON.parse(fragment) as { readonly css: string; readonly html: string };
  const spaced = JSON.stringify({ ...stored, css: `${stored.css}.vs .p{margin:14pt 0}` });
  const tab = '<i class="tab">\t</i>';
  const broken = JSON.stringify({
    ...stored,
    html: stored.html.replaceAll("days. Clause", `days.<br><br>${tab}Clause`),
  });
  for (const one of [spaced, broken]) {
    const pages = await embed(browser, (origin) => writePage(one, { ...wholePage, origin }));
    await pages.until("vs:ready");
    expect(await pages.frame.locator(".page").count()).toBeGreaterThan(3);
    expect(await pages.frame.evaluate(OVERFLOWING)).toEqual([]);
    await pages.close();
  }
});

describe("[VEW-23] panels", () => {
  test("with all three off the pages take the whole width", async () => {
    const bare = await open({ navigator: false, sidebarChangeCards: false, commentCards: false });
    await bare.until("vs:ready");
    expect(await bare.frame.locator(".panel").isVisible()).toBe(false);
    await bare.send({ type: "vs:next" });
    await bare.until("vs:highlighted");
    expect(await bare.frame.locator(".inline").isVisible()).toBe(true);
    await bare.close();
  });
});

describe("[VEW-25] the keyboard alone", () => {
  const focused =
    "(() => { const at = document.activeElement; return at.matches('.card') ? 'card' : at.labels?.[0]?.textContent ?? at.getAttribute('aria-label') ?? at.textContent; })()";

  test("reaches every control in order, and works each", async () => {
    const one = await open();
    await one.until("vs:ready");
    const press = (key: string): Promise<void> => one.page.keyboard.press(key);
    const at = (): Promise<unknown> => one.frame.evaluate(focused);
    await one.frame.locator(".scroller").focus();
    const met: unknown[] = [await at()];
    for (let step = 0; step < 11; step += 1) {
      await press("Tab");
      met.push(await at());
    }
    expect(met).toEqual([
      ...["Document", "Pages", "Reading", "Side by side", "Insertions10", "Deletions10", "Comments0"],
      ...["Previous", "Next", "Search changes", "Shortcut keys", "card"],
    ]);
    let count = (await one.messages()).length;
    await press("Enter");
    expect(await one.until("vs:highlighted", count)).toMatchObject({ index: 0 });
    for (let step = 0; step < 2; step += 1) await press("Shift+Tab");
    expect(await at()).toBe("Search changes");
    await one.page.keyboard.type("nothing has this");
    expect(await one.frame.locator(".panel .card").count()).toBe(0);
    await press("Shift+Tab");
    count = (await one.messages()).length;
    await press("Space");
    expect(await one.until("vs:highlighted", count)).toMatchObject({ index: 1 });
    await press("Shift+Tab");
    await press("Enter");
    expect(await one.until("vs:highlighted", count + 1)).toMatchObject({ index: 0 });
    await press("Shift+Tab");
    await press("Space");
    expect(await one.until("vs:optionsChanged")).toMatchObject({ options: { showComments: false } });
    expect(await one.frame.locator(".live").textContent()).toMatch(/^Replaced by .*, 1 of 10$/);
    await one.close();
  });

  test("without the panel's controls the keys that step work in the document, and others nowhere", async () => {
    const one = await open({ navigator: false });
    await one.until("vs:ready");
    await one.frame.locator(".scroller").focus();
    await one.page.keyboard.press("i");
    await one.page.keyboard.press("n");
    expect(await one.until("vs:highlighted")).toMatchObject({ index: 0, total: 10 });
    const count = (await one.messages()).length;
    await one.frame.locator(".panel .card").first().focus();
    await one.page.keyboard.press("n");
    await one.send({ type: "vs:previous" });
    expect(await one.until("vs:highlighted", count)).toMatchObject({ index: 9 });
    await one.close();
  });

  test("single keys work, and can be switched off", async () => {
    const one = await open();
    await one.until("vs:ready");
    await one.frame.locator(".scroller").focus();
    await one.page.keyboard.press("n");
    expect(await one.until("vs:highlighted")).toMatchObject({ index: 0 });
    const count = (await one.messages()).length;
    await one.frame.getByRole("button", { name: "Shortcut keys" }).press("Enter");
    await one.page.keyboard.press("n");
    await one.page.keyboard.press("d");
    await one.send({ type: "vs:previous" });
    expect(await one.until("vs:highlighted", count)).toMatchObject({ index: 9, total: 10 });
    expect(await one.messages()).toHaveLength(count + 1);
    await one.close();
  });
});

test("[VEW-26] a change of no text has words for what it is about", async () => {
  const { artifacts: made } = compareTask({
    ...{ before: document(["One."]), after: document(["One.", ""]), names: { before: "a.docx", after: "b.docx" } },
    ...{ author: "Ann", date: "2026-01-02T03:04:05Z", codec: nodeZlib, formats: ["fragment"] },
  });
  const stored = new TextDecoder().decode(made.get("fragment"));
  const one = await embed(browser, (origin) => writePage(stored, { ...wholePage, origin }));
  await one.until("vs:ready");
  const words = await one.frame.locator(".panel .card").allTextContents();
  expect(words.join("\n")).not.toContain("(no text)");
  expect(words.join("\n")).toContain("(paragraph break)");
  await one.close();
});

describe("[VEW-27] comments that overlap", () => {
  const count = 60;
  const overlapping = (): string => {
    const { data, ...stored } = JSON.parse(fragment) as { html: string; data: { changes: object[] } };
    const numbers = Array.from({ length: count }, (_, index) => index);
    const points = numbers.map((number) => `<i class="cs" id="comment-c${number}" data-c="${number}"></i>`).join("");
    const paragraphs = numbers.map(
      (number) =>
        `<p id="b${number}" class="p"><span class="n">1.</span>${number === 0 ? points : ""}Text ${number}.<i class="ce" data-c="${number}"></i></p>`,
    );
    const changes = numbers.map((number) => {
      const said = { kind: "comment", type: "comment", text: "Text", author: "Bob", clause: "", block: "b0" };
      return { ...said, anchor: `comment-c${number}`, comment: { author: "Bob", text: "Why?", replies: [] } };
    });
    const html = [0, 1, 2].map(
      (chunk) =>
        `<template class="ck" data-sec="0">${paragraphs.slice(chunk * 20, chunk * 20 + 20).join("")}</template>`,
    );
    return JSON.stringify({ ...stored, html: html.join(""), data: { ...data, changes, units: [] } });
  };

  test("each can be selected, and no text has more than eight marks", async () => {
    const one = await embed(browser, (origin) => writePage(overlapping(), { ...wholePage, origin }));
    await one.until("vs:ready");
    expect(await one.frame.locator(".pages mark").count()).toBe(8 * count - 28);
    expect(await one.frame.locator(".pages .n mark, .pages mark .n").count()).toBe(0);
    expect(await one.frame.locator(".pages .p:not(:has(mark))").count()).toBe(0);
    for (const [index, number] of [0, 30, count - 1].entries()) {
      await one.send({ type: "vs:scrollTo", anchorId: `comment-c${number}` });
      expect(await one.until("vs:highlighted", 2 + index)).toMatchObject({ index: number, total: count });
      expect(await one.frame.locator(`.sel[data-c="${number}"]`).count()).toBeGreaterThan(0);
    }
    expect(one.errors).toEqual([]);
    await one.close();
  });
});

describe("[VEW-24] accessibility: no violation of WCAG 2.2 AA or of good practice", () => {
  test.each([
    ["light", {}, { width: 1280, height: 900 }],
    ["dark", {}, { width: 1280, height: 900 }],
    ["light", {}, { width: 390, height: 800 }],
    ["dark", { navigator: false, sidebarChangeCards: false, commentCards: false }, { width: 1280, height: 900 }],
  ] as const)("%s %j %j", async (theme, options, size) => {
    const one = await open(options, { size });
    await one.until("vs:ready");
    await one.send({ type: "vs:setOptions", options: { theme } });
    await one.send({ type: "vs:next" });
    await one.until("vs:highlighted");
    await one.frame.evaluate(axe.source);
    const tags = '["wcag2a","wcag2aa","wcag21a","wcag21aa","wcag22aa","best-practice"]';
    const found = await one.frame.evaluate(
      `axe.run(document, { runOnly: ${tags} }).then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(" | ")))`,
    );
    expect(found).toEqual([]);
    await one.close();
  });
});
