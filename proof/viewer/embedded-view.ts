// A view in a sandboxed frame of a real host page, in Chromium: what an integrator's reader has.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Frame, type Page } from "playwright-core";

export interface HostMessage {
  readonly type: string;
  readonly [key: string]: unknown;
}

export interface EmbeddedView {
  readonly page: Page;
  readonly frame: Frame;
  /** The messages that the host page got from the frame so far. */
  readonly messages: () => Promise<HostMessage[]>;
  readonly send: (message: unknown) => Promise<void>;
  /** The next message of a type after some count of messages. */
  readonly until: (type: string, after?: number) => Promise<HostMessage>;
  /** Milliseconds from the moment when the frame got its document to its first message of a type. */
  readonly waited: (type: string) => Promise<number>;
  /** The addresses that the page asked for, but for those of the host. */
  readonly requests: readonly string[];
  readonly errors: readonly string[];
  readonly close: () => Promise<void>;
}

/** Debian's Chromium. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
}

export interface EmbedOptions {
  readonly size?: { readonly width: number; readonly height: number };
  /** The changes, by their place in vs:changes, that the host asks for at once, before the pages are there. */
  readonly held?: readonly number[];
  /** A script that runs in every frame before its own. */
  readonly preload?: string;
  /** Milliseconds to wait for a message. */
  readonly patience?: number;
}

/** Serves a host page that embeds what `pageFor` writes for its origin. */
export async function embed(
  browser: Browser,
  pageFor: (origin: string) => string,
  { size = { width: 1280, height: 900 }, held = [], preload = "", patience = 20_000 }: EmbedOptions = {},
): Promise<EmbeddedView> {
  const server = createServer((_, reply) => reply.setHeader("content-type", "text/html; charset=utf-8").end(HOST));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const page = await browser.newPage({ viewport: size });
  const requests: string[] = [];
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.route(/^(?!http:\/\/127\.0\.0\.1)/, (route) => {
    requests.push(route.request().url());
    return route.abort();
  });
  await page.addInitScript(preload);
  await page.goto(origin);
  await page.evaluate(`embed(${JSON.stringify(pageFor(origin))}, ${JSON.stringify(held)})`);
  const frame = page.frames().find((one) => one !== page.mainFrame())!;
  // The frame is the empty one at first; waiting for an element outlives the change of its document.
  await frame.waitForSelector(".scroller");
  const messages = async (): Promise<HostMessage[]> => (await page.evaluate("got")) as HostMessage[];
  return {
    page,
    frame,
    messages,
    requests,
    errors,
    send: async (message) => {
      await page.evaluate(`frame.contentWindow.postMessage(${JSON.stringify(message)}, "*")`);
    },
    until: async (type, after = 0) => {
      const found = `got.slice(${after}).find((one) => one.type === ${JSON.stringify(type)})`;
      await page.waitForFunction(found, undefined, { timeout: patience });
      return (await page.evaluate(found)) as HostMessage;
    },
    waited: async (type) => (await page.evaluate(`times[${JSON.stringify(type)}]`)) as number,
    close: async () => {
      await page.close();
      server.close();
    },
  };
}

const HOST = `<!doctype html><title>Host</title><style>html,body,iframe{margin:0;width:100%;height:100%;border:0;display:block}</style>
<script>
const got = []; const times = {}; let frame; let held = []; let begun = 0;
addEventListener("message", (event) => { 
  if (!frame || event.source !== frame.contentWindow) return;
  got.push(event.data);
  times[event.data.type] ??= performance.now() - begun;
  if (event.data.type !== "vs:changes") return;
  for (const index of held) frame.contentWindow.postMessage({ type: "vs:scrollTo", anchorId: event.data.changes[index].anchorId }, "*");
});
function embed(html, asked) {
  held = asked;
  frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.srcdoc = html;
  begun = performance.now();
  document.body.append(frame);
}
</script>`;

/** An expression: the labels of pages whose text is longer than their paper. */
export const OVERFLOWING = `[...document.querySelectorAll(".page")].filter((page) => {
  page.style.contentVisibility = "visible";
  const body = page.querySelector(".body").getBoundingClientRect();
  return [...page.querySelectorAll(".col")].some((column) => column.getBoundingClientRect().bottom > body.bottom + 2);
}).map((page) => page.getAttribute("aria-label"))`;
