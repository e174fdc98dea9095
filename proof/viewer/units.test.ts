// Tests cards, modes and decisions of a view in a sandboxed frame, and a page that a reader opens from a file.

import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { nodeZlib } from "@versus/engine/node-zlib";
import { compareTask, createTask, decideTask, mergeTask } from "@versus/engine/tasks";
import { wholePage, writePage } from "@versus/viewer";
import axe from "axe-core";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EmbeddedView, embed, openBrowser } from "./embedded-view.ts";

const DATE = "2026-01-02T03:04:05Z";

function written(...paragraphs: readonly string[]): Uint8Array {
  const made = createTask({
    paragraphs: paragraphs.map((text) => ({ style_id: /^\d\. /.test(text) ? "Heading1" : "Normal", text })),
    date: DATE,
    codec: nodeZlib,
  });
  if (made.kind !== "created") throw new Error("not created");
  return made.docx;
}

const QUIET = Array.from({ length: 8 }, (_, at) => `Clause ${at} stays as it is.`);
const LAW = ["2. Law", "The law of Delaware applies."];
const BEFORE = ["1. Fees", "Fees are due within thirty days.", ...QUIET, "This clause is removed.", ...LAW];
const AFTER = ["1. Fees", "Fees are due within sixty days.", ...QUIET, ...LAW, "Nobody else may vary these terms."];
const LAST = ["3. Cap", "The cap is fifty a year.", "The last paragraph."];

function textOf(bytes: Uint8Array | undefined): string {
  return new TextDecoder().decode(bytes);
}

const compared = compareTask({
  ...{ before: written(...BEFORE), after: written(...AFTER), names: { before: "old.docx", after: "new.docx" } },
  ...{ author: "Ann", date: DATE, codec: nodeZlib, formats: ["docx", "json", "fragment"] },
}).artifacts;

const base = ["Due in thirty days.", "Paid in euros.", ...LAST];
const copy = (change: (lines: string[]) => string[]): Uint8Array => written(...change([...base]));
const swap =
  (from: string, to: string) =>
  (lines: string[]): string[] =>
    lines.map((line) => line.replace(from, to));
const merged = mergeTask({
  base: { bytes: written(...base), name: "base.docx" },
  revisions: [
    {
      bytes: copy((lines) => swap("thirty", "sixty")(lines).filter((line) => line !== LAST[1])),
      name: "ann.docx",
      author: "Ann",
    },
    { bytes: copy((lines) => swap("fifty", "ninety")(swap("thirty", "ten")(lines))), name: "bea.docx", author: "Bea" },
    { bytes: copy(swap("euros", "dollars")), name: "cy.docx", author: "Cy" },
  ],
  ...{ date: DATE, codec: nodeZlib, formats: ["docx", "fragment"] },
}).artifacts;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function open(artifacts: typeof compared, size = { width: 1280, height: 900 }): Promise<EmbeddedView> {
  const page = (origin: string): string =>
    writePage(textOf(artifacts.get("fragment")), { ...wholePage, origin, decisions: true });
  const view = await embed(browser, page, { size });
  await view.until("vs:ready");
  return view;
}

const cards = (view: EmbeddedView): Promise<string[]> => view.frame.locator(".panel .card").allTextContents();
const button = (view: EmbeddedView, name: string, at = 0) =>
  view.frame.getByRole("button", { name, exact: true }).nth(at);

describe("[VEW-30] cards", () => {
  test("show one change each, with the text around it, and Next stops once for each", async () => {
    const view = await open(compared);
    expect(await cards(view)).toEqual([
      "ReplacedAnn2026-01-02Fees are due within thirty → sixty days.",
      "DeletedAnn2026-01-02This clause is removed.",
      "InsertedAnn2026-01-02Nobody else may vary these terms.",
    ]);
    await view.send({ type: "vs:next" });
    expect(await view.until("vs:highlighted")).toMatchObject({ index: 0, total: 3 });
    expect(await view.frame.locator(".pages .sel").count()).toBe(2);
    await view.close();
  });

  test("show at most 240 characters of a long text until they are expanded", async () => {
    const long = "A new clause of many words. ".repeat(30);
    const { artifacts } = compareTask({
      ...{ before: written("One."), after: written("One.", long), names: { before: "a.docx", after: "b.docx" } },
      ...{ author: "Ann", date: DATE, codec: nodeZlib, formats: ["fragment"] },
    });
    const view = await open(artifacts as typeof compared);
    const shown = view.frame.locator(".panel .card u");
    expect((await shown.textContent())?.length).toBeLessThan(260);
    await button(view, "Show all").click();
    expect((await shown.textContent())?.length).toBeGreaterThan(800);
    const overflow = "(one => one.scrollHeight - one.clientHeight)(document.querySelector('.panel .card'))";
    expect(await view.frame.evaluate(overflow)).toBeLessThanOrEqual(1);
    await view.close();
  });
});

describe("[VEW-31] merges", () => {
  test("colour each author, and a filter hides an author's cards", async () => {
    const view = await open(merged);
    const colors = await view.frame.evaluate(
      "[...new Set([...document.querySelectorAll('.pages ins')].map((one) => getComputedStyle(one).color))].length",
    );
    expect(colors).toBe(3);
    const before = (await cards(view)).length;
    await button(view, "Cy 1").click();
    expect(await cards(view)).toHaveLength(before - 1);
    await view.close();
  });

  test("[VEW-32] show the letters of the versions of a conflict, and which side deletes", async () => {
    const view = await open(merged);
    const letters =
      "[...document.querySelectorAll('.pages [data-n],.pages [data-g]')].map((one) => one.dataset.n ?? one.dataset.g)";
    expect(await view.frame.evaluate(letters)).toEqual(["A", "B", "A deletes", "B"]);
    expect((await cards(view)).filter((card) => card.startsWith("Conflict"))).toHaveLength(2);
    await view.close();
  });
});

describe("[VEW-34] modes", () => {
  test("side by side pairs both versions, folds what is unchanged, and opens the fold of a target", async () => {
    const view = await open(compared);
    await button(view, "Side by side").click();
    const rows = (): Promise<unknown> =>
      view.frame.evaluate(`[...document.querySelectorAll(".s-row, .s-fold")].map((row) => row.matches(".s-fold") ? row.textContent
        : [...row.children].map((cell) => { const copy = cell.cloneNode(true);
          for (const gone of copy.querySelectorAll(cell.matches(".s-before") ? "ins" : "del")) gone.remove();
          return copy.textContent; }).join("|"))`);
    expect(await rows()).toEqual([
      "1. Fees||1. Fees",
      "Fees are due within thirty days.|1|Fees are due within sixty days.",
      "Clause 0 stays as it is.||Clause 0 stays as it is.",
      "6 unchanged paragraphs. Show",
      "Clause 7 stays as it is.||Clause 7 stays as it is.",
      "This clause is removed.|2|",
      "2. Law||2. Law",
      "The law of Delaware applies.|3|The law of Delaware applies.",
      "|3|Nobody else may vary these terms.",
    ]);
    const json = JSON.parse(textOf(compared.get("json"))) as { blocks: { id: string }[] };
    await view.send({ type: "vs:scrollTo", anchorId: json.blocks[5]!.id });
    await view.until("vs:highlighted");
    expect(await view.frame.locator(".s-fold").count()).toBe(0);
    await view.close();
  });

  test("a moved block names the clause of its other position", async () => {
    const moved = "All notices under this agreement must be in writing and delivered by courier.";
    const clauses = ["1. Fees", "Fees are due within thirty days.", "2. Law", "The law of Delaware applies."];
    const { artifacts } = compareTask({
      before: written(clauses[0]!, moved, ...clauses.slice(1), "Signed by both parties."),
      after: written(...clauses, moved, "Signed by both parties."),
      ...{ names: { before: "old.docx", after: "new.docx" }, author: "Ann", date: DATE, codec: nodeZlib },
      formats: ["fragment"],
    });
    const view = await open(artifacts);
    await button(view, "Side by side").click();
    expect(await view.frame.locator(".s-note").allTextContents()).toEqual(["Now at 2. Law", "Was at 1. Fees"]);
    await view.close();
  });

  test("reading has the whole text, and a narrow window opens in it", async () => {
    const view = await open(compared, { width: 390, height: 800 });
    expect(await view.frame.locator(".vs.line .p").count()).toBe(BEFORE.length + 1);
    expect(await button(view, "Next").isVisible()).toBe(true);
    await view.close();
  });

  test.each(["light", "dark"])("[VEW-24] no mode violates accessibility in the theme %s", async (theme) => {
    for (const size of [
      { width: 1280, height: 900 },
      { width: 390, height: 800 },
    ]) {
      const view = await open(merged, size);
      await view.send({ type: "vs:setOptions", options: { theme } });
      if (size.width < 760) await button(view, "Show list").click();
      await button(view, "Choose").click();
      await view.frame.getByLabel("Search changes").fill("dollars");
      await button(view, "Accept").click();
      await view.frame.getByLabel("Search changes").fill("");
      for (const mode of ["Pages", "Reading", "Side by side"]) {
        await button(view, mode).click();
        await view.frame.evaluate(axe.source);
        const found = (await view.frame.evaluate(
          "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))",
        )) as unknown[];
        expect(found, `${theme} ${size.width} ${mode}`).toEqual([]);
      }
      await view.close();
    }
  });
});

describe("[VEW-38] decisions", () => {
  test("every click sends the draft, Apply sends it with an id, and the answer is shown", async () => {
    const view = await open(merged);
    await button(view, "Accept").click();
    const { decisions } = await view.until("vs:decisionsChanged");
    expect(decisions).toEqual({ accept: { ids: expect.any(Array) } });
    await button(view, "Choose", 1).click();
    const count = (await view.messages()).length;
    expect((await view.messages()).at(-1)).toMatchObject({ decisions: { conflicts: [{ id: 1, choose: "bea.docx" }] } });
    await button(view, "Apply decisions").click();
    const { requestId, decisions: applied } = await view.until("vs:apply", count);
    expect(applied).toEqual((await view.messages())[count - 1]!.decisions);
    await view.send({ type: "vs:applied", requestId: "other", status: "ok", message: "No." });
    await view.send({ type: "vs:applied", requestId, status: "failed", message: "<b>Try again</b>" });
    await expect.poll(() => view.frame.locator(".p-state").textContent()).toBe("<b>Try again</b>");
    await view.close();
  });

  test("the result of a conflict is shown, also for names with commas", async () => {
    const revision = (days: string, name: string) => ({
      ...{ bytes: copy(swap("thirty", days)), name, author: name },
    });
    const { artifacts } = mergeTask({
      base: { bytes: written(...base), name: "base.docx" },
      revisions: [revision("sixty", "a, Ann.docx"), revision("ten", "a, Bea.docx"), revision("ten", "a, Cy.docx")],
      ...{ date: DATE, codec: nodeZlib, formats: ["fragment"] },
    });
    const view = await open(artifacts as typeof compared);
    const first = (): Promise<unknown> =>
      view.frame.evaluate("document.querySelectorAll('.pages .p')[0].innerText.trim()");
    await button(view, "Choose").click();
    await expect.poll(first).toBe("Due in sixty days.");
    await button(view, "Choose").click();
    await expect.poll(first).toBe("Due in ten days.");
    await button(view, "Keep").click();
    await expect.poll(first).toBe("Due in thirty days.");
    await view.close();
  });

  test("the card over the document decides too", async () => {
    const view = await open(merged);
    await view.send({ type: "vs:setOptions", options: { showChangeCards: false } });
    await view.send({ type: "vs:next" });
    await view.until("vs:highlighted");
    const inline = view.frame.locator(".inline");
    await inline.getByRole("button", { name: "Choose" }).first().click();
    const { decisions } = await view.until("vs:decisionsChanged");
    expect(decisions).toEqual({ conflicts: [{ id: 1, choose: "ann.docx" }] });
    expect(await view.frame.evaluate("document.activeElement.textContent")).toBe("Undo");
    const fit = "((one) => one.scrollHeight - one.clientHeight)(document.querySelector('.inline'))";
    expect(await view.frame.evaluate(fit)).toBeLessThanOrEqual(1);
    await view.close();
  });

  test("decided changes are shown as their result, and Undo removes a decision", async () => {
    const view = await open(compared);
    const first = "document.querySelectorAll('.pages .p')[1].innerText.trim()";
    await button(view, "Reject").click();
    expect(await view.frame.evaluate(first)).toBe("Fees are due within thirty days.");
    expect(await view.frame.evaluate("document.activeElement.textContent")).toBe("Undo");
    await button(view, "Undo").click();
    const count = (await view.messages()).length;
    expect((await view.messages())[count - 1]).toMatchObject({ type: "vs:decisionsChanged", decisions: {} });
    await view.close();
  });

  test("vs:setDecisions restores a draft without an echo, and ignores ids that it does not know", async () => {
    const view = await open(merged);
    const decisions = {
      accept: { ids: ["nobody"] },
      conflicts: [
        { id: 1, choose: "original" },
        { id: 9, choose: "x" },
      ],
    };
    await view.send({ type: "vs:setDecisions", decisions });
    await expect.poll(() => view.frame.locator(".p-state").textContent()).toMatch(/^1 decided, /);
    for (const odd of [null, 7, { accept: 7, conflicts: [null, { id: "1" }] }])
      await view.send({ type: "vs:setDecisions", decisions: odd });
    await expect.poll(() => view.frame.locator(".p-state").textContent()).toMatch(/^0 decided, /);
    expect((await view.messages()).map(({ type }) => type)).toEqual(["vs:changes", "vs:ready"]);
    await view.close();
  });

  test("without a host, the decisions are saved as a file that decides the document", async () => {
    const folder = await mkdtemp(join(tmpdir(), "versus-view-"));
    try {
      const path = join(folder, "view.html");
      writeFileSync(path, writePage(textOf(merged.get("fragment")), { ...wholePage, decisions: true }));
      const page = await browser.newPage({ acceptDownloads: true });
      await page.goto(pathToFileURL(path).href);
      await page.getByRole("button", { name: "Choose" }).first().click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Save decisions" }).click(),
      ]);
      expect(download.suggestedFilename()).toBe("cy-decisions.json");
      const saved = join(folder, "decisions.json");
      await download.saveAs(saved);
      const decisions = JSON.parse(readFileSync(saved, "utf8")) as object;
      expect(decisions).toEqual({ conflicts: [{ id: 1, choose: "ann.docx" }] });
      const decided = decideTask({ bytes: merged.get("docx")!, codec: nodeZlib, decisions });
      expect(decided.kind).toBe("decided");
      await page.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
