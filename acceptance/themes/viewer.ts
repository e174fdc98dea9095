// Tests the embedded view: its route, its download, and in Chromium in the frame of the guide's page.

import assert from "node:assert/strict";
import type { Call, Reply } from "../calls/request.ts";
import { type Download, refused, type Service } from "../calls/service.ts";
import { comparisons, merges, untilAllEnded } from "../calls/subjects.ts";
import { broken, paragraph, richDocument, wordDocument } from "../documents/word.ts";
import { openBrowser } from "../running/browser.ts";
import { type GuideHost, type HostedView, type Hosting, openHost, startGuideHost } from "../running/guide-host.ts";
import { once, type Stage, theme } from "../running/theme.ts";
import { add, store, versionPath } from "./documents.ts";
import { draftForm, merge } from "./merging.ts";

const HOSTILE = '</template></script><img src=x onerror="top.hit=1"><script>top.hit=1</script>';
const MOVED = "Neither party may assign this agreement to anybody without the written consent of the other party.";

const lines = Array.from({ length: 30 }, (_, at) => `Clause ${at} binds both parties for ${at} days from its date.`);
const original = wordDocument(...lines.slice(0, 4), MOVED, ...lines.slice(4));
const revised = lines.map((line, at) => (at % 6 === 5 ? line.replace("binds", `obliges ${HOSTILE}`) : line));

/** Returns a document with a comment over the first line, by an author with a hostile name. */
const commented = (): Buffer => {
  const name = HOSTILE.replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const comment = `<w:comment w:id="7" w:author="${name}"><w:p><w:r><w:t>Is ${name} so?</w:t></w:r></w:p></w:comment>`;
  const reference = '<w:r><w:commentReference w:id="7"/></w:r>';
  const [first = "", ...rest] = [...revised.slice(0, 20), MOVED, ...revised.slice(20)].map(paragraph);
  const marked = first
    .replace("<w:p>", '<w:p><w:commentRangeStart w:id="7"/>')
    .replace("</w:p>", `<w:commentRangeEnd w:id="7"/>${reference}</w:p>`);
  return richDocument([marked, ...rest].join(""), { comments: comment });
};

const view = (service: Service, id: string, query = "", call: Call = {}): Promise<Reply> =>
  service.get(`/v1/compare/${id}/html${query}`, call);

export const viewerWaits = theme("viewer-waits", ({ service, test }) => {
  test("a redline that is not ready is 409 with the time to wait", ["errors.view.CONFLICT"], async () => {
    const reply = await view(service, await service.submit());
    refused(reply, 409, "CONFLICT", /not ready yet/);
    assert.equal(reply.headers["retry-after"], "1");
  });
});

export const viewer = theme(
  "viewer",
  writeRouteTests,
  writeEndTests,
  writeFileTests,
  writeMessageTests,
  writeOptionTests,
  writePanelTests,
);

function writeRouteTests({ service, ordinary, test }: Stage): void {
  const made = once(() => service.ready());

  test("the view is one private page under a sandbox policy and its own", ["view.200", "auth.6"], async () => {
    const { id } = await made();
    const { status, headers, body } = await view(service, id);
    assert.equal(status, 200);
    assert.equal(headers["content-type"], "text/html; charset=utf-8");
    assert.equal(headers["content-security-policy"], "sandbox allow-scripts");
    assert.equal(headers["cache-control"], "private, no-store");
    const page = String(body);
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? "";
    assert.match(
      policy,
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'( 'sha256-[^']+')+; font-src data:;/,
    );
    assert.doesNotMatch(policy, /unsafe|\*|http/);
    assert.match(page, /@font-face\{font-family:\w+;[^}]*url\(data:font\/woff2;base64,/);
    const plain = String((await view(service, id, "?fonts=none")).body);
    assert.doesNotMatch(plain, /@font-face/);
    for (const secret of [ordinary.key, service.url, id]) assert.ok(!page.includes(secret));
    assert.doesNotMatch(page, /\shref=|\ssrc="(?!data:)/);
  });

  test("embed_origin is an https origin, or http of this machine; as browsers say it", originRules, async () => {
    const { id } = await made();
    const told: Readonly<Record<string, string>> = {
      "https://App.Example.com:443": "https://app.example.com",
      "https://app.example.com:8443": "https://app.example.com:8443",
      "http://localhost:3000": "http://localhost:3000",
      "http://127.0.0.1": "http://127.0.0.1",
    };
    for (const [given, origin] of Object.entries(told)) {
      const { body } = await view(service, id, `?embed_origin=${encodeURIComponent(given)}`);
      assert.ok(String(body).includes(`"origin":"${origin}"`), given);
    }
    assert.ok(String((await view(service, id)).body).includes('"origin":null'));
    const wrong = ["http://app.example.com", "https://a.example/", "https://a.example/x", "https://u@a.example", "*"];
    for (const given of [...wrong, "app.example.com", "null", "", "https://", "https://a.example?x", "javascript:1"]) {
      const reply = await view(service, id, `?embed_origin=${encodeURIComponent(given)}`);
      refused(reply, 400, "INVALID_REQUEST", /^embed_origin must be /);
    }
  });

  const switches = {
    navigator: "showControls",
    sidebar_change_cards: "showChangeCards",
    inline_change_cards: "showInlineChangeCards",
    comment_cards: "showCommentCards",
  };
  for (const [name, option] of Object.entries(switches)) {
    test(`${name} is true, false, 1 or 0, and true without it`, ["view.booleans"], async () => {
      const { id } = await made();
      for (const [given, isOn] of Object.entries({
        "": true,
        "=true": true,
        "=1": true,
        "=false": false,
        "=0": false,
      })) {
        const { body } = await view(service, id, given === "" ? "" : `?${name}${given}`);
        assert.ok(String(body).includes(`"${option}":${isOn}`), given);
      }
      for (const given of ["", "yes", "TRUE", "2"]) {
        refused(await view(service, id, `?${name}=${given}`), 400, "INVALID_REQUEST", new RegExp(`^${name} must be `));
      }
    });
  }
}

const originRules = ["view.embed_origin", "errors.view.INVALID_REQUEST"] as const;

function writeEndTests({ service, world, zeroDay, second, test }: Stage): void {
  test("a wrong id goes before an unknown one, and that before a wrong parameter", unknownRules, async () => {
    const wrong = "?embed_origin=x";
    for (const id of [...comparisons.malformed, merges.never]) {
      refused(await view(service, id, wrong), 400, "INVALID_COMPARISON_ID");
    }
    refused(await view(service, comparisons.never, wrong), 404, "COMPARISON_NOT_FOUND");
    const { id } = await service.ready();
    refused(await view(service, id, "", { key: second.key }), 404, "COMPARISON_NOT_FOUND");
  });

  test("a comparison that failed, and one made before there were views, say so", ["errors.view.CONFLICT"], async () => {
    const failed = await service.submit({ modified: broken.mainPart() });
    await service.end(failed);
    const reply = await view(service, failed);
    refused(reply, 409, "CONFLICT", /comparison failed/);
    assert.equal(reply.headers["retry-after"], undefined);
    const { id } = await service.ready();
    await world.rows("delete from artifacts where owner_id = $1 and format = 'view'", [id]);
    refused(await view(service, id), 409, "CONFLICT", /versus regenerate/);
  });

  test("the view ends with the content", ["errors.view.CONTENT_DELETED"], async () => {
    const erased = await service.ready();
    await service.call("DELETE", `/v1/compare/${erased.id}`);
    refused(await view(service, erased.id), 410, "CONTENT_DELETED");
    const { key } = zeroDay;
    const [acknowledged, late] = [await service.ready({ key }), await service.ready({ key })];
    assert.equal((await view(service, late.id, "", { key })).status, 200);
    await service.post(`/v1/compare/${acknowledged.id}/acknowledge`, { key });
    const past = "finished_at = finished_at - interval '61 min', delete_at = delete_at - interval '61 min'";
    await world.rows(`update comparisons set ${past} where comparison_id = $1`, [late.id]);
    for (const { id } of [acknowledged, late]) refused(await view(service, id, "", { key }), 410, "CONTENT_DELETED");
  });
}

const unknownRules = ["errors.view.INVALID_COMPARISON_ID", "errors.view.COMPARISON_NOT_FOUND"] as const;

function writeFileTests({ service, test }: Stage): void {
  /** Reads a download that is the page of a view. */
  async function read([entry]: readonly Download[], name: string): Promise<string> {
    assert.deepEqual([entry?.format, entry?.file_name], ["viewer", name]);
    const { status, headers, body } = await service.get(entry?.url ?? "");
    assert.equal(status, 200);
    assert.equal(headers["content-type"], "text/html; charset=utf-8");
    assert.equal(headers["content-security-policy"], "sandbox allow-scripts");
    const page = String(body);
    assert.ok(page.includes('"origin":null'), "it is silent");
    assert.deepEqual(page.match(/"show\w+":false/g), ['"showDecisions":false'], "everything else is on");
    return page;
  }

  test("the viewer of a comparison is a whole, silent page", ["artifact.viewer", "6.viewer"], async () => {
    const { downloads } = await service.ready({}, "viewer");
    assert.match(await read(downloads, "revised-redline.html"), /<ins [^>]*>45<\/ins>/);
  });

  test("the viewer of a merge has its conflicts", ["artifact.viewer", "6.viewer"], async () => {
    const { downloads } = await merge(service, draftForm(), { format: "viewer" });
    assert.match(await read(downloads, "lease-merged.html"), /"kind":"merge_conflict"/);
  });

  test("the redline of a version has a viewer", ["artifact.viewer", "6.viewer"], async () => {
    const first = await store(service, { name: "first.docx", content: wordDocument("The fee is 10.") });
    const next = await add(service, first.document_id, {
      name: "second.docx",
      content: wordDocument("The fee is 20."),
    });
    await untilAllEnded(service, first.document_id);
    const { json } = await service.get(`${versionPath(next)}/redline?format=viewer`);
    assert.equal(json.status, "ready", JSON.stringify(json));
    assert.match(await read(json.downloads, json.downloads[0].file_name), /<ins [^>]*>20<\/ins>/);
  });
}

/** Returns what the tests in the browser share; each closes what it opened. */
function hosting({ service, ordinary }: Stage) {
  const comparison = once(() => service.ready({ original, modified: commented(), author: HOSTILE }, "json"));
  return {
    comparison,
    at: async (run: (open: (how?: Hosting) => Promise<HostedView>, host: GuideHost) => Promise<void>) => {
      const { id } = await comparison();
      const host = await startGuideHost(service, ordinary.key);
      const browser = await openBrowser();
      try {
        await run((how = {}) => openHost(browser, host.origin, { id, ...how }), host);
      } finally {
        await browser.close();
        await host.stop();
      }
    },
  };
}

function writeMessageTests(stage: Stage): void {
  const { service, ordinary, test } = stage;
  const { comparison, at } = hosting(stage);

  test("the guide's page and server show a view, whose text is text and which makes no request", textRules, () =>
    at(async (open, host) => {
      const one = await open();
      const { summary, changes } = await one.until("vs:changes");
      await one.until("vs:ready");
      assert.deepEqual(
        (await one.messages()).map(({ type }) => type),
        ["vs:changes", "vs:ready"],
      );
      assert.deepEqual(summary, {
        ...{ changes: 6, insertions: 5, deletions: 5, moves: 1, formats: 0 },
        ...{ comments: 1, merge_conflicts: 0 },
      });
      assert.deepEqual(changes.map(({ kind, changeType }: Told) => `${kind} ${changeType}`).slice(0, 4), [
        "comment comment",
        "change moveFrom",
        "change delete",
        "change insert",
      ]);
      assert.equal(new Set(changes.map(({ anchorId }: Told) => anchorId)).size, 13);
      for (const { anchorId } of changes) assert.match(anchorId, /^[A-Za-z0-9_-]{1,128}$/);
      assert.equal(changes[0].author, HOSTILE);
      assert.ok(changes[3].text.includes(HOSTILE));
      assert.equal(changes[3].author, HOSTILE);
      assert.match((await one.page.locator("#place").textContent()) ?? "", /^13 changes$/);
      assert.equal(await one.page.evaluate("typeof hit"), "undefined");
      assert.equal(await one.frame.locator(".pages img, .panel img, .pages script").count(), 0);
      assert.ok(((await one.frame.locator(".pages").textContent()) ?? "").includes(HOSTILE));
      assert.deepEqual(one.errors, []);
      const path = `/redlines/${(await comparison()).id}`;
      assert.deepEqual(one.requests, [`GET ${host.origin}/`, `GET ${host.origin}${path}`]);
      const answer = await fetch(`${host.origin}${path}`);
      assert.match(answer.headers.get("content-type") ?? "", /^text\/plain/);
      assert.ok(!(await answer.text()).includes(ordinary.key));
    }),
  );

  test("the host page moves the selection, and a place asked for early is held", moveRules, () =>
    at(async (open) => {
      const one = await open({ held: [3, 7] });
      const held = await one.until("vs:highlighted");
      assert.deepEqual([held.index, held.total], [4, 7]);
      assert.deepEqual(
        (await one.messages()).map(({ type }) => type),
        ["vs:changes", "vs:ready", "vs:highlighted"],
      );
      const { changes } = await one.until("vs:changes");
      assert.equal(held.anchorId, changes[7].anchorId);
      let count = 3;
      const next = async (message: unknown): Promise<unknown[]> => {
        await one.send(message);
        const { anchorId, index, total } = await one.until("vs:highlighted", count);
        count += 1;
        return [anchorId, index, total];
      };
      assert.deepEqual(await next({ type: "vs:next" }), [changes[9].anchorId, 5, 7]);
      assert.deepEqual(await next({ type: "vs:scrollTo", anchorId: changes[12].anchorId }), [
        changes[12].anchorId,
        6,
        7,
      ]);
      assert.deepEqual(await next({ type: "vs:next" }), [changes[0].anchorId, 0, 7]);
      assert.deepEqual(await next({ type: "vs:previous" }), [changes[11].anchorId, 6, 7]);
      for (const anchorId of ["", "a b", "x".repeat(129), "<b>", 7, null, "nowhere"]) {
        await one.send({ type: "vs:scrollTo", anchorId });
      }
      const { downloads } = await comparison();
      const { blocks } = JSON.parse(String(await service.fetch(downloads[0]?.url)));
      assert.deepEqual(await next({ type: "vs:scrollTo", anchorId: blocks[20].id }), [blocks[20].id, -1, 7]);
      await one.page.locator("#next").click();
      await one.until("vs:highlighted", count);
    }),
  );
}

function writeOptionTests(stage: Stage): void {
  const { service, test } = stage;
  const { comparison, at } = hosting(stage);

  test("options are set without an echo; the reader's own are told", optionRules, () =>
    at(async (open) => {
      const one = await open();
      await one.until("vs:ready");
      const options = { showInsertions: false, showComments: false, theme: "dark", nonsense: 1, showControls: "no" };
      await one.send({ type: "vs:setOptions", options });
      await one.send({ type: "vs:next" });
      assert.equal((await one.until("vs:highlighted")).total, 6, "5 deletions and where the move was");
      assert.equal(await one.frame.evaluate("document.documentElement.dataset.theme"), "dark");
      assert.ok(await one.frame.locator(".controls").isVisible());
      assert.ok((await one.messages()).every(({ type }) => type !== "vs:optionsChanged"));
      await one.frame.getByLabel("Insertions").check();
      assert.deepEqual((await one.until("vs:optionsChanged")).options, {
        showInsertions: true,
        showDeletions: true,
        showComments: false,
        showMergeConflicts: true,
        showChangeCards: true,
      });
    }),
  );

  test("a page at another origin gets nothing and moves nothing", ["events.origin"], () =>
    at(async (open) => {
      const { id } = await comparison();
      for (const query of ["", "?embed_origin=https://other.example", "?embed_origin=http://localhost:1"]) {
        const one = await open({ id: "", html: String((await view(service, id, query)).body) });
        await one.frame.waitForFunction("document.querySelector('.progress')?.hidden");
        await one.send({ type: "vs:next" });
        await one.send({ type: "vs:setOptions", options: { theme: "dark" } });
        await one.frame.waitForTimeout(200);
        assert.deepEqual(await one.messages(), []);
        assert.equal(await one.frame.locator(".sel").count(), 0);
        assert.equal(await one.frame.evaluate("document.documentElement.dataset.theme"), "light");
        await one.close();
      }
    }),
  );
}

interface Told {
  readonly anchorId: string;
  readonly kind: string;
  readonly changeType: string;
}

const textRules = ["view.text", "view.requests", "auth.6", "events.changes", "events.ready"] as const;
const moveRules = [
  "events.scrollTo",
  "events.next",
  "events.previous",
  "events.highlighted",
  "events.linking",
] as const;
const optionRules = ["events.setOptions", "events.optionsChanged"] as const;

function writePanelTests(stage: Stage): void {
  const { service, test } = stage;
  const { comparison, at } = hosting(stage);
  const names = ["navigator", "sidebar_change_cards", "inline_change_cards", "comment_cards"] as const;

  test("each of the sixteen panels shows what it was asked for", ["view.panel", "view.inline"], () =>
    at(async (open, host) => {
      const { id } = await comparison();
      for (let bits = 0; bits < 16; bits += 1) {
        const [navigator, sidebar, inline, comments] = names.map((_, at) => (bits & (1 << at)) !== 0);
        const words = names.map((name, at) => `${name}=${(bits >> at) & 1}`).join("&");
        const { body } = await view(service, id, `?embed_origin=${host.origin}&${words}`);
        const one = await open({ id: "", html: String(body) });
        await one.until("vs:ready");
        await one.send({ type: "vs:next" });
        await one.send({ type: "vs:next" });
        await one.until("vs:highlighted", 3);
        const isShown = (selector: string) => one.frame.locator(selector).first().isVisible();
        assert.equal(await isShown(".panel"), navigator || sidebar || comments, words);
        assert.equal(await isShown(".controls"), navigator, words);
        assert.equal(await isShown(".panel .card.k-delete, .panel .card.k-move"), sidebar, words);
        assert.equal(await isShown(".panel .card.k-comment"), comments, words);
        assert.equal(await isShown(".inline"), inline && !sidebar, words);
        assert.ok(await isShown(".pages mark"), "commented text stays marked");
        const share = await one.frame.evaluate<number>("document.querySelector('.scroller').offsetWidth / innerWidth");
        assert.equal(share > 0.95, !(navigator || sidebar || comments), `${words}: ${share}`);
        await one.close();
      }
    }),
  );
}
