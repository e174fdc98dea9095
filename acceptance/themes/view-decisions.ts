// Tests decisions in the view: in Chromium, in the frame of the guide's page, and in a page opened from a file.
//
// The decided file must equal, byte for byte, that of a direct call with the same decisions.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Locator, Page } from "playwright-core";
import { refused, type Service } from "../calls/service.ts";
import { end, files, merges } from "../calls/subjects.ts";
import { agreementAfter, agreementBefore } from "../documents/agreement.ts";
import { drafts, thirdDraft } from "../documents/drafts.ts";
import { openBrowser } from "../running/browser.ts";
import { type GuideHost, type HostedView, openHost, startGuideHost } from "../running/guide-host.ts";
import { openLoggingProxy } from "../running/logging-proxy.ts";
import { once, type Stage, theme } from "../running/theme.ts";
import { draftForm, merge } from "./merging.ts";

export const viewDecisions = theme(
  "view-decisions",
  writeQueryTests,
  writeComparisonTests,
  writeDraftTests,
  writeMergeTests,
  writeFileTests,
);

const program = join(import.meta.dirname, "../../clients/cli/src/main.ts");

interface Decisions {
  readonly accept?: { readonly ids: readonly string[] };
  readonly reject?: { readonly ids: readonly string[] };
  readonly conflicts?: readonly { readonly id: number; readonly choose: string }[];
}

/** The part of a Redline JSON that the tests read. */
interface UnitsJson {
  readonly units: readonly { readonly kind: string; readonly ids: readonly string[] }[];
  readonly conflicts?: readonly {
    readonly id: number;
    readonly sides: readonly { readonly revisions: readonly string[]; readonly letter: string }[];
  }[];
}

/** A ready redline: where its decisions are posted, its JSON and its document. */
interface Redline {
  readonly id: string;
  readonly path: string;
  readonly json: UnitsJson;
  readonly docx: Buffer;
}

async function redlineAt(service: Service, path: string): Promise<Redline> {
  const { json } = await service.get(`${path}?format=json,docx`);
  const [units, docx] = await Promise.all(
    json.downloads.map(({ url }: { readonly url: string }) => service.fetch(url)),
  );
  return { id: path.split("/").at(-1)!, path, json: JSON.parse(String(units)), docx };
}

/** Returns a comparison of many kinds of changes, and a merge of three authors, each made once. */
function redlinesOf({ service }: Stage) {
  const compared = { original: agreementBefore, modified: agreementAfter, author: "Ann" };
  return {
    comparison: once(async () => redlineAt(service, `/v1/compare/${(await service.ready(compared)).id}`)),
    merged: once(async () => {
      const { id } = await merge(service, draftForm([...drafts.copies, thirdDraft]));
      return redlineAt(service, `/v1/merge/${id}`);
    }),
  };
}

async function fileOf(service: Service, id: string): Promise<Buffer> {
  const { json } = await end(service, files, { id });
  assert.equal(json.status, "ready");
  return service.fetch(json.downloads[0].url);
}

/** Returns the file of a direct call. */
async function decidedFile(service: Service, path: string, decisions: Decisions): Promise<Buffer> {
  const reply = await service.postJson(decisions, {}, `${path}/decisions`);
  assert.equal(reply.status, 201, reply.body.toString());
  return fileOf(service, reply.json.file_id);
}

/** A reader of a view in the frame of the guide's page. */
class Reader {
  readonly view: HostedView;

  constructor(view: HostedView) {
    this.view = view;
  }

  button(name: string, at = 0): Locator {
    return this.view.frame.getByRole("button", { name, exact: true }).nth(at);
  }

  /** Acts, and returns the draft that the view then reports. */
  async decide(act: () => Promise<unknown>): Promise<Decisions> {
    const { length } = await this.view.messages();
    await act();
    const { decisions } = await this.view.until("vs:decisionsChanged", length);
    assert.equal((await this.view.messages()).length, length + 1, "one message for each click");
    return decisions;
  }

  /** Returns the words beside Apply, as soon as they match. */
  async state(pattern: RegExp): Promise<string> {
    const found = this.view.frame.locator(".p-state", { hasText: pattern });
    await found.waitFor();
    return (await found.textContent()) ?? "";
  }

  /** Acts, which applies the draft. Returns the decisions of vs:apply and the id of the file that the host made. */
  async apply(act: () => Promise<unknown>): Promise<{ readonly decisions: Decisions; readonly fileId: string }> {
    const { length } = await this.view.messages();
    await act();
    const { decisions } = await this.view.until("vs:apply", length);
    const [, fileId = ""] = /^Saved as (\S+)$/.exec(await this.state(/^Saved as /)) ?? [];
    return { decisions, fileId };
  }

  /** Presses Tab until a button with this name has the focus. */
  async tabTo(name: string): Promise<void> {
    for (let presses = 0; presses < 120; presses += 1) {
      await this.view.page.keyboard.press("Tab");
      if ((await this.focused()) === name) return;
    }
    assert.fail(`Tab does not reach ${name}`);
  }

  press(key: string): Promise<void> {
    return this.view.page.keyboard.press(key);
  }

  focused(): Promise<string> {
    return this.view.frame.evaluate("document.hasFocus() ? document.activeElement.textContent : ''");
  }
}

/** Runs a test with a browser and the host of the guide. Every request of a view is one of the host page. */
async function withHost(
  { service, ordinary }: Stage,
  run: (open: (id: string) => Promise<Reader>) => Promise<void>,
): Promise<void> {
  const host: GuideHost = await startGuideHost(service, ordinary.key);
  const browser = await openBrowser();
  try {
    await run(async (id) => {
      const view = await openHost(browser, host.origin, { id });
      await view.until("vs:ready");
      return new Reader(view);
    });
  } finally {
    await browser.close();
    await host.stop();
  }
}

/** Checks the requests of the guide's page: itself, the view, and what the host posted. The view makes none. */
function checkRequests(reader: Reader, id: string, posts: number): void {
  const { origin } = new URL(reader.view.page.url());
  assert.deepEqual(reader.view.requests, [
    `GET ${origin}/`,
    `GET ${origin}/redlines/${id}`,
    ...Array.from({ length: posts }, () => `POST ${origin}/redlines/${id}/decisions`),
  ]);
  assert.deepEqual(reader.view.errors, []);
}

function writeQueryTests(stage: Stage): void {
  const { service, second, test } = stage;
  const { merged } = redlinesOf(stage);

  test("decisions is true, false, 1 or 0, and false without it", ["view.decisions", "view.merge"], async () => {
    const { path } = await merged();
    for (const [query, isOn] of Object.entries({
      "": false,
      "?decisions=false": false,
      "?decisions=0": false,
      "?decisions=true": true,
      "?decisions=1": true,
    })) {
      const { status, headers, body } = await service.get(`${path}/html${query}`);
      assert.deepEqual([status, headers["content-security-policy"]], [200, "sandbox allow-scripts"]);
      assert.ok(String(body).includes(`"showDecisions":${isOn}`), query);
    }
    refused(await service.get(`${path}/html?decisions=yes`), 400, "INVALID_REQUEST", /^decisions must be /);
    refused(await service.get(`${path}/html?embed_origin=x`), 400, "INVALID_REQUEST", /^embed_origin must be /);
    refused(await service.get(`${path}/html`, { key: second.key }), 404, "MERGE_NOT_FOUND");
    for (const id of merges.malformed.slice(0, 3))
      refused(await service.get(`/v1/merge/${id}/html?embed_origin=x`), 400, "INVALID_MERGE_ID");
  });
}

/** Checks that these ids, without earlier ones, are those of one unit. */
function checkUnit({ json }: Redline, ids: readonly string[] = [], earlier: readonly string[] = []): void {
  const own = ids.filter((id) => !earlier.includes(id)).join(" ");
  assert.ok(own !== "" && json.units.some((unit) => unit.ids.join(" ") === own), `${own} is no unit`);
}

function writeComparisonTests(stage: Stage): void {
  const { service, test } = stage;
  const { comparison } = redlinesOf(stage);

  test("a reader decides by clicks, and the host applies the draft", clickRules, () =>
    withHost(stage, async (open) => {
      const redline = await comparison();
      const reader = await open(redline.id);
      const first = await reader.decide(() => reader.button("Accept").click());
      assert.deepEqual(Object.keys(first), ["accept"]);
      checkUnit(redline, first.accept?.ids);
      assert.deepEqual(await reader.decide(() => reader.button("Undo").click()), {});
      assert.deepEqual(await reader.decide(() => reader.button("Accept").click()), first);
      const both = await reader.decide(() => reader.button("Reject").click());
      assert.deepEqual(both.accept, first.accept);
      checkUnit(redline, both.reject?.ids);
      const three = await reader.decide(() => reader.button("Accept").click());
      checkUnit(redline, three.accept?.ids, first.accept?.ids);
      await reader.state(/^3 decided, \d+ open$/);
      const { decisions, fileId } = await reader.apply(() => reader.button("Apply decisions").click());
      assert.deepEqual(decisions, three);
      assert.ok((await fileOf(service, fileId)).equals(await decidedFile(service, redline.path, three)));
      checkRequests(reader, redline.id, 1);
    }),
  );

  test("a reader decides and applies by keyboard alone", ["view.keyboard", "26.same"], () =>
    withHost(stage, async (open) => {
      const redline = await comparison();
      const reader = await open(redline.id);
      await reader.tabTo("Accept");
      const first = await reader.decide(() => reader.press("Enter"));
      checkUnit(redline, first.accept?.ids);
      assert.equal(await reader.focused(), "Undo", "the focus follows the button");
      assert.deepEqual(await reader.decide(() => reader.press("Space")), {});
      assert.equal(await reader.focused(), "Accept");
      await reader.tabTo("Reject");
      const second = await reader.decide(() => reader.press("Space"));
      assert.deepEqual(second, { reject: first.accept });
      await reader.tabTo("Accept");
      const third = await reader.decide(() => reader.press("Enter"));
      checkUnit(redline, third.accept?.ids);
      await reader.tabTo("Apply decisions");
      const { decisions, fileId } = await reader.apply(() => reader.press("Enter"));
      assert.deepEqual(decisions, third);
      assert.ok((await fileOf(service, fileId)).equals(await decidedFile(service, redline.path, third)));
    }),
  );
}

const clickRules = ["view.decisions", "events.decisionsChanged", "events.apply", "26.same", "view.requests"] as const;

function writeDraftTests(stage: Stage): void {
  const { service, test } = stage;
  const { comparison } = redlinesOf(stage);

  test("a failed answer leaves the draft, one to another request is ignored", ["events.applied", "events.apply"], () =>
    withHost(stage, async (open) => {
      const redline = await comparison();
      const reader = await open(redline.id);
      const draft = await reader.decide(() => reader.button("Accept").click());
      await reader.view.page.route("**/decisions", (route) => route.fulfill({ status: 503, body: "{}" }));
      await reader.button("Apply decisions").click();
      await reader.state(/^Please try again\.$/);
      await reader.view.send({ type: "vs:applied", requestId: "apply-9", status: "ok", message: "Other" });
      const { requestId } = await reader.view.until("vs:apply");
      await reader.view.send({ type: "vs:applied", requestId, status: "maybe", message: "Odd" });
      await reader.view.send({ type: "vs:applied", requestId, status: "failed", message: "<b>Busy</b>" });
      await reader.state(/^<b>Busy<\/b>$/);
      assert.ok((await reader.view.messages()).every(({ type }) => type !== "vs:highlighted"));
      await reader.view.page.unroute("**/decisions");
      const { decisions, fileId } = await reader.apply(() => reader.button("Apply decisions").click());
      assert.deepEqual(decisions, draft);
      assert.ok((await fileOf(service, fileId)).equals(await decidedFile(service, redline.path, draft)));
      await applyTwice(reader);
    }),
  );

  test("the host restores a draft without an echo, and unknown ids are ignored", ["events.setDecisions"], () =>
    withHost(stage, async (open) => {
      const redline = await comparison();
      const reader = await open(redline.id);
      await reader.decide(() => reader.button("Accept").click());
      const draft = await reader.decide(() => reader.button("Reject").click());
      await reader.view.page.reload();
      await reader.view.until("vs:ready");
      await reader.state(/^2 decided, /);
      assert.equal(await reader.button("Undo", 1).count(), 1);
      const odd = { accept: { ids: ["nobody", 7] }, conflicts: [{ id: 9, choose: "x" }] };
      await reader.view.send({ type: "vs:setDecisions", decisions: odd });
      await reader.state(/^0 decided, /);
      const mixed = { accept: { ids: [...draft.accept!.ids, "nobody"] }, reject: draft.reject };
      await reader.view.send({ type: "vs:setDecisions", decisions: mixed });
      await reader.state(/^2 decided, /);
      assert.deepEqual(
        (await reader.view.messages()).map(({ type }) => type),
        ["vs:changes", "vs:ready"],
      );
      const { decisions, fileId } = await reader.apply(() => reader.button("Apply decisions").click());
      assert.deepEqual(decisions, draft);
      assert.ok((await fileOf(service, fileId)).equals(await decidedFile(service, redline.path, draft)));
    }),
  );
}

/** Presses Apply again before the host answers: the view sends one request. */
async function applyTwice(reader: Reader): Promise<void> {
  const { page } = reader.view;
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/decisions", async (route) => {
    await answered;
    await route.fulfill({ status: 201, body: '{"file_id":"one"}' });
  });
  const { length } = await reader.view.messages();
  await reader.button("Apply decisions").click();
  await reader.state(/^Applying…$/);
  await reader.button("Apply decisions").click();
  answer();
  await reader.state(/^Saved as one$/);
  assert.equal((await reader.view.messages()).length, length + 1);
}

function writeMergeTests(stage: Stage): void {
  const { service, test } = stage;
  const { merged } = redlinesOf(stage);

  test("a reader settles the conflicts of three authors, and sees the text of the settled file", mergeRules, () =>
    withHost(stage, async (open) => {
      const redline = await merged();
      const conflicts = redline.json.conflicts ?? [];
      assert.ok(conflicts.length >= 2);
      assert.ok(conflicts.some(({ sides }) => sides.some(({ revisions }) => revisions.length > 1)));
      const reader = await open(redline.id);
      await reader.tabTo("Choose");
      const first = await reader.decide(() => reader.press("Enter"));
      assert.equal(first.conflicts?.length, 1);
      assert.equal(await reader.focused(), "Undo");
      assert.deepEqual(await reader.decide(() => reader.press("Enter")), {});
      const chosen = await chooseAll(reader, redline);
      assert.equal(chosen.conflicts?.length, conflicts.length);
      const all = await acceptRest(reader, chosen);
      const { decisions, fileId } = await reader.apply(() => reader.button("Apply decisions").click());
      assert.deepEqual(decisions, all);
      const settled = await fileOf(service, fileId);
      assert.ok(settled.equals(await decidedFile(service, redline.path, all)));
      const { document } = (await service.get(`/v1/files/${fileId}/content?format=json`)).json;
      assert.equal(document.revisions?.length ?? 0, 0);
      for (const mode of ["Pages", "Reading"]) {
        await reader.button(mode).click();
        assert.deepEqual(
          await shownLines(reader),
          document.blocks.map(({ text }: { readonly text: string }) => text),
          mode,
        );
      }
      checkRequests(reader, redline.id, 1);
    }),
  );
}

const mergeRules = ["view.merge", "view.decisions", "26.choices", "26.same", "view.requests"] as const;

/** Chooses the last version of the first conflict, the first of the second, and so on. */
async function chooseAll(reader: Reader, { json }: Redline): Promise<Decisions> {
  let draft: Decisions = {};
  for (const [at, { id, sides }] of (json.conflicts ?? []).entries()) {
    const card = reader.view.frame.locator(".c-item", { hasText: new RegExp(`^Conflict ${id}\\D`) });
    const buttons = card.getByRole("button", { name: "Choose", exact: true });
    const side = at % 2 === 0 ? sides.length - 1 : 0;
    draft = await reader.decide(() => buttons.nth(side).click());
    const choice = draft.conflicts?.find((one) => one.id === id);
    assert.ok(sides[side]!.revisions.includes(choice?.choose ?? ""), `conflict ${id}: ${choice?.choose}`);
  }
  return draft;
}

/** Accepts every unit that is open. */
async function acceptRest(reader: Reader, draft: Decisions): Promise<Decisions> {
  let all = draft;
  while (!(await reader.state(/decided/)).endsWith(", 0 open"))
    all = await reader.decide(() => reader.button("Accept").click());
  return all;
}

/** Returns the text of the shown paragraphs. A paragraph whose text is decided away is empty. */
async function shownLines({ view }: Reader): Promise<string[]> {
  const lines = await view.frame.evaluate<string[]>(
    `[...(document.querySelector("article.vs") ?? document.querySelector(".pages")).querySelectorAll(".p")]
      .map((one) => one.innerText.replaceAll("¶", "").trim())`,
  );
  return lines.filter((line) => line !== "");
}

function writeFileTests(stage: Stage): void {
  const { service, test } = stage;
  const { comparison, merged } = redlinesOf(stage);

  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();
  const decideSome = async (page: Page) => {
    await press(page, "Accept");
    await press(page, "Reject");
  };
  const chooseSome = async (page: Page) => {
    await press(page, "Choose");
    await page.getByLabel("Search changes").fill("stairs");
    await press(page, "Accept");
  };
  for (const [name, make, decide, keys] of [
    ["a comparison", comparison, decideSome, ["accept", "reject"]],
    ["a merge", merged, chooseSome, ["accept", "conflicts"]],
  ] as const) {
    test(`the page of ${name} from a file saves decisions, which versus accept carries out`, fileRules, async () => {
      const redline = await make();
      const folder = mkdtempSync(join(tmpdir(), "versus-decisions-"));
      const browser = await openBrowser();
      try {
        const pathOf = (file: string): string => join(folder, file);
        writeFileSync(pathOf("redline.docx"), redline.docx);
        versus("view", pathOf("redline.docx"), "-o", pathOf("redline.html"));
        const saved = await saveDecisions(browser, pathOf("redline.html"), decide);
        writeFileSync(pathOf(saved.name), saved.json);
        versus("accept", pathOf("redline.docx"), "--decisions", pathOf(saved.name), "-o", pathOf("decided.docx"));
        const decisions: Decisions = JSON.parse(saved.json);
        assert.deepEqual([saved.name, Object.keys(decisions)], ["redline-decisions.json", keys]);
        const direct = await decidedFile(service, redline.path, decisions);
        assert.ok(readFileSync(pathOf("decided.docx")).equals(direct));
      } finally {
        await browser.close();
        rmSync(folder, { recursive: true });
      }
    });
  }
}

const fileRules = ["26.same", "view.requests"] as const;

function versus(...words: readonly string[]): void {
  execFileSync(process.execPath, [program, ...words, "--quiet"]);
}

/** Opens a page from a file behind a proxy, decides, and saves the decisions. */
async function saveDecisions(
  browser: Browser,
  path: string,
  decide: (page: Page) => Promise<void>,
): Promise<{ readonly name: string; readonly json: string }> {
  const proxy = await openLoggingProxy();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, proxy: proxy.options });
    await page.goto(pathToFileURL(path).href);
    await decide(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save decisions" }).click(),
    ]);
    const json = readFileSync(await download.path(), "utf8");
    await page.getByRole("button", { name: "Reading", exact: true }).click();
    await page.getByRole("button", { name: "Side by side", exact: true }).click();
    assert.deepEqual(proxy.requests, []);
    return { name: download.suggestedFilename(), json };
  } finally {
    proxy.close();
  }
}
